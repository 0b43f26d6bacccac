"""Findings of the library's rules: one rule of the engine for each of their topics.

A rule that fails is a finding of its own severity; a note is told in the report alone. One that is
asked and cannot be said is a finding where it is grave and the design states something of its
platform: a design that states nothing of it gets what the drawing alone shows.
"""

from collections.abc import Iterator
from typing import Final

from designer.engine.advice import advice_on
from designer.engine.findings import Finding, Level
from designer.engine.platform_report import NOT_ASKED, RuleReport
from designer.engine.reasons import OPEN
from designer.engine.subject import Facts
from designer.engine.subjects.platform.chosen import unknown_choices
from designer.engine.subjects.platform.platform import PLATFORM
from designer.engine.subjects.workloads.given import the_library
from designer.model.platform import LABELS

_GRAVE: Final = ("warning", "error")


def software_fits_together(facts: Facts) -> Iterator[Finding]:
    """S01: operating system, driver, CUDA, scheduler and kernel go together."""
    yield from _of_topic(facts, "S01", "software")
    for name, value in unknown_choices(facts.design.platform, the_library()):
        label = LABELS[name]
        yield Finding(
            "S01", "warning", f"unknown:{name}:{value}", (),
            f"{label}: the catalogue has no {value!r}, and no rule says anything of it",
            "Choose one of the catalogue in the tab Platform, or add it to your own library.",
        )  # fmt: skip


def accelerators_take_the_software(facts: Facts) -> Iterator[Finding]:
    """S02: what is chosen runs on the GPUs and systems that are drawn."""
    yield from _of_topic(facts, "S02", "accelerators")


def networks_suit_the_gpus(facts: Facts) -> Iterator[Finding]:
    """S03: the network is as fast, and set up, as so many GPUs ask for."""
    yield from _of_topic(facts, "S03", "network")


def file_systems_can_be_mounted(facts: Facts) -> Iterator[Finding]:
    """S04: nodes can mount the storage, and a job uses one kind of it."""
    yield from _of_topic(facts, "S04", "storage")


def workloads_suit_the_platform(facts: Facts) -> Iterator[Finding]:
    """S05: what is to run suits the GPUs, the split and the place that are chosen."""
    yield from _of_topic(facts, "S05", "workloads")


def hall_is_ready(facts: Facts) -> Iterator[Finding]:
    """S06: a hall that is held to the check list of an AI-ready data centre meets it."""
    if facts.design.platform.ready:
        yield from _of_topic(facts, "S06", "readiness")


def _of_topic(facts: Facts, rule: str, topic: str) -> Iterator[Finding]:
    report = facts[PLATFORM]
    for one in report.rules:
        if one.topic != topic or one.answer in ("holds", NOT_ASKED) or one.severity == "note":
            continue
        if one.answer == "fails":
            level: Level = one.severity  # type: ignore[assignment]  # a note is none of them
            yield Finding(rule, level, one.key, (), _sentence(one), one.remedy)
        elif one.asked and report.stated and one.severity in _GRAVE:
            yield Finding(
                rule, "warning", f"{OPEN}:{one.key}", (), f"{one.title}: {one.said}",
                advice_on(one.open_on, facts.name_of), open_on=one.open_on,
            )  # fmt: skip


def _sentence(one: RuleReport) -> str:
    return one.said
