"""Rules of fabrics: can they be built, and is what stands what the rule asks for."""

from collections.abc import Iterator

from designer.engine.findings import Finding
from designer.engine.subject import Facts
from designer.engine.subjects.fabrics.fabrics import FABRICS

_TIERS = ("leaf", "spine", "core")


def fabric_can_be_built(facts: Facts) -> Iterator[Finding]:
    """R03: a fabric's nodes fit its switches, policy and tiers."""
    for fabric in facts[FABRICS]:
        if fabric.nodes and not fabric.complete:
            yield Finding(
                "R03", "error", fabric.id, (fabric.id,), f"{fabric.name}: {fabric.explanation}",
                "Change the fabric's policy, switch or scalable unit.",
            )  # fmt: skip


def a_slot_for_the_fabric_manager(facts: Facts) -> Iterator[Finding]:
    """R04: full scalable units leave no slot for the fabric manager (31 of 32 nodes)."""
    for fabric in facts.design.fabrics:
        report = next((r for r in facts[FABRICS] if r.id == fabric.id), None)
        full = fabric.su_nodes and report and report.nodes and not report.nodes % fabric.su_nodes
        if (
            full
            and report
            and fabric.kind == "infiniband"
            and fabric.leaf_policy == "rail-per-su"
            and not fabric.reserved_slots
        ):
            yield Finding(
                "R04", "info", fabric.id, (fabric.id,),
                f"{report.name}: {report.nodes} nodes fill every slot; none is left for the fabric "
                "manager",
                "Reference designs give one node slot of the fabric to UFM.",
            )  # fmt: skip


def switches_are_those_of_the_rule(facts: Facts) -> Iterator[Finding]:
    """R07: as many switches stand in each tier as the sizing rule asks for."""
    for fabric in facts[FABRICS]:
        if not fabric.complete:
            continue
        for tier in _TIERS:
            needed, placed = getattr(fabric, tier), getattr(fabric, f"placed_{tier}")
            if placed == needed:
                continue
            lack = placed < needed
            words = "missing" if lack else "more than the rule cables"
            cause = f"{fabric.id}:{tier}:{'missing' if lack else 'extra'}"
            yield Finding(
                "R07", "error" if lack else "warning", cause, (fabric.id,),
                f"{fabric.name}: {placed} of {needed} {tier} switches stand, "
                f"{abs(needed - placed)} {words}",
                fabric.explanation, abs(needed - placed),
            )  # fmt: skip
