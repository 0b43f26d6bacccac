"""What the expected availability takes for granted: batteries, starts, and what nobody rates.

Generators are judged by whether they are in service, start and run, and not by how long they take:
what bridges that is named here, for a design that has any.
"""

from collections.abc import Iterator

from designer.engine.subject import Facts
from designer.engine.subjects.availability.standing_down import unjudged_of
from designer.engine.subjects.feeds.room import POWER_TREE
from designer.model.plural import plural
from designer.model.some_names import some


def taken_for_granted(facts: Facts) -> str:
    """Return what is assumed of batteries, of the start of generators, and of what is not rated."""
    return " ".join(_said(facts))


def _said(facts: Facts) -> Iterator[str]:
    power = facts.design.power
    kinds = {node.id: node.kind for node in power}
    feeds = [node.id for node in power if node.kind == "feed"]
    tree = facts[POWER_TREE]
    normal = tree.normal.carried
    with_ups = {
        feed for key, mine in normal.items() if kinds.get(key) == "ups" for feed in mine
    }  # fmt: skip
    backed = [
        feed for feed in feeds
        if any(kinds.get(one) == "generator" for one in tree.upstream_of(feed))
    ]  # fmt: skip
    bridged = [feed for feed in backed if feed in with_ups]
    bare = [feed for feed in backed if feed not in with_ups]
    if bridged:
        yield (
            "Batteries of UPS are taken to bridge the start of generators: P18 asks whether they "
            "do."
        )
    if bare:
        names = some([facts.site.called(feed) for feed in bare])
        has = "has" if len(bare) == 1 else "have"
        yield (
            f"{names} {has} no UPS: every outage of the mains stops what hangs there alone until "
            "a generator carries it; those seconds are not counted, and no restart of a job is."
        )
    if with_ups:
        yield (
            "Batteries carry nothing else: an outage that no generator takes over counts from its "
            "first minute, so that GPUs are there somewhat longer than is said. A battery that "
            "fails is in the rate of its UPS, as far as that counts it."
        )
    if unjudged := [one for one in unjudged_of(facts)]:
        yield (
            f"Nobody states what {some([facts.site.called(one) for one in unjudged])} can carry: "
            "it is taken to carry all."
        )
    mains = sum(kind == "utility" for kind in kinds.values())
    if mains:
        yield (
            f"The rate of {plural(mains, 'utility', 'utilities')} counts interruptions of more "
            "than five minutes: shorter ones are in none."
        )
