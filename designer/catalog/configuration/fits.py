"""What a system cannot be made of, by what the catalogue states of its components: form, ports.

A module of a baseboard goes into no slot for cards, a board of other modules into no chassis, a
tray of a rack system into no server, and a system is said to hold GPUs of one kind.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.component import Component, Role
from designer.catalog.part import Part

CARD: Final = "PCIe"
"""Form of what goes into a slot."""


def cannot_be(base: Part, components: Sequence[Component], catalog: Catalog) -> str:
    """Return why a system cannot be made of components, and what would do; empty where it can.

    What the catalogue states no form of is not refused.

    Parameters
    ----------
    base
        The system as sold: what its chassis takes is what it is sold with.
    """
    held = tuple(_known(components, catalog))
    sold = tuple(_known(base.made_of, catalog))
    return next(
        (
            problem
            for found in (
                _cards(base, held, sold), _boards(base, held, sold, catalog),
                _kinds(held), _double_ports(base, held),
            )
            for problem in found
        ),
        "",
    )  # fmt: skip


def other_board(base: Part, components: Sequence[Component]) -> bool:
    """Return whether it holds a baseboard with which it is not sold."""
    sold = {one.part for one in base.made_of if one.role == "board"}
    return any(one.role == "board" and one.part not in sold for one in components)


def first_part(role: Role, components: Sequence[Component], catalog: Catalog) -> Part:
    """Return what is added of a role at first: more of what is there, else what goes in a slot."""
    there = {one.part for one in components if one.role == role.id}
    fitting = [part for part in catalog.parts if part.traits.role == role.id]
    slots = [part for part in fitting if role.id != "gpus" or _form(part) == CARD]
    return next((part for part in fitting if part.id in there), (slots or fitting)[0])


_Held = tuple[Component, Part]


def _known(components: Sequence[Component], catalog: Catalog) -> Iterator[_Held]:
    for one in components:
        part = catalog.get(one.part) if one.part else None
        if part is not None:
            yield one, part


def _form(part: Part) -> str:
    return part.accelerator.form if part.accelerator else ""


def _cards(base: Part, held: Sequence[_Held], sold: Sequence[_Held]) -> Iterator[str]:
    """Yield GPUs that are no cards: they stand on a baseboard, not in a slot."""
    known = {CARD, "", *(_form(part) for one, part in sold if one.role == "gpus")}
    for one, part in held:
        if one.role == "gpus" and _form(part) not in known:
            yield (
                f"{one.count} × {part.name}: it has the form {_form(part)}, not "
                f"PCIe, and goes into no slot of {base.name}; choose a card, or a system with a "
                "baseboard of it"
            )


def _boards(
    base: Part, held: Sequence[_Held], sold: Sequence[_Held], catalog: Catalog
) -> Iterator[str]:
    """Yield baseboards of another form than the one sold with, and trays of rack systems."""
    boards = [part for one, part in sold if one.role == "board"]
    forms = {_modules(part, catalog) for part in boards} - {""}
    for one, part in held:
        if one.role != "board" or part in boards:
            continue
        form = _modules(part, catalog)
        if _is_tray(part):
            yield (
                f"{part.name} belongs to a rack system, and goes into no chassis of "
                f"{base.name}; choose a baseboard"
            )
        elif forms and form and form not in forms:
            yield (
                f"{part.name} carries {form} modules, and {base.name} is built for a "
                f"board of {' or '.join(sorted(forms))} modules"
            )
        elif not boards and any(_form(card) == CARD for _, card in sold):
            yield (
                f"{part.name}: {base.name} is sold with PCIe cards and has no place for a baseboard"
            )


def _modules(board: Part, catalog: Catalog) -> str:
    """Return the form of the GPUs on a board; empty where nobody states it."""
    chip = catalog.get(board.compute.gpu) if board.compute and board.compute.gpu else None
    return _form(chip) if chip is not None else ""


def _is_tray(board: Part) -> bool:
    """Return whether it has processors of its own, or shares its scale-up network with others."""
    made = board.compute
    if made is None:
        return False
    domain, own = made.nvlink_domain_gpus, board.gpus
    return bool(made.cpus) or (domain is not None and own is not None and domain > own)


def _kinds(held: Sequence[_Held]) -> Iterator[str]:
    """Yield GPUs of several kinds: count, memory and peak of a system are those of one."""
    found: dict[str, str] = {}
    for one, part in held:
        if one.role in ("board", "gpus"):
            found[one.part] = f"{one.count} × {part.name}"
    if len(found) > 1:
        yield (
            f"{' with '.join(found.values())}: a system is counted and computed with GPUs of one "
            "kind; choose one of them, and leave the other out"
        )


def _double_ports(base: Part, held: Sequence[_Held]) -> Iterator[str]:
    """Yield adapters for what a baseboard that came brings ports for already."""
    sold = {one.part for one in base.made_of if one.role == "board"}
    for board, part in held:
        if board.role != "board" or board.part in sold:
            continue
        own = {str(group.purpose): group for group in part.ports if group.purpose != "out-of-band"}
        for one, nic in held:
            purposes = {str(one.purpose)} if one.purpose else {str(g.purpose) for g in nic.ports}
            for purpose in sorted(purposes & set(own)) if one.role == "nics" else ():
                yield (
                    f"{part.name} has {own[purpose].count} ports for {purpose} of its own, "
                    f"beside {one.count} × {nic.name}: choose adapters without those for {purpose}"
                )
