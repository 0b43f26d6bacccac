"""What a large design brings is set aside once it is shown, and looked through when it is left."""

import gc
from collections.abc import Iterator

import pytest

from designer.app.services import Services
from designer.app.set_aside import MANY, SetAside
from designer.model.design import Design, Rack
from designer.render.theme import LIGHT

RACK = Rack(id="r", name="R", part="x", x_mm=0, y_mm=0)
LARGE = Design(racks=tuple(RACK.evolve(id=f"r{n:04d}") for n in range(MANY)))


class Collector:
    """Stands in for the search for garbage."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.enabled = True

    def isenabled(self) -> bool:
        return self.enabled

    def __getattr__(self, name: str) -> object:
        return lambda *how: self.done.append(" ".join(map(str, (name, *how))))


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    found = Collector()
    monkeypatch.setattr("designer.app.set_aside.gc", found)
    monkeypatch.setattr("designer.engine.set_aside.gc", found)
    yield found
    assert gc.isenabled()


def test_what_a_large_design_brings_is_set_aside_with_each_report(collector: Collector) -> None:
    aside = SetAside()
    aside.on_opened(LARGE)
    assert collector.done == [], "its figures are on their way"
    aside.on_report()
    aside.on_report()
    assert collector.done == ["collect 1", "freeze"] * 2


def test_what_is_left_may_be_garbage_and_is_looked_through_once(collector: Collector) -> None:
    aside = SetAside()
    aside.on_opened(LARGE)
    aside.on_report()
    collector.done.clear()
    aside.on_opened(Design())
    aside.on_opened(Design())
    assert collector.done == [], "the floor comes first"
    aside.on_report()
    aside.on_report()
    assert collector.done == ["unfreeze", "collect", "freeze"]


def test_a_large_design_after_another_is_looked_through_and_then_set_aside(
    collector: Collector,
) -> None:
    aside = SetAside()
    for _ in range(2):
        aside.on_opened(LARGE)
        aside.on_report()
    assert collector.done == ["collect 1", "freeze", "unfreeze", "collect", "freeze"]
    collector.done.clear()
    aside.on_opened(LARGE)
    aside.on_report()
    assert collector.done == ["unfreeze", "collect", "freeze"], "the second may be garbage, too"


def test_a_small_design_is_looked_through_as_ever(collector: Collector) -> None:
    aside = SetAside()
    aside.on_opened(LARGE.evolve(racks=LARGE.racks[1:]))
    aside.on_report()
    aside.on_opened(LARGE)
    assert collector.done == []


def test_while_the_window_is_built_who_builds_it_sets_aside(collector: Collector) -> None:
    collector.enabled = False
    aside = SetAside()
    aside.on_opened(LARGE)
    aside.on_report()
    assert collector.done == []
    collector.enabled = True
    aside.on_report()
    assert collector.done == ["collect 1", "freeze"]


def test_what_came_last_is_told_to_nobody_after_the_end(qapp: object) -> None:
    services = Services(LIGHT)
    services.store.changed.emit()
    services.store.expect(1)
    services.close(keep_journal=False)
    assert not services._calm.isActive()
    assert not services.store._timer.isActive()
