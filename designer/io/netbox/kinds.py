"""Which kind of part a device is: the library does not say, so it is a guess with its reason."""

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

from designer.catalog.part import PartKind
from designer.io.netbox import roles
from designer.io.netbox.groups import Interfaces
from designer.model.plural import plural

_POWER_STRIP: Final = re.compile(r"pdu|power distribution", re.IGNORECASE)
_TRANSFER: Final = re.compile(r"(?<![a-z])(?:[er]?ats|sts|transfer switch)(?![a-z])", re.IGNORECASE)
_THROUGH: Final = re.compile(r"poe|inject|adapter|converter|amplifier|edfa", re.IGNORECASE)
"""What takes its power from a cable that goes through it."""

_SHELF: Final = re.compile(r"power shelf|\d ?ou shelf", re.IGNORECASE)
_COOLING: Final = re.compile(r"(?<![a-z])s?cdu(?![a-z])|coolant|chiller", re.IGNORECASE)
_SWITCH: Final = re.compile(
    r"(?<![a-z0-9])(?:m?sn\d{4}|m?qm\d{4}|q3\d{3}|m?sb7\d{3}|m?sx\d{4}|nvlink.{0,8}switch|"
    r"[dc]cs-\d|n[3579]k-|nexus|catalyst|ws-c\d|c9\d{3}|ucs-fi|qfx|ex\d{4}|"
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
    r"jbod|jbof|disk shelf|nas|unas|alletra|3par|"
    r"dorado|oceanstor|quikstation|qxs-\d{3})(?![a-z])|thinksystem d[egms]\d{4}|"
    r"(?<![a-z0-9])m[de][1-9]\d{3}[a-z]?(?![a-z0-9])",
    re.IGNORECASE,
)
_NODE: Final = re.compile(
    r"(?<![a-z0-9])(?:dgx(?![ -]?s(?:park|tation))|hgx|xe96[48]0l?|xe8[56]4[05]|"
    r"as[ -]+-?(?:8125|8126|412[456])gs|sys-[48]21ge|sys-42[02]g[ap]|sys-4029gp|ars-121gl|"
    r"sr67[05]|sr68[05]a|sd6[56]0-n|g[58]93-|esc n8)",
    re.IGNORECASE,
)
_ADAPTER: Final = re.compile(r"(?<![a-z0-9])(?:lom|mezzanine)(?![a-z0-9])", re.IGNORECASE)
_SERVER: Final = re.compile(
    r"(?<![a-z0-9])(?:poweredge|proliant|dl\d{3}|thinksystem|superserver|sys-|as[ -]+-?\d{4}|ucs|"
    r"ucsb-b\d{3}|primergy|apollo|eserver|system x\d{4}|bladecenter hs\d\d|apic-[lm]\d|"
    r"\d{4}h v\d|rs\d{3}-e\d+|server)(?![a-z])",
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
    gpus
        GPUs that its text says are in it; 0 where it says none.
    passive
        Whether it has nothing that takes power.
    panel
        Whether it has front and rear ports.
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
    gpus: int = 0
    passive: bool = False
    panel: bool = False


class Guess(NamedTuple):
    """The kind that a device seems to be, and why.

    Attributes
    ----------
    role
        What it is in a word where its kind is wider: a firewall among the appliances.
    passive
        Whether nothing in it takes power.
    """

    kind: PartKind
    why: str
    role: str = ""
    passive: bool = False


def guess(looks: Looks) -> Guess:
    """Return the kind a device seems to be, and why."""
    found = _by_outlets(looks) or _by_role(looks)
    if found is None:
        maker, words = looks.maker.lower(), looks.words
        found = _by_name(looks, maker, words) or _by_ports(looks, maker)
    return found


def _by_outlets(looks: Looks) -> Guess | None:
    """Return what a device with outlets and few network ports is; None for any other."""
    if not looks.outlets or looks.interfaces.data_ports > _FEW:
        return None
    spoken = f"{looks.words} {looks.comments}"
    if _TRANSFER.search(spoken):
        why = "its outlets are a transfer switch's, which is no feed of its own"
        return Guess("appliance", why, "transfer switch")
    if found := roles.battery_word(looks.words):
        return Guess("appliance", f"{found} is the battery of a UPS", "UPS battery")
    in_text = roles.ups_word(looks.comments) or "battery" in looks.comments.lower()
    if roles.ups_word(looks.words) or (in_text and not _POWER_STRIP.search(spoken)):
        return Guess("ups", "its outlets are a UPS's", "UPS")
    if _SHELF.search(spoken):
        return Guess("ups", "its outlets are a power shelf's", "power shelf")
    if looks.loose:
        why = "its inlets share its outlets: a transfer switch, no feed of its own"
        return Guess("appliance", why, "transfer switch")
    return Guess("rack-pdu", f"it has {plural(looks.outlets, 'outlet')}")


def _by_role(looks: Looks) -> Guess | None:
    """Return what its maker's name for it says: firewall, router, UPS, battery or tray."""
    words, maker = looks.words, looks.maker.lower()
    if roles.is_holder(words):
        return Guess("appliance", "its name says that it holds another device", "tray")
    if found := roles.battery_word(words):
        return Guess("appliance", f"{found} is the battery of a UPS", "UPS battery")
    if looks.interfaces.data_ports <= _FEW and (found := roles.ups_word(words)):
        return Guess("ups", f"{found} is a name of UPS", "UPS")
    if looks.passive and (found := roles.blank_word(words)):
        return Guess("blank", f"{found} says that it covers rack units")
    if looks.passive and (found := roles.panel_word(words)):
        if "panel" in found or "fib" in found:
            return Guess("patch-panel", f"{found} says that nothing in it takes power")
        return Guess("appliance", f"{found} says that nothing in it takes power", found, True)
    if looks.passive and looks.panel and looks.half_u and not _THROUGH.search(words):
        return Guess("patch-panel", "it has front and rear ports and nothing else")
    if found := roles.controller_word(words):
        return Guess("appliance", f"{found} is a name of controllers", "wireless controller")
    if found := roles.balancer_word(words):
        return Guess("appliance", f"{found} is a name of load balancers", "load balancer")
    if found := roles.firewall_word(maker, words, looks.comments):
        return Guess("appliance", f"{found} is a name of firewalls", "firewall")
    if found := roles.router_word(maker, words, looks.comments):
        return Guess("appliance", f"{found} is a name of routers", "router")
    return None


def _by_name(looks: Looks, maker: str, words: str) -> Guess | None:
    """Return what the name of a device says, or a port or a bay that tells more than a name."""
    if found := _COOLING.search(words):
        return Guess(
            "appliance", f"{found[0].lower()} says cooling, and what it removes is not filed"
        )
    if looks.consoles >= _FEW and looks.consoles > looks.interfaces.data_ports:
        ports_held = plural(looks.consoles, "port")
        return Guess(
            "appliance", f"it has {ports_held} for other devices' consoles", "console server"
        )
    if looks.interfaces.wireless:
        return Guess("appliance", "it has radio interfaces", "access point")
    if found := _SWITCH.search(words):
        return Guess("switch", f"{found[0].lower()} is a family of switches")
    if looks.interfaces.fibre_channel >= _MANY:
        return Guess("appliance", "its ports are Fibre Channel, of which a plan makes no fabric")
    if not _SERVER.search(words) and (said := roles.switch_word(maker, words, looks.comments)):
        return Guess("switch", f"{said} is a name of switches")
    if found := _NODE.search(words):
        return Guess("node", f"{found[0].lower()} is a family of GPU servers")
    if looks.gpu_bays >= _FEW:
        return Guess("node", f"it has {looks.gpu_bays} GPU bays")
    if looks.gpus >= _FEW:
        return Guess("node", f"its text names {looks.gpus} GPUs")
    if looks.role == "child" and (found := _ADAPTER.search(words)):
        return Guess("nic", f"{found[0].lower()} is an adapter in another device")
    if _STORAGE_MAKER.fullmatch(maker) or _STORAGE.search(words):
        return Guess("storage", "its maker or its name says storage")
    return None


def _by_ports(looks: Looks, maker: str) -> Guess:
    ports = looks.interfaces
    if found := _SERVER.search(looks.words):
        return Guess("server", f"{found[0].lower()} is a name of servers")
    main = ports.most()
    if main is not None and maker in _NETWORK_MAKERS and len(main.names) >= _FEW:
        return Guess("switch", f"{len(main.names)} ports alike from a maker of switches")
    managed = [name for group in ports.groups for name in group.names if _SERVER_PORT.match(name)]
    if managed:
        return Guess("server", f"it has a management port {managed[0]}")
    if main is not None and len(main.names) >= _MANY:
        return Guess("switch", f"it has {len(main.names)} ports alike")
    if maker in _SERVER_MAKERS:
        return Guess("server", "its maker makes servers")
    if looks.half_u == 0 and looks.role != "child":
        return Guess(
            "appliance", "0U without outlets: an access point, a desktop or a small box, no PDU"
        )
    return Guess("appliance", "nothing says what it is")
