"""Programs and services by their names, which people move between as they do between towns."""

from extractors.matching.late_patterns import LatePattern

PROGRAM = LatePattern(
    r"\b(?:jenkins|buildkite|circleci|travis|github|gitlab|bitbucket|jira|linear|asana|trello|notion|confluence|slack"
    r"|teams|zoom|discord|mattermost|zulip|webex|google|microsoft|outlook|gmail|postgres\w*|mysql|mongo\w*|redis|kafka"
    r"|rabbitmq|aws|azure|gcp|heroku|vercel|netlify|docker|podman|kubernetes|nomad|terraform|pulumi|ansible|puppet|chef"
    r"|salesforce|hubspot|zendesk|intercom|xero|quickbooks|sage|sap|oracle|workday|figma|sketch|penpot|framer|affinity"
    r"|krita|blender|photoshop|illustrator|indesign|procreate|miro|datadog|grafana|prometheus|sentry|splunk|elastic\w*"
    r"|react|vue|angular|svelte|python|rust|go|java\w*|typescript|kotlin|swift|ruby|rails|django|flask|node|npm|yarn"
    r"|pnpm|webpack|vite|jest|vitest|mocha|pytest|excel|sheets|word|docs|dropbox|box|drive|onedrive|sharepoint|stripe"
    r"|paypal|shopify|wordpress|squarespace|wix|mailchimp|android|iphone|ios|signal|whatsapp|telegram|spotify|tidal"
    r"|chrome|firefox|safari|edge|brave|windows|linux|mac|macos|kate)\b"
)
"""What a move goes from or to that is no town: "moved from Sketch to Penpot"."""
