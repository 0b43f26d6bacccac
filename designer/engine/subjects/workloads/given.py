"""The model of a calculation: one of the catalogue, or a shape that is given by hand."""

from difflib import get_close_matches
from typing import Any, Final

from designer.catalog.entry import Entry
from designer.catalog.library import Library
from designer.catalog.load import shipped_library
from designer.catalog.records.workloads import Model
from designer.engine.calculation import CalcError, Parameter
from designer.engine.subjects.workloads.shape import Shape, shape_of

BYTES: Final[dict[str, float]] = {
    "fp32": 4.0, "bf16": 2.0, "fp16": 2.0, "fp8": 1.0, "int8": 1.0, "fp4": 0.5, "int4": 0.5,
    "nvfp4": 0.5625,
}  # fmt: skip
"""Bytes of an element; NVFP4 with its scale of 8 bits for each 16 elements."""
_SHAPE: Final = ("layers", "hidden", "heads", "ffn", "vocab")
YES_NO: Final = ("yes", "no")

SHAPE_PARAMETERS: Final = (
    Parameter("model", "text", optional=True, help="id of the catalogue: llama-3-1-405b"),
    Parameter("layers", "count", optional=True, help="else the model's, as the shape below"),
    Parameter("hidden", "count", optional=True, help="width of the residual stream"),
    Parameter("heads", "count", optional=True, help="query heads"),
    Parameter("kv_heads", "count", optional=True, help="else as many as heads"),
    Parameter("head_dim", "count", optional=True, help="else hidden / heads"),
    Parameter("ffn", "count", optional=True, help="width of the feed-forward layer"),
    Parameter("vocab", "count", optional=True, help="entries of the vocabulary"),
    Parameter("gated", "text", optional=True, choices=YES_NO, help="a gate, three matrices: yes"),
)


def model_of(v: dict[str, Any], what: str) -> Model:
    """Return the model that is asked for; single figures of its shape may be replaced.

    Raises
    ------
    CalcError
        If there is no such model, or a shape by hand lacks a figure.
    """
    own = {name: v[name] for name in (*_SHAPE, "kv_heads", "head_dim") if v[name] is not None}
    own["vocabulary"] = own.pop("vocab", None)
    if own["vocabulary"] is None:
        del own["vocabulary"]
    if v["gated"]:
        own["gated"] = v["gated"] == "yes"
    if v["model"]:
        return model_named(v["model"], what).evolve(**own)
    if any(v[name] is None for name in _SHAPE):
        raise CalcError(f"{what} needs a model of the catalogue, or all of {', '.join(_SHAPE)}")
    own.setdefault("kv_heads", own["heads"])
    if "head_dim" not in own:
        if own["hidden"] % own["heads"]:
            raise CalcError(f"{what}: hidden is no multiple of heads: give head_dim")
        own["head_dim"] = own["hidden"] // own["heads"]
    own.setdefault("gated", True)
    grouped = "gqa" if own["kv_heads"] < own["heads"] else "mha"
    return Model(
        id="given", name="the shape as given", architecture="decoder", attention=grouped,
        positions="rotary", tied_embeddings=False, **own,
    )  # fmt: skip


def model_named(name: str, what: str) -> Model:
    """Return a model of the catalogue.

    Raises
    ------
    CalcError
        If there is none of that id.
    """
    library = shipped_library()
    found = library.get("model", name)
    if not isinstance(found, Model):
        near = get_close_matches(name, [entry.id for entry in library.entries("model")], n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise CalcError(f"{what}: there is no model {name!r} in the catalogue{hint}")
    return found


def the_library() -> Library:
    """Return the catalogue's library."""
    return shipped_library()


def library_entries(table: str) -> tuple[Entry, ...]:
    """Return the entries of a table of the catalogue's library: guidelines, partitions."""
    return tuple(shipped_library().entries(table))


def library_entry(table: str, name: str) -> Entry | None:
    """Return an entry of the catalogue's library; None where there is none."""
    return shipped_library().get(table, name)


def shape_given(v: dict[str, Any], what: str) -> Shape:
    """Return the shape that is asked for, and show its figures among the inputs."""
    model = model_of(v, what)
    shape = shape_of(model)
    v.update(
        layers=shape.layers, hidden=shape.hidden, heads=shape.heads,
        kv_heads=shape.kv_heads or None, head_dim=model.head_dim, ffn=shape.ffn or None,
        vocab=shape.vocabulary, gated="yes" if model.gated else "no",
    )  # fmt: skip
    return shape
