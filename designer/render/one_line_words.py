"""What a power one-line says of everything on it: normally, and with one thing lost.

May import the engine's report, the power tree of the wiring, and `model`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from designer.engine.cooling_report import CoolingLossReport
from designer.engine.limit_report import LimitState, graded
from designer.engine.plant_report import NodeBalance, PlantBalance, lasts_in_words
from designer.engine.power_report import LossReport, NodeAfterLoss, PowerReport, RoomFeed
from designer.engine.report import RackReport, Report
from designer.model.design import PowerNode
from designer.model.feed_words import (
    feed_letters,
    feed_short,
    kind_in_words,
    lettered,
    names_in_power,
)
from designer.model.figure_words import amount, how_many, percent, words
from designer.model.figures import Figure, filled
from designer.model.plural import plural
from designer.model.sentence import capital
from designer.model.some_names import some
from designer.render.one_line import BoxKey, Group, OneLine
from designer.render.one_line_groups import feeds_in_words, racks_and_units
from designer.wiring.power_upstream import down_without

_LONG_FROM_KW: Final = 10_000.0
"""Capacity from which a box has no room for the load before a loss beside that after it."""
_WHOLE_FROM_KW: Final = 100.0
"""Loads or ratings from which whole kilowatts are shown."""

Mark = Literal["", "lost", "dark"]
"""`lost` is what fails itself; `dark` what has no voltage for it."""

NO_PLANT: Final = PlantBalance()
NOT_COMPUTED: Final = "cannot be computed"
ON_BATTERY: Final = "on battery"
RUN_TIME_NOT_KNOWN: Final = "run time not known"
_MARKS: Final[Mapping[Mark, str]] = {"lost": "lost", "dark": "no voltage"}


@dataclass(frozen=True)
class Said:
    """What stands in a box.

    Attributes
    ----------
    title, note, value
        Its name, its load in words, and below it what it would carry after the worst loss.
    short
        What stands in place of the note where that is too long for its box.
    before, after
        Least and largest share of its capacity that is used, 0 to 1: normally, and with the loss;
        None where its rating is not known, or nothing.
    lasts
        How long its battery or its fuel lasts, where that is stated.
    rated
        Whether its rating is known.
    state
        `ok`, `warning`, `error` or `unknown`.
    """

    title: str
    note: str
    value: str
    before: tuple[float, float] | None = None
    after: tuple[float, float] | None = None
    state: str = "ok"
    mark: Mark = ""
    short: str = ""
    rated: bool = True
    lasts: str = ""


def why_not_computed(report: Report | None) -> str:
    """Return the sentence on why no load of the one-line could be computed; empty where it could.

    The first reason is told: what follows from it says the same.
    """
    return report.why_lost("room-power", "power-report") if report else ""


def said_of(
    nodes: Sequence[PowerNode],
    power: PowerReport,
    loss: LossReport | None,
    why: str = "",
    plant: PlantBalance = NO_PLANT,
) -> dict[BoxKey, Said]:
    """Return what each feed, and everything upstream, says.

    Parameters
    ----------
    why
        Why the loads could not be computed; empty where they could. Without it nothing is said of
        a node that the report does not know yet.
    plant
        How long batteries and fuel last.
    """
    lost = {loss.id, *loss.together} if loss else set()
    dark = (down_without(nodes, lost) | set(loss.feeds)) - lost if loss else frozenset()
    after = {one.id: one for one in loss.loads} if loss else {}
    records = {one.id: one for one in (*power.feeds, *power.upstream)}
    balances = {one.id: one for one in plant.nodes}
    names, letters = names_in_power(nodes), feed_letters(nodes)
    found: dict[BoxKey, Said] = {}
    for node in nodes:
        record = records.get(node.id)
        if record is None:
            if why:
                found[node.id] = Said(names[node.id], "", NOT_COMPUTED, state="unknown")
            continue
        mark: Mark = "lost" if node.id in lost else "dark" if node.id in dark else ""
        load = after.get(node.id)
        changed = load.figure("load_kw") if load and not mark else None
        state = _state(record, load if not mark else None, loss)
        notes = ("", "")
        if loss is None:
            notes = _worst(record, power, letters)
        title = record.name or record.id
        if node.kind == "feed":
            title = lettered(title, letters[node.id])
        shown = _node(record, title, changed, state, mark, notes)
        balance = balances.get(node.id)
        if mark == "dark" and node.kind == "ups":
            shown = _on_battery(shown, balance)
        elif not mark and balance is not None:
            shown = replace(shown, lasts=lasts_in_words(balance))
        found[node.id] = shown
    return found


def _on_battery(said: Said, balance: NodeBalance | None) -> Said:
    """Return what a UPS says of which every input is down: it runs until its battery is empty.

    What hangs on it is shown as it is then.
    """
    lasts = balance.figure("battery_min", "min") if balance is not None else None
    if lasts is None or lasts.unknown:
        return replace(said, value=ON_BATTERY, note=RUN_TIME_NOT_KNOWN)
    return replace(said, value=ON_BATTERY, note=f"{words(lasts)}, then no voltage")


def _state(node: RoomFeed, then: NodeAfterLoss | None, loss: LossReport | None) -> LimitState:
    """Return a node's state; with a loss that of what it carries then, not after another."""
    if loss is None:
        return node.state
    if then is not None:
        share = then.figure("load_kw").per(node.figure("capacity_kw"))
        return graded(then.state, share)
    if node.state == "unknown":
        return "unknown"
    return graded("ok", node.figure("load_kw").per(node.figure("capacity_kw")))


def _node(
    node: RoomFeed,
    title: str,
    after: Figure | None,
    state: str,
    mark: Mark,
    notes: tuple[str, str],
) -> Said:
    load, capacity = node.figure("load_kw"), node.figure("capacity_kw")
    known = not capacity.unknown
    places = _places(node)
    standby = " standby" if node.rating == "standby" else ""
    of = f"of {_in_full(words(capacity, places))}{standby}" if known else "kW"
    now = amount(load, places)
    change = now
    if after is not None:
        # Three figures of five digits find no room in a box: its bar has what it carried before.
        before = "" if capacity.low >= _LONG_FROM_KW and known else f"{now} "
        change = f"{before}→ {amount(after, places)}"
    value = _MARKS[mark] if mark else f"{change} {of}"
    share = known and capacity.high > 0
    note, short = notes
    return Said(
        title, note, value, filled(load, capacity) if share else None,
        filled(after, capacity) if after and share else None, state, mark, short, known,
    )  # fmt: skip


def _in_full(capacity: str) -> str:
    """Return a capacity with its sign in words: `240 of ≤ 2,500 kW` reads as a riddle."""
    return capacity.replace("≤ ", "at most ").replace("≥ ", "at least ")


def _places(node: RoomFeed) -> int:
    """Return with how many decimals the figures of a node are told."""
    figures = (node.figure("load_kw"), node.figure("capacity_kw"))
    return 0 if any(one.low >= _WHOLE_FROM_KW for one in figures) else 1


def _worst(node: RoomFeed, power: PowerReport, letters: Mapping[str, str]) -> tuple[str, str]:
    """Return what a node carries after the worst loss; empty where none of them adds anything.

    `804 without C`, `1,498 on A's system alone`, `1,575 when it takes over`; and the same with the
    letter of a feed in place of its name, `worst 1,498` for what is no feed.
    """
    after, lost = node.figure("load_after_loss_kw"), node.worst_left or node.worst_loss
    if after.unknown or not (lost or node.takes_over):
        return "", ""
    carried = amount(after, _places(node))
    if not lost:
        return f"{carried} when it takes over", f"{carried} taking over"
    letter = letters.get(lost, "")
    return (
        f"{carried} {_when(node, feed_short(power.name_of(lost)))}",
        f"{carried} {_when(node, letter)}" if letter else f"worst {carried}",
    )


def _when(node: RoomFeed, lost: str) -> str:
    """Return when a node carries most, in a few words."""
    if node.takes_over:
        return f"taking over, {f'{lost} alone' if node.worst_left else f'without {lost}'}"
    return f"on {lost}'s system alone" if node.worst_left else f"without {lost}"


def group_said(group: Group, loss: LossReport | None) -> Said:
    """Return what a group of racks says."""
    unsure, title = group.unsure, group.title
    note, short = feeds_in_words(group)
    if loss is None:
        count = plural(len(group.feeds), "feed") if not unsure else "a feed not named"
        return Said(title, note, count, short=short, state="unknown" if unsure else "ok")
    gone = [feed for feed in group.feeds if feed in loss.feeds]
    if unsure and loss.feeds:
        return Said(title, note, "cannot be said", short=short, state="unknown")
    if not gone:
        return Said(title, note, "not touched", short=short)
    left = len(group.feeds) - len(gone)
    if not left:
        return Said(title, note, "no voltage", short=short, state="error", mark="dark")
    return Said(title, note, f"on {left} of {plural(len(group.feeds), 'feed')}", short=short)


def verdict_of(
    loss: LossReport,
    power: PowerReport,
    cooling: CoolingLossReport | None = None,
    every: Sequence[RackReport] = (),
) -> tuple[str, str]:
    """Return what a loss does, in a sentence, and what is fullest then.

    Parameters
    ----------
    cooling
        What it does to cooling; None where it takes no unit.
    every
        All racks of the report, by whose names it tells which are without their rear door.
    """
    parts = list(filter(None, (_suffers(loss, fate) for fate in _SUFFERS)))
    racks, units = loss.figure("overloaded_racks"), loss.figure("overloaded_units")
    if racks.high > 0 or units.high > 0:
        parts.append(f"rack PDUs overloaded in {racks_and_units(racks, units)}")
    parts += (
        [f"{some(map(power.name_of, loss.overloaded), 3)} overloaded"] if loss.overloaded else []
    )
    if loss.unsure:
        parts.append(
            f"whether {some(map(power.name_of, loss.unsure), 3)} carries its load cannot be said"
        )
    if cooling is not None and (cooling.doors or cooling.perhaps_doors):
        parts.append(cooling.verdict_naming([one.name or one.id for one in every]))
    elif cooling is not None and cooling.state != "ok":
        parts.append(cooling.verdict)
    words_ = "; ".join(parts) or "No GPU is lost, nothing is overloaded"
    sentence = capital(words_)
    if not loss.fullest:
        return sentence, _no_fullest(loss)
    full = percent(loss.figure("fullest_share"))
    nearly = ", nearly full" if loss.graded == "warning" else ""
    return sentence, f"{power.name_of(loss.fullest)} is fullest then: {full}{nearly}"


def _no_fullest(loss: LossReport) -> str:
    """Return that nobody can say what is fullest, where something is not rated; else nothing."""
    bound = loss.bound("fullest_share")
    if bound is None or bound.high is not None:
        return ""
    share = loss.figure("fullest_share")
    at_least = f": {percent(share)}" if share.low > 0 else ""
    return f"What is fullest then cannot be said{at_least}"


_SUFFERS: Final = {"dark": "without power", "short": "short of power"}


def _suffers(loss: LossReport, fate: str) -> str:
    """Return what goes dark, or short: GPUs, and in how many racks and units anything does.

    Racks without a GPU are among these, so that neither number tells the other.
    """
    gpus = loss.figure(f"{fate}_gpus")
    racks, units = (loss.figure(f"{fate}_{of}") for of in ("racks", "units"))
    where = racks_and_units(racks, units) if racks.high > 0 or units.high > 0 else ""
    if gpus.high <= 0:
        return f"something {_SUFFERS[fate]} in {where}" if where else ""
    who = "GPUs, nobody can say how many," if gpus.unknown else how_many(gpus, "GPU")
    return f"{who} {_SUFFERS[fate]}{f', devices in {where}' if where else ''}"


def left_out_in_words(drawing: OneLine, nodes: Sequence[PowerNode]) -> str:
    """Return which lines the drawing lacks, as a sentence; empty where it has them all."""
    names = names_in_power(nodes)
    lines = [f"{names[source]} to {names[target]}" for source, target in drawing.left_out]
    if not lines:
        return ""
    one = len(lines) == 1
    which = "The line that closes a circle is" if one else "Lines that close circles are"
    return f"{which} not drawn: {', '.join(lines)}."


def kinds_in_words(kinds: Iterable[str]) -> tuple[str, ...]:
    """Return what stands on a stage, a line each: `UPS`; racks where nothing else does."""
    said = tuple(kind_in_words(kind) for kind in kinds) or ("racks",)
    return tuple(capital(one) for one in said)
