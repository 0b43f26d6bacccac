"""Small halls, each drawn for some rules of the engine: their whole reports are signed.

One word stands for one thing in a rack: `dgx-h100@3` is the part with its lowest unit at U3,
`single@9/rear` is in the rear rails, `pdu-415v-60a-3ph:A` is a rack PDU on feed A, and
`rdhx!` hangs on the door.
"""

from collections.abc import Callable
from typing import Any

from designer.model.design import (
    Cable,
    Cord,
    Design,
    Device,
    Fabric,
    Loop,
    Obstacle,
    PowerNode,
    PriceOverride,
    Rack,
    Room,
    Row,
    Site,
    Waiver,
)

P60, P32 = "pdu-415v-60a-3ph", "pdu-400v-32a-3ph"
TWO, THREE = (f"{P60}:A", f"{P60}:B"), (f"{P60}:A", f"{P60}:B", f"{P60}:C")
Stand = tuple[Rack, list[Device]]


def stand(key: str, *things: str, part: str = "rack-48u", x: int = 3000, **fields: Any) -> Stand:
    """Return a rack with what is in it, named by the words above."""
    fields.setdefault("y_mm", 4000)
    cording = dict(word.split("=") for word in things if "=" in word)
    devices = [
        _device(f"{key}-{n}", key, word, cording)
        for n, word in enumerate(word for word in things if "=" not in word)
    ]
    return Rack(id=key, name=key.upper(), part=part, x_mm=x, **fields), devices


def _device(key: str, rack: str, word: str, cording: dict[str, str]) -> Device:
    place: dict[str, Any] = {"id": key, "name": key, "rack": rack}
    if word.endswith("!"):
        return Device(part=word[:-1], face="door", **place)
    if ":" in word:
        part, _, feed = word.partition(":")
        return Device(part=part, face="zero-u", feed=feed, **place)
    word, _, role = word.partition("#")
    fabric, _, tier = role.partition(".")
    part, _, at = word.partition("@")
    at, _, face = at.partition("/")
    return Device(
        part=part, half_u=round(2 * float(at)), face=face or "front", fabric=fabric, tier=tier,
        cording=cording.get(part, ""), **place,
    )  # type: ignore[arg-type]  # words of a design  # fmt: skip


def hall(*stands: Stand, feeds: str = "ABC", kw: float | None = 1e6, **fields: Any) -> Design:
    """Return a design of these stands; feeds of the room are never full unless it says so."""
    fields.setdefault("power", tuple(PowerNode(id=f, capacity_kw=kw, volts=415.0) for f in feeds))
    racks = sorted((rack for rack, _ in stands), key=lambda rack: rack.id)
    devices = sorted((d for _, of in stands for d in of), key=lambda device: device.id)
    fields["fabrics"] = tuple(sorted(fields.get("fabrics", ()), key=lambda one: one.id))
    return Design(racks=tuple(racks), devices=tuple(devices), **fields)


def row_of(number: int, *things: str, part: str = "rack-48u", **fields: Any) -> list[Stand]:
    """Return alike stands side by side."""
    return [
        stand(f"{fields.get('row', 'r')}{n:02}", *things, part=part, x=800 * n, **fields)
        for n in range(number)
    ]


def node(key: str, kind: str, *parents: str, kw: float | None = 100.0) -> PowerNode:
    volts = 415.0 if kind == "feed" else None
    return PowerNode(id=key, kind=kind, parents=parents, capacity_kw=kw, volts=volts)  # type: ignore[arg-type]  # a word of a design


NDR = Fabric(id="ib", name="Compute", nodes=("dgx-h100",), rails=8, rate_gbps=400.0,
             switch="qm9700", leaf_policy="rail-per-su", su_nodes=4)  # fmt: skip
FOUR = tuple(f"dgx-h100@{u}" for u in (3, 11, 22, 30))
COOL = Site(supply_air_c=22.0, pue=1.3, electricity_price=0.12)
CONTAINED = Room(containment="cold", floor_limit_kpa=12.0)
FIRM = Room(floor_limit_kpa=10.0)


def _switches(count: str, part: str = "qm9700", fabric: str = "ib") -> list[str]:
    tiers = [t for t, n in zip(("leaf", "spine", "core"), count.split("+"), strict=False)
             for _ in range(int(n))]  # fmt: skip
    return [f"{part}@{1 + 2 * n}#{fabric}.{tier}" for n, tier in enumerate(tiers)]


def _fabric_hall(count: str, *fabrics: Fabric, more: tuple[str, ...] = (), **fields: Any) -> Design:
    return hall(
        stand("n", *FOUR, "rdhx!", *THREE),
        stand("s", *_switches(count), *more, *TWO, x=5000),
        fabrics=fabrics or (NDR,), site=COOL, room=CONTAINED, **fields,
    )  # fmt: skip


def _power_tree(policy: str) -> Design:
    power = (
        node("A", "feed", "ups-a", kw=30), node("B", "feed", "ups-b", kw=60),
        node("C", "feed", "ups-c", kw=None), node("gen", "generator", kw=30),
        node("main", "switchboard", "util", "gen", kw=90),
        node("ups-a", "ups", "main", kw=25), node("ups-b", "ups", "main", kw=70),
        node("ups-c", "ups", "main", "gen", kw=40), node("util", "utility", kw=70),
    )  # fmt: skip
    return hall(
        stand("a", *FOUR[:2], *TWO), stand("b", *FOUR, *THREE, x=5000),
        stand("c", "single@3", f"{P60}:C", x=7000), power=power,
        site=Site(feed_policy=policy),  # type: ignore[arg-type]  # a word of a design
    )  # fmt: skip


DESIGNS: dict[str, Callable[[], Design]] = {
    "nothing": Design,
    "four nodes on three feeds": lambda: hall(
        stand("a", *FOUR, "rdhx!", *THREE), site=COOL, room=CONTAINED
    ),
    "four nodes on two feeds": lambda: hall(stand("a", *FOUR, *TWO), room=FIRM),
    "two nodes on one feed, and on none": lambda: hall(
        stand("a", *FOUR[:2], f"{P60}:A"), stand("b", *FOUR[:2], f"{P60}:", f"{P60}:", x=5000),
        stand("c", *FOUR[:2], x=7000), stand("d", *FOUR[:1], f"{P60}:A", f"{P60}:Z", x=9000),
    ),
    "more PDUs on no feed than can be tried": lambda: hall(
        # Four on six feeds are too many, and three are not: all are tried that may be.
        stand("a", *FOUR, *(f"{P60}:Z{n}" for n in range(4)), x=3000),
        stand("b", *FOUR[:2], *(f"{P60}:Z{n}" for n in range(3)), f"{P60}:D", x=5000),
        stand("c", "uncounted@20", *(f"{P60}:Z{n}" for n in range(4)), x=7000), feeds="ABCDEF",
        kw=40.0,
    ),
    "PDUs that carry too much": lambda: hall(
        stand("a", *FOUR, f"{P32}:A"),
        stand("b", *FOUR, f"{P32}:A", f"{P60}:B", "dgx-h100=4+2", x=5000),
        stand("c", *FOUR[:2], f"{P60}:A", "pdu-narrow:A", f"{P60}:B", x=7000),
        stand("d", *FOUR, f"{P60}:A", f"{P32}:A", f"{P60}:B", x=9000),
        cords=tuple(
            Cord(id=f"k{n}{s}", supply=f"d-{n}:psu{s}", outlet="d-5")
            for n in range(4) for s in (1, 3, 5)
        ),
        site=Site(continuous_derate=0.7, power_factor=0.9),
    ),
    "policy N": lambda: hall(
        stand("a", *FOUR, f"{P60}:A", f"{P32}:B"), stand("b", "unrated@3", f"{P60}:A", x=5000),
        site=Site(feed_policy="N"), kw=45.0,
    ),
    "supplies of all sorts": lambda: hall(
        stand("a", "undeclared@3", "uncounted@8", "unrated@10", "single@12", "halogen@14", *TWO),
        stand("b", "undeclared@3", "single@12", "uncounted@20", *THREE, x=5000),
        stand("c", "undeclared@3", "undeclared@8", "pdu-narrow:A", "pdu-narrow:B", x=7000),
        stand("d", "undeclared@3", "pdu-unrated:A", "pdu-unrated:B", x=9000),
        stand("e", "dgx-h100@3", "dgx-h100=2+2", *TWO, x=11000),
        cords=(Cord(id="c1", supply="b-0:psu1", outlet="b-3"),
               Cord(id="c2", supply="b-0:psu9", outlet="b-3"),
               Cord(id="c3", supply="nobody:psu1", outlet="b-3"),
               Cord(id="c4", supply="b-1:psu1")),
    ),
    "two feeds above half": lambda: hall(
        stand("a", *FOUR[:3], *TWO), stand("b", *FOUR[:3], f"{P60}:A", f"{P32}:B", x=5000),
        stand("c", *FOUR[:1], "mystery@20", *TWO, x=7000), room=FIRM, site=COOL,
    ),
    "more air units than one": lambda: hall(
        *row_of(4, *FOUR[:2], *TWO, row="r"),
        *(stand(f"z{n}", part=part, x=3000 * n, y_mm=7000, feeds=("A", "B"))
          for n, part in enumerate(("crah-cold", "crac", "crac"))),
        rows=(Row(id="r"),), site=COOL.evolve(cooling_water_c=10.0), room=FIRM,
    ),
    "air units of no known size": lambda: hall(
        *row_of(2, *FOUR[:2], *TWO, row="r"),
        stand("z0", part="crac", y_mm=7000), stand("z1", part="crac-silent", x=6000, y_mm=7000),
        rows=(Row(id="r"),), site=COOL, room=FIRM,
    ),
    "coolant units of no known size": lambda: hall(
        stand("a", part="gb200-nvl72", feeds=("A", "B")),
        stand("b", "half-wet@3", *THREE, x=5000),
        stand("y", part="cdu-silent", x=7000, feeds=("A", "B")),
        stand("z", part="cdu-small", x=8500, feeds=("B", "C")), room=FIRM, site=COOL,
    ),
    "upstream, N+1": lambda: _power_tree("N+1"),
    "upstream, 2N": lambda: _power_tree("2N"),
    "upstream, N": lambda: _power_tree("N"),
    "two whole systems": lambda: hall(
        stand("a", *FOUR[:2], *TWO),
        power=(node("A", "feed", "g", kw=40), node("B", "feed", "u", kw=40),
               node("g", "generator", kw=40), node("u", "utility", kw=20)),
        site=Site(feed_policy="2N"),
    ),
    "a circle upstream": lambda: hall(
        stand("a", *FOUR[:2], *TWO),
        power=(node("A", "feed", "x"), node("B", "feed"), node("x", "ups", "y"),
               node("y", "ups", "x")),
    ),
    "nothing known of a server": lambda: hall(
        stand("a", "mystery@3", "dgx-h100@11", *TWO),
        stand("b", "mystery@3", "mystery@5", *TWO, x=5000, cooling="in-row"),
        stand("c", "nowhere@3", *TWO, x=7000), stand("d", part="gone", x=9000),
    ),
    "air in the open": lambda: hall(
        *row_of(3, *FOUR[:2], *TWO, row="r"), stand("z1", part="crah-cold", x=0, y_mm=7000,
                                                    feeds=("A", "B")),
        stand("z2", part="crac", x=3000, y_mm=7000), stand("z3", part="crah", x=5000, y_mm=7000,
                                                          feeds=("A",)),
        rows=(Row(id="r", name="Row R"),), site=Site(supply_air_c=35.0, altitude_m=1500.0),
    ),
    "cold air": lambda: hall(
        stand("a", "undeclared@3", "single@12", *TWO), stand("z", part="crah", x=8000),
        site=Site(supply_air_c=5.0, cooling_water_c=12.0),
    ),
    "nobody says how cold the air is": lambda: hall(stand("a", "undeclared@3", *TWO)),
    "doors": lambda: hall(
        stand("a", *FOUR, "dgx-h100@39", "rdhx!", *THREE),
        stand("b", *FOUR, "door-silent!", *THREE, x=5000),
        stand("c", *FOUR, *THREE, x=7000, cooling="room-air"),
        stand("d", *FOUR[:1], "rdhx!", *THREE, x=9000), stand("z", part="crah", x=0, y_mm=7000),
    ),
    "cold plates without units": lambda: hall(
        stand("a", part="gb200-nvl72", feeds=("A", "B")), stand("b", part="gb200-nvl72", x=5000),
        stand("c", "half-wet@3", *THREE, x=7000), stand("d", "wet-unknown@3", *THREE, x=9000),
    ),
    "cold plates with units": lambda: hall(
        stand("a", part="gb200-nvl72", feeds=("A", "B")),
        stand("b", "half-wet@3", "rdhx!", *THREE, x=5000),
        *(stand(f"z{n}", part="cdu-small", x=7000 + 700 * n, feeds=("A", "B")) for n in range(2)),
        site=Site(cooling_water_c=30.0),
    ),
    "loops": lambda: hall(
        stand("a", part="gb200-nvl72", feeds=("A", "B"), row="x"),
        stand("b", "half-wet@3", *THREE, x=5000), stand("c", "half-wet@3", *THREE, x=7000),
        stand("y", part="cdu-silent", x=8500, feeds=("A", "B")),
        *(stand(f"z{n}", part="cdu-small", x=9500 + 700 * n, feeds=("A", "B")) for n in range(3)),
        rows=(Row(id="x"),),
        loops=(Loop(id="one", name="Loop 1", units=("z0", "z1", "z2"), racks=("x",)),
               Loop(id="two", units=("y", "z0"), racks=("b", "b", "nope"), supply_c=33.0),
               Loop(id="three", racks=("a",))),
    ),
    "tanks": lambda: hall(
        stand("a", "dgx-h100@3", part="tank", x=2000),
        stand("b", *FOUR[:2], part="tank", x=4000), stand("c", "mystery@3", part="tank", x=6000),
        stand("d", "dgx-h100@3", part="tank-silent", x=8000), site=Site(cooling_water_c=35.0),
    ),
    "cooling by hand": lambda: hall(
        stand("a", *FOUR[:1], *TWO, cooling="direct-to-chip"),
        stand("b", "wet-unknown@3", *TWO, x=5000, cooling="direct-to-chip"),
        stand("c", *FOUR[:1], *TWO, x=7000, cooling="immersion"),
        stand("d", *FOUR[:1], *TWO, x=9000, cooling="rear-door"),
        stand("e", "half-wet@3", *TWO, x=11000, cooling="room-air"),
        stand("f", "dgx-h100@3", part="tank", x=1000, cooling="in-row"),
    ),
    "racks too heavy": lambda: hall(
        stand("a", *FOUR[:3], *TWO, part="rack-light"),
        stand("b", *FOUR, "dgx-h100@39", "single@47", "rdhx!", *THREE, x=5000, y_mm=1000),
        stand("c", *FOUR, *THREE, x=7000, y_mm=1000),
        stand("d", *FOUR, *TWO, part="rack-light", x=9000),
        stand("e", *FOUR[:1], *TWO, part="rack-light", x=10000), room=Room(floor_limit_kpa=4.2),
    ),
    "the floor": lambda: hall(
        stand("a", *FOUR, *THREE, x=1000, y_mm=1000), stand("b", x=1500, y_mm=1500),
        stand("c", *FOUR, *THREE, x=11800, y_mm=4000), stand("d", x=6000, y_mm=3000, rotation=90),
        stand("e", x=8000, y_mm=3000, rotation=270), stand("f", x=6000, y_mm=6000, rotation=180),
        stand("g", *FOUR[:2], *THREE, x=8000, y_mm=6500),
        stand("h", "mystery@3", x=3500, y_mm=6500),
        stand("i", part="rack-silent", x=4600, y_mm=6500),
        room=Room(
            floor_limit_kpa=4.0,
            obstacles=(Obstacle(id="pillar", x_mm=8200, y_mm=8000, width_mm=400, depth_mm=400),),
        ),
    ),
    "long rows": lambda: hall(
        *row_of(21, "single@3", *TWO, row="a"), *row_of(20, row="b", y_mm=7000),
        stand("b-crah", part="crah", x=18000, y_mm=7000, row="b"),
        rows=(Row(id="a"), Row(id="b"), Row(id="c")),
        room=Room(outline=((0, 0), (22_000, 0), (22_000, 12_000))),
    ),
    "space in racks": lambda: hall(
        stand("a", *FOUR[:3], "single@4", "single@48", "single@0", *TWO, part="rack-light"),
        stand("b", "uncounted@3", "uncounted@3/rear", "uncounted@4", "single@4/rear", *TWO, x=5000),
        stand("c", "unrated@3", "unrated@5", *TWO, x=7000, part="rack-light"),
        stand("d", "single@1", *TWO, x=9000, part="rack-silent"),
        stand("e", *FOUR, *(f"store@{u}" for u in (19, 38, 40, 42, 44, 46)), *THREE, x=10000),
        stand("f", "single@3", part="gb200-nvl72", x=1000, feeds=("A",)),
    ),
    "money and the site": lambda: hall(
        stand("a", "upside-down@3", "store@5", "mgmt@9", *FOUR[1:2], *TWO),
        site=Site(currency="EUR", utilisation=0.5, estimates=False),
        prices=(PriceOverride(id="dgx-h100", amount_cents=25_000_050, currency="EUR",
                              as_of="2026-01"),
                PriceOverride(id="store", amount_cents=1, currency="USD", as_of="2020")),
    ),
    "a year of hours": lambda: hall(
        stand("a", *FOUR[1:2], *TWO),
        site=Site(climate="seaside", heat_rejection="cooling-tower", pue=1.01, utilisation=0.5),
    ),
    "dollars": lambda: hall(
        *row_of(2, "upside-down@3", "store@5", *FOUR[1:2], *TWO, row="r"), rows=(Row(id="r"),),
        prices=(PriceOverride(id="store", amount_cents=12_345_67, as_of="2019-05"),),
        waivers=(Waiver(id="D05:upside-down", reason="known"), Waiver(id="F99:gone", reason="?")),
        site=Site(pue=1.2, utilisation=0.8),
    ),
    "a fabric of four nodes": lambda: _fabric_hall("8+4"),
    "switches missing and too many": lambda: _fabric_hall("7+5"),
    "two scalable units and a fabric manager": lambda: hall(
        *row_of(2, *FOUR, "rdhx!", *THREE, row="n"),
        stand("s", *_switches("8+4"), *TWO, x=5000), rows=(Row(id="n"),),
        fabrics=(NDR.evolve(su_nodes=9, reserved_slots=1),), site=COOL, room=CONTAINED,
    ),
    "ports that do not fit": lambda: _fabric_hall(
        "2+1",
        NDR.evolve(id="eth", name="In-band", kind="ethernet", purpose="in-band", rails=1,
                   rate_gbps=100.0, switch="switch-eth", leaf_policy="pooled", su_nodes=0),
        NDR.evolve(rails=12),
        NDR.evolve(id="silent", switch="switch-silent", purpose="storage", leaf_policy="pooled"),
        more=("switch-eth@31#eth.leaf", "switch-eth@33#lost.leaf", "switch-silent@35#silent.leaf"),
    ),
    "one rail on small switches": lambda: _fabric_hall(
        "0", NDR.evolve(rails=8, switch="switch-18", leaf_policy="pooled", su_nodes=0,
                        oversubscription=2.0),
        more=tuple(_switches("3+3", "switch-18")),
        cables=(Cable(id="k1", a="s-0", b="s-5", fabric="ib"),
                Cable(id="k2", a="s-0", b="nobody", fabric="ib")),
    ),
    "a fabric that cannot be": lambda: _fabric_hall(
        "1", NDR.evolve(switch="switch-18", su_nodes=32, leaf_policy="rail-per-su"),
        NDR.evolve(id="none", nodes=(), purpose="storage"),
        NDR.evolve(id="one", nodes=("store",), purpose="out-of-band", rails=1, tiers=1,
                   leaf_policy="pooled"),
        more=("store@40", "qm9700@38#none.leaf"),
    ),
    "two planes of split ports": lambda: _fabric_hall(
        "0", NDR.evolve(rails=2, planes=2, breakout=2, rate_gbps=200.0, switch="switch-18",
                        leaf_policy="pooled", su_nodes=0, planned_nodes=12),
        more=tuple(_switches("4+4", "switch-18")),
    ),
    "three tiers of small switches": lambda: hall(
        stand("n", *(f"linked@{u}" for u in range(1, 25, 2)), *TWO),
        stand("s", *_switches("6+6+3", "switch-4"), *TWO, x=5000),
        fabrics=(NDR.evolve(nodes=("linked",), rails=1, switch="switch-4", leaf_policy="pooled",
                            su_nodes=0, rate_gbps=100.0),),
        site=COOL, room=CONTAINED,
    ),
    "a core switch less": lambda: hall(
        stand("n", *(f"linked@{u}" for u in range(1, 25, 2)), *TWO),
        stand("s", *_switches("6+6+2", "switch-4"), *TWO, x=5000),
        fabrics=(NDR.evolve(nodes=("linked",), rails=1, switch="switch-4", leaf_policy="pooled",
                            su_nodes=0, rate_gbps=100.0),),
        site=COOL, room=CONTAINED,
    ),
    "filled racks, a leaf for each rail": lambda: hall(
        *(stand(f"n{n}", part="filled", x=3000 + 700 * n, feeds=("A", "B")) for n in range(3)),
        stand("s", *_switches("6+4", "switch-18"), *TWO, x=8000),
        fabrics=(NDR.evolve(nodes=("filled",), rails=2, switch="switch-18",
                            leaf_policy="rail-per-rack", su_nodes=0),
                 NDR.evolve(id="second", nodes=("filled",), rails=1, purpose="storage",
                            leaf_policy="pooled", su_nodes=0, switch="switch-18"),
                 NDR.evolve(id="third", nodes=("filled",), rails=9, leaf_policy="pooled",
                            su_nodes=0, switch="switch-18")),
        site=COOL, room=CONTAINED,
    ),
    "cables by hand": lambda: hall(
        stand("n", *FOUR[:2], "linked@40", "jack@42", *THREE),
        stand("s", *_switches("2+2"), "switch-4@21#ib.leaf", "sfp@23#small.leaf", *TWO, x=5000),
        fabrics=(NDR.evolve(nodes=("dgx-h100",), rails=2, leaf_policy="pooled", su_nodes=0,
                            planned_nodes=40),
                 NDR.evolve(id="small", name="", kind="ethernet", nodes=("jack", "dgx-h100"),
                            rails=1, rate_gbps=10.0, switch="sfp", leaf_policy="pooled",
                            su_nodes=0, purpose="in-band")),
        cables=tuple(
            Cable(id=f"k{at:02}", a=a, b=b, a_port=ap, b_port=bp, fabric=fabric)
            for at, (a, ap, b, bp, fabric) in enumerate((
                ("n-0", "5", "s-0", "10", "ib"), ("n-0", "1", "s-1", "3", "ib"),
                ("n-0", "1", "s-1", "4", "ib"), ("n-0", "", "s-1", "", ""),
                ("n-0", "", "n-1", "", "ib"), ("s-0", "", "s-0", "", "ib"),
                ("n-0", "9", "s-0", "", "ib"), ("n-0", "x", "s-0", "", "ib"),
                ("n-0", "", "s-0", "65", "ib"), ("s-2", "60", "s-0", "60", "ib"),
                ("s-0", "33", "s-2", "1", "ib"), ("n-2", "", "s-0", "", "ib"),
                ("n-0", "", "s-0", "", "lost"), ("n-2", "", "n-0", "", ""),
                ("n-3", "1", "s-5", "1", "small"), ("n-1", "", "s-4", "", "ib"),
                ("s-3", "", "n-1", "8", "ib"), ("s-4", "1", "s-2", "40", "ib"),
            ))
        ),
        site=COOL, room=CONTAINED,
    ),
    "switches that are none": lambda: hall(
        stand("n", *FOUR[:1], "nowhere@30", "linked@32", "half-wet@34", *TWO),
        stand("s", "dgx-h100@3#ib.leaf", "nowhere@20#ib.spine", "switch-18@24#split.leaf",
              "switch-eth@26#fast.leaf", "switch-18@28#wide.leaf", *TWO, x=5000),
        fabrics=(NDR.evolve(nodes=("dgx-h100", "nowhere"), leaf_policy="pooled", su_nodes=0),
                 NDR.evolve(id="fast", nodes=("dgx-h100",), switch="switch-eth", kind="ethernet",
                            rate_gbps=400.0, leaf_policy="pooled", su_nodes=0),
                 NDR.evolve(id="split", nodes=("linked",), rails=1, switch="switch-18", breakout=4,
                            rate_gbps=100.0, leaf_policy="pooled", su_nodes=0),
                 NDR.evolve(id="wide", nodes=("half-wet",), switch="switch-18", breakout=2,
                            rate_gbps=400.0, leaf_policy="pooled", su_nodes=0)),
    ),
    "cords by hand": lambda: hall(
        stand("a", "dgx-h100@3", "single@12", "uncounted@14", "shelf@16", *TWO,
              f"{P60}:A", "pdu-unrated:B", "rdhx!", "nowhere@20"),
        stand("b", "undeclared@3", "undeclared@8", f"{P60}:A", "pdu-narrow:", x=5000,
              cording="by-side"),
        stand("c", "undeclared@3", "dgx-h100@10", *THREE, "undeclared=1+3", "dgx-h100=2+2+1+1",
              x=7000),
        stand("d", "undeclared@3", "dgx-h100@10", *THREE, "undeclared=odd", "dgx-h100=by-side",
              x=9000),
        cords=tuple(
            Cord(id=f"c{at:02}", supply=supply, outlet=outlet)
            for at, (supply, outlet) in enumerate((
                ("a-0:psu1", "a-4:7"), ("a-0:psu2", "a-4:7"), ("a-0:psu3", "a-4:1"),
                ("a-0:psu4", "a-4:99"), ("a-0:psu5", "a-6"), ("a-0:psu5", "a-5"),
                ("a-0:psu7", "a-5"), ("a-0:psu6", "a-7:3"), ("a-1:psu1", "a-5:9"),
                ("a-2:psu1", "a-4"), ("a-2:psu2", "a-5:2"), ("a-3:psu1", "a-5"),
                ("a-8:psu1", "a-5"), ("a-9:psu1", "a-5"), ("b-0:psu1", "b-3"),
                ("b-0:psu2", "b-3"), ("b-1:psu1", "a-4"), ("b-1:psu2", "b-0"),
                ("b-1:psu3", "nobody"), ("b-1", "b-2"), ("b-1:psu4", "b-2:0"),
            ))
        ),
    ),
    "power shelves": lambda: hall(
        *(stand(f"s{n}", part=part, x=3000 + 700 * n, feeds=feeds, cording=cording)
          for n, (part, feeds, cording) in enumerate((
              ("shelved", ("A", "B"), ""), ("shelved", ("A", "B"), "by-side"),
              ("shelved", ("A", "B", "C"), "3+2+1"), ("shelved", ("A", "B"), "3+2"),
              ("shelved", ("A",), "3+3"), ("shelved", ("A", "A", "B"), "nonsense"),
              ("uncounted-shelves", ("A", "B"), ""), ("uncounted-shelves", ("A",), ""),
              ("gb200-nvl72", ("A", "B"), "4+4"), ("shelved", ("Z", "B"), ""),
          ))),
    ),
    "bus bars": lambda: hall(
        stand("a", "rectifier@1", "rectifier@2", "bus-tray@4", "bus-tray@7", feeds=("A", "B")),
        stand("b", *(f"rectifier@{n}" for n in range(1, 5)), "bus-tray@7", "single@10", *TWO,
              x=4000),
        stand("c", "rectifier@1", "large-rectifier@2", "bus-tray@4", x=5000, feeds=("A", "B"),
              cording="1+1"),
        stand("d", "rectifier@1", "rectifier@20", "bus-tray@4", "lost-thing@9", x=6000,
              feeds=("A", "B", "C")),
        stand("e", "bus-tray@4", *TWO, x=7000),
        stand("f", "rectifier@1", "bus-tray@4", x=8000),
        stand("g", "rectifier@1", "rectifier@2", "bus-tray@4", x=9000, feeds=("A", "Z")),
        stand("h", "rectifier@1", "bus-tray@4", x=9700, feeds=("A",), cording="3+3"),
    ),
}  # fmt: skip
"""By name: what each hall is drawn for."""
