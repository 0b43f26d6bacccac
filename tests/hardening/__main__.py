"""The command: `python -m tests.hardening [KIND …] [--seconds N] [--number N] [--seed N]`."""

import argparse
import random
import sys
import time
from collections.abc import Sequence

from tests.hardening.texts import ATTACKS, attack_once


def main(argv: Sequence[str] | None = None) -> int:
    """Attack for so long or so often; return 1 if anything went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.hardening", description=__doc__)
    parser.add_argument("kind", nargs="*", choices=[*ATTACKS, []], metavar="KIND")
    parser.add_argument("--seconds", type=float, default=60, help="for each kind")
    parser.add_argument("--number", type=int, help="attacks of each kind, instead of seconds")
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    given = parser.parse_args(argv)
    failed = 0
    for kind in given.kind or ATTACKS:
        end, number = time.monotonic() + given.seconds, 0
        wrong: dict[str, str] = {}
        while number < given.number if given.number is not None else time.monotonic() < end:
            words = attack_once(kind, given.seed, number)
            if words:
                wrong.setdefault(words.partition(": ")[2][:60], words)
            number += 1
        failed += len(wrong)
        print(f"{kind}: seed {given.seed}, {number} attacks, {len(wrong)} kinds of failure")
        print("".join(f"  {words}\n" for words in wrong.values()), end="")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
