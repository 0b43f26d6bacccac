"""What the list says of a part: its group, its second line, its figure at the right. No Qt."""

from typing import Final

from designer.catalog.kinds import KINDS
from designer.catalog.part import Part, PortGroup
from designer.model.figure_words import UNKNOWN
from designer.ui.kit import figures

GROUPS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = tuple(
    (title, tuple(kind.id for kind in KINDS if kind.list_group == title))
    for title in dict.fromkeys(kind.list_group for kind in KINDS if kind.list_group)
)
"""Headings with the kinds below them."""
INFINIBAND_NAMES: Final = {100: "EDR", 200: "HDR", 400: "NDR", 800: "XDR"}


def port_words(group: PortGroup) -> str:
    """Return ports as `8 × NDR400` or `64 × 800 GbE`."""
    rate = f"{group.rate_gbps:g}"
    if group.kind == "infiniband":
        generation = INFINIBAND_NAMES.get(round(group.rate_gbps), "IB ")
        return f"{group.count} × {generation}{rate}"
    unit = "GbE" if group.kind == "ethernet" else "Gb/s NVLink"
    return f"{group.count} × {rate} {unit}"


def list_name(part: Part) -> str:
    """Return a part's name for a narrow list; the GPUs of a server stand in its second line."""
    return part.name.partition(" with ")[0] if part.gpus else part.name


def second_line(part: Part) -> str:
    """Return the line below a part's name: its size and what it is bought for."""
    pieces = [f"{part.height_half_u / 2:g}U"] if part.height_half_u else []
    if part.traits.is_rack and part.traits.computes:
        pieces.append("rack")
    if part.gpus:
        # The model alone: form factor and memory are in the tooltip and the properties.
        model = part.gpu.split()[0] if part.gpu else ""
        pieces.append(f"{part.gpus} × {model}" if model else f"{part.gpus} GPUs")
    pieces.extend(_purpose(part))
    return " · ".join(pieces) or part.summary


def _purpose(part: Part) -> list[str]:
    if part.rack:
        pieces = [f"{part.width_mm} × {part.depth_mm}"] if part.width_mm and part.depth_mm else []
        if part.rack.static_kg:
            pieces.append(f"{part.rack.static_kg:,.0f} kg static")
        return pieces
    if part.pdu:
        phase = "3-phase" if part.pdu.phases == 3 else "1-phase"
        return [f"{part.pdu.volts:g} V {part.pdu.amps:g} A {phase}"]
    if part.cooling and part.cooling.capacity_kw:
        return [f"removes {figures.power(part.cooling.capacity_kw)}"]
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
    """Return the power at the right: `10.2 kW`, or `0.75–1.72` where optics decide."""
    if not part.power_max_w and part.traits.draws == "none":
        return ""
    if part.power_max_w is None:
        return UNKNOWN
    if part.power_passive_w and part.power_passive_w < part.power_max_w:
        return f"{part.power_passive_w / 1000:.2f}–{part.power_max_w / 1000:.2f} kW"
    return figures.watts(part.power_max_w)
