"""The `memory-bot` command. Each verb imports what it needs when it runs, so that `--help` is instant."""

import sys
from typing import Annotated

import typer

from memory.errors import MemoryBotError

app = typer.Typer(
    name="memory-bot",
    help="A Slack bot that remembers the people it talks with, in Markdown files they can read and edit.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Team = Annotated[str | None, typer.Option("--team", help="Workspace id; not needed while there is only one.")]
User = Annotated[str, typer.Option("--user", help="The person's Slack id, such as U024BE7LH.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would happen, and change nothing.")]


@app.command()
def run(
    http: Annotated[
        bool, typer.Option("--http", help="Listen for signed HTTP requests instead of Socket Mode.")
    ] = False,
) -> None:
    """Run the bot; with no Slack tokens it brings a workspace of its own to this machine."""
    from bot.commands.running import run_bot

    run_bot(http=http)


@app.command()
def workspace() -> None:
    """Run only the local workspace, and print the variables with which a bot connects to it."""
    from bot.commands.running import run_workspace

    run_workspace()


@app.command()
def chat(
    team: Team = None,
    user: User = "U0LOCAL",
    name: Annotated[str | None, typer.Option(help="What to call you.")] = None,
) -> None:
    """Talk to the bot in the terminal: the same turn as in Slack, with /memory, /soul and quit."""
    from bot.commands.chatting import chat_in_terminal

    chat_in_terminal(team, user, name)


@app.command()
def extract(
    explain: Annotated[bool, typer.Option(help="Also tell why something was or was not kept.")] = False,
) -> None:
    """Read messages as JSON Lines on standard input; print for each what would be remembered."""
    from extractors.jsonl import run as extract_lines

    for line in extract_lines(sys.stdin, explain=explain):
        print_line(line)


@app.command("list")
def list_memories(
    user: User,
    team: Team = None,
    json: Json = False,
    everything: Annotated[bool, typer.Option("--all", help="Also what no longer holds or was forgotten.")] = False,
) -> None:
    """Show what is remembered about a person."""
    from bot.commands.reading import show_memories

    show_memories(team, user, json=json, everything=everything)


@app.command()
def recall(
    query: Annotated[str | None, typer.Argument(help="What to look for.")] = None,
    user: Annotated[str | None, typer.Option("--user", help="Whose question it is.")] = None,
    team: Team = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Most memories; the configured number by default.")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show the parts of each score.")] = False,
    json: Json = False,
    batch: Annotated[bool, typer.Option("--batch", help="Read JSON Lines {id, user, query, limit} instead.")] = False,
) -> None:
    """Rank what is remembered for a question, as the person's own DM would."""
    from bot.commands.reading import recall_batch, show_recalled

    if batch:
        recall_batch(team, sys.stdin)
    elif query is None or user is None:
        raise typer.BadParameter("give --user and the words to look for, or --batch with JSON Lines on standard input")
    else:
        show_recalled(team, user, query, limit=limit, explain=explain, json=json)


@app.command()
def history(
    user: User, words: Annotated[str | None, typer.Argument()] = None, team: Team = None, json: Json = False
) -> None:
    """Show how memories came to be what they are, oldest first."""
    from bot.commands.reading import show_history

    show_history(team, user, words, json=json)


@app.command()
def audit(
    team: Team = None,
    user: Annotated[str | None, typer.Option("--user", help="Only what was done to this person's memories.")] = None,
    operation: Annotated[str | None, typer.Option(help="Only this operation, such as forget_soft.")] = None,
    since: Annotated[str | None, typer.Option(help="Only from this time on, ISO 8601.")] = None,
    until: Annotated[str | None, typer.Option(help="Only before this time, ISO 8601.")] = None,
    json: Json = False,
) -> None:
    """Show who did what to the memories, and when; never their words."""
    from bot.commands.reading import show_audit

    show_audit(team, user, operation, since, until, json=json)


@app.command()
def export(user: User, team: Team = None) -> None:
    """Print everything held about a person as JSON."""
    from bot.commands.reading import show_export

    show_export(team, user)


@app.command()
def remember(
    text: Annotated[str, typer.Argument(help="What to remember, as it should be kept.")],
    user: User,
    team: Team = None,
    kind: Annotated[
        str, typer.Option(help="profile, preference, fact, project, event, feedback or reference.")
    ] = "fact",
) -> None:
    """Remember something about a person."""
    from bot.commands.writing import remember_text

    remember_text(team, user, text, kind)


@app.command()
def forget(
    words: Annotated[str, typer.Argument(help="What to forget; all memories that match go.")],
    user: User,
    team: Team = None,
    hard: Annotated[bool, typer.Option("--hard", help="Remove every copy; this cannot be undone.")] = False,
    dry_run: DryRun = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before a hard forget.")] = False,
) -> None:
    """Forget what matches; with --hard leave no copy."""
    from bot.commands.writing import forget_words

    forget_words(team, user, words, hard=hard, dry_run=dry_run, yes=yes)


@app.command("import")
def import_memories(
    jsonl: Annotated[
        str, typer.Option("--jsonl", help="File of JSON Lines {id?, user, text, at?, kind?, attribute?}.")
    ],
    team: Team = None,
    dry_run: DryRun = False,
) -> None:
    """Take over memories from a file; doing it twice adds nothing."""
    from bot.commands.writing import import_jsonl

    import_jsonl(team, jsonl, dry_run=dry_run)


@app.command()
def doctor(json: Json = False) -> None:
    """Check tokens, home, configuration and pipeline, and say what to do about each problem."""
    from bot.commands.doctoring import show_checkup

    show_checkup(json=json)


def print_line(*parts: object, flush: bool = False) -> None:
    """Print one line to standard output."""
    sys.stdout.write(" ".join(str(part) for part in parts) + "\n")
    if flush:
        sys.stdout.flush()


def main() -> None:
    """Run the command; anything that memory-bot refuses is one sentence on standard error and exit code 1."""
    try:
        app()
    except MemoryBotError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(1)
    except BrokenPipeError:
        sys.exit(141)
