"""Lets a screen reader say a sentence."""

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def speak(window: QWidget, words: str, interrupts: bool) -> None:
    """Hand a sentence to whatever reads the screen; without a reader nothing happens.

    Parameters
    ----------
    interrupts
        Say it at once, in place of what is being said.
    """
    event = QAccessibleAnnouncementEvent(window, words)
    politeness = QAccessible.AnnouncementPoliteness
    event.setPoliteness(politeness.Assertive if interrupts else politeness.Polite)
    QAccessible.updateAccessibility(event)
