"""Which losses of several feeds at once a rack, or a device in it, certainly does not outlive.

`worst_loss` and `device_supplies` name one loss, the worst: of two that are as bad, or of one that
is a little less bad and still fatal, they do not tell. Here each is asked of by itself.
"""

from designer.engine.subjects.feeds.case import Case
from designer.engine.subjects.feeds.device_supplies import verdicts_of
from designer.engine.subjects.feeds.lines import Lost
from designer.engine.subjects.feeds.supplies import SupplyVerdict
from designer.engine.subjects.feeds.worst_loss import worst_of
from designer.model.feed_policy import ONE_BY_ONE


def fatal_losses(case: Case) -> frozenset[frozenset[str]]:
    """Return the feeds that go together, for each such single loss that does harm for certain.

    By N nothing may be lost, and by 2N feeds that meet upstream are one system.
    """
    if case.site.policy not in ONE_BY_ONE:
        return frozenset()
    known: dict[tuple[Lost, ...], bool] = {}
    found = set()
    for loss in case.site.lost_with:
        if len(loss.feeds) < 2:
            continue
        lost = tuple(case.lines_on(loss.feeds, names) for names in case.assignments)
        if lost not in known:
            known[lost] = bool(lost) and all(lost) and _harms(case.after(loss))
        if known[lost]:
            found.add(loss.feeds)
    return frozenset(found)


def _harms(case: Case) -> bool:
    return worst_of(case).verdict.answer == "no" or any(map(_goes_down, verdicts_of(case)))


def _goes_down(device: SupplyVerdict) -> bool:
    """Return whether the loss takes too many supplies; by N+1 it may take what has only one.

    What is stated to run on capped does not go down.

    A device that may hang nowhere may be down with nothing lost.
    """
    taken = device.left < device.count and not device.open_on
    if device.runs_capped:
        return False
    return taken and device.survives is False and (device.left > 0 or device.gravity == "error")
