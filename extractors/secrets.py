"""What must never be stored: passwords, tokens, keys, card and account numbers.

Own patterns rather than detect-secrets: that library reads source files line by line, misses passwords told in prose
("the wifi password is …") and card numbers, and takes longer to load than a whole message takes to read. Its
well-known token shapes are listed here.
"""

import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from extractors.sieve import Sieve

_SHAPES = re.compile(
    r"""
    -----BEGIN[ ](?![A-Z ]{0,20}PUBLIC)[A-Z ]{1,40}KEY(?:[ ]BLOCK)?-----(?:[^-]{1,8000}-----END[A-Z ]{1,40}-----)?
  | \b(?:xox[abeoprs]-[\w-]{8,}                                   # Slack
  | xapp-[\w-]{8,}
  | hooks\.slack\.com/services/[\w/]{10,}
  | gh[oprsu]_\w{16,} | github_pat_\w{16,}                  # GitHub
  | glpat-[\w-]{12,}                                         # GitLab
  | (?:AKIA|ASIA|AGPA|AROA)[A-Z0-9]{12,}                       # AWS
  | AIza[\w-]{30,}                                           # Google
  | ya29\.[\w-]{16,}
  | sk-[\w-]{16,}                                            # OpenAI
  | (?:[rps]k|tok|pat|key|api|auth|secret)_(?:[a-z]{2,12}_)?(?=[a-z_]*[0-9])\w{6,}  # Stripe and its kind
  | SG\.[\w-]{16,}\.[\w-]{16,}                               # SendGrid
  | npm_\w{20,} | pypi-\w{20,} | hf_\w{20,} | dop_v1_\w{20,}
  | eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?                      # JSON web token
  | [a-z]{2,12}_(?:\w{2,12}_)?(?=[a-z]*[0-9])[0-9a-f]{10,}\b  # prefix_0123456789ab
  | [a-z][a-z0-9+.-]{1,20}://[^\s:/@]{1,64}:[^\s@/]{1,128}@   # user:password@host
  | ssh-(?:rsa|ed25519)[ ][\w+/=]{20,})
    """,
    re.VERBOSE,
)
_DIGIT = re.compile(r"\d")
_DIGITS = re.compile(r"(?<![\w.+-])\d(?:[ -]?\d){11,18}(?![\w-]|\.\d)")
_ACCOUNT = re.compile(
    r"\b(?P<name>(?:bank )?(?:account|acct|acc|a/c)(?:(?: (?:at|with|in|for|of)(?: [\w'’&.-]{1,24}+){1,4}?)?"
    r",? (?:number|no\.?|num|nr\.?|#))?)(?: (?:is|was))?[ :=#]+(?P<value>\d(?:[ -]?\d){5,11})(?!\d)"
    r"|(?P<sort>(?<![\d-])\d\d-\d\d-\d\d(?![\d-]))(?=.{0,40}\b\d{8}\b)",
    re.IGNORECASE,
)
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,4})?\b")
_GROUPED = re.compile(r" (?=[A-Z0-9]*\d)[A-Z0-9]{4} (?=[A-Z0-9]*\d)[A-Z0-9]{4} ")
"""Groups of four as account numbers are written, which are one even where a digit is wrong."""
_ENTROPIC = re.compile(r"(?<![\w/.:@+-])[\w+/][\w+/=-]{19,199}+(?![\w/.@-])")
_ENTROPY_BITS = 3.6
"""Shannon entropy per character above which a long mixed string is a key and not a word or an identifier."""

_NAMES_ABROAD = (
    r"contraseña|passwort|kennwort|mot de passe|senha|palavra-passe|parola(?:m|sı| d['’]ordine)?|wachtwoord|has[łl]o"
    r"|lösenord(?:et)?|losenord(?:et)?|adgangskoden?|kodeord(?:et)?|passord(?:et)?|m[ậa]t kh[ẩa]u|mk wifi|kata sandi"
    r"|kata laluan|sandi (?:saya|wifi|wi-fi)|pin atm|m[ãa] (?:pin|otp)|kod(?:en)? (?:pin|do|til|till)"
    r"|pin-?[ck]od(?:e[nr]?)?"
    r"|पासवर्ड|पिन|κωδικ[όο]ς?|συνθηματικ[όο]|πιν|salasana|[şs]ifre(?:m|si|miz)?"
    r"|كلم[ةه] (?:السر|المرور|مرور|سر)|(?:ال)?باسو?ورد|(?:ال)?رقم (?:ال)?سري"
    r"|(?:رمز|كود) (?:الدخول|الباب|البوابة|التحقق)"
    r"|heslo|nywila|nenosiri|neno (?:la )?siri|paswedi|namba(?:ri)? ya siri"
)
"""Names of passwords in other languages than English."""
_NAME = (
    r"(?:pass ?words?|passw(?:rod|rd|rods)|pas(?:wor|so?wr|s?wro)d|passowrd|passwd"
    r"|pwd|pw|pass ?codes?|pass ?phrases?|passkey|m?pin|pin (?:code|number)|pincode|cvv|cvc|cvv2"
    r"|(?:alarm|door|gate|access|entry|entrance|safe|security|unlock|lock|locker|recovery|backup|bank|"
    r"verification|wifi"
    r"|wi-fi|2fa|mfa|otp|garage|lockbox|keypad|vault|building|office|cabin|shed|key ?safe|keybox|till|office)"
    r" (?:code|pin|combination|combo|combi)|combination|combo"
    r"|(?:api|secret|access|private|encryption|signing|licen[cs]e|deploy|ssh|wifi|wi-fi|wpa|account|recovery|stream|"
    r"streaming|master|activation|product|webhook|root|storage|admin|server|gpg|pgp) keys?"
    r"|(?:access|auth|api|bearer|bot|session|refresh|service|deploy|personal access) tokens?|token|(?:shared )?secret"
    r"|(?:safe|vault|lock|padlock|alarm) number|padlock|puk|key ?code|(?:laptop|phone|computer|tablet|ipad|pc|mac"
    r"|macbook|"
    r"screen|machine) unlock|memorable (?:word|name|place|date)|security answer"
    r"|code(?= (?:for|to|on|of) (?:(?:the|my|our|your) )?(?:[\w'-]+ ){0,2}?(?:gate|door|alarm|key ?safe"
    r"|safe|lock|padlock"
    r"|locker|garage|"
    r"vault|keypad|lockbox|entrance|building|house|flat|office|shed|barn|cabin|lift|storeroom|bike ?shed|cellar"
    r"|studio)\b)"
    r"|(?:seed|recovery) (?:phrase|words)|credentials|creds|login(?: details)?|log[ -]in"
    r"|(?:bank )?account (?:number|no\.?)"
    r"|bank account|account (?:for|at|with) (?:the|my) bank"
    r"|routing number|sort code|iban|(?:bank |credit |debit )?card(?: number)?|social "
    r"security(?: number)?"
    r"|ssn|national insurance number|passport number|alarm"
    rf"|{_NAMES_ABROAD}|clave"
    r"|código (?:de (?:la )?(?:alarma|puerta|entrada|acceso|acesso)|d[oa] (?:alarme|porta|portão|cofre))"
    r"|code (?:d'accès|d'entrée|de l'alarme|de la porte)|türcode|alarmcode|geheimzahl)"
)
_NAME_UNSPACED = r"密码|密碼|口令|パスワード|暗証番号|合言葉"
"""Names in languages that put no spaces between words."""
_NAMED = re.compile(
    rf"{_NAME}|\bpass\b|wifi|wi-fi|{_NAME_UNSPACED}|\b(?:unlock|open|disarm|unset|turn)|memorable|bank|account|acct"
)
"""Whether a text in lower case names a secret at all; most do not, and need not be read more closely."""
_GOES = (
    r"(?:goes|reads)(?: like| as follows)?"
    r"(?! (?:in|on|to|into|with|out|off|at|by|for|from|here|there|back|through|via)\b)"
)
"""How what is said letter by letter is told, but for where it is put."""
_TOLD = re.compile(
    rf"\b(?=[^\W\d])(?P<name>{_NAME})\b(?: (?:there|here|wi-?fi|login))?"
    r"(?P<of>(?: (?:for|of|to|on|at|in|from|del|de|du|do|da|für)(?: [\w'’.#&/-]{1,24}){1,5}?)?)"
    r"(?: (?:μου|μας|(?:του|της) [\w-]{1,20}|saya|yangu|ya [\w-]{1,20}))?"
    r"(?:,?(?: for me| please| would you| will you| ok| okay| thanks| can you)\b,?){0,3}"
    r"(?:,?\s*(?P<copula>(?:it is|that is|that's|that’s|it’s|is|its|it's|are|was|were|=|:|'s|’s|es|ist|est|é"
    r"|è|jest|är|er|là|la|adalah|ialah|yaitu|hai|है|είναι|ειναι|هو|هي|ni|to(?= (?=[^\s,;]*\d)[^\s,;]*[a-z])"
    r"|has been|used to be|will be|na(?= \S*\d)"
    rf"|{_GOES}"
    r"|(?:(?:has|have|had|was|is|got|don|go|will|been|just|now) ){0,3}(?:chang(?:e|ed|es|ing)|moved|reset|set)"
    r"(?:,? na| to|(?: over)? from \S+ to))(?: "
    r"(?:now|still|literally|just|currently|actually|always|changed to|set to|set as|called|reset to|"
    r"jetzt|ahora|maintenant|agora|the (?:factory|default|usual|same|old|standard)(?= \S*\d))){0,2})\s*[:=]?"
    r"|\s*[=:]\s*)"
    r"\s*(?P<value>[^\s,;]+)",
    re.IGNORECASE,
)
_ELIDED = re.compile(
    rf"\b(?=[^\W\d])(?P<name>{_NAME})(?:\s*[,:]\s*(?:it(?:'s| is) )?|\s+|\s*(?:'s|"
    rf"is)\s+)(?P<value>(?=[^\s,;]*\d)(?!\d\d?(?:st|nd|rd|th|am|pm)\b)"
    r"[^\s,;]{4,})(?:[ -]\d+)*",
    re.IGNORECASE,
)
_TOLD_UNSPACED = re.compile(
    rf"(?P<name>{_NAME_UNSPACED})\s*(?:是|为|為|は|改成了?|[:：=])\s*(?P<value>[!-~]{{4,}}+)(?!年)"
)
_PASS = re.compile(
    r"\b(?P<name>(?P<its>(?:vpn|wi-?fi|admin|root|laptop|server|router|portal|e-?mail|zoom|netflix|database|db|guest|ssh|nas"
    r"|till|account|computer|pc|banking|login|network|intranet|crm|erp|hr) )?(?:pass|pw|pwd))"
    r"(?(its)(?: for \w+| on \w+)?(?:\s*[,:;=–—-]+\s*| )|[ :=]+)(?:is |it['’]?s )?"
    r"(?P<value>(?=[^\s,;]*[\d_!#])(?=[^\s,;]*[a-z])[^\s,;]{5,})",
    re.IGNORECASE,
)
_LOGIN = re.compile(
    r"\b(?P<name>(?:[\w-]{1,20} ){0,2}(?:login|log-?\s?in|credentials|creds)"
    r"(?: (?:for|to|at|on) (?:[\w-]+ ){1,3}?(?=is|are|:))?)"
    r"(?: ?(?:is|are)(?: (?:still|now|just|always)){0,8})?\s*[:?,–-]?\s*"
    r"(?P<value>\S+\s*/\s*\S+|\S+ and (?=\S*\d)(?=\S*[A-Za-z])\S{6,})",
    re.IGNORECASE,
)
_WIFI = re.compile(
    r"\b(?P<name>(?:guest |office |home |our |the ){0,8}wi-?fi)(?: (?:network|login|details))?(?: (?:for|in|at"
    r"|of) (?:[\w'-]+ ){1,3}[\w'-]+)?\s*(?:is|"
    r"are|:|=|'s)\s*(?P<value>[^\s,;]+(?:\s*(?:/|and|pw|password|pass|:)\s*)(?=\S*[\d\-_!])\S+"
    r"|(?=[^\s,;]*\d)(?=[^\s,;]*[A-Za-z])[^\s,;]{8,})",
    re.IGNORECASE,
)
_WIFI_KEY = re.compile(
    r"\bwi-?fi\b[^.!?\n]{1,40}\b(?P<name>key|psk|pass)(?: is|'s|:"
    r"| =)? (?P<value>(?=[^\s,;]*\d)(?=[^\s,;]*[a-z])[^\s,;]{6,})",
    re.IGNORECASE,
)
_CVV = re.compile(r"\b(?P<name>cvv2?|cvc2?)\b(?: (?:is|it's))?[ :=#]{0,3}(?P<value>\d{3,4})\b", re.IGNORECASE)
_OPENED = re.compile(
    r"\b(?P<name>safe|padlock|lock|locker|gate|door|garage|vault|keypad|lockbox|shed|alarm|phone|laptop|ipad"
    r"|tablet|computer)"
    r"\b(?:(?!\b(?:safe|padlock|lock|gate|door|garage|vault|keypad|shed|alarm)\b)[^.!?\n]){0,40}?"
    r"\b(?:opens?|unlocks?|disarms?|unsets?|turns? off)"
    r"(?: (?:with|by|using|on|to|the|code|number|pin)){1,8} "
    r"(?P<value>(?=[^\s,;]*\d[^\s,;]*\d[^\s,;]*\d)(?!\d\d?[:.]\d\d\b)[^\s,;]+"
    r"|\d{1,2}(?:,? (?:then |and ){0,8}\d{1,2}){2,5})",
    re.IGNORECASE,
)
_COMBINATION = re.compile(
    r"\b(?P<name>safe|vault|padlock|strong ?box|cash ?box|(?:key|lock) ?(?:safe|box)|locker|keypad|combo|combination)\b"
    r"(?:(?! and )[^.!?\n,;:\d]){0,30}(?: is|'s|’s|,? it'?s|:| =| to) ?"
    r"(?P<value>\d{1,2}(?: ?[ /–-] ?\d{1,2}){2,4})(?![\w:/-])",
    re.IGNORECASE,
)
"""Numbers that a thing with a dial is turned to: "the safe behind reception is 7-19-42"."""
_PAIR = re.compile(
    r"(?<![\w.+/-])[\w.+-]{1,64}@[\w.-]{3,64}+\s*[/|]\s*"
    r"(?P<value>(?=[^\s,;]*\d)(?=[^\s,;]*[A-Za-z])[^\s,;/@]{6,64})(?![\w/@])"
)
"""An address with what opens the account behind it."""
_ACCESS_PAIR = re.compile(
    r"\b(?:portal|account|membership|log-?in|log-?ins|(?:logs?|signs?|lets? (?:you|me|us)|gets? (?:you|me|us)"
    r"|get) in|logon"
    r"|takes|accepts|works with|nas|router|netflix)\b[^!?\n/]{0,30} [^\s/]{3,40} / "
    r"(?P<value>(?=[^\s,;]*\d)(?=[^\s,;]*[A-Za-z])[^\s,;/]{6,64})(?![^\s,;.!?])"
    r"|(?<![\w/.:@-])(?:admin|root|administrator|test|demo|guest|pi|postgres|sysadmin)(?: [/|:] |: ?)"
    r"(?P<usual>(?=[^\s,;]*\d)(?=[^\s,;]*[A-Za-z])[^\s,;:/.]{5,64})(?![^\s,;.!?)])",
    re.IGNORECASE,
)
"""What an account is entered with: who one is there, and behind a stroke what proves it."""
_LOGIN_OF = re.compile(r"\b(?P<name>log[- ]?ins?|credentials?|creds)\b(?P<rest>[\s,:;][^?\n]{1,80})", re.IGNORECASE)
"""What an account is entered with, told behind it in any order: "the edit suite login, studio2 and Fiddle-88-Rain"."""
_MEMORABLE = re.compile(
    r"\b(?P<name>memorable (?:word|name|place|date)|security answer)(?: (?:is|was)|:)? (?P<value>[A-Z0-9][^\s,;]+)"
)
_BANK = re.compile(
    r"\b(?P<name>bank account|account number|account no"
    r"|acct)\b[^.!\n]{0,40}?(?P<value>(?<!\d)\d(?:[ -]?\d){7,19})(?!\d)",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"(?<![\w.:-])(?P<value>[A-Z]?\d[\d-]{2,10}\d[A-Z#*]?)(?:(?:'s| is| for| opens| unlocks| gets you (?:into"
    r"|through|in at)"
    r"| works (?:on|for|at))) (?:(?:the|my|our) )?(?:[\w'-]+ ){0,3}?"
    r"(?P<name>(?:alarm|gate|door|safe|padlock|keypad|lockbox|vault|entrance|garage)(?: (?:code|pin))?|pin"
    r"|pass ?code|code|combination)\b",
    re.IGNORECASE,
)
_DIGIT_WORD = r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double)"
_SPOKEN = re.compile(
    rf"\b(?=[^\W\d])(?P<name>{_NAME})\b[^.!?\n]{{0,30}}?"
    rf"\b(?P<value>(?:{_DIGIT_WORD}[ ,-]{{1,2}}){{3,12}}{_DIGIT_WORD}"
    r"|(?:three|four|five|six) (?:zeros|zeroes|noughts|ones|twos|threes|fours|fives|sixes|sevens|eights|nines))\b",
    re.IGNORECASE,
)
_SURE = (_BEFORE, _SPOKEN, _PASS, _LOGIN, _WIFI, _WIFI_KEY, _CVV, _OPENED, _COMBINATION, _MEMORABLE, _BANK)
"""Forms whose value need not be looked at again."""
_ASSIGNED = re.compile(
    r"(?<![\w$])(?P<name>[A-Z0-9_]{0,40}(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|PWD))=[\"']?"
    r"(?P<value>(?=[^\s\"']{0,60}\d)[^\s\"'`$<{]{6,128})"
)
_CARD = re.compile(r"(?<![\w-])\d{4}(?:[ -]\d{4}){3}(?![\w-])")
_CARD_NAME = re.compile(
    r"信用卡|银行卡|銀行卡|卡号|卡號|カード|card|karte|tarjeta|cartão|carte\b|visa\b|master ?card|amex|maestro"
)
_LOCKED = (
    r"(?:door|gate|alarm|safe|lock|padlock|vault|cabinet|keypad|key ?box|lock ?box|panel|pad|garage|barrier|shutter)"
)
_KEYED = re.compile(
    r"\b(?:punch|dial|key in|tap in|type in|press) (?P<punched>\d(?:[ -]?\d){3,9}[#*]?)(?![\w:.,]?\d)"
    rf"(?=[^\n.!?]{{0,30}}\b{_LOCKED}\b)"
    r"|(?<![\w.:/$€£-])(?P<told>\d(?:[ -]?\d){3,9}[#*]?)"
    rf"(?= (?:on|into) the (?:\w+ )?{_LOCKED}\b"
    rf"| is the (?:[\w'-]+ ){{0,3}}{_LOCKED}(?:['’]s)? (?:punch|code|combo|number)\b)"
    rf"|\b{_LOCKED}(?: is|['’]s|:) (?P<lettered>[A-Z]\d{{3,6}}[A-Z#*]?|\d{{3,6}}[A-Z])(?![\w-])"
    r"|\b(?:it is|it['’]?s|its|is) (?P<enters>\d{4,8}[#*]?|\d{3}[#*])"
    r" (?:to|gets you|lets you) (?:get |come )?(?:in|into|through) (?:the|from|through|via|at|by)\b",
    re.IGNORECASE,
)
"""What is keyed in somewhere, though nothing calls it a code: "punch 7731 on the dock door"."""
_ROOT = re.compile(
    r"\b(?:root|admin(?:istrator)?|sudo|superuser|jump (?:host|box)|bastion|netflix|spotify|cctv)\b",
    re.IGNORECASE,
)
"""What is entered with a password that nobody calls one: "root on the jump host is …"."""
_NAMES_A_THING = re.compile(r"[a-z]{2}-[a-z]+-\d|v?\d[\d.-]*|[A-Z]+-\d+|\S*/\S*")
"""What mixes letters, digits and hyphens and opens nothing: a region, a version, a ticket, a path."""
_SOCIAL = re.compile(r"(?<![\w-])\d{3}-\d\d-\d{4}(?![\w-])")
_TURN = r"(?:\d{1,3}[ -]?(?:left|right|links|rechts|[lr])|(?:(?:left|right)[ -](?:to )?|[lr])\d{1,3})\b"
_UNIT = (
    r" ?(?:%|(?:euros?|eur|dollars?|quid|pounds?|kilos?|kg|grams?|km|[cm]?m"
    r"|met(?:er|re)s?|miles?|feet|ft|litres?|liters?|tonnes?|people|persons?|users|members|times|tries|attempts|digits"
    r"|characters|chars|letters|lines|pages|items|steps|tokens|hours?|hrs?|minutes|mins?|seconds|secs?"
    r"|days?|weeks?|months?|years?|am|pm|o'clock"
    r"|percent|degrees|volts?|watts?|bytes?|[kmg]b|jan\w*|feb\w*|mar|march|apr\w*|may(?! (?:be|need|have|not|change))"
    r"|june?|july?|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*)\b)"
)
"""What follows an amount, a time or a date."""
_AMOUNT = re.compile(_UNIT, re.IGNORECASE)
_CODE = re.compile(
    rf"(?<![\w.:/@$€£+#-])(?:(?P<turns>{_TURN}(?:[ ,-]{{1,2}}(?:then )?{_TURN}){{1,6}}+)"
    rf"|(?P<spelled>{_DIGIT_WORD}(?:[ ,-]{{1,2}}{_DIGIT_WORD}){{3,12}}+)"
    r"|(?P<digits>[A-Z]{0,2}+\d{1,12}+(?:(?:, (?=\d\d?\b)|,? then |[ -])\d{1,12}+(?!\w)){0,7}+[A-Z]{0,2}+)"
    r"|(?P<mixed>[A-Z0-9]{1,10}(?:-[A-Z0-9]{1,10}){1,4}+))"
    r"(?:,?[ -]?(?:and )?(?:then )?(?:the )?(?:star|hash|pound|[*#]))?+"
    rf"(?![\w%°€$£@/]|[.:,-]\d|-[A-Z]|{_UNIT})",
    re.IGNORECASE,
)
"""What can be dialled, keyed in or turned, and is no amount, time or date."""
_WORD = re.compile(r"(?<!\S)[\"'`“‘«(]{0,2}(?P<value>[^\s\"'`“”‘»,;]{6,64})")
_LONG = re.compile(
    r"(?<![\w.@/-])(?:[A-Z]{1,4}[ -]?)?\d[\dA-Z]{0,20}+(?:[ -](?:\d[\dA-Z]{0,20}+|[A-Z]{4}(?=[ -]\d)|fake(?=-))){0,8}+"
    r"(?: [A-D]\b)?(?![\w])"
)
"""Numbers of accounts and identities, which may hold capitals."""
_PIN = (
    r"pins?|pin ?codes?|pass ?codes?|otps?|one[- ]time (?:code|pass ?code|pass ?word|pin)|2fa|mfa|puk|tan|cvv2?|cvc"
    r"|combination|combo|combi|digicode|geheimzahl|"
    r"(?:tür|tor|haus|alarm|zugangs|garagen|safe|tresor|eingangs)(?:code|pin|kombination)"
)
_CODE_NAME = re.compile(
    rf"\b(?=[^\W\d])(?:(?P<pin>{_PIN})|codes?|códigos?|codigos?|codice|kod|kode[nr]?|koden|kombination|combinación|combinação|combinaison|tokens?"
    r"|(?P<number>numbers?|nummer|número))\b",
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
_PLAIN_CODES = frozenset(
    """
    zip post postal error status exit return dress discount promo promotion promotional voucher coupon offer gift
    referral invite country area dialling dialing colour color paint product item part stock source bar qr morse tax
    grant project cost budget billing course module class sample batch lot booking reservation confirmation tracking
    airport iata icao station tariff customs fault trouble event response http reason department dept org language
    currency swift bic vendor supplier customer order invoice store branch bug test legacy penal civil diagnosis icd hs
    penalty bus train energy fire phone mobile telephone flight seat ticket case reference serial model version
    """.split()
)
"""What else has a code, and no secret one."""
_BREAKS = frozenset(
    """
    a an the my our your his her their its this that these those some any no and or but with without for of to in on at
    by from is are was were be it i we you they he she me us them not gave gives shows showed says said remember keep
    save store note hold memorise memorize please record mind forget take learn have has had got get use need know
    here's that's it's what's so also always still then if as y e el la los las mi su un una le les mon ma mes der die
    das dem den mein meine meinen o os do da de du del meu minha merk dir
    """.split()
)
"""Words that are no part of the name of a thing."""
_OTHERWISE = re.compile(
    r" (?:this|that|it|the|these|(?:name|review|freeze|base|owner|meal|deal|menu|word)s?"
    r"|of (?:conduct|practice|ethics|honou?r))\b"
)
"""What follows a word for a code, or to pin, where it means something else."""
_OPENING = re.compile(
    r" (?:on (?:it|there)|to (?:get in|enter|open|unlock|log|sign)|is (?=four|one|two|three|five|six|seven|nine|zero))"
)
_LOCK_NAME = re.compile(
    r"\b(?P<name>safe|padlock|lock|locker|vault|keypad|key ?box|lock ?box|alarm|cabinet|cupboard|cash ?box"
    r"|immobili[sz]er|gate|door|entrance|barrier|candado|caja fuerte|cadenas|coffre|tresor|spind|cofre|cadeado)\b"
    r"(?=(?P<gap>(?:(?: (?:in|at|on|of|for|by|to|near|behind"
    r"|under|above|beside|inside|outside|next to|del?|du|im|am)"
    r"(?: [\w'’-]{1,20}){1,4}?)?(?:,? (?:is|was|it is|it['’]s|its|ist|est|es"
    r"|(?:takes|wants|accepts)(?= [\d*#-]{3,} ?(?:$|[.,;!?)\n])))|\s?[:=,–]|['’]s)"
    r"(?: (?:now|still|just|always))?)?(?: -)? [\"'`]?)(?=\w))",
    re.IGNORECASE,
)
_DIALLED = re.compile(r"\b(?:safe|vault|lock|padlock|combination|combo)\b", re.IGNORECASE)
_PASS_NAME = re.compile(
    r"\b(?=[^\W\d])(?:pass ?words?|passw(?:[io]rds?|ro?d)|pasword|passowrd|passwd"
    r"|pwd|pw|psk|pass ?phrases?|pre-?shared key|community string"
    r"|(?P<login>log[- ]?ins?|credentials?|creds)"
    r"|(?P<key>keys?|tokens?|secret)"
    rf"|clave|{_NAMES_ABROAD})\b",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"[\"'`”’»]? (?:is|as|for|was)(?: (?:the|my|our|a))?(?: [\w'’-]{1,20}){0,2}"
    r" (?P<name>pass ?word|pw|log-?in|passphrase)\b",
    re.IGNORECASE,
)
_MANAGER = re.compile(r" (?:manager|generator|policy)(?:,? (?:is|was)|:)? ?[\"'`“(]*$", re.IGNORECASE)
"""What a name of a password goes on with to be that of a program."""
_PLAIN_KEYS = frozenset(
    "primary foreign sort partition object s3 cache issue ticket map public row jira redis hot short spare".split()
)
_PHRASE = re.compile(
    r"\b(?P<name>pass ?phrase|(?:master|seed|recovery|backup|mnemonic|secret) (?:phrase|words?)|safe ?word)\b"
    r"(?:[^\n.!?\"“]{0,40}[\"“](?P<quoted>[^\"”\n]{3,120})[\"”]"
    r"|(?: (?:is|are|goes|reads)|(?: (?:of|for|to) [^\n.!?]{2,40}?)?(?: please)?[.?!] (?:it['’]s|it is|its|it goes))?"
    r" (?P<bare>[a-z]{3,8}(?:,? [a-z]{3,8}){5,23}+)(?!\w)"
    r"|(?:(?:,| for| of| to| on)[^\n.!?:\"“]{0,40})?: ?(?P<words>[\w'-]{2,15}(?:,? [\w'-]{2,15}){2,23}+))",
    re.IGNORECASE,
)
_SENTENCE_WORDS = frozenset(
    "the and for with from that this are was not you your our has have kept stored written".split()
)
"""Words that stand in a sentence about words to remember, and seldom among them."""
_ANSWER = re.compile(
    r"\b(?P<name>(?:security|vault|secret) question)\b[^\n]{0,60}?"
    r"\banswer(?: is|'s|:)? (?P<value>(?!is\b)[^\n,;.]{2,40})",
    re.IGNORECASE,
)
_ACCOUNT_NAME = re.compile(
    r"\b(?=[^\W\d])(?:(?P<bank>accounts?(?: (?:number|no\.?))?|acct|iban|bankverbindung"
    r"|konto(?:nummer)?|cuenta|clabe|compte|rib|conta)"
    r"|ni number|national insurance(?: number)?|nino|ppsn?(?: number)?|tax (?:file|id|reference) (?:number|no)"
    r"|national id(?: number)?(?! office)"
    r"|id card|social security(?: (?:number|no\.?))?|passport (?:number|no\.?)|aadhaar|fob number)\b",
    re.IGNORECASE,
)
_TO_ACCOUNT = re.compile(
    r"(?:'s)?(?: (?:number|nummer|no\.?))?(?: (?:of|for|at|with|de|del|für|bei)(?: [\w'’-]{1,20}){1,4}?)?"
    r",?(?: (?:is|it is|it's|its|ist|est|es|é)|\s?[:=])?[ ]?"
)
_GAP = re.compile(
    r"(?:\?? ?|[^\n.!?]*+(?:(?:\.{2,}|…|[.?!]) ?"
    rf"(?:(?:it|that|this)(?:['’]s| is| {_GOES})|its|is|c['’]est|es|ist)?)?)"
    r"[ ]?[\"'`“(]*",
    re.IGNORECASE,
)
"""What may stand between a name and its value: no further sentence, but for one that only says what it is."""
_UNLIKE = frozenset(
    """
    at on in by since until till from after before around about over under than of for per order ticket room flat
    invoice flight bus line version page step port call ring phone text dial tel ends ending error see up least most
    every january february march april may june july august september october november december
    """.split()
)
"""Words after which a number is not what a name before them stands for."""
_LEADING = re.compile(
    r"(?:[,:=?`–—-]|(?:\b(?:is|its|was|goes|reads|na|are|as|lautet|ist|est|es|é|with|è|jest"
    r"|(?:kod|has[łl]o|do \w+) to|är|er|là|la"
    r"|adalah|ialah|yaitu|hai|है|c['’]est)|['’]s)) ?[\"'`“(]*$",
    re.I,
)
_USER = re.compile(r"[^\s,:=]{1,30} ?/ ?$")
_REACH = 60
"""Characters that may stand between a name and its value."""
_UNSPACED_CODE = re.compile(
    r"(?P<name>(?:wi-?fi|PIN)?(?:密码|密碼|口令|验证码|驗證碼|门禁码|暗码|解锁码"
    r"|パスワード|パスコード|暗証番号|認証コード|解錠番号|合言葉"
    r"|(?:门|門|ドア|金庫|玄関|鍵)の?(?:码|碼|コード|番号)))"
    r"[^\n。！？!-~]{0,12}[:=]? ?(?P<value>(?=[!-~]{0,20}\d)[!-~]{4,40}+(?:[ -]\d{2,8}){0,4}+)"
    r"(?! ?[年月日时時点分号次位回個个桁秒円元人])",
    re.IGNORECASE,
)
_NO_VALUE = frozenset(
    """
    a an the in on at inside within under behind with by from via through kept stored saved written held hidden
    listed somewhere there here where wherever not no never always only too very so still also already being been
    getting going required needed missing wrong invalid expired expiring correct different same changed changing
    rotated rotating reset resetting broken blank empty hard easy weak strong long short secure safe public private
    shared unknown lost gone forgotten mine yours ours theirs his hers up out off down over and or but if when
    because that this what how why who my your our their its everyone everybody nobody someone something anything
    nothing managed handled rotates set available valid working failing bad good fine ok okay stupid awful terrible
    silly annoying case-sensitive per asking coming due about for to of into across all both either neither one two
    three four five six seven eight nine ten red en dans im bei sur sous remember lol see ask
    """.split()
)
_ELSEWHERE = re.compile(r"<?https?:|<[@#!]|\S{1,80}\.(?:pdf|docx?|xlsx?|txt|md|csv|ya?ml|json|kdbx|zip)>?$")
"""Where a secret is kept, rather than what it is."""
_WEAK = frozenset(
    "token secret key keys tokens login combination combo credentials creds clave iban in pw pass pin".split()
)
"""Names that also mean something harmless; their value has to look like one."""


_NUMBERS_ONLY = re.compile(
    r"(?:card|account|alarm|padlock|(?:safe|vault|lock|padlock|alarm) number|puk|(?:^|the |my |our |a |remember )code)$"
)
"""Names of which much else is said, as that the alarm is loud: their value has four digits."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret found in a text: what it is called, never what it is. `start` and `end` cover name and value."""

    what: str
    start: int
    end: int
    value_start: int


def find_secrets(text: str) -> list[Secret]:
    """Return the secrets in text in order, overlaps merged. A text without any gives an empty list."""
    return list(_found(text))


@lru_cache(maxsize=8)
def _found(text: str) -> tuple[Secret, ...]:
    """Return the secrets of one text; a message is asked about several times while it is read."""
    found = sorted(_all(text), key=lambda secret: (secret.start, -secret.end))
    merged: list[Secret] = []
    for secret in found:
        if merged and secret.start < merged[-1].end:
            last = merged[-1]
            merged[-1] = Secret(last.what, last.start, max(last.end, secret.end), last.value_start)
        else:
            merged.append(secret)
    return tuple(merged)


def masked(text: str) -> str:
    """Return text with the value of each secret in it replaced by what it was: "the password is [password]"."""
    pieces, position = [], 0
    for secret in find_secrets(text):
        pieces += [text[position : secret.value_start], f"[{secret.what}]"]
        position = secret.end
    return "".join([*pieces, text[position:]])


def holds_secret(text: str) -> bool:
    """Return whether text holds anything that must not be stored."""
    return next(_all(text), None) is not None


def _all(text: str) -> Iterator[Secret]:
    lowered = text.lower()
    named = frozenset(_sieve().possible(lowered))
    for match in _SHAPES.finditer(text):
        yield Secret("token or key", match.start(), match.end(), match.start())
    for match in _ENTROPIC.finditer(text):
        if _looks_random(match[0]) and _entropy(match[0]) >= _ENTROPY_BITS:
            yield Secret("token or key", match.start(), match.end(), match.start())
    if _DIGIT.search(text):
        yield from _numbered(text, lowered)
    if "told" in named and _NAMED.search(lowered):
        yield from _told(text)
        yield from _of_logins(text)
    yield from _coded(text, named)


def _numbered(text: str, lowered: str) -> Iterator[Secret]:
    """Yield what is told by its digits, or not without any."""
    for match in _DIGITS.finditer(text):
        digits = [int(character) for character in match[0] if character.isdigit()]
        if len(digits) >= 13 and _luhn(digits):
            yield Secret("card number", match.start(), match.end(), match.start())
    for match in _IBAN.finditer(text):
        if _GROUPED.search(match[0]) or _iban(match[0].replace(" ", "")):
            yield Secret("account number", match.start(), match.end(), match.start())
    for match in _ACCOUNT.finditer(text):
        yield Secret("account number", match.start(), match.end(), match.start("sort" if match["sort"] else "value"))
    for match in (*_PAIR.finditer(text), *(() if _LOGIN.search(text) else _ACCESS_PAIR.finditer(text))):
        yield Secret("login", match.start(), match.end(), match.start(match.lastgroup or 0))
    for match in _ASSIGNED.finditer(text):
        yield Secret(match["name"].lower().replace("_", " "), match.start(), match.end(), match.start("value"))
    for match in _CARD.finditer(text) if _CARD_NAME.search(lowered) else ():
        yield Secret("card number", match.start(), match.end(), match.start())
    for match in _KEYED.finditer(text):
        start, end = match.span(match.lastgroup or 0)
        yield Secret("code", match.start(), end, start)
    social = re.search(r"\b(?:ssn|social)\b(?! media)", lowered)
    for match in _SOCIAL.finditer(text) if social else ():
        what = "ssn" if social and social[0] == "ssn" else "social security number"
        yield Secret(what, match.start(), match.end(), match.start())


def _told(text: str) -> Iterator[Secret]:
    """Yield what is named as a secret and told right there."""
    for pattern in (_TOLD, _TOLD_UNSPACED, _ELIDED, *_SURE):
        for match in pattern.finditer(text):
            if pattern in _SURE or (_is_value(match["value"], match["name"]) and not _counts(text, match)):
                of = match.groupdict().get("of") or ""
                start = _begins(text, match.start("name"))
                yield Secret(
                    (text[start : match.end("name")] + of).strip().lower(),
                    min(start, match.start("value")),
                    match.end(),
                    match.start("value"),
                )


def _of_logins(text: str) -> Iterator[Secret]:
    """Yield what stands behind a login and is made up as passwords are, in whatever order it is told."""
    for match in _LOGIN_OF.finditer(text):
        for word in re.finditer(r"[^\s,;]+", match["rest"]):
            bare = word[0].strip(".?:)*_'\"`")
            if is_made_up(bare) and _DIGIT.search(bare) and not bare.isupper():
                begin = match.start("rest") + word.start()
                yield Secret(match["name"].lower(), match.start(), begin + len(word[0]), begin)
                break


def _begins(text: str, start: int) -> int:
    """Return where the name of a thing begins whose last words begin at `start`: "the crash cart code" at "crash"."""
    for word in reversed(list(re.finditer(r"[^\s]+ ", text[max(0, start - 48) : start]))[-3:]):
        bare = word[0].rstrip().lower()
        if bare in _BREAKS or not bare[-1].isalnum() or bare[0] in '<:"`*' or (start > 48 and not word.start()):
            break
        start -= len(word[0])
    return start


def _coded(text: str, named: Set[str]) -> Iterator[Secret]:
    """Yield what is named and told in any order of words: a code for a door, a password, the number of an account.

    Args:
        text: The text.
        named: Which kinds of names there may be in it, of those of `_sieve`.
    """
    for match in () if text.isascii() else _UNSPACED_CODE.finditer(text):
        yield _named(text, match.start("name"), match.end("name"), match.span("value"))
    for match in _PHRASE.finditer(text) if "phrase" in named else ():
        if not match["bare"] or not _SENTENCE_WORDS.intersection(match["bare"].lower().split()):
            yield _named(text, *match.span("name"), match.span(match.lastgroup or 0))
    for match in _ANSWER.finditer(text) if "answer" in named else ():
        yield _named(text, *match.span("name"), match.span("value"))
    if "code" in named:
        yield from _with_codes(text)
    if "password" in named:
        yield from _with_words(text)
    if "account" in named:
        yield from _with_accounts(text)
    if "root" in named:
        yield from _with_roots(text)


@cache
def _sieve() -> Sieve[str]:
    """Return what is told by a name, each by how it is named, in lower case."""
    names = {
        "told": (_NAMED,),
        "phrase": (_PHRASE,),
        "answer": (_ANSWER,),
        "code": (_CODE_NAME, _LOCK_NAME, _DIALLED),
        "password": (_PASS_NAME, _BEHIND),
        "account": (_ACCOUNT_NAME,),
        "root": (_ROOT,),
    }
    return Sieve(((pattern.pattern, name) for name, patterns in names.items() for pattern in patterns), one_by_one=True)


def _named(text: str, start: int, end: int, value: tuple[int, int]) -> Secret:
    start = _begins(text, start)
    return Secret(text[start:end].lower(), start, value[1], value[0])


def _with_codes(text: str) -> Iterator[Secret]:
    codes = [match for match in _CODE.finditer(text) if _dialled(match)]
    for name, code in _next_to(_CODE_NAME, codes, text):
        gap = text[name.end() : code.start()]
        if _links(gap, certain=not code["mixed"] and "," not in code[0]) and (
            _is_for_a_lock(text, name) or (not code["mixed"] and _beside_a_lock(text, name))
        ):
            yield _named(text, name.start(), name.end(), (code.start(), _last_end(text, code, codes)))
    starts = {code.start(): code for code in codes}
    for name in _LOCK_NAME.finditer(text) if starts else ():
        found = starts.get(name.end("gap"))
        if found and _is_a_lock(text, name, found):
            yield _named(text, *name.span("name"), found.span())
    for name, code in _next_to(_DIALLED, [code for code in codes if code["turns"]], text):
        yield _named(text, *name.span(), code.span())


def _last_end(text: str, code: re.Match[str], codes: Sequence[re.Match[str]]) -> int:
    """Return where a code ends, or the last of those listed behind it: "1122-3344, 9911-2233 and 5500-6611"."""
    end = code.end()
    for other in codes[bisect_left(codes, end, key=re.Match.start) :]:
        if not re.fullmatch(r",? (?:and |or )?|,", text[end : other.start()]):
            break
        end = other.end()
    return end


def _with_words(text: str) -> Iterator[Secret]:
    words = [match for match in _WORD.finditer(text) if is_made_up(match["value"])]
    for name, word in _next_to(_PASS_NAME, words, text):
        gap = _USER.sub("", text[name.end() : word.start("value")])
        plain = (
            _MANAGER.match(gap)
            or _last_word(text, name.start()) in _PLAIN_KEYS
            or (name["key"] and not _is_key(word["value"], gap))
        )
        told = _LEADING.search(gap) or (name["key"] and gap == " " and _ISSUED.match(word["value"]))
        if not plain and told and _links(gap, certain=True):
            yield _named(text, *name.span(), word.span("value"))
    for word in words:
        if behind := _BEHIND.match(text, word.end()):
            yield Secret(behind["name"].lower(), word.start("value"), behind.end(), word.start("value"))


_ISSUED = re.compile(r"[a-z]{2,8}_[a-z]{2,8}_(?=\w*\d\w*\d)")
"""How keys begin that a service gives out: "live_…_77aa01"."""


def _with_accounts(text: str) -> Iterator[Secret]:
    numbers = list(_LONG.finditer(text))
    for name, number in _next_to(_ACCOUNT_NAME, numbers, text):
        gap, digits = text[name.end() : number.start()], sum(character.isdigit() for character in number[0])
        if name["bank"]:
            told = digits >= 8 and _TO_ACCOUNT.fullmatch(gap) is not None
        else:
            told = digits >= 6 and _links(gap, certain=True)
        if told:
            yield _named(text, *name.span(), number.span())


def _with_roots(text: str) -> Iterator[Secret]:
    words = [match for match in _WORD.finditer(text) if _is_password(match["value"])]
    for name, word in _next_to(_ROOT, words, text):
        yield Secret("password", name.start(), word.end("value"), word.start("value"))


def _is_password(word: str) -> bool:
    """Return whether a word is made up and holds a digit, and is none of the things that are named so."""
    bare = word.strip(".?:)!*_")
    return any(character.isdigit() for character in bare) and is_made_up(bare) and not _NAMES_A_THING.fullmatch(bare)


def _next_to(
    names: re.Pattern[str], values: Sequence[re.Match[str]], text: str
) -> Iterator[tuple[re.Match[str], re.Match[str]]]:
    """Yield each name with the first of the values behind it, where that is near."""
    starts = [value.start() for value in values]
    for name in names.finditer(text) if starts else ():
        place = bisect_left(starts, name.end())
        if place < len(starts) and starts[place] - name.end() <= _REACH:
            yield name, values[place]


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


def _links(gap: str, *, certain: bool) -> bool:
    """Return whether what stands between a name and a value can say that the one is the other."""
    if not _GAP.fullmatch(gap):
        return False
    if _LEADING.search(gap):
        return not re.search(r"\b(?:call|ring|phone|text|dial)\W*$", gap, re.IGNORECASE)
    words = gap.lower().replace('"', " ").replace("`", " ").split()
    if words[-1:] == ["to"]:
        return words[-2:-1] in (["changed"], ["set"], ["reset"], ["updated"], ["again"], ["back"])
    return certain and len(gap) <= _REACH // 2 and not (words and words[-1] in _UNLIKE)


def _last_word(text: str, end: int) -> str:
    return (text[max(0, end - 24) : end].lower().split() or [""])[-1]


def _opens(words: Iterable[str]) -> bool:
    """Return whether one of the words is a thing that opens by a code."""
    bare = [re.sub(r"^[dl]['’]|['’]s?$|[,.:?]+$", "", word) for word in words]
    return any(word in _OPENED_BY_CODE or word.removesuffix("s").endswith(_OPENED_ENDINGS) for word in bare)


def _is_for_a_lock(text: str, name: re.Match[str]) -> bool:
    """Return whether a code, a combination or a number opens something."""
    last = _last_word(text, name.start())
    if last in _PLAIN_CODES and (not name["pin"] or name[0].lower().startswith("comb")):
        return False
    before = text[_begins(text, name.start()) : name.start()].lower().split()
    after = text[name.end() : name.end() + _REACH].lower()
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


_TO_IT = re.compile(r" (?:to|for|on|of) (?:it|that|them|mine|ours|both|each|either)(?: is|:| =| -)")
"""How a code goes on that opens what was named before: "the pumps are in locker 9 and the code to it is …"."""
_OF_AN_ACCOUNT = re.compile(r"\b(?:account|login|log-in|mailbox|e-?mail)\b")
"""What a code is for that lets somebody in: "recovery codes for my uni account"."""


def _beside_a_lock(text: str, name: re.Match[str]) -> bool:
    """Return whether a code is told right after what it opens: "the key safe in the porch, code is 4417"."""
    before = text[max(0, name.start() - _REACH) : name.start()].lower()
    aside = _ASIDE.search(before)
    return (
        aside is not None and name[0].lower() == "code" and _opens(before[: aside.start()].rpartition(".")[2].split())
    )


_ASIDE = re.compile(r"(?:[,;(–—]|\band\b) ?(?:and )?(?:the |its |it['’]s )?$")


def _is_a_lock(text: str, name: re.Match[str], code: re.Match[str]) -> bool:
    """Return whether a code told right after a lock is what opens it, and not how many, how old or how far."""
    word, last = name["name"].lower(), _last_word(text, name.start("name"))
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


def is_made_up(word: str) -> bool:
    """Return whether a word mixes letters, digits and signs as passwords do, unlike addresses, dates and files."""
    bare = word.strip(".?:)*_")
    if (
        len(bare) < 6
        or "://" in bare
        or bare[0] in "<#@:/"
        or re.search(r"@[\w-]+\.\w|\.[a-z]{2,4}$|^\d{4}-\d\d|\w\(", bare)
    ):
        return False
    digits = sum(character.isdigit() for character in bare)
    letters = sum(character.isalpha() for character in bare)
    mixed = bare != bare.lower() and not bare.isupper()
    signs = re.search(r"[^\s\w.:/'’-]", bare)
    return bool(
        letters >= 2 and ((digits and (mixed or signs or re.search(r"[\w][-_][\w]", bare))) or (signs and mixed))
    )


def _is_key(word: str, gap: str) -> bool:
    return (
        sum(character.isdigit() for character in word) >= 2 and len(word) >= 9 and bool(re.search(r"[-_`]", word + gap))
    )


def _counts(text: str, match: re.Match[str]) -> bool:
    """Return whether a value is an amount of something, or that of a code that is no secret."""
    name = match["name"].lower()
    plain = name in {"code", "combo", "combination"} and _last_word(text, match.start("name")) in _PLAIN_CODES
    return plain or (_NUMBERS_ONLY.search(name) is not None and _AMOUNT.match(text, match.end()) is not None)


def _is_value(value: str, name: str) -> bool:
    bare = value.strip("\"'`.,!?()*_").lower()
    if not bare or bare in _NO_VALUE or _ELSEWHERE.match(bare):
        return False
    weak = name.lower().rpartition(" ")[2] in _WEAK
    if _NUMBERS_ONLY.search(name.lower()):
        return not re.match(r"\d\d?[:.]\d\d\b", bare) and sum(character.isdigit() for character in bare) >= 4
    return not weak or any(character.isdigit() for character in bare) or bool(re.search(r"\w[-_!$#]\w", bare))


def _luhn(digits: list[int]) -> bool:
    """Return whether the check digit fits. Source: ISO/IEC 7812-1, annex B."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        doubled = digit * 2 if place % 2 else digit
        total += doubled - 9 if doubled > 9 else doubled
    return total % 10 == 0 and any(digits)


def _iban(number: str) -> bool:
    """Return whether the remainder is 1. Source: ISO 13616, MOD 97-10 of ISO/IEC 7064."""
    if not 15 <= len(number) <= 34:
        return False
    return int("".join(str(int(character, 36)) for character in number[4:] + number[:4])) % 97 == 1


def _entropy(text: str) -> float:
    counts = Counter(text)
    return -sum(count / len(text) * math.log2(count / len(text)) for count in counts.values())


def _looks_random(text: str) -> bool:
    """Return whether letters and digits alternate as they do in keys, unlike in dated file names and identifiers."""
    changes = sum(
        1 for left, right in pairwise(text) if left.isdigit() != right.isdigit() and left.isalnum() and right.isalnum()
    )
    words = [part for part in re.split(r"[-_/+=]", text) if part]
    return changes >= 3 and max(len(part) for part in words) >= 12
