"""Fifty people talking to the bot at once, beside a bare Bolt echo bot: `python -m tests.load`.

Prints a Markdown table; `--write FILE` puts it between the marks in that file. The exit code is 1 if ours did not
answer a message exactly once, or somebody out of order. `--storm` runs ours alone, with everything going wrong.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.peers import written
from tests.load.run import ECHO, OURS, Load, Seen, run
from tests.load.storm import Storm

MARKS = {
    False: ("<!-- load by socket: begin -->", "<!-- load by socket: end -->"),
    True: ("<!-- load by http: begin -->", "<!-- load by http: end -->"),
}
"""Between what the table stands in the document, by whether it is over HTTP."""


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this share of the values does not exceed, from 0.0 to 1.0; 0.0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0


def table(load: Load, ours: Seen, echo: Seen, *, http: bool) -> list[str]:
    """Return what was measured as a Markdown table, with a line above it that says what was done."""
    rows = [("messages answered once, in order", *(_answered(seen) for seen in (ours, echo)), "")]
    for name, values in (("acknowledged", "acknowledging"), ("answered", "answering")):
        for label, share in (("p50", 0.5), ("p99", 0.99)):
            pair = [1000 * percentile(_values(seen, values), share) for seen in (ours, echo)]
            rows.append((f"{name} within, {label}", *(f"{each:.0f} ms" for each in pair), _ratio(*pair)))
    used = [1000 * seen.processor / max(1, len(seen.sent)) for seen in (ours, echo)]
    rows.append(("processor time a message", *(f"{each:.1f} ms" for each in used), _ratio(*used)))
    rates = [len(seen.sent) / seen.lasted for seen in (ours, echo)]
    rows.append(("messages a second", *(f"{each:.1f}" for each in rates), ""))
    for label, place in (("start", 0), ("a tenth", 1), ("middle", 5), ("end", -1)):
        held = [seen.memory[min(place, len(seen.memory) - 1)] for seen in (ours, echo)]
        rows.append((f"memory held, {label}", *(f"{each:.0f} MB" for each in held), ""))
    return [
        f"{load.people} people, {load.messages} messages, {load.rate:g} a second, over "
        f"{'signed HTTP' if http else 'Socket Mode'}:",
        "",
        "| | memory-bot | echo bot | ratio |",
        "|---|---:|---:|---:|",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]


def _answered(seen: Seen) -> str:
    return f"{len(seen.sent)}" if not seen.faults() else f"{len(seen.faults())} faults"


def _values(seen: Seen, name: str) -> list[float]:
    return seen.acknowledging if name == "acknowledging" else seen.answering()


def _ratio(ours: float, echo: float) -> str:
    return f"{ours / echo:.1f}" if echo else ""


async def both(load: Load, folder: Path, *, http: bool) -> tuple[Seen, Seen]:
    """Run ours and the echo bot, one after the other, under the same load."""
    echo = await run(ECHO, load, folder / "echo", http=http)
    return await run(OURS, load, folder / "ours", http=http), echo


def stormy(load: Load, *, http: bool) -> int:
    """Run ours in a storm, and print what happened and what was wrong; return 1 if anything was."""
    storm = Storm(random.Random(load.seed))
    with tempfile.TemporaryDirectory(prefix="storm-") as folder:
        seen = asyncio.run(run(OURS, load, Path(folder), http=http, storm=storm))
    faults = seen.faults(in_order=False)
    happened = ", ".join(f"{what} {count}" for what, count in sorted(storm.happened.items()))
    sys.stdout.write(
        "\n".join([f"{len(seen.sent)} messages in a storm ({happened}): {len(faults)} faults", *faults[:20]])
    )
    sys.stdout.write("\n")
    return 1 if faults else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--rate", type=float, default=20.0, help="messages a second")
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--storm", action="store_true", help="with everything going wrong on the way; ours alone")
    parser.add_argument("--http", action="store_true", help="over signed HTTP instead of Socket Mode")
    parser.add_argument("--write", type=Path, help="the document that holds the table")
    options = parser.parse_args(arguments)
    load = Load(options.people, options.rate, options.seconds)
    if options.storm:
        return stormy(load, http=options.http)
    with tempfile.TemporaryDirectory(prefix="load-") as folder:
        ours, echo = asyncio.run(both(load, Path(folder), http=options.http))
    lines = table(load, ours, echo, http=options.http)
    sys.stdout.write("\n".join([*lines, *ours.faults()[:20]]) + "\n")
    if options.write:
        options.write.write_text(
            written(options.write.read_text("utf-8"), ["", *lines, ""], MARKS[options.http]), "utf-8"
        )
    return 1 if ours.faults() else 0


if __name__ == "__main__":
    sys.exit(main())
