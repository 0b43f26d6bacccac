"""Kernel parameters that the catalogue advises, and which of them this design takes, and why."""

from collections.abc import Iterator

from designer.catalog.library import Library
from designer.catalog.records.software import KernelParameter
from designer.engine.platform_report import KernelLine
from designer.engine.subjects.platform.known import Facts, known_of
from designer.model.platform import Platform

_TARGETS = {"sysctl": "sysctl.d", "boot": "kernel command line"}


def kernel_lines(platform: Platform, library: Library, facts: Facts) -> tuple[KernelLine, ...]:
    """Return a line for each parameter of the catalogue: those of sysctl first."""
    entries = [one for one in library.entries("kernel_parameter")
               if isinstance(one, KernelParameter)]  # fmt: skip
    ordered = sorted(entries, key=lambda one: one.target != "sysctl")
    return tuple(_line(one, platform, facts) for one in ordered)


def _line(entry: KernelParameter, platform: Platform, facts: Facts) -> KernelLine:
    text = f"{entry.name} = {entry.value}" if entry.target == "sysctl" else (
        f"{entry.name}={entry.value}"
    )  # fmt: skip
    reasons = list(_against(entry, facts))
    advised = None if reasons and all(known is None for known, _ in reasons) else not reasons
    source = entry.source_of("value")
    return KernelLine(
        id=entry.id, target=_TARGETS[entry.target], line=text if entry.exists else f"# {text}",
        why=entry.why or entry.summary, advised=advised,
        because="; ".join(why for _, why in reasons),
        chosen=entry.id in platform.kernel_parameters, source=source.source if source else "",
    )  # fmt: skip


def _against(entry: KernelParameter, facts: Facts) -> Iterator[tuple[bool | None, str]]:
    """Yield what speaks against a parameter: for certain, or perhaps where that is not known."""
    if not entry.exists:
        yield False, entry.summary
    if entry.dedicated_only:
        alone = known_of(facts, "dedicated").value
        if alone is False:
            yield False, "others share the machines"
        elif alone is None:
            yield None, "whether anybody shares the machines is not stated"
    if entry.applies_to:
        makers = known_of(facts, "cpu.makers")
        known = makers.value if isinstance(makers.value, frozenset) else frozenset()
        if entry.applies_to not in known:
            if makers.whole and known:
                yield False, f"the CPUs are of {', '.join(sorted(known))}"
            else:
                yield None, "the makers of the CPUs are not known"
