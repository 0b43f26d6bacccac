"""What is declared of a command."""

from dataclasses import dataclass
from typing import Literal

Scope = Literal["window", "canvas"]


@dataclass(frozen=True)
class ActionSpec:
    """A command; with `scope` canvas its shortcut holds only while the drawing has the keyboard."""

    id: str
    text: str
    shortcut: str = ""
    icon: str = ""
    scope: Scope = "window"
    checkable: bool = False
    words: str = ""
    also: tuple[str, ...] = ()
    """Further shortcuts beside the one that is told."""
