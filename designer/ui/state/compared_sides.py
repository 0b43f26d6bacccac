"""What can stand on either side of a comparison: the open design, its file, a variant, another.

Each is found anew when it is chosen; the open design is followed while it stands there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from designer.catalog.input_file import ReadError
from designer.document.as_of import as_of
from designer.model.stages import in_order

if TYPE_CHECKING:
    from collections.abc import Iterator

    from designer.catalog.catalog import Catalog
    from designer.catalog.part import Part
    from designer.engine.report import Report
    from designer.model.design import Design
    from designer.runtime.aside_design import AsideDesign
    from designer.runtime.design_session import DesignSession
    from designer.ui.state.variants import Variants
    from designer.ui.state.workspace import Workspace

Origin = Literal["open", "saved", "variant", "file", "revision"]
THIS: Final = "This design"


@dataclass(frozen=True, slots=True)
class Choice:
    """What somebody may put on a side.

    Attributes
    ----------
    key
        Which of its origin it is: the letter of a variant, the path of a file, a revision.
    name, about
        What it is called, and what is said beside that.
    """

    origin: Origin
    key: str
    name: str
    about: str = ""


OPEN: Final = Choice("open", "", THIS, "as it is now")


@dataclass(eq=False)
class Side:
    """A design on a side.

    It is compared whole: what merely comes in a later stage is neither added nor removed. Its
    figures are as of the stage that is looked at.

    Attributes
    ----------
    design
        The whole of it.
    parts
        Every part that the shipped catalogue lacks or states otherwise, for the engine.
    report
        None until it is there.
    why
        Why there is none; empty while one may come.
    stage
        As of which stage `sized` is, and with it the report; empty for the whole.
    sized
        What the report is of.
    """

    choice: Choice
    design: Design
    catalog: Catalog
    parts: tuple[Part, ...] = ()
    report: Report | None = None
    why: str = ""
    stage: str = ""
    sized: Design = field(default=None)  # type: ignore[assignment] # the whole, where nobody says
    _known: dict[str, tuple[Design, Report | None, str]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        """Measure the whole where nobody says otherwise."""
        self.sized = self.sized or self.design

    def look_as_of(self, stage: str) -> None:
        """Have figures as of a stage, by its id; of the whole where it has no such stage."""
        early = (one.id for one in in_order(self.design.stages)[:-1])
        wanted = stage if stage in early else ""
        if wanted == self.stage:
            return
        self._known[self.stage] = self.sized, self.report, self.why
        if wanted not in self._known:
            sized = as_of(self.design, wanted) if wanted else self.design
            self._known[wanted] = sized, None, ""
        self.stage = wanted
        self.sized, self.report, self.why = self._known[wanted]

    def has_stage(self, stage: str) -> bool:
        """Return whether it has a stage of this id."""
        return any(one.id == stage for one in self.design.stages)

    @property
    def is_open(self) -> bool:
        """Whether it is the design of the window."""
        return self.choice.origin == "open"

    @property
    def is_unmeasured(self) -> bool:
        """Whether somebody has to make its report: that of the open design comes by itself."""
        return not self.is_open and self.report is None and not self.why


class Sides:
    """Says what may be chosen, and finds it.

    Parameters
    ----------
    workspace, session, variants
        Those of the window.
    """

    def __init__(self, workspace: Workspace, session: DesignSession, variants: Variants) -> None:
        self._space, self._session, self._variants = workspace, session, variants

    def choices(self) -> Iterator[Choice]:
        """Yield what may be chosen without asking for a file."""
        yield OPEN
        saved = self.saved()
        if saved is not None:
            yield saved
        for one in self._variants.every:
            of = one.of if one.of != one.name else ""
            yield Choice("variant", one.letter, one.name, of)

    def saved(self) -> Choice | None:
        """Return the file of the open design; None where it has none."""
        path = self._session.path
        return None if path is None else Choice("saved", str(path), path.name, "as saved")

    def file(self, path: Path) -> Choice:
        """Return another file."""
        return Choice("file", str(path.absolute()), path.name, "file")

    def open_side(self) -> Side:
        """Return the open design with its report, where that is up to date."""
        space = self._space
        store, document = space.report_store, space.document
        report = store.report if store.is_current(document.revision) else None
        return Side(
            OPEN, document.design, space.catalog, report=report, why=space.engine_failure,
            stage=self.looked_at, sized=space.sized_design,
        )  # fmt: skip

    @property
    def looked_at(self) -> str:
        """The id of the stage that is looked at; empty for the last: the whole."""
        looked = self._space.stage
        return looked.stage.id if looked.narrows and looked.stage is not None else ""

    def find(self, choice: Choice) -> Side:
        """Return the design of a choice.

        Raises
        ------
        ReadError
            If it cannot be read whole; the message says which line or version.
        LookupError
            If a variant of that letter stands no more.
        """
        if choice.origin == "open":
            return self.open_side()
        if choice.origin == "variant":
            return self._variant(choice)
        read = self._session.read_aside(Path(choice.key))
        return self.side_of(choice, read)

    def side_of(self, choice: Choice, read: AsideDesign) -> Side:
        """Return what was read as a side; what is said beside its name tells when it is of."""
        when = read.changed.strftime("%Y-%m-%d %H:%M")
        about = choice.about
        if choice.origin != "revision":
            about = f"as saved {when}" if choice.origin == "saved" else f"written {when}"
        told = Choice(choice.origin, choice.key, choice.name, about)
        return Side(told, read.design, read.catalog, read.extra_parts)

    def _variant(self, choice: Choice) -> Side:
        one = next((each for each in self._variants.every if each.letter == choice.key), None)
        if one is None:
            raise LookupError(f"variant {choice.key} stands no more")
        return Side(
            choice, one.whole or one.design, one.catalog, report=one.report, stage=one.stage,
            sized=one.design,
        )  # fmt: skip


def why_unread(choice: Choice, error: Exception) -> str:
    """Return in a line why a choice is not shown."""
    said = error.problem.line() if isinstance(error, ReadError) else f"{choice.name}: {error}"
    return f"Not compared: {said}"
