"""The command: `python -m tests.hardening [KIND …] [--minutes N] [--number N] [--seed N]`."""

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Sequence

from tests.hardening.kinds import KINDS, attack_once


def main(argv: Sequence[str] | None = None) -> int:
    """Attack for so long or so often; return 1 if anything went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.hardening", description=__doc__)
    parser.add_argument("kind", nargs="*", choices=[*KINDS, []], metavar="KIND")
    parser.add_argument("--minutes", type=float, default=1, help="for each kind")
    parser.add_argument("--number", type=int, help="attacks of each kind, instead of minutes")
    parser.add_argument("--first", type=int, default=0, help="number of the first attack")
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    given = parser.parse_args(argv)
    failed = 0
    for name in given.kind or KINDS:
        failed += _attack(name, given)
    return 1 if failed else 0


def _attack(name: str, given: argparse.Namespace) -> int:
    """Attack in one way; say how often and what went wrong; return how many kinds of failure."""
    end, number = time.monotonic() + 60 * given.minutes, 0
    wrong: dict[str, str] = {}
    with KINDS[name]() as kind:
        while number < given.number if given.number is not None else time.monotonic() < end:
            words = attack_once(name, kind, given.seed, given.first + number)
            if words:
                wrong.setdefault(words.partition(": ")[2][:60], words)
            number += 1
    done = f" ({number * kind.amount} {kind.things})" if kind.things else ""
    measured = f"; {kind.figures()}" if kind.figures() else ""
    said = f"{number} attacks{done}, {len(wrong)} kinds of failure{measured}"
    print(f"{name}: seed {given.seed}, {said}")
    print("".join(f"  {words}\n" for words in wrong.values()), end="", flush=True)
    return len(wrong)


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory(prefix="hardening-home-") as home:
        os.environ["CLUSTER_DESIGNER_HOME"] = home  # never the user's own
        sys.exit(main())
