"""What a loss of feeds does to all racks together."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from designer.catalog.lost_parts import as_racks
from designer.engine.subjects.feeds.feeds import Feeds
from designer.engine.subjects.feeds.rack_loads import Racks
from designer.engine.subjects.feeds.single_loss import Outcome
from designer.model.figures import Answer, Figure, Verdict, exact, missing, repeated_in_turn


@dataclass(frozen=True)
class Effects:
    """What a loss does to all racks together; `loads` are those of the feeds that are left.

    `suffers` says whether anything goes dark, or short of power; `racks` are those it does harm.
    """

    feeds: frozenset[str]
    figures: Mapping[str, Figure]
    loads: Mapping[str, Figure]
    overloaded: Verdict
    suffers: Answer
    racks: Racks = ()

    @staticmethod
    def of(
        harmed: Racks,
        feeds: frozenset[str],
        loads: Mapping[str, Figure],
        last: "Effects | None" = None,
    ) -> "Effects":
        """Return what is lost with some feeds.

        Parameters
        ----------
        harmed
            The racks in which something goes wrong (`RackLoads.harmed_by`).
        loads
            Of the feeds that are left, kW.
        last
            The same before an edit.
        """
        if last is not None and _are(last.racks, harmed):
            return replace(last, loads=loads)
        touched = [(one.losses.of(feeds), _share(one), n, times) for one, n, times in harmed]
        asked: Mapping[str, tuple[str, Sequence[Answer]]] = {
            "dark": ("whether supplies run", [one.dark for one, _, _, _ in touched]),
            "short": ("supplies left", [one.short for one, _, _, _ in touched]),
            "overloaded": ("loads of rack PDUs", [_overloaded(one) for one, _, _, _ in touched]),
        }
        figures = {
            "dark_gpus": repeated_in_turn((one.dark_gpus, n, m) for one, _, n, m in touched),
            "short_gpus": repeated_in_turn((one.short_gpus, n, m) for one, _, n, m in touched),
        }
        for name, (what, answers) in asked.items():
            each = [
                (answer, racks, n, times)
                for answer, (_, racks, n, times) in zip(answers, touched, strict=True)
                if answer != "no"
            ]
            figures[f"{name}_racks"] = _number(each, what)
            units = [(answer, exact(1.0).minus(racks), n, m) for answer, racks, n, m in each]
            figures[f"{name}_units"] = _number(units, what)
        suffers = {*asked["dark"][1], *asked["short"][1]}
        return Effects(
            feeds, figures, loads, _all_carry(one for one, _, _, _ in touched),
            "yes" if "yes" in suffers else "open" if "open" in suffers else "no", harmed,
        )  # fmt: skip


def _are(racks: Racks, others: Racks) -> bool:
    """Return whether as many racks have the very same results."""
    return len(racks) == len(others) and all(
        one[0] is other[0] and one[1:] == other[1:]
        for one, other in zip(racks, others, strict=True)
    )


def _share(feeds: Feeds) -> Figure:
    """Return how many racks something is: 0 for a CDU or an air unit."""
    filling = feeds.wiring.filling
    return as_racks(feeds.wiring.part, filling.part, holds=bool(filling.held))


def _overloaded(one: Outcome) -> Answer:
    opposite: Mapping[Answer, Answer] = {"yes": "no", "no": "yes", "open": "open"}
    return opposite[one.carries.verdict.answer]


def _all_carry(touched: Iterable[Outcome]) -> Verdict:
    verdicts = [one.carries.verdict for one in touched]
    for answer in ("no", "open"):
        if found := [verdict for verdict in verdicts if verdict.answer == answer]:
            return found[0]
    return Verdict("yes")


def _number(answers: Iterable[tuple[Answer, Figure, int, int]], what: str) -> Figure:
    """Return of how many something holds, of which each counts as a part of one."""
    perhaps = missing(f"rule {what}", "", 0.0, 1.0)
    return repeated_in_turn(
        (share if answer == "yes" else share * perhaps, n, times)
        for answer, share, n, times in answers
        if share.high > 0
    )
