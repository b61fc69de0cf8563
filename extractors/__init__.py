"""Text in, candidates out. Knows neither Slack's API nor files.

`pipeline` leads from a `message` to its candidates, and `asking` from a question to a query. What a message passes:

- `parsing`: clean text to words with their tags and dependencies; `syntax`: words to clauses;
- `commanding`: what is asked of the memory; `forms`: what lines tell by their form; `secrets`: what is never kept;
- `guarding`: what keeps a clause out; `statements`: what it states; `judging`: what is worth keeping;
- `other_languages`: the same by tables; `days`: when something is; `matching`: how patterns are looked for.

Patterns and word lists are data: `patterns/`, `languages/`, `data/`. The networks lie in `model/` and `weights/`, and
`training` makes them.
"""
