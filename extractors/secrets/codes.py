"""Codes of what opens by one, named before or behind and in any order of words: doors, safes, phones, cards."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence, Set

from extractors.matching.late_patterns import LatePattern
from extractors.secrets.near import DIGIT_WORD, PLAIN_CODES, REACH, UNIT, last_word, links, next_to
from extractors.secrets.secret import Secret, name_begins, secret_named

_TURN = r"(?:\d{1,3}[ -]?(?:left|right|links|rechts|[lr])|(?:(?:left|right)[ -](?:to )?|[lr])\d{1,3})\b"
_CODE = LatePattern(
    rf"(?<![\w.:/@$€£+#-])(?:(?P<turns>{_TURN}(?:[ ,-]{{1,2}}(?:then )?{_TURN}){{1,6}}+)"
    rf"|(?P<spelled>{DIGIT_WORD}(?:[ ,-]{{1,2}}{DIGIT_WORD}){{3,12}}+)"
    r"|(?P<digits>[A-Z]{0,2}+\d{1,12}+(?:(?:, (?=\d\d?\b)|,? then |[ -])\d{1,12}+(?!\w)){0,7}+[A-Z]{0,2}+)"
    r"|(?P<mixed>[A-Z0-9]{1,10}(?:-[A-Z0-9]{1,10}){1,4}+|\d{1,6}[A-Z]{1,3}\d{1,6}))"
    r"(?:,?[ -]?(?:and )?(?:then )?(?:the )?(?:star|hash|pound|[*#]))?+"
    rf"(?![\w%°€$£@/]|[.:,-]\d|-[A-Z]|{UNIT})",
    re.IGNORECASE,
)
"""What can be dialled, keyed in or turned, and is no amount, time or date."""
_PIN = (
    r"pins?|pin ?codes?|pass ?codes?|otps?|one[- ]time (?:code|pass ?code|pass ?word|pin)|2fa|mfa|puk|tan|cvv2?|cvc"
    r"|combination|combo|combi|digicode|geheimzahl|"
    r"(?:tür|tor|haus|alarm|zugangs|garagen|safe|tresor|eingangs)(?:code|pin|kombination)"
)
_CODE_NAME = LatePattern(
    rf"\b(?=[^\W\d])(?:(?P<pin>{_PIN})|codes?|códigos?|codigos?|codice|kod|kode[nr]?|koden|kombination|combinación|combinação|combinaison|tokens?"
    r"|claves?|(?P<number>numbers?|nummer|número))\b",
    re.IGNORECASE,
)
_OPENED_BY_CODE = frozenset(
    """
    safe vault lock padlock locker gate door alarm badge fob keypad entry entrance entryphone intercom banking bank
    netbanking sim card debit credit backup recovery verification security access unlock unlocking login log-in signin
    authenticator authentication auth buzzer suitcase luggage briefcase otp 2fa mfa sms whatsapp wallet lockbox keybox
    safebox strongbox cabinet cupboard cart
    cage bay gym garage barrier lobby stairwell hut barn cabin cellar basement attic loft roof lab ward toilet loo
    press trolley cupboards bathroom lift elevator
    immobiliser immobilizer tracker terminal till panel disarm shed yard compound wicket
    turnstile hatch space studio warehouse depot building flat apartment dorm wifi wi-fi voicemail phone laptop tablet
    ipad bike engineer engineers installer master override duress
    puerta portal portón alarma caja candado taquilla cerradura garaje trastero verja entrada banco tarjeta acceso
    porte portail alarme coffre cadenas casier entrée immeuble salle carte cave local vélo accès
    tür tor haustür tresor schloss spind keller fahrradschloss schließfach karte konto
    porta portão cofre cadeado armário garagem prédio cartão acesso
    portone cancello allarme cassaforte lucchetto armadietto bancomat carta
    bramy bramki drzwi domofonu domofon alarmu sejfu kłódki szafki karty
    deur poort kluis hangslot kluisje voordeur dörr dörren porten portkod grinden larm larmet kassaskåp
    dør døren porten alarm pengeskab hængelås pintu gerbang brankas gembok cửa cổng
    """.split()
)
"""Things that a code opens; with them "code" is a secret, as it is not with errors, posts and discounts."""
_OPENED_ENDINGS = ("door", "gate", "house", "room", "shed", "safe", "lock", "box")
_NUMBERED_LOCKS = frozenset(
    "safe vault lock padlock alarm keypad fob lockbox keybox coffre tresor candado cadenas".split()
)
_OTHERWISE = LatePattern(
    r" (?:this|that|it|the|these|(?:name|review|freeze|base|owner|meal|deal|menu|word)s?"
    r"|of (?:conduct|practice|ethics|honou?r))\b"
)
"""What follows a word for a code, or to pin, where it means something else."""
_OPENING = LatePattern(
    r" (?:on (?:it|there)|to (?:get in|enter|open|unlock|log|sign)|is (?=four|one|two|three|five|six|seven|nine|zero))"
)
_LOCK_NAME = LatePattern(
    r"\b(?P<name>safe|padlock|lock|locker|vault|keypad|key ?box|lock ?box|alarm|cabinet|cupboard|cash ?box"
    r"|immobili[sz]er|gate|door|entrance|barrier|candado|caja fuerte|cadenas|coffre|tresor|spind|cofre|cadeado)\b"
    r"(?=(?P<gap>(?:(?: (?:in|at|on|of|for|by|to|near|behind"
    r"|under|above|beside|inside|outside|next to|del?|du|im|am)"
    r"(?: [\w'’-]{1,20}){1,4}?)?(?:,? (?:is|was|it is|it['’]s|its|ist|est|es"
    r"|(?:takes|wants|accepts)(?= [\d*#-]{3,} ?(?:$|[.,;!?)\n])))|\s?[:=,–]|['’]s)"
    r"(?: (?:now|still|just|always))?)?(?: -)? [\"'`]?)(?=\w))",
    re.IGNORECASE,
)
_DIALLED = LatePattern(r"\b(?:safe|vault|lock|padlock|combination|combo)\b", re.IGNORECASE)
_UNSPACED_CODE = LatePattern(
    r"(?P<name>(?:wi-?fi|PIN)?(?:密码|密碼|口令|验证码|驗證碼|门禁码|暗码|解锁码"
    r"|パスワード|パスコード|暗証番号|認証コード|解錠番号|合言葉"
    r"|(?:门|門|ドア|金庫|玄関|鍵|アラーム|ロッカー|倉庫)の?(?:码|碼|コード|番号)))"
    r"[^\n。！？!-~]{0,12}[:=]? ?(?P<value>(?=[!-~]{0,20}\d)[!-~]{4,40}+(?:[ -]\d{2,8}){0,4}+)"
    r"(?! ?[年月日时時点分号次位回個个桁秒円元人])",
    re.IGNORECASE,
)


NAMES = {"code": (_CODE_NAME, _LOCK_NAME, _DIALLED)}
"""How a code is named, or what it opens, in lower case."""


def found(text: str, named: Set[str]) -> Iterator[Secret]:
    """Yield the codes of what opens by one; `named` holds which of `NAMES` there may be."""
    for match in () if text.isascii() else _UNSPACED_CODE.finditer(text):
        yield secret_named(text, match.start("name"), match.end("name"), match.span("value"))
    if "code" in named:
        yield from _with_codes(text)


def _with_codes(text: str) -> Iterator[Secret]:
    codes = [match for match in _CODE.finditer(text) if _dialled(match)]
    for name, code in next_to(_CODE_NAME, codes, text):
        gap = text[name.end() : code.start()]
        if links(gap, certain=not code["mixed"] and "," not in code[0]) and (
            _is_for_a_lock(text, name) or (not code["mixed"] and _beside_a_lock(text, name))
        ):
            yield secret_named(text, name.start(), name.end(), (code.start(), _last_end(text, code, codes)))
    starts = {code.start(): code for code in codes}
    for name in _LOCK_NAME.finditer(text) if starts else ():
        found = starts.get(name.end("gap"))
        if found and _is_a_lock(text, name, found):
            yield secret_named(text, *name.span("name"), found.span())
    for name, code in next_to(_DIALLED, [code for code in codes if code["turns"]], text):
        yield secret_named(text, *name.span(), code.span())


def _last_end(text: str, code: re.Match[str], codes: Sequence[re.Match[str]]) -> int:
    """Return where a code ends, or the last of those listed behind it: "1122-3344, 9911-2233 and 5500-6611"."""
    end = code.end()
    for other in codes[bisect_left(codes, end, key=re.Match.start) :]:
        if not re.fullmatch(r",? (?:and |or )?|,", text[end : other.start()]):
            break
        end = other.end()
    return end


def _dialled(code: re.Match[str]) -> bool:
    """Return whether what looks like a code is long enough for one and no date."""
    groups = re.findall(r"\d+", code[0])
    if code["turns"] or code["spelled"]:
        return True
    if code["mixed"]:
        signs = re.sub(r"\W", "", code["mixed"])
        return len(signs) >= 5 and not signs.isalpha() and not signs.isdigit()
    dated = re.match(r"(?:19|20)\d\d-\d\d?(?:-\d\d?)?\b", code[0])
    return not dated and (sum(map(len, groups)) >= 4 or len(groups) >= 3) and sum(map(len, groups)) <= 19


def _opens(words: Iterable[str]) -> bool:
    """Return whether one of the words is a thing that opens by a code."""
    bare = [re.sub(r"^[dl]['’]|['’]s?$|[,.:?]+$", "", word) for word in words]
    return any(word in _OPENED_BY_CODE or word.removesuffix("s").endswith(_OPENED_ENDINGS) for word in bare)


def _is_for_a_lock(text: str, name: re.Match[str]) -> bool:
    """Return whether a code, a combination or a number opens something."""
    last = last_word(text, name.start())
    if last in PLAIN_CODES and (not name["pin"] or name[0].lower().startswith("comb")):
        return False
    before = text[name_begins(text, name.start()) : name.start()].lower().split()
    after = text[name.end() : name.end() + REACH].lower()
    if _OTHERWISE.match(after):
        return False
    if name["number"]:
        return last == "gate" or last in _NUMBERED_LOCKS
    if _opens(before) or _OPENING.match(after) or _TO_IT.match(after) or (last == "its" and name[0].lower() == "code"):
        return True
    told = re.match(
        r" (?:for|of|to|on|at|in|de|del|du|do|da|der|vom|für|zum|della|dello|dell|van|till|til|untuk)"
        r"(?: [\w'’-]{1,20}){1,6}",
        after,
    )
    if name["pin"] and name[0].lower() != "pins":
        return True
    return told is not None and (_opens(told[0].split()[1:]) or _OF_AN_ACCOUNT.search(told[0]) is not None)


_TO_IT = LatePattern(r" (?:to|for|on|of) (?:it|that|them|mine|ours|both|each|either)(?: is|:| =| -)")
"""How a code goes on that opens what was named before: "the pumps are in locker 9 and the code to it is …"."""
_OF_AN_ACCOUNT = LatePattern(r"\b(?:account|login|log-in|mailbox|e-?mail)\b")
"""What a code is for that lets somebody in: "recovery codes for my uni account"."""


def _beside_a_lock(text: str, name: re.Match[str]) -> bool:
    """Return whether a code is told right after what it opens: "the key safe in the porch, code is 4417"."""
    before = text[max(0, name.start() - REACH) : name.start()].lower()
    aside = _ASIDE.search(before)
    return (
        aside is not None and name[0].lower() == "code" and _opens(before[: aside.start()].rpartition(".")[2].split())
    )


_ASIDE = LatePattern(r"(?:[,;(–—]|\band\b) ?(?:and )?(?:the |its |it['’]s )?$")


def _is_a_lock(text: str, name: re.Match[str], code: re.Match[str]) -> bool:
    """Return whether a code told right after a lock is what opens it, and not how many, how old or how far."""
    word, last = name["name"].lower(), last_word(text, name.start("name"))
    groups = re.findall(r"\d+", code[0])
    if word == "safe" and (
        not last or last in {"is", "it", "that", "be", "them", "stay", "home", "very", "are", "feel"}
    ):
        return False
    if code["turns"] or code["spelled"] or len(groups) >= 3:
        return max(map(len, groups), default=0) <= 3 and word not in {"gate", "door", "entrance", "barrier"}
    if re.search(r"(?:star|hash|pound|[*#])$", code[0]):
        return True
    if code["mixed"] or word not in _NUMBERED_LOCKS or not name["gap"].strip(" \"'`"):
        return False
    return 4 <= len(code[0]) <= 10 and not re.fullmatch(r"(?:19|20)\d\d", code[0])
