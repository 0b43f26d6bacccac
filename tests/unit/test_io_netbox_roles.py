"""Routers, firewalls, UPS, switches and panels, known by what their makers call them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from designer.io.netbox.roles import ups_rating
from tests.helpers.netbox_types import BODY, HEAD, Read, ports, reader, supplies


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Read]:
    return reader(tmp_path)


def named(maker: str, model: str, more: str = "") -> str:
    return (HEAD + BODY).replace("Acme", maker, 1).replace("Box 1", model) + more


PORTS = "interfaces:\n" + ports(6, "1000base-t")


@pytest.mark.parametrize(
    ("maker", "model", "more", "kind", "role"),
    [
        ("Fortinet", "FG-99X", PORTS, "appliance", "Firewall"),
        ("Palo Alto", "PA-9999", PORTS, "appliance", "Firewall"),
        ("Cisco", "ASA5599", PORTS, "appliance", "Firewall"),
        ("Juniper", "SRX9999", PORTS, "appliance", "Firewall"),
        ("Nobody", "Box", f"description: Next firewall\n{PORTS}", "appliance", "Next firewall"),
        ("Nobody", "Box", "comments: '[Box Firewall](https://example.com)'\n", "appliance",
         "Firewall"),
        # Not the first link, and not an address.
        ("Nobody", "Box", "comments: 'See [Firewall](https://example.com)'\n", "appliance", ""),
        ("Nobody", "Box", "comments: '[Box](https://example.com/firewall)'\n", "appliance", ""),
        # Of another maker the same letters mean another thing.
        ("Nobody", "PA-9999", "", "appliance", ""),
        ("Juniper", "MX999", PORTS, "appliance", "Router"),
        ("Cisco", "ASR-9999", PORTS, "appliance", "Router"),
        ("Cisco", "ISR4999", PORTS, "appliance", "Router"),
        ("Nobody", "Edge Router 5", PORTS, "appliance", "Router"),
        ("Nobody", "Box running RouterOS", "", "appliance", ""),
        ("Nobody", "Switch Router 9", PORTS, "switch", ""),
        ("MikroTik", "CCR9999", PORTS, "appliance", "Router"),
        ("MikroTik", "CRS399", PORTS, "switch", ""),
        ("HPE", "Aruba 2999F-8G", PORTS, "switch", ""),
        ("HPE", "Aruba 7099", PORTS, "appliance", "Wireless controller"),
        ("F5", "BIG-IP 9999", PORTS, "appliance", "Load balancer"),
        ("Palo Alto", "PA-99 Rack Kit", "", "appliance", "Tray"),
        ("Nobody", "KVM Switch 8", "", "appliance", ""),
        ("Nobody", "Smart-UPS 9", "", "ups", "UPS"),
        ("Eaton", "9PX9000", "", "ups", "UPS"),
        ("Eaton", "Battery Module 9", "", "appliance", "UPS battery"),
        ("Nobody", "UPS Network Card", "", "appliance", ""),
        ("Nobody", "Box for a UPS", "", "appliance", ""),
        ("Nobody", "Switch with UPS", PORTS, "switch", ""),
        ("Nobody", "Blanking Panel 1U", "", "blank", ""),
    ],
)  # fmt: skip
def test_what_a_name_says(read, maker: str, model: str, more: str, kind: str, role: str):
    part = read(named(maker, model, more)).only
    assert (part.kind, part.summary) == (kind, role)


def test_a_role_stands_before_the_description_that_does_not_name_it(read):
    text = named("Fortinet", "FG-99X", "description: 9 ports\n")
    assert read(text).only.summary == "Firewall. 9 ports"
    text = named("Fortinet", "FG-99X", "description: The firewall\n")
    assert read(text).only.summary == "The firewall"
    found = read(named("Fortinet", "FG-99X")).one("kind").what
    assert found == "taken for an appliance (firewall): fg-99 is a name of firewalls"


@pytest.mark.parametrize(
    ("text", "rating"),
    [
        ("Line-interactive, 1500VA/900W, Tower", {"rated_kva": 1.5, "rated_kw": 0.9}),
        ("2,2 kVA, 1.98 kW", {"rated_kva": 2.2, "rated_kw": 1.98}),
        ("3000 VA, 2700 Watts", {"rated_kva": 3.0, "rated_kw": 2.7}),
        ("5000VA RM 208V", {"rated_kva": 5.0}),
        # Twice the same figure is one, two figures are none.
        ("1500VA, 1.5kVA", {"rated_kva": 1.5}),
        ("1500VA or 2200VA", {}),
        # Watts that are none of its rating.
        ("1500VA with 40 W of losses", {"rated_kva": 1.5}),
        ("1500VA, 1800 W", {"rated_kva": 1.5}),
        ("900 W", {}),
        ("", {}),
    ],
)
def test_what_a_ups_is_rated_at(text: str, rating: dict[str, float]):
    assert ups_rating(text) == rating


def test_a_ups_has_its_rating_and_no_supply(read):
    outlets = "power-outlets:\n" + ports(6, "iec-60320-c13", "Out {}")
    text = named("APC", "SMT9999", f"comments: 1500VA/900W\n{supplies(1, 1500)}{outlets}")
    part = read(text).only
    assert part.kind == "ups"
    assert part.ups is not None
    assert (part.ups.rated_kva, part.ups.rated_kw) == (1.5, 0.9)
    assert part.psu is None
    assert "Inlet C20." in part.note
    source = part.source_of("ups.rated_kva")
    assert source is not None
    assert (source.kind, "by its text" in source.note) == ("second-hand", True)


def test_a_ups_of_no_known_rating_is_asked_for(read):
    found = read(named("APC", "SRT9K"))
    assert found.only.ups is None
    assert "names no rating" in found.one("ups").what


FRONT = "front-ports:\n" + ports(2, "8p8c", "{}", "    rear_port: R\n")
REAR = "rear-ports:\n  - name: R\n    type: 8p8c\n"


def test_a_panel_of_ports_is_a_patch_panel_and_draws_nothing(read):
    found = read(named("Nobody", "P-9", FRONT + REAR))
    part = found.only
    assert (part.kind, part.power_max_w) == ("patch-panel", None)
    assert part.traits.draws == "none"
    assert (part.patch.mpo_ports, part.patch.lc_ports) == (0, 0), "two of copper, none of glass"
    source = part.source_of("patch.lc_ports")
    assert (source.kind, "front ports" in source.note) == ("derived", True)


def test_ports_of_glass_are_counted_as_far_as_the_file_says_what_they_are(read):
    """An LC port in front may be one fibre or two: of which it is, nobody knows."""
    front = "front-ports:\n" + ports(6, "mpo", "{}", "    rear_port: R\n")
    part = read(named("Nobody", "P-9", front + REAR)).only
    assert (part.patch.mpo_ports, part.patch.lc_ports) == (6, 0)
    front = "front-ports:\n" + ports(12, "lc-apc", "{}", "    rear_port: R\n")
    found = read(named("Nobody", "P-9", front + REAR))
    assert (found.only.patch.mpo_ports, found.only.patch.lc_ports) == (0, None)
    assert "12 front ports for LC" in found.one("lc-ports").what
    empty = read(named("Nobody", "Fiber enclosure 1U")).only
    assert (empty.kind, empty.patch) == ("patch-panel", None)


@pytest.mark.parametrize(
    "more",
    [
        FRONT,
        FRONT + REAR + "interfaces:\n" + ports(1, "1000base-t"),
        FRONT + REAR + supplies(1, None),
        FRONT + REAR + "is_powered: true\n",
        FRONT + REAR + "module-bays:\n  - name: PSU 1\n",
        "",
    ],
)
def test_what_may_take_power_draws_no_nothing(read, more: str):
    assert read(named("Nobody", "P-9", more)).only.power_max_w is None


@pytest.mark.parametrize(
    ("model", "height"), [("PoE Injector 9", "1"), ("P-9", "0"), ("Media converter", "1")]
)
def test_what_is_fed_through_its_ports_is_no_panel(read, model: str, height: str):
    text = named("Nobody", model, FRONT + REAR).replace("u_height: 1", f"u_height: {height}")
    assert read(text).only.power_max_w is None


def test_a_shelf_draws_nothing_by_its_name(read):
    part = read(named("Nobody", "Shelf 1U")).only
    assert (part.kind, part.summary, part.power_max_w) == ("appliance", "Shelf", 0)
