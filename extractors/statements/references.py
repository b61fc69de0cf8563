"""Where something lives: a URL, dashboard, ticket, folder, channel, tool or place."""

import re

from extractors.guarding import guards
from extractors.matching.late_patterns import LatePattern
from extractors.statements.rules import load, original
from extractors.syntax.clauses import Clause

_NO_SUBJECT = LatePattern(
    r"(?:it|this|that|here|there|he|she|they|i|we|you|these|those|which|what|who|someone|somebody|"
    r"everyone|everybody|people|the (?:link|pr|mr|error|issue|problem|bug|fix|answer|example|rest|"
    r"reason|point|question|thing)|link|pr|mr|and|or|if|when|see|nobody|my (?:pr|cat|dog|head|heart|"
    r"brain|guess|question))\b"
)
_THINGS = (
    r"(?:runbooks?|run books?|playbooks?|wiki|docs?|documentation|dashboards?|board|boards|backlog|"
    r"tickets?|logs|keys?|badge|badges|minutes|notes|slides?|decks?|templates?|forms?|policy|policies|"
    r"spec|specs|designs?|mock-?ups?|assets|logos?|photos|pictures|recordings?|budgets?|spreadsheets?|"
    r"sheets?|tracker|trackers|roadmap|plan|plans|rota|rotas|calendar|schedule|timetable|repo|repos|"
    r"repository|code|source|config|settings|secrets|credentials|passwords?|password list|manuals?|"
    r"handbook|guidelines?|guide|guides|checklist|checklists|contracts?|invoices?|receipts?|files?|"
    r"folder|folders|archive|archives|backups?|data|dataset|datasets|samples|spares?|tools|toolbox|"
    r"first aid kit|fire extinguisher|spare \w+|deliveries|orders|requests|requests for \w+|questions|"
    r"incidents?|alerts|feedback|bug reports?|bugs|expenses|timesheets?|holiday requests|leave "
    r"requests|forms|originals?|copies|copy|spare key|spare keys|deploy key|fuse box|router|projector "
    r"remote|remote|adapters?|cables|chargers?|lanyards|stationery|printer paper|toner|cutlery|"
    r"defibrillator|plates|paint|ladder|ladders|seating plan|guest list|style guide|brand \w+|fonts|"
    r"scripts|pipeline|monitoring|metrics|schema|migration \w+|postmortems?|retros?|onboarding \w*|"
    r"drawings|collections?|rules|regulations|bylaws|statutes|directory|ledger|catalogues?|portal|map|maps|price list|"
    r"(?:booking|sign-?up) (?:page|form|sheet)|playlists?|rfcs?|adrs?|changelog|release notes|"
    r"quer(?:y|ies)|notebooks?|macros|drafts|exports?|dumps|builds?|plots|charts|"
    r"test plan|test data|fixtures|scores|sheet music|script|"
    r"scripts|costumes|props|lesson plans|worksheets|mark ?book|register|registers|consent forms|"
    r"permission slips|seed list|protocols?|sops?|lab book|reagents|recipes?)"
)
_PLACES = LatePattern(
    r"\b(?:drawer|cupboard|cabinet|shelf|shelves|attic|basement|cellar|locker|office|room|garage|shed|"
    r"store|storeroom|stockroom|kitchen|hallway|corridor|desk|reception|front desk|fridge|freezer|"
    r"safe|vault|box|folder|drive|notion|confluence|sharepoint|dropbox|google drive|gdrive|onedrive|"
    r"1password|bitwarden|lastpass|keepass|vault|jira|linear|asana|trello|basecamp|github|gitlab|"
    r"bitbucket|figma|miro|airtable|datadog|grafana|kibana|splunk|sentry|cloudwatch|looker|metabase|"
    r"tableau|s3|bucket|repo|repository|wiki|intranet|handbook|channel|spreadsheet|sheet|doc|docs|"
    r"admin panel|settings|binder|ring binder|filing cabinet|pigeonhole|noticeboard|whiteboard|fire "
    r"exit|stairs|under the|behind the|back door|porch|car|van|boot|library|archive|lab|workshop|"
    r"bench|rack|hook|bag|tin|jar|pocket|staff room|server room|boiler room|plant room|\w+ drive|coda|"
    r"slite|obsidian|evernote|quip|guru|zendesk|intercom|hubspot|salesforce|servicenow|pagerduty|"
    r"opsgenie|terraform|ansible|jenkins|argo|bigquery|snowflake|redshift|databricks)\b"
)
_SUBJECT = LatePattern(rf"(?:[\w&'/-]+ ){{0,6}}?{_THINGS}(?: (?:for|of|from|to|about|on|in) [^,;.!?]+)?$")


def reference_url(match: re.Match[str], clause: Clause) -> bool:
    """Something named, and where it is; not a link to what is at hand."""
    subject = match["s"]
    if "/" in match["v"] and not re.search(r"://|[./]\w+/|/\w+/|\.\w+$|^/", match["v"]) and not _SUBJECT.match(subject):
        return False
    return (
        not _NO_SUBJECT.match(subject)
        and len(subject.split()) <= 10
        and not guards.moment(clause)
        and not re.search(
            r"\b(?:failing|broken|down|404|red|green|slow|back up|wrong|stuck|flaky|and/or|he/she)\b", clause.string
        )
        and bool(original(clause, match, "v"))
        and "/10" not in match["v"]
        and not re.match(r"\d+/\d+", match["v"])
    )


def reference_place(match: re.Match[str], clause: Clause) -> bool:
    """A thing people look for, and the place or tool it is kept in."""
    return (
        bool(_SUBJECT.match(match["s"]))
        and bool(_PLACES.search(match["v"]))
        and not _NO_SUBJECT.match(match["s"])
        and not _TO_SOMEBODY.match(match["v"])
        and not guards.moment(clause)
        and not re.search(
            r"\b(?:today|missing|lost|full|broken|empty|stuck|in progress|in review|on fire|a mess|out of|other)\b",
            clause.string,
        )
    )


_TO_SOMEBODY = LatePattern(r"(?:him|her|them|it|you|us|me)\b(?! \w+ (?:drive|folder|desk|inbox))")
"""Where a thing goes that names nobody: "so the forms go to him"."""


def to_be_found(match: re.Match[str], clause: Clause) -> bool:
    """A thing that is always there, not one that is just now."""
    return not guards.moment(clause) and not re.search(
        r"\b(?:above|below|attached|this|that|today|yesterday|thread|email)\b", clause.string
    )


def named_link(match: re.Match[str], clause: Clause) -> bool:
    """A thing that people look up, and its address right behind it."""
    return (
        bool(_SUBJECT.match(match["s"]))
        and not _NO_SUBJECT.match(match["s"])
        and not guards.moment(clause)
        and not any(word.tag in {"VBZ", "VBD", "VBP", "MD", "PRP"} for word in clause.words)
        and not re.match(r"(?:new|latest|interesting|great|nice|today|yesterday|see|read|check)\b", match["s"])
    )


def named_channel(match: re.Match[str], clause: Clause) -> bool:
    """A thing and its channel, right behind something else that was found for the reader: "…; logs in #prod"."""
    before = clause.text[max(0, clause.start - _SHORTLY) : clause.start]
    return named_link(match, clause) and bool(clause.index) and re.search(r"://|#[\w-]+|<#", before) is not None


_SHORTLY = 80
"""Characters before a clause."""


def looked_up(match: re.Match[str], clause: Clause) -> bool:
    """A thing that people look up again and again, and where: "for the yeast counts look in …"."""
    return reference_url(match, clause) and not re.search(
        r"\b(?:details?|more|info|information|context|background|reference|examples?|instance|now|today|this|that|"
        r"those|"
        r"questions?|me|us|you)\b",
        match["s"],
    )


def mail_for(match: re.Match[str], clause: Clause) -> bool:
    """What is sent to an address, by its name; no order to send this one."""
    words = clause.line.words_between(*match.span("s"))
    return (
        words[-1].tag in {"NN", "NNS", "NNP", "NNPS"}
        and not any(word.tag in {"VBZ", "VBD", "VBP", "VB", "VBG", "VBN", "MD", "PRP"} for word in words)
        and not re.search(
            r"\b(?:reply|mail|e-?mail|write|message|thanks|cc|bcc|ping|note|copy|forward|send|sent|this|that|today|"
            r"access|invite)\b",
            match["s"],
        )
    )


REFERENCES = load(
    "references",
    {
        check.__name__: check
        for check in (reference_url, reference_place, to_be_found, named_link, named_channel, mail_for, looked_up)
    },
)["references"]
