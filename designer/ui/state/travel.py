"""Where somebody looked, one place after another, to go back and forward as in a browser."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

MOST_PLACES: Final = 100


class Look(NamedTuple):
    """What of a drawing is seen.

    Attributes
    ----------
    of
        What the drawing shows, where it may show several things: a fabric.
    x, y
        The point in the middle, in mm, or how far the drawing is scrolled, in pixels.
    scale
        Pixels a mm, or the factor of the zoom.
    """

    of: str
    x: float
    y: float
    scale: float


@dataclass(frozen=True)
class Place:
    """A place to come back to.

    Attributes
    ----------
    view
        The name of the view.
    selection
        What was selected, by key.
    look
        What of the view was seen; None where it was fitted, or shows all of itself.
    """

    view: str
    selection: tuple[str, ...] = ()
    look: Look | None = None

    def is_page_of(self, other: "Place") -> bool:
        """Return whether only the look differs."""
        return (self.view, self.selection) == (other.view, other.selection)


class Travel:
    """The places in the order they were come to, and the one where somebody is.

    To look a little elsewhere in a place changes that place; to look far away is a new one, once:
    what follows of the same changes that one.
    """

    def __init__(self) -> None:
        self.places: list[Place] = []
        self.at = -1
        self._by_look = False

    def clear(self) -> None:
        """Forget everything: another design is open."""
        self.places, self.at, self._by_look = [], -1, False

    def note(self, place: Place, left: Look | None = None, *, far: bool = False) -> None:
        """Take note of where somebody is.

        Parameters
        ----------
        left
            What was seen last of a view that was left for this place.
        far
            Whether the look went far away from that of the last place.
        """
        if self.at < 0:
            self._push(place)
            return
        here = self.places[self.at]
        if not place.is_page_of(here):
            if place.view != here.view:
                self.places[self.at] = replace(here, look=left)
            self._push(place)
        elif place.look != here.look:
            at_end = self.at == len(self.places) - 1
            if far and at_end and not self._by_look:
                self._push(place)
                self._by_look = True
            else:
                self.places[self.at] = place

    def _push(self, place: Place) -> None:
        self.places[self.at + 1 :] = [place]
        del self.places[:-MOST_PLACES]
        self.at, self._by_look = len(self.places) - 1, False

    def ahead(self, by: int, kept: Callable[[Place], Place]) -> tuple[int, Place] | None:
        """Return the next place before (−1) or after (1) this one, with its number; None if none.

        Parameters
        ----------
        kept
            Returns a place without what is gone by now. One that is the same as this one without
            it is passed over.
        """
        if self.at < 0:
            return None
        here, at = kept(self.places[self.at]), self.at + by
        while 0 <= at < len(self.places):
            place = kept(self.places[at])
            lost = len(place.selection) < len(self.places[at].selection)
            same = place.is_page_of(here) if lost else place == here
            if not same:
                return at, place
            at += by
        return None

    def go(self, at: int, place: Place) -> None:
        """Be at a place, as it is now."""
        self.at, self.places[at], self._by_look = at, place, False
