"""The window turned to another language: first all is read, in short slices, then all is shown.

A language has thousands of messages, and what stands in the window takes seconds to look up in
them. The window answers meanwhile, says how far it is and shows what it showed; *Cancel* leaves it
at that. What was read once is kept: the next time the same language is there at once.
"""

import time
from collections.abc import Callable, Iterator
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from designer.io.languages import ENGLISH, languages_folder, opening
from designer.model.phrases import PhraseBook
from designer.model.presented import Presented
from designer.ui.kit.banner import BannerArea, ProgressBanner
from designer.ui.kit.widget_edge import standing_texts

TOPIC: Final = "language"
SLICE_S: Final = 0.03
_EVERY: Final = 64
"""Small pieces of work between two looks at the clock."""


class LanguageTurn(QObject):
    """Reads a language, and what stands in the window as it is read there.

    Signals
    -------
    read
        All is read: the language, with its book.
    """

    read = Signal(str, object)

    def __init__(
        self, banners: BannerArea, chosen: Callable[[str, PhraseBook], Presented], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._banners, self._chosen = banners, chosen
        self._books: dict[str, PhraseBook] = {}
        self._steps: Iterator[float] | None = None
        self._language = ""
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self.work)

    @property
    def is_busy(self) -> bool:
        """Whether a language is being read."""
        return self._steps is not None

    def begin(self, language: str, name: str) -> None:
        """Read a language, in place of the one that is being read; English needs no reading."""
        self.cancel()
        if language == ENGLISH:
            self.read.emit(language, None)
            return
        self._language, self._steps = language, self._reading(language)
        self._banner = self._banners.show_progress(TOPIC, self.cancel)
        self._name = name
        self._tell(self._banner, -1.0)
        self._timer.start()

    def cancel(self) -> None:
        """Read no further; the window stays in its language."""
        self._timer.stop()
        if self._steps is not None:
            self._steps = None
            self._banners.dismiss(TOPIC)

    def work(self) -> None:
        """Read on for a slice; show the language once all is read."""
        steps, until = self._steps, time.perf_counter() + SLICE_S
        if steps is None:
            return
        for part in steps:
            if time.perf_counter() >= until:
                self._tell(self._banner, part)
                return
        self.cancel()
        self.read.emit(self._language, self._books[self._language])

    def _tell(self, banner: ProgressBanner, part: float) -> None:
        banner.tell(f"Changing to {self._name}…", part, can_cancel=True)

    def _reading(self, language: str) -> Iterator[float]:
        """Yield how far it is, from 0 to 1, or -1 while nobody knows."""
        book = self._books.get(language)
        if book is None:
            for number, made in enumerate(opening(language, languages_folder())):
                book = made
                if number % _EVERY == 0:
                    yield -1.0
        if book is None:
            return
        self._books[language] = book
        chosen = self._chosen(language, book)
        texts = tuple(dict.fromkeys(standing_texts()))
        for number, text in enumerate(texts):
            chosen.text(text)  # the book keeps what it found
            yield number / len(texts)
