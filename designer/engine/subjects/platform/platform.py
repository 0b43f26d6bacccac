"""The platform of a design: what is chosen, and what the library's rules say of it."""

from designer.engine.platform_report import Choice, PlatformReport
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.platform.answers import answers, carried, readiness
from designer.engine.subjects.platform.chosen import chosen_facts, file_systems, names_of
from designer.engine.subjects.platform.drawn import drawn_facts
from designer.engine.subjects.platform.kernel import kernel_lines
from designer.engine.subjects.platform.known import Known
from designer.engine.subjects.platform.slices import mig_report
from designer.engine.subjects.platform.works import workload_facts
from designer.engine.subjects.workloads.given import the_library
from designer.engine.subjects.workloads.workloads import WORKLOADS
from designer.model.platform import LABELS

PLATFORM: Key[PlatformReport] = Key("platform")


def platform_of(facts: Facts) -> PlatformReport:
    """Return what is said of a platform."""
    platform, library = facts.design.platform, the_library()
    known = all_facts(facts)
    reports = {one.id: one for one in facts.read(WORKLOADS) or ()}
    works = [
        (one, workload_facts(one, reports.get(one.id), facts.catalog))
        for one in facts.design.workloads
    ]
    rules = tuple(answers(carried(library), known, works))
    said = [one.answer for one in rules]
    return PlatformReport(
        stated=platform.is_stated,
        choices=tuple(
            Choice(field=name, label=LABELS[name], value=value)
            for name, value in names_of(platform, library, facts.catalog)
        ),
        failed=said.count("fails"), held=said.count("holds"), undecided=said.count("open"),
        rules=rules,
        readiness=tuple(readiness(rules)),
        kernel=kernel_lines(platform, library, known),
        mig=mig_report(platform, library, known),
    )  # fmt: skip


def all_facts(facts: Facts) -> dict[str, Known]:
    """Return all that is known of a design but its workloads."""
    platform, drawn = facts.design.platform, drawn_facts(facts)
    chosen = chosen_facts(platform, the_library(), drawn)
    mounted = file_systems(platform.file_systems, drawn["file_systems"])
    return {**drawn, **chosen, "file_systems": mounted}
