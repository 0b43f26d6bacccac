"""What is kept of each fabric: the last, the one before it, and nothing of what is gone."""

import gc
from weakref import ref

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator
from designer.engine.subjects.fabrics.network import NETWORK
from designer.planning.templates import build
from designer.wiring.last_two import LastTwo


def any_of(value: str) -> bool:
    """Fit everything."""
    return bool(value)


def kept(values: str, key: str = "k") -> LastTwo[str, str]:
    """Return a store in which values were kept one after the other."""
    store: LastTwo[str, str] = LastTwo()
    for value in values:
        store.keep(key, value)
    return store


def test_the_last_two_are_found_the_last_one_first() -> None:
    store = kept("abc")
    assert store.last("k") == "c"
    assert store.find("k", any_of) == "c"
    assert store.find("k", lambda value: value < "c") == "b"
    assert store.find("k", lambda value: value == "a") is None
    assert store.find("other", any_of) is None
    assert store.last("other") is None


def test_what_was_the_one_before_becomes_the_last_and_keeps_the_other() -> None:
    store = kept("abab")
    assert [store.find("k", lambda value, at=at: value == at) for at in "ab"] == ["a", "b"]
    assert store.last("k") == "b"
    again = kept("abb")
    assert again.find("k", lambda value: value != "b") == "a"


def test_a_value_that_is_in_truth_another_takes_its_place() -> None:
    store = kept("ab")
    store.keep("k", "B", lambda value: value.upper() == "B")
    assert [store.last("k"), store.find("k", str.islower)] == ["B", "a"]


def test_others_are_dropped_and_a_fork_leaves_the_first_alone() -> None:
    store = kept("ab")
    store.keep("gone", "x")
    fork = store.fork()
    fork.drop_all_but(["k"])
    fork.keep("k", "c")
    assert (fork.last("gone"), fork.last("k")) == (None, "c")
    assert (store.last("gone"), store.last("k")) == ("x", "b")


def test_nothing_of_a_fabric_that_is_gone_is_kept() -> None:
    shipped = load_shipped()
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, shipped)
    evaluator = Evaluator(shipped)
    evaluator.report(design)
    state = evaluator._state
    assert state is not None
    wirings = state.results[NETWORK.name].wiring.fabrics
    graphs = {wiring.fabric.id: ref(wiring) for wiring in wirings}
    members = {wiring.fabric.id: ref(wiring.members) for wiring in wirings}
    del state, wirings
    fewer = design.evolve(fabrics=design.fabrics[1:])
    for name in ("x", "y", "z", "w"):  # an undo goes back to one of two states
        evaluator.report(fewer.evolve(name=name))
    gc.collect()
    gone = design.fabrics[0].id
    assert len(graphs) > 1
    assert [name for name, graph in graphs.items() if graph() is None] == [gone]
    assert [name for name, table in members.items() if table() is None] == [gone]
