"""What would meet a rule, as things that can be placed: the window builds it on one click.

May import the records of the model. Where the things stand, `planning.remedies` decides.
"""

from typing import Literal

from designer.model.record import Record

RemedyAction = Literal[
    "hang-doors",
    "hang-pdus",
    "place-shelves",
    "add-coolant-units",
    "add-air-units",
    "contain-aisles",
    "place-switches",
    "close-places",
    "draw-fabric",
]


class Remedy(Record):
    """What a finding asks for.

    Attributes
    ----------
    action
        What is to be done. Doors, rack PDUs and power shelves go into each rack of the finding.
    part
        Part of which there are more to be: that of the smallest unit that stands. Empty where
        none does, so that one is to be chosen. Of a fabric to be drawn: that of its nodes.
    number
        How many more of it; 0 where none stands, so that the loads say how many. Of rack PDUs on
        how many further feeds of the room; 0 where the supplies say so.
    kw, flow
        What all of it has to carry when one is lost: heat in kW (of a rack PDU: the load of the
        rack; of power shelves: that of its bus bar), and coolant in L/min or air in m³/h. 0 where
        nothing is asked.
    loop
        Id of the coolant loop that it is for; empty for the one of a design that declares none.
    fabric, tier
        Of switches: which they are of.
    """

    action: RemedyAction
    part: str = ""
    number: int = 0
    kw: float = 0.0
    flow: float = 0.0
    loop: str = ""
    fabric: str = ""
    tier: str = ""
