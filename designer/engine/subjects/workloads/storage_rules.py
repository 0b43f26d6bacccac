"""Rules of the storage of runs: it holds their data, and keeps a level."""

from collections.abc import Iterator
from typing import Final

from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.report import StorageReport
from designer.engine.subject import Facts
from designer.engine.subjects.storage.storage import STORAGE
from designer.engine.subjects.workloads.calc_storage import levels_for
from designer.engine.subjects.workloads.reached import reaches_nodes, reaching
from designer.engine.subjects.workloads.workloads import WORKLOADS
from designer.model.figure_words import words
from designer.model.figures import exact, within

_GOOD: Final = "good"


def storage_holds_the_data(facts: Facts) -> Iterator[Finding]:
    """L05: storage has room for the data of a run, with checkpoints and logs."""
    storage = facts.read(STORAGE)
    for one in facts[WORKLOADS]:
        if one.dataset_tb is None or storage is None:
            continue
        wanted = one.figure("storage_wanted_tb", "TB")
        asked = f"{one.called}: {one.dataset_tb:,g} TB of data ask for {words(wanted, 0)}"
        if storage.systems == 0:
            yield Finding(
                "L05", "info", f"none:{one.id}", (), f"{asked}, and no storage is drawn",
                "Draw the storage that holds them.",
            )  # fmt: skip
            continue
        have = storage.figure("raw_tb")
        verdict = within(exact(wanted.low, "TB"), have)
        if verdict.answer == "no":
            holds = "not even the data" if have.high < one.dataset_tb else "no more than the data"
            yield Finding(
                "L05", "warning", one.id, (),
                f"{asked}, and storage has {words(have, 0)} raw: room for {holds}",
                "Draw more storage, or keep less of it there.",
            )  # fmt: skip
        elif verdict.answer == "open":
            yield cannot_be_said(
                "L05", one.id, (), f"{asked}: whether the {words(have, 0)} of storage are enough",
                verdict.because, facts.name_of,
            )  # fmt: skip


def storage_keeps_a_level(facts: Facts) -> Iterator[Finding]:
    """L06: storage reads and writes at least what NVIDIA calls good for so many GPUs."""
    storage = facts.read(STORAGE)
    for one in facts[WORKLOADS]:
        if one.gpus is None or one.kind != "training" or storage is None:
            continue
        if not storage.figure("systems").low > 0:
            continue
        read, write = levels_for(one.gpus)[_GOOD]
        reads, writes = reaching(storage)
        asked = f"{one.called}: good storage reads {read:,.3g} and writes {write:,.3g} GB/s"
        if one.storage_level == "below good":
            yield Finding(
                "L06", "warning", one.id, (),
                f"{asked} for {one.gpus:,} GPUs, and what is drawn {_does(storage)}",
                "Draw more storage, or state that the run reads less.",
            )  # fmt: skip
        elif not one.storage_level and (reads.low < read or writes.low < write):
            asks = ((read, reads), (write, writes))
            because = (ref for least, have in asks for ref in within(exact(least), have).because)
            yield cannot_be_said(
                "L06", one.id, (), f"{asked} for {one.gpus:,} GPUs: whether what is drawn does",
                dict.fromkeys(because), facts.name_of,
            )  # fmt: skip


def storage_feeds_gpus(facts: Facts) -> Iterator[Finding]:
    """L11: nodes read of storage what their GPUs are said to read."""
    storage = facts.read(STORAGE)
    for one in facts[WORKLOADS]:
        if one.read_wanted_gb_s is None or one.gpus is None or storage is None:
            continue
        wanted = one.figure("read_wanted_gb_s", "GB/s")
        asked = f"{one.called}: {one.gpus:,} GPUs read {words(wanted, 0)} of storage"
        if storage.systems == 0:
            yield Finding(
                "L11", "info", f"none:{one.id}", (), f"{asked}, and none is drawn",
                "Draw the storage that feeds them.",
            )  # fmt: skip
            continue
        verdict = within(wanted, reaching(storage)[0])
        if verdict.answer == "no":
            yield Finding(
                "L11", "warning", one.id, (), f"{asked}, and what is drawn {_does(storage)}: "
                "GPUs wait for data",
                "Draw more storage or a wider network of it, or keep data in the nodes.",
            )  # fmt: skip
        elif verdict.answer == "open":
            yield cannot_be_said(
                "L11", one.id, (), f"{asked}: whether what is drawn does", verdict.because,
                facts.name_of,
            )  # fmt: skip


def _does(storage: StorageReport) -> str:
    read, write = reaching(storage)
    way = " over its network" if reaches_nodes(storage) else ""
    return f"reads {words(read)} and writes {words(write)}{way}"
