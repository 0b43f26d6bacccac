"""`catalog configure SYSTEM [name=value…]`: a system with other components, as a part in TOML."""

import argparse
from collections.abc import Iterator
from typing import Any, Final

from designer.app.command_error import CommandError
from designer.app.commands.catalog_lookup import find
from designer.app.commands.key_values import key_values
from designer.app.terminal import say
from designer.catalog.catalog import Catalog
from designer.catalog.component import ROLES
from designer.catalog.configuration.build import part_of
from designer.catalog.configuration.choices import (
    ChoiceError,
    origin,
    read_choice,
    systems,
    words_of,
)
from designer.catalog.configuration.derive import NO_MAXIMUM, Configured, configured
from designer.catalog.configuration.doubts import doubts
from designer.catalog.library import Library
from designer.catalog.part import Part
from designer.io.part_file import dumps
from designer.model.figure_words import words

ACTION: Final = "configure"
_EPILOG: Final = """names, each with what stands there as sold when it is left out:
  board=hgx-h200-8gpu            GPU baseboard
  gpus=8xh200-nvl                GPU cards
  cpus=2xxeon-6776p              processors
  memory=32x64                   modules of so many GB
  nics=8xconnectx-7:compute,1xbluefield-3:in-band
  drives=8x3840                  NVMe drives of so many GB
  supplies=6x3200 redundancy=4+2
  name="My node" id=my-node
`none` leaves a component out."""


def configure(actions: Any) -> None:  # noqa: ANN401 - argparse has no public type for it
    """Declare the arguments."""
    parser = actions.add_parser(
        ACTION, help="a system with other components, as a part in TOML",
        epilog=_EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument(
        "system", metavar="SYSTEM", nargs="?", help="its id; without one, the systems there are"
    )
    parser.add_argument("values", metavar="name=value", nargs="*", help="what differs")


def lines(arguments: argparse.Namespace, catalog: Catalog, library: Library) -> Iterator[str]:
    """Yield the part as TOML; without a system, what each is made of.

    Raises
    ------
    CommandError
        If the system is none that says what it is made of, or a choice cannot be.
    """
    if arguments.system is None:
        for one in systems(catalog):
            made = (f"{role.id}={words_of(one.made_of, role)}" for role in ROLES)
            yield f"{one.id}  {' '.join(text for text in made if not text.endswith('=none'))}"
        return
    system = find(arguments.system, catalog, library)
    if not isinstance(system, Part) or not system.made_of:
        known = ", ".join(one.id for one in systems(catalog))
        raise CommandError(
            f"{arguments.system} does not say what it is made of; systems that do: {known}"
        )
    try:
        choice = read_choice(system, key_values(arguments.values), catalog)
    except ChoiceError as error:
        raise CommandError(str(error)) from error
    base = origin(system, catalog)
    found = configured(base, choice.components, choice.psu, catalog)
    if found.refused:
        raise CommandError(found.refused)
    part = part_of(base, choice, catalog)
    for line in told(found):
        say(line, error=True)
    yield dumps([part]).rstrip("\n")


def told(found: Configured) -> Iterator[str]:
    """Yield what follows for a system in lines for people: sum, draw, mass, price, what is open."""
    yield (f"components at their maxima, as far as listed: {words(found.listed, 0)} ({NO_MAXIMUM})")
    yield f"highest power: {words(found.power_max, 0)}{' by its supplies' if found.capped else ''}"
    yield f"mass: {words(found.mass)}"
    yield f"price: {words(found.price, 0)}"
    for title, names in found.open:
        yield f"nobody states of {title}: {', '.join(names)}"
    for doubt in doubts(found):
        yield f"warning: {doubt[:1].lower() + doubt[1:] if doubt[1:2].islower() else doubt}"
