"""The subject that others read for who is linked to whom: the fabrics' graphs as drawn."""

from dataclasses import dataclass, field

from designer.engine.results import Key
from designer.engine.subject import Facts, Subject
from designer.engine.subjects.fabrics.measures import Measures
from designer.wiring.network import NetworkExpander
from designer.wiring.network_columns import NetworkWiring


@dataclass(frozen=True, eq=False)
class Network:
    """The graphs of a design, and what expands the next design at the cost of what differs."""

    wiring: NetworkWiring
    expander: NetworkExpander = field(repr=False)
    measures: Measures = field(default_factory=Measures, repr=False)


NETWORK: Key[Network] = Key("network")


def network_of(facts: Facts) -> Network:
    """Return the graphs of a design's fabrics; the same object where they are the same."""
    last = facts.last(NETWORK)
    expander = last.expander if last is not None else NetworkExpander(facts.catalog)
    if facts.trial:  # a preview: the next report goes on from the last one
        expander = expander.fork()
    wiring = expander.expand(facts.design)
    facts.made["fabrics"] += expander.expanded
    if last is not None and last.wiring is wiring:
        return last
    measures = last.measures if last is not None else Measures()
    if not facts.trial:
        measures.drop_all_but([fabric.id for fabric in facts.design.fabrics])
    return Network(wiring, expander, measures)


SUBJECT = Subject(
    key=NETWORK,
    title="Network as drawn",
    design=("racks", "devices", "assemblies", "fabrics", "cables", "places", "halls"),
    compute=network_of,
)
