"""The template of a specification: its parameters and its builder."""

from functools import partial

from designer.model.aisle_widths import LONGEST_ROW
from designer.planning.arguments import Parameter, Template
from designer.planning.pods.building import build_pod
from designer.planning.pods.spec import AUTO, PodSpec


def template_of(spec: PodSpec) -> Template:
    """Return the template that builds pods of a specification."""
    return Template(
        id=spec.id,
        name=spec.name,
        summary=spec.summary,
        parameters=(*_size(spec), *_racks(spec), *_others(spec)),
        builder=partial(build_pod, spec),
    )


def _size(spec: PodSpec) -> tuple[Parameter, ...]:
    if not spec.counts_units:
        return (
            Parameter(
                "nodes", "int", str(spec.default), spec.smallest, spec.largest, "compute nodes"
            ),
        )
    return (
        Parameter(
            "scalable_units", "int", str(spec.default), spec.smallest, spec.largest,
            f"scalable units of {spec.unit_nodes} node slots",
        ),
        Parameter(
            "units_per_hall", "int", str(spec.hall_units), 1, spec.hall_units,
            "scalable units that a hall holds at most; more stand in halls side by side",
        ),
    )  # fmt: skip


def _racks(spec: PodSpec) -> tuple[Parameter, ...]:
    systems, coolings = spec.systems(), spec.coolings()
    if spec.chooses_system:
        systems = (AUTO, *systems)
    return (
        Parameter("system", "choice", systems[0], help=spec.system_help, choices=systems),
        Parameter(
            "cooling", "choice", coolings[0], help="how node racks are cooled", choices=coolings
        ),
        Parameter(
            "nodes_per_rack", "choice", "auto", help=spec.per_rack_help,
            choices=("auto", *map(str, spec.per_rack_choices)),
        ),
    )  # fmt: skip


def _others(spec: PodSpec) -> tuple[Parameter, ...]:
    kinds = tuple(choice.name for choice in spec.storage_choices)
    managed = Parameter(
        "ufm", "choice", "auto",
        help=f"fabric manager in the pod, for one node slot; auto: up to {spec.tested_units} SU",
        choices=("auto", "included", "external"),
    )  # fmt: skip
    return (
        *((managed,) if spec.tested_units else ()),
        Parameter("storage", "choice", kinds[0], help="kind of storage system", choices=kinds),
        Parameter(
            "storage_level", "choice", spec.storage_default, help=spec.level_help,
            choices=("good", "better", "best"),
        ),
        Parameter(
            "racks_per_row", "int", "0", 0, LONGEST_ROW,
            "0: automatic, for a room about square; else 2 and more",
        ),
    )  # fmt: skip
