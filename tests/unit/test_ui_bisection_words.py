"""What the card of a drop says of what halves of a fabric exchange."""

import pytest

from designer.engine.preview import BisectionTried
from designer.ui.state.bisection_words import bisection_lines


def halves(name: str, was: float | None, now: float | None, **more: float) -> BisectionTried:
    return BisectionTried(
        fabric=name, name=name, bisection_before_gbps=was, bisection_gbps=now, islands=1
    ).evolve(**more)


@pytest.mark.parametrize(
    ("tried", "words"),
    [
        # 24.6 and 25.6 TB/s are 196,800 and 204,800 Gb/s.
        ([halves("C", 196_800, 204_800)], ["C bisection 24.6 → 25.6 TB/s"]),
        ([halves("C", 196_800, 204_800), halves("S", 8, 8)], ["C bisection 24.6 → 25.6 TB/s"]),
        ([halves("C", None, 204_800)], ["C bisection 25.6 TB/s"]),
        ([halves("C", 8, 8)], ["bisection of C: as before"]),
        ([halves("C", 8, 8), halves("S", 8, 8)], ["bisection: as before"]),
        ([halves("C", 196_800, None, measured=False)],
         ["C bisection: after release: too large to be measured while you drag"]),
        ([halves("C", 196_800, 0, islands=2)], ["C bisection 24.6 → 0.0 TB/s, 2 islands"]),
        (
            [halves("C", 0, 0, islands=4, bisection_with_nvlink_before_gbps=196_800.0,
                    bisection_with_nvlink_gbps=204_800.0)],
            ["C bisection over NVLink 24.6 → 25.6 TB/s"],
        ),
        # Halves exchange as much: what else became of it was not told, or denied.
        ([halves("C", 0, 0, islands_before=7, islands=8)], ["C bisection 7 → 8 islands"]),
        ([halves("C", 0, 8_000, islands_before=2, islands=1)],
         ["C bisection 0.00 → 1.00 TB/s, 2 → 1 island"]),
        ([halves("C", 8, 8, bisection_ratio_before=0.0917, bisection_ratio=1 / 11)],
         ["C bisection 10.9:1 → 11:1"]),
        ([halves("C", None, None, gone=True)], ["C bisection gone, as it has no node left"]),
        ([halves("C", 8, 8, relinked=False)], []),
        ([], []),
    ],
)  # fmt: skip
def test_a_bisection_is_told_as_a_change(tried: list[BisectionTried], words: list[str]) -> None:
    assert [line.text for line in bisection_lines(tried)] == words
