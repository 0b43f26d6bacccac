"""What is lost in a case of the plant, in words."""

from designer.engine.subject import Facts
from designer.engine.subjects.upstream.plant import Case
from designer.wiring.power_upstream import all_mains


def when_lost(facts: Facts, case: Case) -> str:
    """Return what is lost, in words with a blank before them; by 2N, which system is left."""
    named = _named(facts, case.lost)
    if case.feeds and facts.site.policy == "2N":
        also = f", without {' and '.join(named)}" if named else ""
        return f" with only the system of {facts.site.called(case.feeds)} up{also}"
    lost = [*named, *([facts.site.called(case.feeds)] if case.feeds else ())]
    return f" after losing {' and '.join(lost)}" if lost else ""


def _named(facts: Facts, lost: tuple[str, ...]) -> list[str]:
    """Return what things that are lost together are called: several mains in one word."""
    mains = set(all_mains(facts.design.power))
    if len(mains) > 1 and mains <= set(lost):
        return ["all mains", *(facts.site.called(one) for one in lost if one not in mains)]
    return [facts.site.called(one) for one in lost]
