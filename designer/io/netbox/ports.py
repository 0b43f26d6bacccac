"""Interfaces as port groups: counted by type, InfiniBand told from Ethernet, cages from ports."""

import re
from collections import Counter
from typing import Any, Final

from designer.catalog.kinds import Kind
from designer.io.netbox.groups import Group, Interfaces
from designer.io.netbox.purposes import split_by_use
from designer.io.netbox.safe_yaml import Table
from designer.io.netbox.schema import Fields

_ETHERNET: Final = re.compile(r"(\d{1,4}(?:\.\d)?)([gt]?)base-(?:x-)?([a-z0-9-]+)")
_COPPER: Final = re.compile(r"t|tx|t1")
_BACKPLANE: Final = re.compile(r"k[rxp]\d?")
_CONNECTORS: Final = {
    "sfp": "SFP", "sfpp": "SFP+", "sfp28": "SFP28", "sfp56": "SFP56", "sfpdd": "SFP-DD",
    "sfp112": "SFP112", "qsfpp": "QSFP+", "qsfp28": "QSFP28", "qsfp56": "QSFP56",
    "qsfp112": "QSFP112", "qsfpdd": "QSFP-DD", "osfp": "OSFP", "osfp-rhs": "OSFP-RHS",
    "osfp1600": "OSFP1600", "xfp": "XFP", "dsfp": "DSFP", "gbic": "GBIC",
}  # fmt: skip
_INFINIBAND: Final = {
    "sdr": 10, "ddr": 20, "qdr": 40, "fdr10": 40, "fdr": 56, "edr": 100, "hdr": 200, "ndr": 400,
    "xdr": 800,
}  # fmt: skip
"""Gb/s of four lanes, as the generations are named."""

_NO_NETWORK: Final = re.compile(
    r"virtual|bridge|lag|other.*|ieee802\..*|gsm|cdma|lte|[45]g|sonet-.*|\d+gfc-.*|[te][13]|xdsl|"
    r"docsis|moca|.*pon|cisco-.*|juniper-.*|extreme-.*|\d+(?:\.\d)?g?base-(?:cx4|x-xenpak|x-x2)"
)
_WIRELESS: Final = re.compile(r"ieee802\.11.*|other-wireless")
_MANAGEMENT: Final = re.compile(
    r"(?:mgmt|management|idrac|ilo|bmc|ipmi|oob|cimc|xcc|fxp0|me0|ma1)(?![a-z]).*|ma\d+",
    re.IGNORECASE,
)
_SWITCH_MANAGEMENT: Final = re.compile(r"eth[01]", re.IGNORECASE)
"""Beside `swp1`, `sw1p1` or `P0.0`: NVIDIA's switches call their management ports as Linux does."""

_NO_ETHERNET: Final = re.compile(r"(?:sas|fc)[ _-]?\d.*", re.IGNORECASE)
_MANAGEMENT_GBPS: Final = 10
_TWIN: Final = re.compile(r"(.*\d)[./p]([0-9])", re.IGNORECASE)
_TWIN_GBPS: Final = 200
_MAKERS: Final = re.compile(r"nvidia|mellanox", re.IGNORECASE)
_OWN_SWITCH: Final = re.compile(
    r"(?<![a-z0-9])(?:m?s[nx]\d{4}|m?qm\d{4}|q3\d{3}|m?sb7\d{3}|nvlink.{0,8}switch)", re.IGNORECASE
)
_INFINIBAND_SWITCH: Final = re.compile(
    r"(?<![a-z0-9])(?:m?qm\d{4}|q3\d{3}|m?sb7\d{3}|m?sx6[05]\d{2}|is5\d{3}|cs[78]\d{3})",
    re.IGNORECASE,
)
"""Quantum, Quantum-2, Quantum-X800, Switch-IB, SwitchX-2 (SX60, SX65), InfiniScale, directors."""

_INFINIBAND_NAME: Final = re.compile(r"ib\d", re.IGNORECASE)
_FABRIC_MANAGER: Final = re.compile(r"fnm\d", re.IGNORECASE)


def read_interfaces(fields: Fields, maker: str, words: str) -> Interfaces:
    """Return a device's interfaces by type.

    Parameters
    ----------
    words
        Model and part number: InfiniBand switches filed with Ethernet types are known by them.
    """
    found = Interfaces()
    groups: dict[tuple[str, float, str, bool], Group] = {}
    left_out: Counter[str] = Counter()
    unknown: dict[str, Table] = {}
    by_name: list[str] = []
    mended: list[str] = []
    own = _MAKERS.search(maker) and _OWN_SWITCH.search(words)
    switch = bool(_MAKERS.search(maker) and _INFINIBAND_SWITCH.search(words))
    tables = fields.items("interfaces")
    for table in tables:
        said = Fields(table, fields.notes)
        kind_text, name = said.text("type").lower(), said.text("name")
        port = _port(kind_text)
        if port is None:
            found.wireless += bool(_WIRELESS.fullmatch(kind_text))
            found.fibre_channel += "gfc-" in kind_text
            if _NO_NETWORK.fullmatch(kind_text) or _BACKPLANE.fullmatch(kind_text.split("-")[-1]):
                left_out[kind_text] += 1
            else:
                unknown.setdefault(kind_text, table)
            continue
        kind, rate, connector = port
        if connector not in ("RJ45", "") and _NO_ETHERNET.fullmatch(name):
            left_out[f"{kind_text} named {name.partition(' ')[0].rstrip('0123456789/')}"] += 1
            continue
        management = "mgmt_only" in table and said.switch("mgmt_only") is True
        if (
            not management
            and rate <= _MANAGEMENT_GBPS
            and (
                _MANAGEMENT.fullmatch(name)
                or (own and connector == "RJ45" and _SWITCH_MANAGEMENT.fullmatch(name))
            )
        ):
            management = True
            by_name.append(name)
        plugged = connector not in ("RJ45", "")
        filed_as_ethernet = kind == "ethernet" and plugged and not management
        if filed_as_ethernet and (switch or _INFINIBAND_NAME.match(name)):
            kind = "infiniband"
            mended.append(kind_text)
        key = (kind, rate, connector, management or bool(_FABRIC_MANAGER.match(name)))
        if key not in groups:
            groups[key] = Group(kind, rate, connector, management)
        groups[key].names.append(name)
    found.groups = list(groups.values())
    _note(fields, left_out, unknown, by_name, mended, words if switch else "their names")
    return found


def _port(kind: str) -> tuple[str, float, str] | None:
    """Return kind, Gb/s and connector of a type of the library; None if it is no network port."""
    if kind.startswith("infiniband-"):
        lanes_4x = _INFINIBAND.get(kind[11:])
        return None if lanes_4x is None else ("infiniband", float(lanes_4x), "")
    found = _ETHERNET.fullmatch(kind.replace("+", "p"))
    if not found:
        return None
    number, unit, medium = found.groups()
    if _COPPER.fullmatch(medium):
        connector = "RJ45"
    elif medium in ("fx", "lfx"):
        connector = "LC"
    elif medium in _CONNECTORS:
        connector = _CONNECTORS[medium]
    elif re.fullmatch(r"cfp[248]?|cxp|cpak|cdfp", medium):
        connector = medium.upper()
    else:
        return None
    rate = float(number) * {"": 0.001, "g": 1.0, "t": 1000.0}[unit]
    return "ethernet", round(rate, 4), connector


def _note(
    fields: Fields,
    left_out: Counter[str],
    unknown: dict[str, Table],
    by_name: list[str],
    mended: list[str],
    known_by: str,
) -> None:
    notes, place = fields.notes, fields.at("interfaces")
    if left_out:
        said = ", ".join(f"{n} x {kind}" for kind, n in left_out.most_common(6))
        notes.add("ports-left-out", f"interfaces left out: {said}", at=place)
    for kind, table in list(unknown.items())[:6]:
        what = f"interface type {kind!r} is not known; left out"
        notes.add("interface-type", what, "see its spelling", table)
    if by_name:
        what = f"{', '.join(by_name[:4])} taken for management by name; mgmt_only is not filed"
        notes.add("management", what, at=place)
    if mended:
        kinds = ", ".join(sorted(set(mended)))
        notes.add(
            "infiniband",
            f"{len(mended)} ports filed as {kinds} are InfiniBand by {known_by}",
            "check against the maker's sheet",
            place,
        )


def port_groups(fields: Fields, interfaces: Interfaces, traits: Kind) -> list[dict[str, Any]]:
    """Return fields of `PortGroup`, named and with the use that a file can tell.

    The ports of a switch are its fabric: the most numerous ones, faster ones beside them uplinks,
    unless they are of copper, as the multi-gigabit ones of a switch for offices.
    """
    main = interfaces.most() if traits.switches else None
    found: list[dict[str, Any]] = []
    names: Counter[str] = Counter()
    for group in split_by_use(fields, interfaces, traits):
        name, purpose = _use(group, main)
        names[name] += 1
        if names[name] > 1:
            name = f"{name}-{names[name]}"
        port: dict[str, Any] = {
            "name": name, "purpose": purpose, "kind": group.kind,
            "rate_gbps": group.rate_gbps, "count": len(group.names),
        }  # fmt: skip
        if group.connector:
            port["connector"] = group.connector
        cages = _cages(fields, group)
        if cages:
            port["cages"] = cages
            port["connector"] = f"{group.connector or 'OSFP'} twin-port"
        found.append(port)
    return found


def _use(group: Group, main: Group | None) -> tuple[str, str]:
    """Return a group's name and purpose."""
    if group.management:
        return "management", "out-of-band"
    if group.purpose:
        return group.purpose, group.purpose
    if group is main:
        return "fabric", "fabric"
    if all(_FABRIC_MANAGER.match(name) for name in group.names):
        return "fabric-manager", "other"
    if main is not None and group.rate_gbps > main.rate_gbps and group.connector != "RJ45":
        return "uplink", "uplink"
    return group.label, "other"


def _cages(fields: Fields, group: Group) -> int | None:
    """Return how many twin-port cages carry a group, by its names; None if none do."""
    notes, place = fields.notes, fields.at("interfaces")
    if group.rate_gbps < _TWIN_GBPS or group.connector not in ("OSFP", ""):
        return None
    twins = [_TWIN.fullmatch(name) for name in group.names]
    held = Counter(twin[1] for twin in twins if twin)
    if len(group.names) < 4 or not all(twins) or max(held.values()) != 2:
        if group.connector == "OSFP" and group.rate_gbps >= 800:
            what = f"{len(group.names)} cages of {group.rate_gbps:g} Gb/s filed as one port each"
            notes.add("cages", f"{what}; a twin-port module makes two of each", at=place)
        return None
    notes.add("cages", f"{len(group.names)} ports in {len(held)} twin-port cages", at=place)
    single = [cage for cage, count in held.items() if count == 1]
    if single:
        more = f" and {len(single) - 4} more" if len(single) > 4 else ""
        notes.add(
            "cage-gap",
            f"only one of two ports filed for {', '.join(single[:4])}{more}: the list has gaps",
            "check the number of ports against the maker's sheet",
            place,
        )
    return len(held)
