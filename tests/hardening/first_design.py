"""A small room with a bit of everything that hands can take hold of."""

from designer.model.design import Assembly, Design, Device, PowerNode, Rack, Room, Row, Slot


def first_design() -> Design:
    """Return two rows of four racks: nodes, leaves and PDUs by hand, and copies of an assembly."""
    filling = Assembly(
        id="full",
        name="2 nodes",
        rack_part="rack-48u",
        slots=(
            Slot(id="n1", part="dgx-h100", half_u=2, name="{rack}-n1"),
            Slot(id="n2", part="dgx-h100", half_u=18, name="{rack}-n2"),
            Slot(id="pdu", part="pdu-415v-60a-3ph", face="zero-u", feed="A"),
        ),
    )
    racks = tuple(
        Rack(
            id=f"{row}{n:02}",
            name=f"{row}{n:02}",
            part="rack-48u",
            x_mm=1800 + 1200 * n,
            y_mm=1800 + 3600 * at,
            row=row,
            assembly="full" if row == "B" else "",
        )
        for at, row in enumerate("AB")
        for n in range(1, 5)
    )
    devices = (
        Device(id="leaf-1", name="leaf-1", part="qm9700", rack="A01", half_u=90),
        Device(id="node-1", name="node-1", part="dgx-h100", rack="A01", half_u=2),
        Device(id="node-2", name="node-2", part="dgx-h200", rack="A01", half_u=18),
        Device(id="node-3", name="node-3", part="dgx-b200", rack="A02", half_u=2),
        Device(id="pdu-1", name="pdu-1", part="pdu-415v-60a-3ph", rack="A01", face="zero-u",
               feed="A"),
    )  # fmt: skip
    return Design(
        name="small",
        room=Room(),
        power=(PowerNode(id="A", name="Feed A"), PowerNode(id="B", name="Feed B")),
        rows=tuple(Row(id=n, name=n, x_mm=3000, y_mm=1800 + 3600 * i) for i, n in enumerate("AB")),
        assemblies=(filling,),
        racks=racks,
        devices=devices,
    )
