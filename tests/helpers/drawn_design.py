"""A small design to draw: four nodes, a switch and three feeds in a rack, in two facing rows."""

from designer.model.design import (
    Assembly,
    Design,
    Device,
    PowerNode,
    Rack,
    Revision,
    Room,
    Row,
    Slot,
    TitleBlock,
)

NODE_UNITS = (3, 11, 22, 30)


def node_assembly() -> Assembly:
    """Return the filling that reference racks share: four nodes, a switch, a PDU on each feed."""
    nodes = [
        Slot(id=f"n{i}", part="dgx-h100", half_u=2 * u, name=f"dgx-{{rack}}-{i}")
        for i, u in enumerate(NODE_UNITS, start=1)
    ]
    switch = Slot(id="oob", part="sn2201", half_u=92, face="rear", name="oob-{rack}")
    pdus = [
        Slot(id=f"pdu-{f}", part="pdu-415v-60a-3ph", face="zero-u", name=f"{{rack}}-{f}", feed=f)
        for f in "abc"
    ]
    slots = sorted([*nodes, switch, *pdus], key=lambda slot: slot.id)
    return Assembly(id="dgx-h100-x4", name="4 × DGX H100", rack_part="rack-48u", slots=tuple(slots))


def drawn_design(per_row: int = 10) -> Design:
    """Return four rows of racks: A and B face each other, C turns its back to B, D faces C."""
    rows, racks, devices = [], [], []
    for index, (letter, rotation) in enumerate(zip("ABCD", (180, 0, 180, 0), strict=True)):
        y = 1200 + index * 2400
        rows.append(Row(id=letter.lower(), name=letter, x_mm=1200, y_mm=y, rotation=rotation))
        for number in range(1, per_row + 1):
            rack_id = f"{letter.lower()}{number:02d}"
            x = 1200 + (number - 1) * 800
            own = letter == "B" and number in (5, 6)
            racks.append(
                Rack(
                    id=rack_id, name=rack_id.upper(), part="rack-48u", x_mm=x, y_mm=y,
                    rotation=rotation, row=letter.lower(), assembly="" if own else "dgx-h100-x4",
                )
            )  # fmt: skip
            if own:
                devices += _switches(rack_id, number)
    return Design(
        name="drawn",
        power=tuple(PowerNode(id=f, name=f.upper()) for f in "abc"),
        title_block=TitleBlock(owner="Example GmbH", drawing_number="HALL1-RK", created_by="desk"),
        room=Room(
            outline=((0, 0), (11_400, 0), (11_400, 11_400), (0, 11_400)),
        ),
        revisions=(
            Revision(id="A", date="2026-11-03", text="first issue"),
            Revision(id="B", date="2026-11-12", text="switches moved to B05, B06"),
        ),
        rows=tuple(rows),
        assemblies=(node_assembly(),),
        racks=tuple(racks),
        devices=tuple(sorted(devices, key=lambda d: d.id)),
    )


def _switches(rack_id: str, number: int) -> list[Device]:
    kinds = ("qm9700", "sn5600", "sn4600c", "sn2201", "weka-node", "mgmt-server", "ufm-appliance")
    found = [
        Device(
            id=f"{rack_id}-{i:02d}", name=f"leaf-{number}-{i}", part=kinds[i % len(kinds)],
            rack=rack_id, half_u=2 * (4 + 3 * i), face="rear" if i % 7 < 4 else "front",
        )
        for i in range(12)
    ]  # fmt: skip
    found += [
        Device(
            id=f"{rack_id}-pdu-{f}", name=f"{rack_id}-{f}", part="pdu-415v-60a-3ph", rack=rack_id,
            face="zero-u", feed=f,
        )
        for f in "ab"
    ]  # fmt: skip
    return found
