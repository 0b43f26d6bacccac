"""What the status line says of how a mode is used: it goes with the mode, however that ends."""

from typing import Protocol

from PySide6.QtCore import SignalInstance


class Telling(Protocol):
    """What messages go through."""

    message: SignalInstance
    message_past: SignalInstance


class ModeHint:
    """The hint of one mode, such as measuring; another message that came since stays.

    Parameters
    ----------
    space
        Where messages are told, and where it is told that one is past.
    """

    def __init__(self, space: Telling) -> None:
        self._space, self._said = space, ""

    def say(self, words: str, severity: str = "info") -> None:
        """Say how the mode goes on from here."""
        self._said = words
        self._space.message.emit(words, severity)

    def end(self) -> None:
        """Say it no longer: the mode has ended."""
        said, self._said = self._said, ""
        if said:
            self._space.message_past.emit(said)
