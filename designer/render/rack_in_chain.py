"""A rack whose chain is told: its report, what it holds, what of it is lost. No Qt."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from designer.catalog.catalog import Catalog
from designer.engine.power_report import FeedReport, InsideKind, InsideLossReport
from designer.engine.report import RackReport
from designer.engine.together_report import RackAfterLoss
from designer.model.feed_words import NO_FEED_LETTER
from designer.model.figures import Figure
from designer.model.layout import Layout, Placed
from designer.render.chain_loads import load_said
from designer.render.chain_pieces import Piece, PieceKey, PieceKind
from designer.render.failing import Failing, failing_inside, touches_power
from designer.render.one_line_words import Mark, Said
from designer.render.rack_tried import tried_in
from designer.render.supplies import Hang, RackPower, power_in
from designer.render.what_if import WhatIf

NOT_KNOWN: Final = "what this loss leaves here is not computed"


@dataclass
class RackInChain:
    """What all parts of a chain are told from.

    Attributes
    ----------
    rack
        Its report. While something is lost in thought, what stands in it as after the worst loss is
        after that one.
    shown
        What is lost; None while nothing is.
    after
        What the engine says of the rack then, where that is known.
    """

    layout: Layout
    catalog: Catalog
    rack: RackReport
    shown: WhatIf | None
    after: RackAfterLoss | None = field(init=False)
    power: RackPower = field(init=False)
    placed: Mapping[str, Placed] = field(init=False)

    def __post_init__(self) -> None:
        self.power = power_in(self.layout, self.catalog, self.layout.racks[self.rack.id])
        self.placed = {one.key: one for one in self.layout.in_rack(self.rack.id)}
        self.after = self.shown.racks.get(self.rack.id) if self.shown is not None else None
        if self.shown is not None:
            self.rack = tried_in(self.rack, self.shown)

    @property
    def is_tried(self) -> bool:
        """Whether something is lost in thought."""
        return self.shown is not None

    @property
    def is_open(self) -> bool:
        """Whether what is lost takes power, and what that leaves in the rack is not known."""
        if self.shown is None or not touches_power(self.shown.failing):
            return False
        return self.after is None or bool(self.after.because)

    @property
    def why_open(self) -> str:
        """Why that is not known; empty where it is."""
        if not self.is_open:
            return ""
        return f"cannot be said, because {self.after.because}" if self.after else NOT_KNOWN

    def said(
        self, title: str, load: Figure, after: Figure, most: Figure, note: str, mark: Mark
    ) -> Said:
        """Return what is said of a load, normally and after the loss, against what is carried."""
        return load_said(title, load, after, most, note, mark, tried=self.is_tried)

    def piece(
        self,
        kind: PieceKind,
        said: Said,
        item: str = "",
        number: int = 0,
        kind_lost: tuple[InsideKind, str] | None = None,
    ) -> Piece:
        """Return a piece that selects the device it is, or the rack."""
        failing = self.failing(*kind_lost) if kind_lost else None
        selects = (item,) if item in self.placed else (self.rack.id,)
        tip = "; ".join(filter(None, (f"{said.title}: {said.value}", said.note)))
        return Piece(PieceKey(self.rack.id, kind, item, number), said, tip, selects, failing)

    def name(self, key: str) -> str:
        """Return what people call something that the rack holds."""
        return self.placed[key].name if key in self.placed else key

    def feed(self, feed: str) -> FeedReport | None:
        """Return the report of a feed; of what names none, under an empty id."""
        wanted = feed or NO_FEED_LETTER
        return next((one for one in self.rack.feeds if one.id == wanted), None)

    def failing(
        self, kind: InsideKind, part: str, pdu: int | None = None, breaker: int = 0
    ) -> Failing | None:
        """Return the loss of something inside the rack; None where the report has none."""
        for loss in self.rack.losses:
            if (loss.kind, loss.pdu, loss.breaker) == (kind, pdu, breaker) and (
                pdu is not None or loss.part == part
            ):
                return failing_inside(loss, self.rack.id, self.rack.losses)
        return None

    def is_dark(self, feed: str) -> bool:
        """Return whether a feed has no voltage."""
        return self.shown is not None and feed in self.shown.dark_feeds

    def mark(self, feed: str, item: int, breaker: int = 0) -> Mark:
        """Return whether a rack PDU, or its breaker, is lost or has no voltage."""
        here = [loss for loss in self.lost_here() if loss.pdu == item]
        if any(not loss.breaker for loss in here):
            return "dark" if breaker else "lost"
        if any(loss.breaker == breaker for loss in here):
            return "lost"
        return "dark" if self.is_dark(feed) else ""

    def lost_here(self) -> tuple[InsideLossReport, ...]:
        """Return what is lost inside this rack."""
        inside = self.shown.inside if self.shown else ()
        return tuple(loss for one, loss in inside if one.where == self.rack.id)

    def carries_nothing(self, hang: Hang) -> bool:
        """Return whether a supply carries nothing with what is lost."""
        if self.mark(hang.feed, hang.pdu):
            return True
        return bool(hang.breaker) and bool(self.mark(hang.feed, hang.pdu, hang.breaker))
