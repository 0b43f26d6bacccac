"""Routers, firewalls, UPS and panels: what a device does, by the names its maker gives it.

A plan knows them as appliances, but for the UPS; the word stands in the part's summary, where
people and the search find it.
"""

import re
from typing import Final

_HOLDER: Final = re.compile(
    r"rack[- ]?(?:mount)?[- ]?(?:kit|tray|shelf|ears?|adapter)|(?<![a-z])racktray|"
    r"(?<![a-z])(?:holds|mount for|bracket for|shelf for|tray for) ",
    re.IGNORECASE,
)
"""What only holds a firewall or a router names it too."""

_FIREWALL_WORDS: Final = re.compile(
    r"fire ?wall|(?<![a-z])(?:ngfw|utm|firebox|fortigate|fortiwifi|opnsense|pfsense)(?![a-z])|"
    r"security gateway|security appliance|services gateway",
    re.IGNORECASE,
)
_FIREWALLS: Final[dict[str, str]] = {
    "fortinet": r"f[gw]t?-\d{2,4}",
    "palo alto": r"pa-\d{3,4}",
    "juniper": r"srx ?\d{3,4}|(?:netscreen )?ssg-?\d",
    "cisco": r"asa ?55\d\d|fpr-?\d{4}|firepower|(?:meraki )?mx\d{2,3}",
    "check point": r"(?:cpap-)?sg-?\d{4}|quantum|1[45]\d\d$",
    "sonicwall": r"tz ?\d{3}|nsa ?\d{3,4}|nss?p ?\d{4,5}|sm ?\d{4}|soho",
    "sophos": r"xgs? ?\d{2,4}|sg ?\d{2,3}",
    "watchguard": r"m\d{3,4}|t\d{2,3}",
    "barracuda": r"(?:ng)?f\d{2,4}",
    "huawei": r"usg\d{4}",
    "zyxel": r"usg|atp ?\d{3}|vpn\d{2,3}",
    "ubiquiti": r"usg|udm|uxg|ucg|efg|unifi dream machine",
    "deciso": r"dec\d{3,4}",
    "netgate": r"\d{4}",
    "stormshield": r"sn\d{3,4}",
    "hillstone": r"sg-\d{4}",
}
"""Families of firewalls by their maker: the names alone mean other things elsewhere."""

_ROUTER_WORDS: Final = re.compile(
    r"(?<![a-z])(?:[a-z]+ ?)?router(?:board)?s?(?![a-z])", re.IGNORECASE
)
_NO_ROUTER: Final = re.compile(r"routers? ?os|router tester|switch", re.IGNORECASE)
_ROUTERS: Final[dict[str, str]] = {
    "cisco": r"asr-?\s?\d|isr-?\s?\d|c11\d\d|ncs-?\s?(?:5[0-9]|6)\d\d|(?:catalyst )?c?8[2358]00l?|"
    r"8[278]\d\d-|cisco (?:8\d\d|[12]9\d\d|[23]8\d\d|72\d\d)|c8\d\d|crs-?\d|ir\d{3,4}|"
    r"rv\d{2,3}|29\d1 isr|39\d5-|72\d\dvxr|76\d\d-s|ubr ?\d",
    "juniper": r"mx-?\d{1,3}|ptx-?\d|acx-?\d|m\d{1,3}i?$|t\d{3,4}$|ssr\d{3}|nfx\d{3}",
    "nokia": r"77[05]0|7250|7705|7730|7950",
    "huawei": r"ne\d{1,2}|netengine|ar\d{3,4}|atn",
    "hpe": r"(?:flexnetwork )?(?:msr|hsr)-?\d{3,4}",
    "mikrotik": r"ccr\d{4}|rb(?!260)\d{3,4}|hex|l009",
    "ubiquiti": r"er-|erlite|erpro|erpoe|ep-r\d|edgerouter",
    "ericsson": r"r6\d{3}|router",
    "allied telesis": r"ar\d{3,4}[sv]?",
    "arista": r"awe-\d",
    "eltex": r"esr-\d",
    "firebrick": r"fb\d{4}",
    "palo alto": r"ion \d{4}",
    "tp-link": r"er\d{3,4}",
    "nec": r"(?:univerge )?ix\d{4}",
    "lancom": r"\d{3,4}(?:va|vaw|ef|-4g)|isg-\d",
    "yamaha": r"rtx\d{3,4}|nvr\d{3}",
    "teltonika": r"rut\w\d",
    "peplink": r"balance",
    "brocade": r"vrouter|netiron|mlxe?|ces|cer",
    "extreme networks": r"slx-?9[58]\d\d|(?:br-)?mlxe?|cer",
    "ufispace": r"s9[567]\d\d",
}
"""Families of routers by their maker."""

_SWITCH_WORDS: Final = re.compile(
    r"(?<![a-z])(?:edge|power|rack|forti|smart|unifi |ethernet |network |stackable )?switch"
    r"(?:blade)?(?![a-z])|powerconnect",
    re.IGNORECASE,
)
_NO_SWITCH: Final = re.compile(
    r"kvm|transfer switch|switch(?:ed)? (?:pdu|rack|module for)|matrix switch|tester|video",
    re.IGNORECASE,
)
_SWITCHES: Final[dict[str, str]] = {
    "3com": r"4[25]\d0g",
    "allied telesis": r"x\d{3}l?-|gs\d{3}|xs\d{3}|ie\d{3}|switchblade",
    "brocade": r"icx|fastiron",
    "cisco": r"n77-c|cbs\d{3}|sg\d{3}|ie-\d{4}",
    "d-link": r"d[egx]s-\d",
    "datacom": r"dm4\d70",
    "eltex": r"mes\d{4}",
    "hpe": r"(?:hpe )?(?:aruba (?:cx )?(?:[12368]\d{3}|4100|5\d{3}|64\d\d|9300|10000)|procurve|"
    r"officeconnect|54\d\dr)",
    "huawei": r"ce\d{4}|s[1-6]7\d\d|s\d{4}-\d+t",
    "lancom": r"[gx]s-\d{4}",
    "mikrotik": r"c[rs]s\d{3}|rb260",
    "netgear": r"[gj]?gs[m]?\d{3,4}|xs\d{3}|m[45]\d{3}|ms\d{3}|(?:prosafe )?gs\d{3}",
    "nokia": r"72[12]0",
    "rockwell automation": r"1783-",
    "ruckus": r"icx",
    "tp-link": r"tl-s[gle]|t[12]\d00g|sg\d{4}",
    "ubiquiti": r"us[w]?-|es-\d|ecs-",
    "yamaha": r"swx?\d{4}",
    "zyxel": r"x?[gex]s\d{4}|es-\d{4}",
}
"""Families of switches by their maker, also those of few ports and of chassis without any."""

_CONTROLLER: Final = re.compile(
    r"wireless controller|wlan controller|mobility (?:controller|gateway)|(?<![a-z])(?:air-ct|wlc|"
    r"aruba 7[0-9]\d{2}(?!\d)|c9800|catalyst 9800)",
    re.IGNORECASE,
)
_BALANCER: Final = re.compile(
    r"load ?(?:balancer|master)|application delivery controller|(?<![a-z])(?:big-ip|netscaler|"
    r"thunder|alteon)(?![a-z])|(?<![a-z])[ms][pd]x-?\d{2}",
    re.IGNORECASE,
)
_BLANK: Final = re.compile(r"blank(?:ing)? panel|(?<![a-z])filler panel", re.IGNORECASE)
_PANEL: Final = re.compile(
    r"patch ?panel|keystone panel|fib(?:er|re) (?:enclosure|drawer|panel|tray|housing)|"
    r"rack ?mount fib(?:er|re)|splice|cable ?(?:manage(?:r|ment)|mgr)|(?<![a-z])(?:shelf|drawer|"
    r"din-rail)(?![a-z])",
    re.IGNORECASE,
)
_BATTERY: Final = re.compile(
    r"battery (?:pack|module|cabinet|extension|unit|cartridge|box)|"
    r"(?<![a-z])(?:external battery|ebm)(?![a-z])|"
    r"(?<![a-z0-9])(?:smx|srt|surt)\d+[a-z]*bp\d?(?![a-z0-9])",
    re.IGNORECASE,
)
_UPS: Final = re.compile(
    r"(?<![a-z])(?:back-|smart-)?ups(?![a-z])|uninterrupt|(?<![a-z])usv(?![a-z])|"
    r"(?<![a-z0-9])(?:[59][ps]x?\d|sm[tcx]\d{3,4}|srt\d|sua\d{3,4}|surt\d|surta\d)",
    re.IGNORECASE,
)
_BESIDE_A_UPS: Final = re.compile(
    r"(?:for|behind|to) (?:an? |the )?(?:[a-z-]+ )?ups(?![a-z])|ups (?:card|network|management|"
    r"rack|shelf|tray|bypass|controller|monitor)|maintenance bypass|(?<![a-z])gu?ps(?![a-z])",
    re.IGNORECASE,
)
_NUMBER: Final = r"(?<![\w.,])(\d{1,3}(?:[.,]\d{1,3})?|\d{3,6}) ?(k?)"
_VA: Final = re.compile(rf"{_NUMBER}VA(?![a-z])", re.IGNORECASE)
_W: Final = re.compile(rf"{_NUMBER}W(?:atts?)?(?![a-z])", re.IGNORECASE)
_LEAST_VA: Final = 200
_MOST_VA: Final = 2_000_000


def is_holder(words: str) -> bool:
    """Return whether a device only holds another one: a tray, a kit of rails."""
    return bool(_HOLDER.search(words))


def firewall_word(maker: str, words: str, comments: str) -> str:
    """Return the words by which a device is a firewall; empty if none are."""
    return _said(_FIREWALLS, maker, words) or _found(_FIREWALL_WORDS, words) or _titled(
        _FIREWALL_WORDS, comments
    )  # fmt: skip


def router_word(maker: str, words: str, comments: str) -> str:
    """Return the words by which a device is a router; empty if none are."""
    by_name = _said(_ROUTERS, maker, words)
    if by_name:
        return by_name
    for text, find in ((words, _found), (comments, _titled)):
        found = find(_ROUTER_WORDS, text)
        if found and not _NO_ROUTER.search(text):
            return found
    return ""


def switch_word(maker: str, words: str, comments: str) -> str:
    """Return the words by which a device is a switch; empty if none are."""
    if _NO_SWITCH.search(words):
        return ""
    return _said(_SWITCHES, maker, words) or _found(_SWITCH_WORDS, words) or _titled(
        _SWITCH_WORDS, comments
    )  # fmt: skip


def controller_word(words: str) -> str:
    """Return the words by which a device directs access points; empty if none are."""
    return _found(_CONTROLLER, words)


def balancer_word(words: str) -> str:
    """Return the words by which a device balances load; empty if none are."""
    return _found(_BALANCER, words)


def blank_word(words: str) -> str:
    """Return the words by which a panel only covers rack units; empty if none are."""
    return _found(_BLANK, words)


def panel_word(words: str) -> str:
    """Return the words by which a device is a panel, a shelf or a guide of cables."""
    return _found(_PANEL, words)


def battery_word(words: str) -> str:
    """Return the words by which a device is the battery of a UPS; empty if none are."""
    return _found(_BATTERY, words)


def ups_word(words: str) -> str:
    """Return the words by which a device is a UPS; empty if none are, or it stands beside one."""
    return "" if _BESIDE_A_UPS.search(words) else _found(_UPS, words)


def ups_rating(spoken: str) -> dict[str, float]:
    """Return what a UPS is rated at, as fields of `UpsFigures`: one figure of each kind or none.

    Parameters
    ----------
    spoken
        Model, description and comments, where makers name volt-amperes and watts.
    """
    rating: dict[str, float] = {}
    apparent = _only(_VA, spoken)
    if apparent is None or not _LEAST_VA <= apparent <= _MOST_VA:
        return rating
    rating["rated_kva"] = apparent / 1000
    real = _only(_W, spoken)
    if real is not None and 0.4 * apparent <= real <= apparent:
        rating["rated_kw"] = real / 1000
    return rating


def _only(pattern: re.Pattern[str], spoken: str) -> float | None:
    """Return the one size that a text names, VA or W; None for none or several."""
    sizes = {_size(*found) for found in pattern.findall(spoken)}
    return sizes.pop() if len(sizes) == 1 else None


def _size(number: str, kilo: str) -> float:
    plain = float(number.replace(",", "." if kilo else ""))
    return round(plain * 1000 if kilo else plain, 3)


def _said(families: dict[str, str], maker: str, words: str) -> str:
    for name, family in families.items():
        if family and maker.startswith(name):
            found = re.search(rf"(?<![a-z0-9-])(?:{family})", words, re.IGNORECASE)
            return found[0].strip().lower() if found else ""
    return ""


def _found(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found[0].strip().lower() if found else ""


def _titled(pattern: re.Pattern[str], comments: str) -> str:
    """Return what the title of a comment's first link says: `[MX204 Router](https://…)`."""
    title = re.match(r"[\s'\"-]*\[([^\]]{3,120})\]", comments)
    return _found(pattern, title[1]) if title else ""
