"""Operating systems, software, kernel parameters and help texts of the shipped catalogue."""

import re
from collections import Counter

import pytest

from designer.catalog import pointer
from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.records.guidance import Guideline, Topic
from designer.catalog.records.software import KernelParameter, OperatingSystem, Software

LIBRARY = shipped_library()
SYSTEMS = [e for e in LIBRARY.entries("operating_system") if isinstance(e, OperatingSystem)]
PROGRAMS = [e for e in LIBRARY.entries("software") if isinstance(e, Software)]
SETTINGS = [e for e in LIBRARY.entries("kernel_parameter") if isinstance(e, KernelParameter)]
TOPICS = [e for e in LIBRARY.entries("topic") if isinstance(e, Topic)]
RECOMMENDED = {
    "DGX cluster (production)": ["dgx-os", "ubuntu-22-04"],
    "Enterprise K8s (OpenShift)": ["rhel-9"],
    "Vanilla K8s (on-prem)": ["ubuntu-22-04", "flatcar"],
    "Slurm cluster (HPC/AI)": ["rocky-9", "ubuntu-22-04"],
    "Research / rapid prototyping": ["ubuntu-24-04"],
    "Edge inference": ["jetpack"],
}
"""First choice, then the second where the survey names one."""

SYSCTL = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)+")
BOOT = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)?")


def named(entries: list, entry_id: str):
    return next(entry for entry in entries if entry.id == entry_id)


def version(text: str) -> tuple[int, ...]:
    return tuple(int(piece) for piece in text.split("."))


# --- kernel parameters ------------------------------------------------------------------------


@pytest.mark.parametrize("setting", [s for s in SETTINGS if s.exists], ids=lambda s: s.id)
def test_a_setting_parses_as_its_file_writes_it(setting: KernelParameter):
    if setting.target == "sysctl":
        assert SYSCTL.fullmatch(setting.name)
        assert all(piece.isdigit() for piece in setting.value.split())
    else:
        assert BOOT.fullmatch(setting.name)
        assert " " not in setting.value
        assert setting.name.split(".")[0] not in {"net", "vm", "kernel"}, "that is a sysctl key"


def test_the_socket_buffers_are_128_mib_and_agree():
    largest = int(named(SETTINGS, "net-core-rmem-max").value)
    assert largest == 134_217_728 == 128 * 2**20
    assert int(named(SETTINGS, "net-core-wmem-max").value) == largest
    for name in ("net-ipv4-tcp-rmem", "net-ipv4-tcp-wmem"):
        low, first, high = (int(piece) for piece in named(SETTINGS, name).value.split())
        assert low < first < high == largest


def test_what_kernels_no_longer_have_is_kept_but_marked():
    gone = [setting.name for setting in SETTINGS if not setting.exists]
    assert "kernel.sched_min_granularity_ns" in gone
    assert int(named(SETTINGS, "kernel-sched-min-granularity-ns").value) == 10 * 10**6  # 10 ms


def test_names_are_spelt_as_the_kernel_spells_them():
    names = {setting.name for setting in SETTINGS}
    assert "transparent_hugepage" in names
    assert "transparent_hugepages" not in names


def test_settings_that_weaken_the_kernel_ask_for_a_dedicated_cluster():
    assert [s.dedicated_only for s in SETTINGS if s.name == "mitigations"] == [True]
    assert not any(s.dedicated_only for s in SETTINGS if s.name.startswith(("net.", "vm.")))


def test_idle_states_are_limited_on_intel_only():
    assert named(SETTINGS, "intel-idle-max-cstate").applies_to == "Intel"


# --- operating systems ------------------------------------------------------------------------


def test_each_use_case_has_one_first_choice():
    firsts = Counter(use for system in SYSTEMS for use in system.use_cases)
    assert set(RECOMMENDED) <= set(firsts)
    assert set(firsts.values()) == {1}


@pytest.mark.parametrize("use", RECOMMENDED)
def test_the_recommendations_are_the_surveys(use: str):
    first, *second = RECOMMENDED[use]
    assert use in named(SYSTEMS, first).use_cases
    assert set(second) <= {system.id for system in SYSTEMS if use in system.also_for}


def test_container_hosts_take_neither_lustre_nor_slurm_nor_ofed():
    for name in ("flatcar", "bottlerocket"):
        system = named(SYSTEMS, name)
        assert (system.lustre_client, system.slurm, system.mlnx_ofed) == (False, False, False)
        assert system.kubernetes


def test_debian_comes_with_rdma_core_alone():
    assert named(SYSTEMS, "debian-12").rdma == ("rdma-core",)


def test_dgx_os_is_bound_to_a_dgx_and_a_dgx_not_to_it():
    assert named(SYSTEMS, "dgx-os").dgx_only
    assert not any(named(SYSTEMS, name).dgx_only for name in ("ubuntu-22-04", "rhel-9"))
    assert {s.id for s in SYSTEMS if s.dgx_supported} >= {"dgx-os", "ubuntu-22-04", "rhel-9"}


def test_the_oldest_driver_of_a_system_runs_its_cuda():
    minimum = version(named(PROGRAMS, "cuda-12-5").driver_min_compat)
    for system in SYSTEMS:
        if system.driver_min.isdigit():
            assert version(system.driver_min)[0] >= minimum[0], system.id


# --- software ---------------------------------------------------------------------------------


def toolkits() -> list[Software]:
    return [p for p in PROGRAMS if p.driver_paired]


@pytest.mark.parametrize("toolkit", toolkits(), ids=lambda t: t.id)
def test_a_toolkit_runs_on_older_drivers_than_its_own(toolkit: Software):
    assert version(toolkit.driver_min_compat) <= version(toolkit.driver_paired)


def test_newer_toolkits_come_with_newer_drivers():
    ordered = sorted(toolkits(), key=lambda t: version(t.name.split()[-1]))
    drivers = [version(toolkit.driver_paired) for toolkit in ordered]
    assert len(drivers) >= 10
    assert drivers == sorted(drivers)


def test_550_is_neither_figure_of_cuda_12_5():
    toolkit = named(PROGRAMS, "cuda-12-5")
    assert version(toolkit.driver_min_compat)[0] == 525
    assert version(toolkit.driver_paired)[0] == 555
    remark = toolkit.source_of("driver_min_compat")
    assert remark is not None
    assert "550" in remark.other


def test_equivalents_are_mutual_and_of_another_maker():
    for program in PROGRAMS:
        if program.equivalent and program.kind != "driver":
            other = named(PROGRAMS, program.equivalent)
            assert other.equivalent == program.id
            assert set(other.accelerators).isdisjoint(program.accelerators)


def test_rocm_has_the_four_equivalents():
    pairs = {"hip": "cuda-cpp", "rocblas": "cublas", "miopen": "cudnn", "rccl": "nccl"}
    assert {amd: named(PROGRAMS, amd).equivalent for amd in pairs} == pairs


def test_the_kubernetes_components_of_the_survey_are_there():
    promised = {
        *("volcano", "kueue", "nvidia-gpu-operator", "hami"),
        *("node-feature-discovery", "topology-manager", "dpdk-sr-iov"),
    }
    assert promised <= {p.id for p in PROGRAMS if p.kind == "kubernetes"}


def test_the_stack_has_programs_in_each_layer_above_the_hardware():
    assert {p.layer for p in PROGRAMS if p.layer} >= {1, 2, 3, 4}


def test_the_gpu_line_of_gres_conf_is_a_dgx_h100s():
    example = named(PROGRAMS, "gres-conf").example
    count = re.search(r"Name=gpu Type=h100 Count=(\d+)", example)
    assert count is not None
    assert int(count[1]) == load_shipped().require("dgx-h100").gpus


# --- guidelines and topics --------------------------------------------------------------------


def test_units_are_said_once():
    values = {
        e.id: e.value
        for e in LIBRARY.entries("guideline")
        if isinstance(e, Guideline) and e.value is not None
    }
    assert values["context-k"] == 2**10
    assert values["tokens-k"] == 1000
    assert values["bytes-per-gb"] == 10**9
    assert values["hours-per-year"] == 365 * 24 == 12 * values["hours-per-month"]


@pytest.mark.parametrize("topic", TOPICS, ids=lambda t: t.id)
def test_a_topic_has_something_to_say(topic: Topic):
    sentences = [s for s in re.split(r"[.?!:](?:\s|$)", topic.body) if s.strip()]
    assert len(sentences) >= 2


@pytest.mark.parametrize("topic", TOPICS, ids=lambda t: t.id)
def test_a_topic_leads_to_entries_that_exist(topic: Topic):
    """`see` names entries as `table/id`, or another topic by its id alone."""
    for name in topic.see:
        said = pointer.parse(name if "/" in name else f"topic/{name}")
        assert said.problem(load_shipped(), LIBRARY) == ""
