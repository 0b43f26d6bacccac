"""Every rule of the library fails in one hall and holds in another, as its source says.

The sources are those of the founding documents, cited by the entries; where the documents disagree
a rule follows what the library's conflicts settle.
"""

import pytest

from designer.catalog.load import shipped_library
from designer.engine.platform_report import RuleReport
from designer.engine.subjects.platform.answers import answer, carried
from designer.engine.subjects.platform.known import Known, number
from tests.helpers.platform_cases import BY_FACTS_ALONE, CASES, Case
from tests.helpers.platform_halls import Hall


def said(hall: Hall, key: str) -> RuleReport | None:
    """Return what a rule says of a hall; None where it is not asked."""
    rules = hall.report().platform.rules
    found = [one for one in rules if one.key == key or one.key.startswith(f"{key}:")]
    return found[0] if found else None


@pytest.mark.parametrize("case", CASES, ids=[case.key for case in CASES])
def test_a_rule_fails_in_one_hall_and_holds_in_another(case: Case) -> None:
    bad, good = said(case.fails, case.key), said(case.holds, case.key)
    assert bad is not None
    assert good is not None
    assert (bad.answer, good.answer) == ("fails", "holds"), (bad.said, good.said)
    assert bad.source
    assert "{" not in bad.said + bad.remedy
    assert "not known" not in bad.said


def test_every_rule_of_the_library_has_such_halls() -> None:
    rules = {one.key for one in carried(shipped_library())}
    assert rules == {case.key for case in CASES} | BY_FACTS_ALONE


UPS = "guideline/ai-ready-rack-power.ups"


def test_a_ups_is_ready_where_it_is_drawn_and_bears_the_spikes() -> None:
    (rule,) = (one for one in carried(shipped_library()) if one.key == UPS)
    facts = {"gpus": number(8), "power.ups": Known(value=True)}
    for bears, wanted in ((True, "holds"), (False, "fails")):
        found = answer(rule, {**facts, "power.spikes": Known(value=bears)})
        assert found.answer == wanted
    unknown = answer(rule, facts)
    assert unknown.answer == "open"
    without = answer(rule, {**facts, "power.ups": Known(value=False)})
    assert without.answer == "fails"
