"""The `memory-bot` command. Each verb imports what it needs when it runs, so that `--help` is instant."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from memory.errors import MemoryBotError


class _Program(TyperGroup):
    """Turns whatever memory-bot refuses into one sentence on standard error and exit code 1."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except MemoryBotError as error:
            sys.stdout.flush()
            typer.echo(str(error), err=True)
            raise typer.Exit(1) from error


app = typer.Typer(
    cls=_Program,
    name="memory-bot",
    help="A Slack bot that remembers the people it talks with, in Markdown files they can read and edit.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # rich would take half of the time that --help may
)

Team = Annotated[str | None, typer.Option("--team", help="Workspace id; not needed while there is only one.")]
User = Annotated[str, typer.Option("--user", help="The person's Slack id, such as U024BE7LH.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would happen, and change nothing.")]
_KINDS = "profile, preference, fact, project, event, feedback or reference."


def _version(asked: bool) -> None:
    if asked:
        from importlib import metadata

        try:
            typer.echo(f"memory-bot {metadata.version('memory-bot')}")
        except metadata.PackageNotFoundError:
            typer.echo("memory-bot, not installed")
        raise typer.Exit


@app.callback()
def program(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """A Slack bot that remembers the people it talks with, in Markdown files they can read and edit."""


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
def workspace(
    request_url: Annotated[
        str | None, typer.Option(help="Send signed events there, instead of over Socket Mode.")
    ] = None,
) -> None:
    """Run only the local workspace, and print the variables with which a bot connects to it."""
    from bot.commands.running import run_workspace

    run_workspace(request_url)


@app.command()
def chat(
    user: Annotated[
        str | None, typer.Option(help="Your Slack id; in the local workspace you are Alex, U0ALEX, if you give none.")
    ] = None,
    team: Team = None,
    name: Annotated[str | None, typer.Option(help="The name that Slack would show for you.")] = None,
) -> None:
    """Talk to the bot in the terminal: the same turn as in Slack, with /memory, /soul and quit."""
    from bot.commands.chatting import chat_in_terminal

    chat_in_terminal(team, user, name)


@app.command()
def extract(
    explain: Annotated[bool, typer.Option("--explain", help="Also tell why something was kept or not.")] = False,
) -> None:
    """Read messages as JSON Lines on standard input; print for each what would be remembered."""
    from bot.commands.opening import input_lines
    from bot.commands.output import print_line
    from extractors.jsonl import run as extract_lines

    for line in extract_lines(input_lines(), explain=explain):
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
    words: Annotated[list[str] | None, typer.Argument(metavar="QUERY", help="What to look for.")] = None,
    user: Annotated[str | None, typer.Option("--user", help="Whose question it is.")] = None,
    team: Team = None,
    limit: Annotated[
        int | None, typer.Option(min=1, max=1000, help="This many, best first, however weak; else as in a turn.")
    ] = None,
    as_of: Annotated[str | None, typer.Option("--as-of", help="As if asked then, of what held then; ISO 8601.")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show the reasons and parts of each score.")] = False,
    json: Json = False,
    batch: Annotated[bool, typer.Option("--batch", help="Read JSON Lines {id, user, query, limit} instead.")] = False,
) -> None:
    """Rank what is remembered for a question, as in the person's own DM with the bot."""
    from bot.commands.recalling import recall_batch, show_recalled

    if batch:
        recall_batch(team)
    elif not words or user is None:
        raise typer.BadParameter("give --user and the words to look for, or --batch with JSON Lines on standard input")
    else:
        show_recalled(team, user, " ".join(words), limit=limit, as_of=as_of, explain=explain, json=json)


@app.command()
def prompt(
    text: Annotated[str, typer.Argument(help="The message.")],
    user: User,
    team: Team = None,
    place: Annotated[str, typer.Option(help="Where it is said: dm, public or private.")] = "dm",
    channel: Annotated[str | None, typer.Option(help="The id of the channel.")] = None,
    name: Annotated[str | None, typer.Option(help="The name that Slack would show for the person.")] = None,
    json: Json = False,
) -> None:
    """Show what a language model would be given for a message; nothing is sent or kept."""
    from bot.commands.prompting import show_prompt

    show_prompt(team, user, text, place=place, channel=channel, name=name, json=json)


@app.command()
def history(
    user: User,
    words: Annotated[list[str] | None, typer.Argument(help="Only what matches all of these.")] = None,
    team: Team = None,
    as_of: Annotated[
        str | None, typer.Option("--as-of", help="Only what was known then, as it stood; ISO 8601.")
    ] = None,
    json: Json = False,
) -> None:
    """Show how memories came to be what they are, oldest first."""
    from bot.commands.reading import show_history

    show_history(team, user, " ".join(words or []), as_of=as_of, json=json)


@app.command()
def turns(
    user: User,
    words: Annotated[list[str] | None, typer.Argument(help="Only those in which all of these were said.")] = None,
    team: Team = None,
    limit: Annotated[int, typer.Option(min=1, help="The latest so many.")] = 20,
    json: Json = False,
) -> None:
    """Show what a person said to the bot and what it answered, newest first; most of it is not remembered."""
    from bot.commands.reading import show_turns

    show_turns(team, user, " ".join(words or []), limit=limit, json=json)


@app.command()
def audit(
    user: Annotated[str | None, typer.Option("--user", help="Only what was done to this person's memories.")] = None,
    team: Team = None,
    operation: Annotated[str | None, typer.Option(help="Only this operation, such as forget_soft.")] = None,
    since: Annotated[str | None, typer.Option(help="Only from this time on, such as 2026-03-02.")] = None,
    until: Annotated[str | None, typer.Option(help="Only before this time.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the latest.")] = None,
    json: Json = False,
) -> None:
    """Show who did what to the memories, and when; never their words."""
    from bot.commands.reading import show_audit

    show_audit(team, user, operation, since, until, limit=limit, json=json)


@app.command()
def export(
    user: User,
    team: Team = None,
    output: Annotated[Path | None, typer.Option(help="Write to this new file instead of the screen.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON; it always is.")] = False,
) -> None:
    """Print everything held about a person, as JSON."""
    from bot.commands.reading import show_export

    show_export(team, user, output)


@app.command()
def remember(
    words: Annotated[list[str], typer.Argument(metavar="TEXT", help="What to remember, as it should be kept.")],
    user: User,
    team: Team = None,
    kind: Annotated[str, typer.Option(help=_KINDS)] = "fact",
    attribute: Annotated[
        str | None, typer.Option(help="What claim it is, such as location; a new one replaces the old.")
    ] = None,
    at: Annotated[str | None, typer.Option(help="When it was learned, such as 2026-03-02; now if left out.")] = None,
    json: Json = False,
) -> None:
    """Remember something about a person."""
    from bot.commands.writing import remember_text

    remember_text(team, user, " ".join(words), kind=kind, attribute=attribute, at=at, json=json)


@app.command()
def forget(
    user: User,
    words: Annotated[
        list[str] | None, typer.Argument(help="What to forget: all memories with all these words.")
    ] = None,
    team: Team = None,
    ids: Annotated[list[str] | None, typer.Option("--id", help="The memory with this id; may be repeated.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Everything about this person.")] = False,
    hard: Annotated[bool, typer.Option("--hard", help="Remove every copy; this cannot be undone.")] = False,
    dry_run: DryRun = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before --hard or --all.")] = False,
    json: Json = False,
) -> None:
    """Forget what matches; with --hard leave no copy."""
    from bot.commands.writing import forget_words

    if bool(words) + bool(ids) + everything != 1:
        raise typer.BadParameter("give either words, or --id, or --all")
    text = " ".join(words or [])
    options = {"hard": hard, "dry_run": dry_run, "yes": yes, "json": json}
    forget_words(team, user, text, ids=ids or [], everything=everything, **options)


@app.command()
def erase(
    user: User,
    team: Team = None,
    dry_run: DryRun = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    json: Json = False,
) -> None:
    """Remove everything held about a person, with every copy."""
    from bot.commands.writing import erase as erase_person

    erase_person(team, user, dry_run=dry_run, yes=yes, json=json)


@app.command("import")
def import_memories(
    jsonl: Annotated[
        str, typer.Option("--jsonl", metavar="FILE", help="JSON Lines {id?, user, text, at?, kind?, attribute?}, or -.")
    ],
    team: Team = None,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Take over memories from a file; doing it twice adds nothing."""
    from bot.commands.writing import import_jsonl

    import_jsonl(team, jsonl, dry_run=dry_run, json=json)


maintain = typer.Typer(help="Keep the home in order; the running bot does most of it by itself.", no_args_is_help=True)
app.add_typer(maintain, name="maintain")


@maintain.command("migrate")
def maintain_migrate(dry_run: DryRun = False) -> None:
    """Bring an older home to the present schema, after a backup."""
    from bot.commands.maintaining import run_migrate

    run_migrate(dry_run=dry_run)


@maintain.command("reflect")
def maintain_reflect(dry_run: DryRun = False) -> None:
    """Collapse near-duplicates, promote what was said three times, flag what may be over."""
    from bot.commands.maintaining import run_reflect

    run_reflect(dry_run=dry_run)


@maintain.command("reindex")
def maintain_reindex(dry_run: DryRun = False) -> None:
    """Make the generated pages and the index anew from the logs."""
    from bot.commands.maintaining import run_reindex

    run_reindex(dry_run=dry_run)


@maintain.command("gc")
def maintain_gc(dry_run: DryRun = False) -> None:
    """Remove old turns, old backups and what crashed programs left behind."""
    from bot.commands.maintaining import run_gc

    run_gc(dry_run=dry_run)


@app.command()
def mcp(
    user: Annotated[str | None, typer.Option("--user", help="Serve the memory of this person.")] = None,
    workspace: Annotated[
        bool, typer.Option("--workspace", help="Serve what the whole workspace shares, and nothing of one person's.")
    ] = False,
    team: Team = None,
    name: Annotated[str | None, typer.Option(help="How the person is shown in the log.")] = None,
    http: Annotated[bool, typer.Option("--http", help="Listen on this machine, with a token, not on stdio.")] = False,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port of --http; the settings' by default.")
    ] = None,
) -> None:
    """Serve the same memory to other agents, by the Model Context Protocol."""
    from bot.commands.serving_mcp import serve_mcp

    serve_mcp(team, user, workspace=workspace, name=name, http=http, port=port)


@app.command()
def manifest(
    http: Annotated[
        str | None, typer.Option(metavar="URL", help="For `run --http`, with the address where Slack reaches it.")
    ] = None,
    socket: Annotated[bool, typer.Option("--socket", help="For Socket Mode, whatever the settings say.")] = False,
) -> None:
    """Print the app's Slack manifest with the commands named as configured, to paste where Slack asks for one."""
    from bot.commands.manifesting import print_manifest

    if http and socket:
        raise typer.BadParameter("give either --http with an address, or --socket")
    print_manifest(http=http, socket=socket)


@app.command()
def doctor(json: Json = False) -> None:
    """Check home, configuration, tokens, pipeline and clock, and say what to do about each problem."""
    from bot.commands.doctoring import show_checkup

    show_checkup(json=json)


def main() -> None:
    """Run the command."""
    app()
