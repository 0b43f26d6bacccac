"""Why a pointer of the tests' tables leads nowhere.

`part/h100-sxm accelerator.memory_gb = 80` into the catalogue, `rule/…`, `calc/…`, `subject/…`,
`template/…` into the engine and the reference designs, `derived/table/id name = value` to what the
catalogue computes of an entry and shows, `answer/calculation inputs : figure = value` to what the
engine answers (see `answer_pointers`), `predicate/table/id` to the rules that an entry carries, or
`later/<subject>` for what a later engine will answer.
"""

import math

from designer.catalog import pointer
from designer.catalog.derived import derived_figures
from designer.catalog.load import load_shipped, shipped_library
from designer.engine.calc import CALCULATIONS
from designer.engine.subjects import SUBJECTS
from designer.engine.subjects.platform.answers import carried
from designer.planning.templates import TEMPLATES
from tests.helpers.answer_pointers import answer_problem
from tests.helpers.platform_cases import BY_FACTS_ALONE, CASES

ENGINE = {
    "rule": {rule.__name__ for subject in SUBJECTS for rule in subject.rules},
    "calc": set(CALCULATIONS),
    "template": {template.id for template in TEMPLATES},
    "subject": {subject.name for subject in SUBJECTS},
}


def computed(text: str) -> str:
    """Return why `table/id name = value` is no figure that the catalogue computes, or nothing."""
    place, _, rest = text.partition(" ")
    table, _, entry_id = place.partition("/")
    name, _, value = rest.rpartition(" = ")
    entry = (
        load_shipped().get(entry_id) if table == "part" else shipped_library().get(table, entry_id)
    )
    if entry is None:
        return f"no {place}"
    figures = {f.name: f.value for f in derived_figures(entry, load_shipped(), shipped_library())}
    if name not in figures:
        return f"{place} computes no {name!r}"
    found = figures[name]
    same = found is not None and math.isclose(found, float(value), rel_tol=1e-3)
    return "" if same else f"{name} of {place} is {found}, not {value}"


def predicate(place: str) -> str:
    """Return why `table/id` is no entry with rules of which each fails in one hall."""
    rules = {
        one.key for one in carried(shipped_library()) if f"{one.table}/{one.entry.id}" == place
    }
    if not rules:
        return f"{place} carries no rule"
    lost = sorted(rules - {case.key for case in CASES} - BY_FACTS_ALONE)
    return f"no hall in which {lost[0]} fails" if lost else ""


def problem(text: str) -> str:
    """Return why a pointer leads nowhere, or an empty string."""
    if text.startswith("derived/"):
        return computed(text.removeprefix("derived/"))
    if text.startswith("answer/"):
        return answer_problem(text)
    if text.startswith("predicate/"):
        return predicate(text.removeprefix("predicate/"))
    found = pointer.parse(text)
    if found.table == "later":
        return ""
    if found.table in ENGINE:
        return "" if found.id in ENGINE[found.table] else f"no {found.table} {found.id!r}"
    return found.problem(load_shipped(), shipped_library())
