"""The subject of fabrics: what their rules need, what is drawn, what they carry."""

from collections.abc import Sequence

from designer.engine.network_report import FabricReport
from designer.engine.subject import PreviewWork, Subject
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.fabrics import (
    calc,
    calc_all_reduce,
    calc_latency,
    calc_routing,
    calc_search,
    calc_topology,
    link_rules,
    rack_rules,
    rules,
    target_rules,
)
from designer.engine.subjects.fabrics.bisections import BISECTIONS, bisections_of, tried
from designer.engine.subjects.fabrics.fabrics import FABRICS, fabrics_of
from designer.engine.subjects.fabrics.later import later
from designer.engine.subjects.fabrics.network import NETWORK
from designer.engine.subjects.fabrics.questions import QUESTIONS
from designer.engine.subjects.fabrics.routing import ROUTING
from designer.engine.subjects.fabrics.switches_together import together
from designer.engine.subjects.fabrics.writing import written
from designer.engine.subjects.feeds.room import POWER_TREE


def _free_ports(
    before: tuple[FabricReport, ...] | None,
    after: tuple[FabricReport, ...] | None,
    _: Sequence[str],
) -> tuple[tuple[str, int | None, int | None], ...]:
    ports = {fabric.id: fabric.free_leaf_ports for fabric in before or ()}
    return tuple((f.id, ports.get(f.id), f.free_leaf_ports) for f in after or ())


SUBJECT = Subject(
    key=FABRICS,
    title="Fabrics",
    design=("fabrics",),
    reads=(NETWORK, CONTENTS, POWER_TREE),
    compute=fabrics_of,
    section="fabrics",
    checks=(
        rules.parts_of_fabrics_are_known,
        rules.fabric_can_be_built,
        rules.a_slot_for_the_fabric_manager,
        rules.switches_are_those_of_the_rule,
        rules.ports_fit_the_fabric,
        rules.compute_nodes_have_a_fabric,
        rules.switches_name_a_fabric_that_exists,
        rules.cables_by_hand_fit,
        link_rules.cables_by_hand_cut_nothing_off,
        link_rules.switches_have_links,
        link_rules.fabrics_are_one_network,
        rack_rules.switches_stand_in_several_racks,
    ),
    tries_less=True,
    later=later,
    calc=(
        calc.FABRIC,
        calc_topology.TOPOLOGY,
        calc_routing.ROUTING,
        calc_search.SEARCH,
        calc_latency.LATENCY,
        calc_all_reduce.ALL_REDUCE,
    ),
    write=written,
    preview=PreviewWork(_free_ports, field="free_leaf_ports"),
    together=together,
    together_of="switches",
    questions=(ROUTING, *QUESTIONS),
)

OF_BISECTIONS = Subject(
    key=BISECTIONS,
    title="Bisection of fabrics",
    design=("racks",),
    reads=(NETWORK, FABRICS),
    compute=bisections_of,
    checks=(target_rules.fabrics_keep_their_bisection,),
    tries_less=True,
    preview=PreviewWork(tried, field="bisections"),
)
