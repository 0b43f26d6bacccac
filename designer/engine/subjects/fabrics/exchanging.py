"""What endpoints can exchange: all to all with its ceiling, and what the worst pairing is left.

All of these are shares among the endpoints that reach the network: those without a link send
nothing, and are told beside. A share is one of what an endpoint is to send over all its planned
links. Ceiling and pairing are bounded by halvings of those same endpoints, and by what of them
stands on either side of a halving of all.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from designer.engine.fabric_graph.cuts import sweeps
from designer.engine.fabric_graph.measure import Throughput, throughput_of
from designer.engine.fabric_graph.net import Net, lumped
from designer.engine.subjects.fabrics.any_topology import LIVE, Whole
from designer.engine.subjects.fabrics.as_net import condensed_net
from designer.engine.subjects.fabrics.graph import Graph, Ints
from designer.model.figures import Figure, exact, missing

_CUTS = ("rule cuts of the graph",)
Split = tuple[float, int]
"""What a cut costs, and how many endpoints with a link stand on one side."""


def perhaps_sent(share: Figure, open_on: Sequence[str]) -> Figure:
    """Return a share where links that it counts may not be there: none of all to all is sure.

    Whom no link reaches sends nothing and is not counted, so that the others may send more than
    with all of these links. What parts a network with all of them parts it without some.

    Parameters
    ----------
    open_on
        What leaves open whether they are: ports that nobody states, cables that nobody sells.
    """
    if not open_on or not share.high:
        return share
    return missing(open_on[0], "", 0.0, 1.0).rest_on(*open_on[1:])


def exchanged(graph: Graph, whole: Whole) -> dict[str, Figure]:
    """Return all-to-all with its ceiling, and the bracket of the worst pairing."""
    found, net = whole.found, whole.found.lumped.net
    splits = [*_of_owners(net, found.lumped.of[graph.places :]), *_halvings(net, whole)]
    return _exchanged(net, found.throughput, splits)


def exchanged_by_few(graph: Graph) -> dict[str, Figure]:
    """Return the same where fewer than half of all endpoints reach one network."""
    whole, of = condensed_net(graph)
    small = lumped(whole)
    splits = [*_of_owners(small.net, small.of[of[graph.places :]]), *_of_half(small.net)]
    return _exchanged(small.net, throughput_of(small.net, LIVE.even), splits)


def _exchanged(net: Net, throughput: Throughput, splits: Sequence[Split]) -> dict[str, Figure]:
    """Return the same of a net, by cuts."""
    number = net.endpoints
    if number < 2:
        return {}
    # What one side sends to the other crosses: n · (N - n) of N · (N - 1) pairs each way, and in
    # the worst pairing all of the smaller side.
    even = min(cost * (number - 1) / (few * (number - few)) for cost, few in splits) / net.sends
    paired = min(cost / min(few, number - few) for cost, few in splits) / net.sends
    ceiling = exact(min(1.0, even), "", *_CUTS)
    if not throughput.known:
        return {"all_to_all_ceiling_ratio": ceiling}
    low, high = throughput.rate / 2, min(1.0, paired)
    return {
        "all_to_all_ratio": exact(throughput.rate, "", "rule shortest paths, evenly divided"),
        "all_to_all_ceiling_ratio": ceiling,
        "permutation_ratio": Figure(min(low, high), high, None, "", 0.0, _CUTS),
    }


def _of_owners(net: Net, vertices: Ints) -> Iterator[Split]:
    """Yield one endpoint parted from its switch, and each sort of owners with all of its own."""
    yield net.access, 1
    links = np.bincount(net.a, net.capacity, net.size) + np.bincount(net.b, net.capacity, net.size)
    for one in np.unique(vertices).tolist():
        if 0 < (ends := int(net.weight[one] // net.copies[one])) < net.endpoints:
            yield float(links[one]) / int(net.copies[one]), ends


def _halvings(net: Net, whole: Whole) -> Iterator[Split]:
    """Yield halvings of all endpoints, by how many stand on each side of those with a link."""
    few, most = net.halves
    if few:
        # Nobody says how many stand away of the cheapest that is known: the fewest bound least.
        yield float(whole.bounds.high), few
    if most - few <= 1:
        return
    for cut in (whole.found.cut, *whole.found.pool):
        brought = round(float((net.weight * cut.away / net.copies).sum()))
        away = min(max(brought, few), most)
        if 0 < away < net.endpoints:
            yield cut.cost, away
    # They may set those with a link against those without: here half of them stand away.
    yield from _of_half(net)


def _of_half(net: Net) -> Iterator[Split]:
    """Yield halvings of the endpoints that have a link."""
    few = net.endpoints // 2
    for cut in sweeps(replace(net, halves=(few, net.endpoints - few))):
        yield cut.cost, few
