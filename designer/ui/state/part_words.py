"""What the list says of a part: its group, place and name, its figure at the right. No Qt."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from designer.catalog.ends import ends_of
from designer.catalog.kinds import KIND_IDS, KINDS
from designer.catalog.part import Part, PortGroup
from designer.model.figure_words import UNKNOWN, quantity
from designer.model.figures import Figure
from designer.ui.kit import figures

GROUPS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = tuple(
    (title, tuple(kind.id for kind in KINDS if kind.list_group == title))
    for title in dict.fromkeys(kind.list_group for kind in KINDS if kind.list_group)
)
"""Headings with the kinds below them."""
_KIND_RANKS: Final = {kind: rank for rank, kind in enumerate(KIND_IDS)}
_OF_REFERENCE_DESIGNS: Final = "nvidia"
_NOBODYS: Final = "generic"
"""The maker of parts that stand for any maker's."""
_BEFORE_GPU: Final = re.compile(r"^(?:HGX|\d+ ×) ")
_AFTER_MODEL: Final = re.compile(r" (?:\(|\d+ GB|SXM|OAM|PCIe|Server\b).*")
"""Form factor and memory behind the model of a GPU."""
_NUMBER: Final = re.compile(r"(\d+)")
INFINIBAND_NAMES: Final = {100: "EDR", 200: "HDR", 400: "NDR", 800: "XDR"}


def port_words(group: PortGroup) -> str:
    """Return ports as `8 × NDR400` or `64 × 800 GbE`."""
    rate = f"{group.rate_gbps:g}"
    if group.kind == "infiniband":
        generation = INFINIBAND_NAMES.get(round(group.rate_gbps), "IB ")
        return f"{group.count} × {generation}{rate}"
    unit = "GbE" if group.kind == "ethernet" else "Gb/s NVLink"
    return f"{group.count} × {rate} {unit}"


class ListOrder:
    """Puts parts of a catalogue in the order in which people look for them.

    By kind, maker, name; numbers by their size. The maker of most reference designs comes first,
    what stands for any maker's part last. Worked out once: the list is shown at each key typed.
    """

    def __init__(self, parts: Iterable[Part]) -> None:
        self._ranks = {part.id: rank for rank, part in enumerate(sorted(parts, key=_place))}

    def sorted(self, parts: Iterable[Part]) -> list[Part]:
        """Return some of the parts in this order."""
        return sorted(parts, key=lambda part: self._ranks[part.id])


def _place(part: Part) -> tuple[object, ...]:
    maker = part.vendor.casefold()
    rank = (maker != _OF_REFERENCE_DESIGNS, maker == _NOBODYS, maker)
    return (_KIND_RANKS[part.kind], *rank, _by_size(part.name), part.id)


def _by_size(name: str) -> tuple[tuple[int, int, str], ...]:
    """Return a name's letters and numbers so that `F710` comes before `F1000`."""
    return tuple(
        (0, int(piece), "") if piece.isdecimal() else (1, 0, piece)
        for piece in _NUMBER.split(name.casefold())
        if piece
    )


def list_name(part: Part) -> str:
    """Return a part's name for a narrow list; the GPUs of a server stand in its second line."""
    return part.name.partition(" with ")[0] if part.gpus else part.name


def list_names(parts: Iterable[Part]) -> Mapping[str, str]:
    """Return the names of the parts of a list by id; no two that are placed read alike.

    A short name that several have is followed by what tells them apart: the GPUs that they are
    sold with, their supplies, at last their id.
    """
    every = list(parts)
    names = {part.id: list_name(part) for part in every}
    for more in (_sold_with, _supplies, lambda part: part.id):
        number = Counter((part.traits.list_group, names[part.id]) for part in every)
        for part in every:
            alike = number[part.traits.list_group, names[part.id]] > 1
            if alike and (said := more(part)):
                names[part.id] += f" · {said}"
    return names


def _sold_with(part: Part) -> str:
    """Return the GPUs in the name of a server that its short name leaves out, not their number."""
    told = part.name.removeprefix(list_name(part)).removeprefix(" with ")
    return _BEFORE_GPU.sub("", told)


def _supplies(part: Part) -> str:
    psu = part.psu
    return f"{psu.count} × {psu.rating_w:,.0f} W" if psu and psu.rating_w else ""


def second_line(part: Part) -> str:
    """Return the line below a part's name: its size and what it is bought for."""
    pieces = [f"{part.height_half_u / 2:g}U"] if part.height_half_u else []
    if part.traits.is_rack and part.traits.computes:
        pieces.append("rack")
    if part.gpus:
        # The model alone: form factor and memory are in the tooltip and the properties.
        model = _AFTER_MODEL.sub("", part.gpu)
        pieces.append(f"{part.gpus} × {model}" if model else f"{part.gpus} GPUs")
    pieces.extend(_purpose(part))
    return " · ".join(pieces) or part.summary


def _purpose(part: Part) -> list[str]:
    if part.rack:
        pieces = (
            [f"{part.width_mm} × {part.depth_mm} mm"] if part.width_mm and part.depth_mm else []
        )
        if part.rack.static_kg:
            pieces.append(f"{part.rack.static_kg:,.0f} kg static")
        return pieces
    if part.pdu:
        phase = "3-phase" if part.pdu.phases == 3 else "1-phase"
        return [f"{part.pdu.volts:g} V {part.pdu.amps:g} A {phase}"]
    if part.ups and part.ups.rated_kw and (part.traits.feeds_bus or part.traits.backs_bus):
        return [f"gives {figures.power(part.ups.rated_kw)}"]
    if part.cooling and part.cooling.capacity_kw:
        return [f"removes {figures.power(part.cooling.capacity_kw)}"]
    if part.rejection is not None and part.rejection.points:
        taken = [point.capacity_kw for point in part.rejection.points]
        least = f"{min(taken):,.0f} to " if min(taken) < max(taken) else ""
        return [f"gives off {least}{max(taken):,.0f} kW"]
    if part.storage and part.storage.read_gb_s and part.storage.write_gb_s:
        return [f"{part.storage.read_gb_s:g} / {part.storage.write_gb_s:g} GB/s"]
    if part.cable:
        return [f"{part.cable.medium} · {part.cable.rate_gbps:g} Gb/s"]
    if part.patch:
        sorts = (("MPO", part.patch.mpo_ports), ("LC duplex", part.patch.lc_ports))
        return [f"{number} × {plug}" for plug, number in sorts if number]
    wanted = "fabric" if part.traits.switches else "compute"
    ports = [group for group in part.ports if group.purpose == wanted] or list(part.ports)
    return [port_words(ports[0])] if ports else []


def right_figure(part: Part) -> str:
    """Return the power at the right: `10.2 kW`, or `0.75–1.72 kW` where optics decide.

    Of a maximum that nobody states these are the bounds: `8.7–17.9 kW`, `≤ 1.3 kW`.
    """
    if not part.power_max_w and part.traits.draws == "none":
        return ""
    if part.power_max_w is None:
        return quantity(_bounds_kw(part))
    if part.power_passive_w and part.power_passive_w < part.power_max_w:
        return f"{part.power_passive_w / 1000:.2f}–{part.power_max_w / 1000:.2f} kW"
    return figures.watts(part.power_max_w)


def _bounds_kw(part: Part) -> Figure:
    low, high = ends_of(part).power_max_w
    return Figure(low / 1000, high / 1000, unit="kW")


def is_bounded(part: Part) -> bool:
    """Return whether the figure at the right is bounds, because nobody states a maximum."""
    return part.power_max_w is None and right_figure(part) not in ("", UNKNOWN)


def spoken_power(part: Part) -> str:
    """Return the figure at the right in words for who hears it, or hovers over it."""
    figure = right_figure(part)
    if figure == UNKNOWN:
        return "power not known"
    return f"power within bounds, {figure}: no maximum is stated" if is_bounded(part) else figure
