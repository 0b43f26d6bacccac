"""The subject of cables: how many, by medium."""

from designer.engine.subject import Subject
from designer.engine.subjects.cables import reach_rules, rules
from designer.engine.subjects.cables.cables import CABLES, cables_of
from designer.engine.subjects.cables.calc import CALCULATIONS
from designer.engine.subjects.cables.media import MEDIA
from designer.engine.subjects.cables.routing import ROUTING
from designer.engine.subjects.cables.writing import written
from designer.engine.subjects.fabrics.fabrics import FABRICS
from designer.engine.subjects.fabrics.network import NETWORK

SUBJECT = Subject(
    key=CABLES,
    title="Cables",
    design=("cables", "racks", "devices", "assemblies", "fabrics", "trays", "room"),
    reads=(NETWORK, FABRICS, ROUTING, MEDIA),
    compute=cables_of,
    section="cables",
    checks=(
        rules.types_are_known,
        reach_rules.cables_are_reached,
        reach_rules.copper_is_offered,
        reach_rules.trays_hold_their_cables,
    ),
    calc=CALCULATIONS,
    write=written,
)
