"""Which part of a catalogue a device type is: the same maker and the same model or part number.

Names are compared without what makers write beside a model (the family, volts and amperes, sizes)
and without signs, makers by one name for those that have several. What is sold in several
configurations is not the bare chassis that the library files: it is told, and not merged.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from designer.catalog.part import Part

_MAKERS: Final[dict[str, str]] = {
    "mellanox": "nvidia",
    "mellanoxtechnologies": "nvidia",
    "hp": "hpe",
    "hewlettpackard": "hpe",
    "hewlettpackardenterprise": "hpe",
    "dellemc": "dell",
    "delltechnologies": "dell",
    "datadirectnetworks": "ddn",
    "paloalto": "paloaltonetworks",
    "vast": "vastdata",
    "everpure": "purestorage",
    "pure": "purestorage",
    "wekaio": "weka",
    "apcbyschneiderelectric": "apc",
    "edgecorenetworks": "edgecore",
    "accton": "edgecore",
    "fscom": "fs",
    "ciscosystems": "cisco",
    "junipernetworks": "juniper",
    "aristanetworks": "arista",
    "supermicrocomputer": "supermicro",
    "geist": "vertiv",
    "emerson": "vertiv",
    "liebert": "vertiv",
    "tripplite": "eaton",
}
"""Makers that go by several names, or were bought under one."""

_COMPANY: Final = re.compile(
    r"\b(?:inc|incorporated|corp|corporation|co|ltd|limited|gmbh|ag|llc|s\.?a)\b\.?,?",
    re.IGNORECASE,
)
_BESIDE: Final = re.compile(
    r"\b\d+(?:[.,]\d+)?(?:[ -]?(?:V|A|kW|kVA|W|GB|TB))\b|\b(?:3|1|single|three)-phase\b|"
    r"\brack pdu\b|\b\d+ ?[×x] ?\d+\b|\b\d+ ?(?:U|OU)\b|"
    r"\b(?:poweredge|powerswitch|powervault|proliant|compute|thinksystem|nexus|quantum(?:-x800)?|"
    r"spectrum|catalyst|fortigate|netshelter|tripp ?lite|pro[23]x?|sx|gen ?\d(?= [a-z]+\d{4})|"
    r"switched|metered|geist|smart-?ups)\b",
    re.IGNORECASE,
)
_FRONT: Final = re.compile(r"(?:dcs|fg|n\d+kc?|m(?=(?:sn|qm|sb)\d))")
"""Letters that makers put before a model on price lists: `DCS-7060X6`, `N9K-C9364D`, `MQM9700`."""

_SOLD_WITH: Final = re.compile(r",? (?:with (?:\d+ [x×] )?|\d+ [x×] )(?=\S)")
_SHORTEST: Final = 4


@dataclass(frozen=True, slots=True)
class Known:
    """What a catalogue knows of a device.

    Attributes
    ----------
    part
        The part it is; None where none or several are it.
    by_name
        Whether its model is the part's, and not only a part number.
    near
        Ids of parts that are it in a certain configuration, or of several that bear its name.
    """

    part: Part | None = None
    by_name: bool = False
    near: tuple[str, ...] = ()


class KnownParts:
    """The parts of a catalogue by maker and model."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self._exact: dict[tuple[str, str], list[Part]] = {}
        self._near: dict[tuple[str, str], list[Part]] = {}
        for part in parts:
            maker = maker_key(part.vendor)
            if not maker or maker in ("generic", "opensource"):
                continue
            for key in _keys(part):
                self._exact.setdefault((maker, key), []).append(part)
            bare = _SOLD_WITH.split(part.name)[0]
            if bare != part.name:
                self._near.setdefault((maker, model_key(bare)), []).append(part)

    def of(self, part: Part) -> Known:
        """Return what is known of a device."""
        maker = maker_key(part.vendor)
        keys = set(_keys(part))
        exact = {p.id: p for key in keys for p in self._exact.get((maker, key), ())}
        if len(exact) == 1:
            found = next(iter(exact.values()))
            return Known(found, model_key(part.name) in set(_keys(found)))
        near = {p.id: p for key in keys for p in self._near.get((maker, key), ())}
        return Known(near=tuple(exact or near))


def maker_key(vendor: str) -> str:
    """Return a maker's name in one spelling, of several the one that the catalogue uses."""
    plain = re.sub(r"[^a-z0-9]+", "", _COMPANY.sub(" ", vendor.lower()))
    return _MAKERS.get(plain, plain)


def model_key(name: str) -> str:
    """Return a model without its family, its ratings and its signs: `N9K-C9364D-GX2A`, `9364dgx2a`.

    Empty where nothing is left by which a thing could be known.
    """
    bare = re.sub(r"\([^)]*\)", " ", name)
    plain = re.sub(r"[^a-z0-9+]+", "", _BESIDE.sub(" ", bare).lower())
    plain = _FRONT.sub("", plain, count=1) if _FRONT.match(plain) else plain
    return plain if len(plain) >= _SHORTEST and re.search(r"\d", plain) else ""


def _keys(part: Part) -> Iterator[str]:
    inside = re.findall(r"\(([^)]*)\)", part.name)
    before = part.name.split(",")[0]
    vendor = re.escape(part.vendor)
    for name in {part.name, before, *part.aliases, *inside}:
        key = model_key(re.sub(rf"^{vendor}\s+", "", name, flags=re.IGNORECASE))
        if key:
            yield key
