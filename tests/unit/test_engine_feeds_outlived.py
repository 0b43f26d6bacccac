"""Wirings that are merely tried: what is asked of them is what the feeds of a rack say in full."""

from designer.engine.subjects.contents.fillings import fillings_of
from designer.engine.subjects.feeds.feeds import FEEDS, Feeds, outlived
from tests.helpers.engine_contents import facts_of_contents
from tests.helpers.signed_designs import DESIGNS
from tests.helpers.signed_parts import CATALOG

SLOW = "more PDUs on no feed than can be tried"


def _says(feeds: Feeds) -> tuple[str, bool]:
    """Return whether lines outlive each loss, and whether all supplies do."""
    supplies = all(one.normal.answer != "no" and one.survives is not False
                   for one in feeds.verdicts)  # fmt: skip
    return feeds.worst.verdict.answer, supplies


def test_what_is_tried_is_told_as_the_feeds_say_in_full() -> None:
    seen: set[tuple[str, bool]] = set()
    for name in DESIGNS.keys() - {SLOW}:
        facts = facts_of_contents(DESIGNS[name](), CATALOG)
        for core, racks in fillings_of(facts).racks_having(FEEDS):
            said = _says(core[FEEDS])
            told = outlived(core[FEEDS].wiring, facts.site)
            assert told == (said == ("yes", True)), (name, racks)
            seen.add(said)
    assert seen == {
        (lines, supplies) for lines in ("yes", "open", "no") for supplies in (True, False)
    }
