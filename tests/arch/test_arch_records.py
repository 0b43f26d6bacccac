"""Records cannot be changed from inside, and no object of a module can: looked up in what runs."""

import dataclasses
import types
from collections.abc import Callable
from typing import Annotated, Any, Literal

import numpy as np
import pytest
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    SkipValidation,
    WrapValidator,
    field_validator,
)
from pydantic.dataclasses import dataclass as pydantic_dataclass
from PySide6.QtCore import QObject

from designer.model.measured import Measured
from designer.model.record import Record
from tests.arch.test_arch_imports import QT_FREE
from tests.helpers import record_rules, state_rules

EXCEPTED = {
    "designer.model.change.Change.single": "a value of any field of a design: itself checked here",
    "designer.model.change.Change.put": "records of any collection: themselves checked here",
}


_CACHE = "filled as racks are computed: a cache that belongs to one evaluation"
LOOSE = {
    "designer.model.layout.Layout._copies": "counted with the layout, read by its methods only",
    "designer.model.layout.Layout._devices": "of the layout before, handed over and read alone",
    "designer.model.layout.Layout._own": "of the layout before, handed over and read alone",
    "designer.model.layout.Layout._racks": "of the layout before, handed over and read alone",
    "designer.model.layout.Layout._placed": "made once with the layout, read by its methods only",
    "designer.catalog.completeness.Completeness.states": "counted with it, read by a table only",
    "designer.engine.calculation.CalcResult.basis": "the answer of one command, printed at once",
    "designer.engine.calculation.CalcResult.bounds": "the answer of one command, printed at once",
    "designer.engine.calculation.CalcResult.inputs": "the answer of one command, printed at once",
    "designer.engine.calculation.CalcResult.results": "the answer of one command, printed at once",
    "designer.engine.subjects.contents.core.RackCore.results": _CACHE,
    "designer.engine.optics.RackOptics._told": _CACHE,
    "designer.engine.plant_flows.Losing._before": _CACHE,
    "designer.engine.plant_flows.Losing._known": _CACHE,
    "designer.engine.subjects.contents.core.RackCore.finished": _CACHE,
    "designer.engine.subjects.cables.media.Media.seen": _CACHE,
    "designer.engine.subjects.cables.media.Chosen.seen": _CACHE,
    "designer.engine.subjects.cables.routing.Routing.held": _CACHE,
    "designer.engine.subjects.contents.core.RackCore.said": _CACHE,
    "designer.engine.subjects.contents.core.RackCore.on_floor": _CACHE,
    "designer.engine.subjects.contents.core.RackCore.units": _CACHE,
    "designer.engine.subjects.contents.core.RackCore.seen": _CACHE,
    "designer.engine.subjects.contents.fillings.Fillings.own": _CACHE,
    "designer.engine.subjects.contents.fillings.Fillings.cores": _CACHE,
    "designer.engine.subjects.contents.fillings.Fillings.known": _CACHE,
    "designer.engine.subjects.contents.fillings.Fillings.holders": _CACHE,
    "designer.engine.subjects.contents.fillings.Fillings.ordered": _CACHE,
    "designer.engine.subjects.contents.fillings.Fillings.seen": _CACHE,
    "designer.engine.subjects.cables.media.Media.kept": _CACHE,
    "designer.engine.subjects.cables.media.Chosen.watts": _CACHE,
    "designer.engine.subjects.cables.changed_rows.Lines.priced": "made once, read by key",
    "designer.engine.subjects.facility.loops.LoopLoad.seen": _CACHE,
    "designer.engine.subjects.fabrics.graph.Graph._from": "the graph before, until it is read",
    "designer.engine.subjects.feeds.lines.Lines._known": _CACHE,
    "designer.engine.subjects.availability.power_failures.PowerFailures.down": _CACHE,
    "designer.engine.subjects.availability.power_failures.PowerFailures.spread": _CACHE,
    "designer.engine.subjects.facility.plant.Plant.by_method": "made once, read by name",
    "designer.wiring.cable_media.Stock._fit": _CACHE,
}
"""Frozen dataclasses with a field that can change from inside, and why it may."""

DATA = ("model", "catalog", "wiring", "engine")
ABOVE = ("render", "runtime", "ui", "app")


@pytest.fixture(scope="module")
def modules():
    return state_rules.program_modules(*QT_FREE, *ABOVE)


def test_no_record_can_be_changed_from_inside(modules):
    found = record_rules.broken_models(record_rules.program_models())
    assert [line for line in found if line.partition(":")[0] not in EXCEPTED] == []
    assert {line.partition(":")[0] for line in found} == set(EXCEPTED)


def test_no_frozen_dataclass_can_be_changed_from_inside(modules):
    below = [m for m in modules if m.__name__.split(".")[1] in DATA]
    found = record_rules.loose_dataclasses(record_rules.program_dataclasses(below))
    assert sorted(found) == sorted(LOOSE)


def test_planted_dataclasses_that_can_change_are_found():
    @dataclasses.dataclass(frozen=True)
    class Planted:
        names: list[str]
        either: tuple[dict[str, int], ...] | None
        run: Callable[[dict[str, int]], int]
        fixed: tuple[str, ...] = ()

    @pydantic_dataclass(frozen=True)
    class Checked:
        name: str = ""

    @dataclasses.dataclass
    class Notes:
        lines: list[str]

    planted = f"{__name__}.test_planted_dataclasses_that_can_change_are_found.<locals>"
    assert record_rules.loose_dataclasses([Planted, Checked, Notes]) == [
        f"{planted}.Planted.names",
        f"{planted}.Planted.either",
        f"{planted}.Checked: a dataclass of pydantic, use Record",
    ]


def test_all_records_are_looked_at(modules):
    names = {model.__name__ for model in record_rules.program_models()}
    assert {"Record", "Design", "Rack", "Change", "Part", "Report"} <= names
    assert len(names) > 80


def test_no_module_holds_an_object_that_changes(modules):
    assert len(modules) > 300
    assert state_rules.changeable_globals(modules) == []


class Inner(Record):
    names: tuple[str, ...] = ()


PLANTED = {
    "list": list,
    "list[str]": list[str],
    "dict[str, int]": dict[str, int],
    "set[str]": set[str],
    "bytearray": bytearray,
    "Any": Any,
    "object": object,
    "list[int] inside": tuple[tuple[str, list[int]], ...] | None,
    "dict inside": Annotated[tuple[str, dict[str, int]] | str, "a note"],
    "ndarray": np.ndarray[Any, Any],
    "tuple without items": tuple,
    "a list after all": Annotated[tuple[str, ...], AfterValidator(list)],
    "a list inside after all": tuple[Annotated[tuple[str, ...], AfterValidator(list)], ...],
    "unchecked": SkipValidation[tuple[str, ...]],
    "unchecked inside": tuple[SkipValidation[str], ...],
    "another function": Annotated[str, WrapValidator(lambda value, check: [value])],
    "a plain function": Annotated[str, PlainValidator(list)],
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_changeable_field_is_found(name):
    planted = type(
        "Planted",
        (Record,),
        {
            "__annotations__": {"field": PLANTED[name]},
            "__module__": "designer.planted",
            "model_config": ConfigDict(arbitrary_types_allowed=True),
        },
    )
    found = record_rules.broken_models([planted])
    assert len(found) == 1
    assert found[0].startswith("designer.planted.Planted.field: ")
    # It is found among the classes of the program as well.
    assert planted in record_rules.program_models()
    planted.__module__ = "tests.planted"


def test_planted_defaults_and_validators_are_found():
    class Planted(Record):
        words: tuple[str, ...] = []
        rows: tuple[str, ...] = Field(default_factory=list)
        name: str = ""
        fixed: tuple[str, ...] = Field(default_factory=tuple)

        @field_validator("name")
        @classmethod
        def split(cls, name):
            return list(name)

        @field_validator("name", mode="before")
        @classmethod
        def first(cls, name):
            return name

    planted = f"{__name__}.test_planted_defaults_and_validators_are_found.<locals>.Planted"
    assert record_rules.broken_models([Planted]) == [
        f"{planted}.words: []",
        f"{planted}.rows: list",
        f"{planted}.split: a validator that comes after",
    ]


def test_a_planted_model_that_is_no_frozen_record_is_found():
    class Loose(BaseModel):
        name: str

    class Thawed(Record, frozen=False, extra="allow"):
        name: str

    def ends(model):
        return [line.rpartition(": ")[2] for line in record_rules.broken_models([model])]

    assert ends(Loose) == ["not derived from Record", "not frozen", "takes unknown fields"]
    assert ends(Thawed) == ["not frozen", "takes unknown fields"]


def test_fixed_fields_pass():
    class Fixed(Record):
        name: str = ""
        state: Literal["on", "off"] | None = None
        inner: tuple[Inner, ...] | Inner = ()
        pairs: frozenset[tuple[str, float | int]] = frozenset()

    assert record_rules.broken_models([Fixed, Inner]) == []


def test_a_planted_object_of_a_module_is_found():
    class Registry:
        pass

    Registry.__module__ = "designer.planted"
    module = types.ModuleType("designer.planted")
    module.registry, module.signals = Registry(), QObject()
    module.word, module.record, module.kind = "x", Inner(), Registry
    assert state_rules.changeable_globals([module]) == [
        "designer.planted.registry: Registry",
        "designer.planted.signals: QObject",
    ]


def test_results_that_may_be_unknown_carry_bounds(modules):
    models = record_rules.program_models()
    results = [one for one in models if one.__module__.startswith("designer.engine.")]
    # An input that would settle something is a pair of bounds itself; where no line is near what
    # was asked for, that is known.
    bounds = ["CableRows.near", "Settle.low", "Settle.high"]
    assert record_rules.without_bounds(results) == bounds


def test_a_planted_result_without_bounds_is_found():
    class Loud(Record):
        loudest_db: float | None = None
        racks: int = 0
        name: str | None = None
        doors: int | None = None

    class Told(Measured):
        loudest_db: float | None = None

    assert record_rules.without_bounds([Loud, Told]) == ["Loud.loudest_db", "Loud.doors"]
