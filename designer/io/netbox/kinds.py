"""Which kind of part a device is: the library does not say, so it is a guess with its reason."""

import re
from dataclasses import dataclass
from typing import Final

from designer.catalog.part import PartKind
from designer.io.netbox.ports import Interfaces
from designer.model.plural import plural

_UPS: Final = re.compile(
    r"(?<![a-z])ups(?![a-z])|uninterrupt|battery|"
    r"(?<![a-z0-9])(?:[59][ps]x\d|sm[tcx]\d{3,4}|srt\d)",
    re.IGNORECASE,
)
_POWER_STRIP: Final = re.compile(r"pdu|power distribution", re.IGNORECASE)
_TRANSFER: Final = re.compile(r"(?<![a-z])(?:[er]?ats|sts|transfer switch)(?![a-z])", re.IGNORECASE)
_COOLING: Final = re.compile(r"(?<![a-z])s?cdu(?![a-z])|coolant|chiller", re.IGNORECASE)
_SWITCH: Final = re.compile(
    r"(?<![a-z0-9])(?:m?sn\d{4}|m?qm\d{4}|q3\d{3}|m?sb7\d{3}|m?sx\d{4}|nvlink.{0,8}switch|"
    r"[dc]cs-\d|n[3579]k-|nexus|catalyst|ws-c\d|c9\d{3}|820[12]-|8212-|88\d\d-sys|ucs-fi|qfx|ex\d{4}|ptx|"
    r"wedge|minipack|z9\d{3}|as\d{4}-\d{2})",
    re.IGNORECASE,
)
_STORAGE_MAKER: Final = re.compile(
    r"vast( data)?|weka(\.?io)?|datadirect networks|ddn|netapp|pure storage|pure|qumulo|isilon|"
    r"nimble( storage)?|infortrend|synology|qnap|infinidat|everpure",
    re.IGNORECASE,
)
_STORAGE: Final = re.compile(
    r"(?<![a-z0-9])(?:powerstore|powerscale|powervault|unity|flash(?:array|blade|system)|storage|"
    r"jbod|jbof|disk shelf|nas|alletra|3par)(?![a-z])|thinksystem d[egms]\d{4}|"
    r"(?<![a-z0-9])m[de][1-9]\d{3}[a-z]?(?![a-z0-9])",
    re.IGNORECASE,
)
_NODE: Final = re.compile(
    r"(?<![a-z0-9])(?:dgx(?![ -]?s(?:park|tation))|hgx|xe96[48]0l?|xe8[56]4[05]|"
    r"as[ -]+-?(?:8125|8126|412[456])gs|sys-[48]21ge|sys-42[02]g[ap]|sys-4029gp|ars-121gl|"
    r"sr67[05]|sr68[05]a|sd6[56]0-n|g[58]93-|esc n8)",
    re.IGNORECASE,
)
_GPUS: Final = re.compile(
    r"(?<![\w.-])(\d{1,2}) ?x? (?:(?!\d+ ?x )[^,.;:()\n]){0,40}?GPUs?(?![a-z])", re.IGNORECASE
)
_ADAPTER: Final = re.compile(r"(?<![a-z0-9])(?:lom|mezzanine)(?![a-z0-9])", re.IGNORECASE)
_SERVER: Final = re.compile(
    r"(?<![a-z0-9])(?:poweredge|proliant|dl\d{3}|thinksystem|superserver|sys-|as[ -]+-?\d{4}|ucs|"
    r"primergy|apollo|server)(?![a-z])",
    re.IGNORECASE,
)
_SERVER_MAKERS: Final = frozenset({"supermicro", "gigabyte", "asrock rack", "inspur", "quanta"})
_NETWORK_MAKERS: Final = frozenset(
    {
        "arista",
        "cisco",
        "juniper",
        "mellanox",
        "nvidia",
        "edgecore",
        "celestica",
        "extreme networks",
    }
)
_SERVER_PORT: Final = re.compile(r"(?:idrac|ilo|bmc|ipmi|cimc|xcc)", re.IGNORECASE)
_FEW, _MANY = 4, 16


@dataclass(frozen=True, slots=True)
class Looks:
    """What a guess goes by.

    Attributes
    ----------
    words
        Model, part number and description.
    comments
        The file's comments and the names of its power ports, one line.
    loose
        Whether several inlets feed outlets that name none of them.
    consoles
        Ports for consoles of other devices.
    gpu_bays
        Module bays named after GPUs.
    """

    maker: str
    words: str
    comments: str
    role: str
    half_u: int
    outlets: int
    loose: bool
    consoles: int
    gpu_bays: int
    interfaces: Interfaces


def guess(looks: Looks) -> tuple[PartKind, str]:
    """Return the kind a device seems to be, and why."""
    maker, words, ports = looks.maker.lower(), looks.words, looks.interfaces
    if looks.outlets and ports.data_ports <= _FEW:
        if _TRANSFER.search(f"{words} {looks.comments}"):
            return "appliance", "its outlets are a transfer switch's, which is no feed of its own"
        named = _POWER_STRIP.search(f"{words} {looks.comments}")
        if _UPS.search(words) or (_UPS.search(looks.comments) and not named):
            return "appliance", "its outlets are a UPS's; a UPS in a rack is no part of its own yet"
        if looks.loose:
            return (
                "appliance",
                "its inlets share its outlets: a transfer switch, no feed of its own",
            )
        return "rack-pdu", f"it has {plural(looks.outlets, 'outlet')}"
    if found := _COOLING.search(words):
        why = f"{found[0].lower()} says cooling, and what it removes is not filed"
        return "appliance", why
    if looks.consoles:
        ports_held = plural(looks.consoles, "port")
        return "appliance", f"it has {ports_held} for other devices' consoles"
    if ports.wireless:
        return "appliance", "it has radio interfaces"
    if found := _SWITCH.search(words):
        return "switch", f"{found[0].lower()} is a family of switches"
    if found := _NODE.search(words):
        return "node", f"{found[0].lower()} is a family of GPU servers"
    if looks.gpu_bays >= _FEW:
        return "node", f"it has {looks.gpu_bays} GPU bays"
    if looks.role == "child" and (found := _ADAPTER.search(words)):
        return "nic", f"{found[0].lower()} is an adapter in another device"
    if _STORAGE_MAKER.fullmatch(maker) or _STORAGE.search(words):
        return "storage", "its maker or its name says storage"
    return _by_ports(looks, maker)


def gpus_said(text: str) -> int | None:
    """Return how many GPUs a text names, `8x AMD Instinct OAM GPUs`; None if none or unlike."""
    said = {int(found) for found in _GPUS.findall(text)}
    return said.pop() if len(said) == 1 else None


def _by_ports(looks: Looks, maker: str) -> tuple[PartKind, str]:
    ports = looks.interfaces
    if found := _SERVER.search(looks.words):
        return "server", f"{found[0].lower()} is a name of servers"
    main = ports.most()
    if main is not None and maker in _NETWORK_MAKERS and len(main.names) >= _FEW:
        return "switch", f"{len(main.names)} ports alike from a maker of switches"
    managed = [name for group in ports.groups for name in group.names if _SERVER_PORT.match(name)]
    if managed:
        return "server", f"it has a management port {managed[0]}"
    if main is not None and len(main.names) >= _MANY:
        return "switch", f"it has {len(main.names)} ports alike"
    if ports.fibre_channel >= _MANY:
        return "appliance", "its ports are Fibre Channel, of which a plan makes no fabric"
    if maker in _SERVER_MAKERS:
        return "server", "its maker makes servers"
    if looks.half_u == 0 and looks.role != "child":
        return "appliance", "0U without outlets: an access point, a desktop or a small box, no PDU"
    return "appliance", "nothing says what it is"
