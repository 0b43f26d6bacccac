"""Which plug-ins are installed, and how each is called so that a faulty one harms nothing else.

Nothing is looked for before it is asked for, and nothing is loaded before it is used. What a
plug-in raises, and what it gives that does not fit, switches it off for as long as its `PlugIns`
live: a command, a session of a script, the engine's process.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar, get_args

from designer.plugins import SWITCH

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")
Kind = Literal["exporters", "checks", "templates"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
PREFIX: Final = "cluster_designer."
"""Begins the names of the groups of entry points: `cluster_designer.checks`."""
_OFF_WORDS: Final = ("0", "no", "off", "false")
_LONGEST: Final = 300


class PlugInError(Exception):
    """A plug-in is off; the message names it, its distribution, and what it did."""


class UnfitError(Exception):
    """What a plug-in is, or gave, is not what its kind asks for. Raised by who called it."""


@dataclass(eq=False)
class PlugIn:
    """One entry point of a distribution.

    Attributes
    ----------
    because
        Why it is off, in one line; empty while it is not.
    """

    kind: Kind
    name: str
    distribution: str
    version: str
    because: str = ""
    _entry: "EntryPoint | None" = None
    _loaded: list[Any] = field(default_factory=list)

    @property
    def title(self) -> str:
        """What people call it: `plug-in aisles of acme-checks 1.2`."""
        return f"plug-in {self.name} of {self.distribution} {self.version}".rstrip()

    @property
    def is_off(self) -> bool:
        """Whether it did something that switched it off."""
        return bool(self.because)

    @property
    def words(self) -> str:
        """Why it is off, in a sentence."""
        return f"{self.title} is off: {self.because}"

    def use(self, act: Callable[[Any], T]) -> T:
        """Load it, if it is not loaded, and call it; what it prints goes to the error output.

        Parameters
        ----------
        act
            Calls the loaded object, looks at what it gave, and raises `UnfitError` where that does
            not fit. All of it runs in isolation, so that an iterator is to be emptied here.

        Raises
        ------
        PlugInError
            If it is off, now or from before.
        """
        if self.is_off:
            raise PlugInError(self.words)
        doing = "while it was loaded"
        try:
            with redirect_stdout(sys.stderr):
                if not self._loaded:
                    self._loaded.append(self._load())
                doing = "when it was called"
                return act(self._loaded[0])
        except UnfitError as error:
            self.because = _one_line(str(error))
        # Code of others, which may do anything: it is named, and the program goes on without it.
        except (Exception, SystemExit) as error:  # noqa: BLE001 - told as why it is off
            self.because = f"{doing} it raised {_said(error)}{_place(error.__traceback__)}"
        raise PlugInError(self.words)

    def _load(self) -> object:
        if self._entry is None:
            raise UnfitError("it has no entry point")
        return self._entry.load()


class PlugIns:
    """The installed plug-ins, for one run.

    Parameters
    ----------
    enabled
        Whether there are any; None for what the environment says (`CLUSTER_DESIGNER_PLUGINS`).
    """

    def __init__(self, enabled: bool | None = None) -> None:
        said = os.environ.get(SWITCH, "").strip().casefold()
        self.enabled = said not in _OFF_WORDS if enabled is None else enabled
        self._found: dict[Kind, tuple[PlugIn, ...]] = {}

    def of(self, kind: Kind) -> tuple[PlugIn, ...]:
        """Return the plug-ins of a kind by name; of two that share a name the later is off."""
        if kind not in self._found:
            found = _named_once(_found(kind)) if self.enabled else ()
            self._found[kind] = tuple(found)
        return self._found[kind]

    def named(self, kind: Kind, name: str) -> PlugIn | None:
        """Return the plug-in of a name; None if there is none."""
        return next((one for one in self.of(kind) if one.name == name), None)

    def every(self) -> tuple[PlugIn, ...]:
        """Return all plug-ins, kind by kind."""
        return tuple(one for kind in KINDS for one in self.of(kind))

    def off(self) -> tuple[PlugIn, ...]:
        """Return those that are off, of the kinds that were asked for."""
        return tuple(one for kind in KINDS for one in self._found.get(kind, ()) if one.is_off)


def _found(kind: Kind) -> Iterator[PlugIn]:
    if not _are_declared():
        return
    # It takes a twentieth of a second to import, which a start without plug-ins does not wait for.
    from importlib.metadata import entry_points

    for entry in entry_points(group=PREFIX + kind):
        distribution = entry.dist.name if entry.dist else "an unknown distribution"
        version = entry.dist.version if entry.dist else ""
        yield PlugIn(kind, entry.name, distribution or "", version or "", _entry=entry)


def _are_declared() -> bool:
    """Return whether any distribution on the search path may have a plug-in, by its files."""
    for place in sys.path:
        try:
            names = os.listdir(place or ".")
        except NotADirectoryError:  # an archive, which is not looked into here
            return True
        except OSError:
            continue
        for name in names:
            if name.endswith((".dist-info", ".egg-info")):
                with suppress(OSError), open(_entries_of(place, name), "rb") as file:
                    if PREFIX.encode() in file.read():
                        return True
    return False


def _entries_of(place: str, name: str) -> str:
    return os.path.join(place, name, "entry_points.txt")


def _named_once(found: Iterable[PlugIn]) -> Iterator[PlugIn]:
    taken: dict[str, PlugIn] = {}
    for one in sorted(found, key=lambda one: (one.name, one.distribution)):
        first = taken.setdefault(one.name, one)
        if first is not one:
            one.because = f"{first.title} has that name"
        yield one


def _place(trace: TracebackType | None) -> str:
    """Return where in its own files a plug-in failed: ` (aisles.py:12)`; empty if not in one."""
    place, folder, own = "", "", os.path.dirname(os.path.dirname(__file__))
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if not file.startswith((own, "<")) and "importlib" not in file:
            folder = folder or os.path.dirname(file)  # of its first file; what it calls is not its
            if file.startswith(folder):
                place = f" ({os.path.basename(file)}:{trace.tb_lineno})"
        trace = trace.tb_next
    return place


def _said(error: BaseException) -> str:
    """Return type and message of what a plug-in raised; an error of its own may have neither."""
    try:
        text = str(error)
    except Exception:  # noqa: BLE001 - its message is code of the plug-in as well
        text = "its message cannot be read"
    kind = type(error).__name__
    return _one_line(f"{kind}: {text}" if text else kind)


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"
