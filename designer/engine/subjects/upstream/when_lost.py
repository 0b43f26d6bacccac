"""What is lost in a case of the plant, in words."""

from designer.engine.subject import Facts
from designer.engine.subjects.upstream.plant import Case


def when_lost(facts: Facts, case: Case) -> str:
    """Return what is lost, in words with a blank before them; by 2N, which system is left."""
    if case.feeds and facts.site.policy == "2N":
        also = f", without {facts.site.called(case.lost)}" if case.lost else ""
        return f" with only the system of {facts.site.called(case.feeds)} up{also}"
    lost = [facts.site.called(one) for one in (case.lost, case.feeds) if one]
    return f" after losing {' and '.join(lost)}" if lost else ""
