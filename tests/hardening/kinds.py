"""All kinds of attacks, by the name that the command takes. A new kind is a line here."""

import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.hardening import texts
from tests.hardening.endurance import Endurance
from tests.hardening.engine_kills import EngineKills
from tests.hardening.full_disk import FullDisk
from tests.hardening.kills import Kills
from tests.hardening.kind import Kind
from tests.hardening.monkey import Monkey

KINDS: Final[dict[str, Callable[[], Kind]]] = {
    "design": lambda: texts.Texts(texts.design),
    "evaluation": lambda: texts.Texts(texts.evaluation),
    "own-parts": lambda: texts.Texts(texts.own_parts),
    "device-types": lambda: texts.Texts(texts.device_types),
    "kills": Kills,
    "full-disk": FullDisk,
    "engine-kills": EngineKills,
    "monkey": Monkey,
    "endurance": Endurance,
}


def attack_once(name: str, kind: Kind, seed: int, number: int) -> str:
    """Return what went wrong in one attack, with what repeats it; empty if nothing did.

    Parameters
    ----------
    kind
        What `KINDS[name]` makes, entered.
    """
    chance = random.Random(f"{name} {seed} {number}")
    with tempfile.TemporaryDirectory(prefix="hardening-") as folder:
        try:
            wrong = kind.attack(chance, Path(folder))
        except Exception as error:  # noqa: BLE001 - whatever is raised is what is looked for
            wrong = f"{type(error).__name__}: {str(error)[:200]}"
    return wrong and f"{name}, seed {seed}, number {number}: {wrong}"
