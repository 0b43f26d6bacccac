"""The subjects of cables: their ways, their media, and what the report says of them."""

from collections.abc import Iterator

from designer.engine.network_report import Cables
from designer.engine.optics import CABLED, OPTICS
from designer.engine.preview import COST_OF_CABLES
from designer.engine.subject import Headline, PreviewWork, Subject
from designer.engine.subjects.cables import (
    link_rules,
    patching,
    reach_rules,
    rules,
    tray_rules,
)
from designer.engine.subjects.cables.bill import BILL, bill_from
from designer.engine.subjects.cables.cables import CABLES, cables_of
from designer.engine.subjects.cables.calc import CALCULATIONS
from designer.engine.subjects.cables.changing import LAID, changes_of, laid_of
from designer.engine.subjects.cables.media import MEDIA, media_of
from designer.engine.subjects.cables.moving import LINES, lines_moved, moved_of
from designer.engine.subjects.cables.optics import cabled_of, optics_of
from designer.engine.subjects.cables.questions import QUESTIONS
from designer.engine.subjects.cables.routing import ROUTING, routing_of
from designer.engine.subjects.cables.tray_lines import TRAY_LINES, trays_from
from designer.engine.subjects.cables.ways import WAYS
from designer.engine.subjects.cables.writing import written
from designer.engine.subjects.fabrics.fabrics import FABRICS
from designer.engine.subjects.fabrics.network import NETWORK


def _headlines(cables: Cables) -> Iterator[Headline]:
    yield Headline("length of cables", cables.figure("length_m"))
    price = cables.figure("price", cables.currency)
    yield Headline(COST_OF_CABLES, price, unpriced=cables.unpriced)
    yield Headline("power of cables and modules", cables.figure("optics_w"))


OF_WAYS = Subject(
    key=ROUTING,
    title="Ways of cables",
    design=("racks", "devices", "assemblies", "cables", "trays", "room"),
    reads=(NETWORK,),
    compute=routing_of,
)
OF_MEDIA = Subject(
    key=MEDIA,
    title="Media of cables",
    design=("cables", "prices", "room", "site"),
    reads=(ROUTING,),
    compute=media_of,
    preview=PreviewWork(moved_of, field="cables", at_once=True),
)
OF_LINES = Subject(
    key=LINES,
    title="Lines of cables",
    reads=(MEDIA,),
    compute=laid_of,
    preview=PreviewWork(lines_moved, field="cable_rows", at_once=True),
)
OF_CHANGES = Subject(
    key=LAID,
    title="Cables as laid",
    reads=(MEDIA,),
    compute=laid_of,
    preview=PreviewWork(changes_of, field="cable_changes", of_steps=True),
)
OF_BILL = Subject(
    key=BILL,
    title="Cables that are bought",
    reads=(MEDIA,),
    compute=bill_from,
)
OF_TRAYS = Subject(
    key=TRAY_LINES,
    title="Cables in trays",
    design=("trays",),
    reads=(MEDIA,),
    compute=trays_from,
)
OF_CABLED = Subject(
    key=CABLED,
    title="Switches as cabled",
    design=("racks",),
    reads=(MEDIA,),
    compute=cabled_of,
)
OF_OPTICS = Subject(
    key=OPTICS,
    title="Modules of switches",
    design=("site",),
    reads=(CABLED,),
    compute=optics_of,
)
SUBJECT = Subject(
    key=CABLES,
    title="Cables",
    design=("cables", "racks", "devices", "assemblies", "fabrics", "trays", "room"),
    reads=(NETWORK, FABRICS, ROUTING, MEDIA, BILL, TRAY_LINES, CABLED),
    compute=cables_of,
    section="cables",
    checks=(
        rules.types_are_known,
        reach_rules.cables_are_reached,
        reach_rules.copper_is_offered,
        reach_rules.trays_hold_their_cables,
        tray_rules.cables_lie_on_trays,
        patching.panels_have_ports,
        link_rules.lengths_are_alike,
        link_rules.modules_are_in_the_power,
    ),
    calc=CALCULATIONS,
    questions=(*QUESTIONS, WAYS),
    write=written,
    headlines=_headlines,
)
