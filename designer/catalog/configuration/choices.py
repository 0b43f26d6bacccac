"""What a system is to be made of, as people write it: `cpus=2xxeon-6776p memory=32x64`.

A role is chosen whole: `nics=8xconnectx-7:compute,1xbluefield-3:in-band` replaces all adapters.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final, get_args

from designer.catalog.catalog import Catalog
from designer.catalog.citation import NOTHING_CITED
from designer.catalog.component import ROLES, Component, Role
from designer.catalog.figures import PortPurpose, Psu
from designer.catalog.part import Part
from designer.model.number_text import read_number
from designer.model.ranges import out_of_range

CHOSEN: Final = "What is chosen here"
_PURPOSES: Final = get_args(PortPurpose)
_OTHERS: Final = ("supplies", "redundancy", "name", "id")


class ChoiceError(ValueError):
    """A choice that cannot be; its message says what, and what would be right."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a system is to be made of, under which name."""

    components: tuple[Component, ...]
    psu: Psu | None
    name: str
    part_id: str


def keys() -> tuple[str, ...]:
    """Return the names that can be given a value."""
    return (*(role.id for role in ROLES), *_OTHERS)


def read_choice(base: Part, values: Mapping[str, str], catalog: Catalog) -> Choice:
    """Return a choice from texts by name; what is not named stays as sold.

    Raises
    ------
    ChoiceError
        If a name is unknown, a text cannot be read, or there are more baseboards than have room.
    """
    for key in values:
        if key not in keys():
            near = get_close_matches(key, keys(), n=1)
            hint = f"did you mean {near[0]}?" if near else f"names are {', '.join(keys())}"
            raise ChoiceError(f"no {key!r} to choose; {hint}")
    found: list[Component] = []
    for role in ROLES:
        if role.id in values:
            found.extend(read_components(role, values[role.id], catalog))
        else:
            found.extend(one for one in base.made_of if one.role == role.id)
    boards = sum(one.count for one in found if one.role == "board")
    most = max(1, sum(one.count for one in base.made_of if one.role == "board"))
    if boards > most:
        raise ChoiceError(f"board={values.get('board', '')}: {base.id} has room for {most}")
    psu = _read_psu(base.psu, values)
    name = values.get("name", "")
    return Choice(tuple(found), psu, name, values.get("id", ""))


def read_components(role: Role, text: str, catalog: Catalog) -> tuple[Component, ...]:
    """Return the components of a role from `2xxeon-6776p` or `8x3840,2x960`; of `none` none.

    Raises
    ------
    ChoiceError
        If a piece cannot be read, or names no part that can play the role.
    """
    if text.strip() in ("", "none", "0"):
        return ()
    return tuple(_read_component(role, piece.strip(), catalog) for piece in text.split(","))


def _read_component(role: Role, piece: str, catalog: Catalog) -> Component:
    number, sign, what = piece.replace("×", "x", 1).partition("x")
    if not (sign and number.strip().isdecimal()):
        number, what = "1", piece
    what, _, purpose = what.strip().partition(":")
    count = int(number)
    if not 0 < count <= _MOST:
        raise ChoiceError(f"{role.id}={piece}: give a count from 1 to {_MOST}")
    if purpose and (not role.has_ports or purpose not in _PURPOSES):
        raise ChoiceError(f"{role.id}={piece}: {purpose!r} is none of {', '.join(_PURPOSES)}")
    if role.sized:
        return Component(role=role.id, count=count, size_gb=_read_gb(role, what), source=CHOSEN)
    part = catalog.get(what)
    if part is None or part.traits.role != role.id:
        ids = [one.id for one in catalog.parts if one.traits.role == role.id]
        near = get_close_matches(what, ids, n=3, cutoff=0.4)
        hint = f"; did you mean {', '.join(near)}?" if near else ""
        raise ChoiceError(
            f"{role.id}={piece}: the catalogue has no {what!r} among {role.title}{hint}"
        )
    return Component.model_validate(
        {"role": role.id, "count": count, "part": what, "purpose": purpose, "source": CHOSEN}
    )


_MOST: Final = 1000


def _read_gb(role: Role, text: str) -> float:
    try:
        size = read_number(text)
    except ValueError as error:
        raise ChoiceError(f"{role.id}: {error}; write for instance 32x64 for 32 of 64 GB") from None
    if not 0 < size <= 1_000_000:
        raise ChoiceError(f"{role.id}: {text} GB cannot be; write for instance 32x64")
    return size


def _read_psu(psu: Psu | None, values: Mapping[str, str]) -> Psu | None:
    """Return the supplies that are asked for; others have no redundancy that is known."""
    if "supplies" not in values and "redundancy" not in values:
        return psu
    changes: dict[str, object] = {}
    if psu is not None and psu.domains:
        changes = {"domains": ()}
    if "supplies" in values:
        number, sign, rating = values["supplies"].replace("×", "x", 1).partition("x")
        try:
            changes |= {"count": int(number), "redundancy": ""}
            # From how many supplies it runs on was said of those it is sold with.
            changes |= {"throttles": None, "throttles_from": None}
            if sign:
                changes["rating_w"] = read_number(rating)
        except ValueError:
            wrong = f"supplies={values['supplies']}: write for instance 6x3000"
            raise ChoiceError(wrong) from None
    if "redundancy" in values:
        changes["redundancy"] = values["redundancy"]
    made = (psu or Psu(count=0)).evolve(**changes)
    for _, problem in (*made.own_problems(), *out_of_range(made)):
        raise ChoiceError(f"supplies: {problem}")
    return made


def words_of(components: Sequence[Component], role: Role) -> str:
    """Return the components of a role as they are read: the inverse of `read_components`."""
    pieces = []
    for one in components:
        if one.role == role.id:
            what = one.part or ("" if one.size_gb is None else f"{one.size_gb:g}")
            pieces.append(f"{one.count}x{what}{':' if one.purpose else ''}{one.purpose}")
    return ",".join(pieces) or "none"


def origin(system: Part, catalog: Catalog) -> Part:
    """Return the system as sold that one was configured from; itself where that is not known."""
    found = catalog.get(system.based_on) if system.based_on else None
    return found if found is not None and found.made_of else system


def chosen(component: Component, **changes: object) -> Component:
    """Return a component with what a person chose: its source is no document any longer."""
    bare = {"source": CHOSEN, "kind": "derived", "note": "", "cited": NOTHING_CITED}
    return component.evolve(**{**bare, **changes})


def systems(catalog: Catalog) -> tuple[Part, ...]:
    """Return the systems that can be configured: those that say what they are made of."""
    return tuple(part for part in catalog.parts if part.made_of and part.traits.computes)
