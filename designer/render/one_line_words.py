"""What a power one-line says of everything on it: normally, and with one thing lost.

May import the catalogue, the engine's report, and `model`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from designer.catalog.catalog import Catalog
from designer.catalog.lost_parts import as_racks
from designer.engine.power_report import LossReport, PowerReport, RoomFeed
from designer.engine.report import RackReport
from designer.model.feed_words import feed_short, kind_in_words
from designer.model.figure_words import amount, how_many, words
from designer.model.figures import Figure, exact, filled, repeated
from designer.model.layout import Layout
from designer.model.plural import plural
from designer.model.some_names import some
from designer.render.one_line import BoxKey, Group

_WHOLE_FROM_KW: Final = 100.0
"""Loads or ratings from which whole kilowatts are shown."""

Mark = Literal["", "lost", "dark"]
"""`lost` is what fails itself; `dark` what has no voltage for it."""

_MARKS: Final[Mapping[Mark, str]] = {"lost": "lost", "dark": "no voltage"}


@dataclass(frozen=True)
class Said:
    """What stands in a box.

    Attributes
    ----------
    title, note, value
        Its name, its load in words, and below it what it would carry after the worst loss.
    before, after
        Least and largest share of its capacity that is used, 0 to 1: normally, and with the loss;
        None where it has no rating that is known.
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


def groups_of(racks: Iterable[RackReport], layout: Layout, catalog: Catalog) -> tuple[Group, ...]:
    """Return the racks by the feeds they hang on, those on most feeds first.

    Last come those with a rack PDU of which nobody can say on which feed of the room it hangs.
    """
    order = {feed.id: at for at, feed in enumerate(layout.design.feeds)}
    found: dict[tuple[tuple[str, ...], bool], list[str]] = {}
    for rack in racks:
        if rack.feeds:
            mine = sorted({f.id for f in rack.feeds if f.id in order}, key=order.__getitem__)
            unsure = any(feed.id not in order for feed in rack.feeds)
            found.setdefault((tuple(mine), unsure), []).append(rack.id)
    ranked = sorted(found, key=lambda key: (key[1], -len(key[0]), [order[feed] for feed in key[0]]))
    return tuple(
        Group(mine, tuple(held), unsure, _counted(held, layout, catalog))
        for mine, unsure in ranked
        for held in (found[mine, unsure],)
    )


def _counted(ids: Sequence[str], layout: Layout, catalog: Catalog) -> str:
    """Return how many racks, and CDUs and air units, stand there."""
    found: Counter[Figure] = Counter()
    for key in ids:
        part = catalog.get(layout.racks[key].part)
        holds = part is None and bool(layout.in_rack(key))
        found[as_racks(part, layout.racks[key].part, holds=holds)] += 1
    units = repeated((exact(1.0).minus(share), number) for share, number in found.items())
    return racks_and_units(repeated(found.items()), units)


def racks_and_units(racks: Figure, units: Figure) -> str:
    """Return how many racks and floor units there are, without those of which there are none."""
    told = ((racks, "rack"), (units, "unit"))
    said = [how_many(figure, one) for figure, one in told if figure.high > 0]
    return ", ".join(said) or how_many(racks, "rack")


def said_of(power: PowerReport, loss: LossReport | None) -> dict[BoxKey, Said]:
    """Return what each feed, and everything upstream, says."""
    lost = {loss.id} if loss else set()
    dark = set(loss.feeds) - lost if loss else set()
    after = {one.id: one for one in loss.loads} if loss else {}
    found: dict[BoxKey, Said] = {}
    for node in (*power.feeds, *power.upstream):
        mark: Mark = "lost" if node.id in lost else "dark" if node.id in dark else ""
        load = after.get(node.id)
        changed = load.figure("load_kw") if load and not mark else None
        state = load.state if load and not mark else _normal_state(node, loss)
        found[node.id] = _node(node, power, changed, state, mark, normal=loss is None)
    return found


def _normal_state(node: RoomFeed, loss: LossReport | None) -> str:
    """Return a node's state; with a loss that leaves it alone, that is no worse than before."""
    return node.state if loss is None else "unknown" if node.state == "unknown" else "ok"


def _node(
    node: RoomFeed,
    power: PowerReport,
    after: Figure | None,
    state: str,
    mark: Mark,
    *,
    normal: bool,
) -> Said:
    load, capacity = node.figure("load_kw"), node.figure("capacity_kw")
    known = not capacity.unknown
    places = 0 if any(one.low >= _WHOLE_FROM_KW for one in (load, capacity)) else 1
    of = f"of {words(capacity, places)}" if known else "kW"
    now = amount(load, places)
    change = now if after is None else f"{now} → {amount(after, places)}"
    value = _MARKS[mark] if mark else f"{change} {of}"
    note = _worst(node, power, places) if normal and not mark else ""
    return Said(
        node.name or node.id, note, value,
        filled(load, capacity) if known and capacity.high > 0 else None,
        filled(after, capacity) if after and known and capacity.high > 0 else None,
        state, mark,
    )  # fmt: skip


def _worst(node: RoomFeed, power: PowerReport, places: int) -> str:
    """Return what a node carries after the worst loss; empty where none of them adds anything.

    `804 without C`, `1,498 on A's system alone`, `1,575 when it takes over`.
    """
    after = node.figure("load_after_loss_kw")
    left, lost = (feed_short(power.name_of(one)) for one in (node.worst_left, node.worst_loss))
    if after.unknown or not (left or lost or node.takes_over):
        return ""
    if not node.takes_over:
        when = f"on {left}'s system alone" if left else f"without {lost}"
    elif left or lost:
        when = f"taking over, {f'{left} alone' if left else f'without {lost}'}"
    else:
        when = "when it takes over"
    return f"{amount(after, places)} {when}"


def group_said(group: Group, power: PowerReport, loss: LossReport | None) -> Said:
    """Return what a group of racks says."""
    unsure = group.unsure
    names = [feed_short(power.name_of(feed)) for feed in group.feeds] + ["?"] * unsure
    title, note = group.title, " + ".join(names)
    if loss is None:
        count = plural(len(group.feeds), "feed") if not unsure else "a feed not named"
        return Said(title, note, count, state="unknown" if unsure else "ok")
    gone = [feed for feed in group.feeds if feed in loss.feeds]
    if unsure and loss.feeds:
        return Said(title, note, "cannot be said", state="unknown")
    if not gone:
        return Said(title, note, "not touched")
    left = len(group.feeds) - len(gone)
    if not left:
        return Said(title, note, "no voltage", state="error", mark="dark")
    return Said(title, note, f"on {left} of {plural(len(group.feeds), 'feed')}")


def verdict_of(loss: LossReport, power: PowerReport) -> tuple[str, str]:
    """Return what a loss does, in a sentence, and what is fullest then."""
    dark, short = loss.figure("dark_gpus"), loss.figure("short_gpus")
    where, is_hit = {}, {}
    for fate in ("dark", "short", "overloaded"):
        racks, units = (loss.figure(f"{fate}_{of}") for of in ("racks", "units"))
        # GPUs tell of the racks in which they are; units have none.
        told = fate != "overloaded" and loss.figure(f"{fate}_gpus").high > 0
        where[fate] = racks_and_units(exact(0.0) if told else racks, units)
        is_hit[fate] = units.high > 0 or (racks.high > 0 and not told)
    parts = [f"{how_many(dark, 'GPU')} without power"] if dark.high else []
    parts += [f"{how_many(short, 'GPU')} short of power"] if short.high else []
    if is_hit["dark"]:
        parts.append(f"something without power in {where['dark']}")
    if is_hit["short"]:
        parts.append(f"something short of power in {where['short']}")
    parts += [f"rack PDUs overloaded in {where['overloaded']}"] if is_hit["overloaded"] else []
    parts += (
        [f"{some(map(power.name_of, loss.overloaded), 3)} overloaded"] if loss.overloaded else []
    )
    if loss.unsure:
        parts.append(
            f"whether {some(map(power.name_of, loss.unsure), 3)} carries its load cannot be said"
        )
    words_ = "; ".join(parts) or "No GPU is lost, nothing is overloaded"
    sentence = f"{words_[:1].upper()}{words_[1:]}"
    if not loss.fullest:
        return sentence, ""
    full = words(loss.figure("fullest_share").times(100.0, "%"), 0)
    return sentence, f"{power.name_of(loss.fullest)} is fullest then: {full}"


def kinds_in_words(kinds: Iterable[str]) -> tuple[str, ...]:
    """Return what stands on a stage, a line each: `UPS`; racks where nothing else does."""
    said = tuple(kind_in_words(kind) for kind in kinds) or ("racks",)
    return tuple(f"{one[:1].upper()}{one[1:]}" for one in said)
