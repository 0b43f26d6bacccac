"""Racks to paint whose parts are made up, so that no figure of the catalogue moves a drawing."""

from math import inf

from designer.model.figures import Figure, exact, missing
from designer.render.drawing import Cages, DeviceDrawing, PartLook, RackDrawing

NODE_CAGES = (Cages("compute", 8, "OSFP"), Cages("storage", 2, "QSFP112"), Cages("bmc", 1, "RJ45"))
SWITCH_CAGES = (Cages("fabric", 32, "OSFP"), Cages("uplink", 2, "SFP28"))


def look(kind: str, **fields: object) -> PartLook:
    """Return what shows of a part of a kind; 1U, 1 kW, 10 kg unless said."""
    given: dict[str, object] = {
        "id": f"a-{kind}", "name": f"Test {kind}", "kind": kind, "height_half_u": 2,
        "height_mm": None, "width_mm": None, "depth_mm": 700, "full_depth": True,
        "power": exact(1.0, "kW"), "mass": exact(10.0, "kg"), "gpus": 0, "psu_count": 0,
        "cages": (),
    }  # fmt: skip
    return PartLook(**(given | fields))  # type: ignore[arg-type]  # a table of all fields


def device(name: str, of: PartLook, u: float = 1, **fields: object) -> DeviceDrawing:
    """Return a device in its rack, at a unit."""
    given: dict[str, object] = {
        "key": name, "name": name, "half_u": round(2 * u), "face": "front", "tier": "",
        "fabric": "", "feed": "", "look": of,
    }  # fmt: skip
    return DeviceDrawing(**(given | fields))  # type: ignore[arg-type]  # a table of all fields


def rack(*devices: DeviceDrawing, **fields: object) -> RackDrawing:
    """Return a rack of 12 units, 600 mm wide."""
    given: dict[str, object] = {
        "id": "r1", "name": "R01", "row": "r", "kind": "rack", "part": "a-rack",
        "part_name": "Test rack", "units": 12, "width_mm": 600, "depth_mm": 1000,
        "height_mm": 600, "rotation": 0, "devices": tuple(devices), "look": look("rack"),
        "summary": "1 × Test node", "known": True,
    }  # fmt: skip
    return RackDrawing(**(given | fields))  # type: ignore[arg-type]  # a table of all fields


NODE = look(
    "node", name="Test node", height_half_u=8, gpus=4, psu_count=4, cages=NODE_CAGES,
    power=exact(10.2, "kW"), mass=exact(130.4, "kg"),
)  # fmt: skip
FLAT_NODE = look(
    "node", name="Flat node", gpus=2, psu_count=2, cages=NODE_CAGES[:2],
    power=Figure(0.7, inf, None, "kW"),
)  # fmt: skip
SWITCH = look(
    "switch", name="Test switch", psu_count=2, cages=SWITCH_CAGES, full_depth=False, depth_mm=500
)
STORAGE = look("storage", name="Test store", height_half_u=4, psu_count=2, cages=NODE_CAGES[1:])
SERVER = look("server", name="Test server", psu_count=2, cages=NODE_CAGES[1:])
PDU = look("rack-pdu", name="Test PDU", height_half_u=0, height_mm=500, width_mm=56)
BLANK = look("blank", name="Blank")
GONE = look("blank", id="gone", name="gone", known=False, power=missing("x", "kW"),
            mass=missing("x", "kg"))  # fmt: skip


def filled_rack(**fields: object) -> RackDrawing:
    """Return a rack with something of each sort, on both faces, and two gaps."""
    return rack(
        device("node-1", NODE, 1, feeds=("A", "A", "B", "B")),
        device("leaf-1", SWITCH, 6, face="rear", feeds=("A", "B")),
        device("gone-1", GONE, 7),
        device("srv-1", SERVER, 8, feeds=("A", "B")),
        device("blank-1", BLANK, 9),
        device("store-1", STORAGE, 11, face="rear", feeds=("A", "B")),
        device("pdu-a", PDU, 0, face="zero-u", feed="a", feeds=("A",)),
        device("pdu-b", PDU, 0, face="zero-u", feed="b", feeds=("B",)),
        **fields,
    )
