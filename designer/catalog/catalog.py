"""The catalogue: parts by id, with search, prices and digests. It never changes once built."""

import difflib
import hashlib
import json
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from designer.catalog.bands import CoolingBand, PlanningDefault
from designer.catalog.climate import Climate
from designer.catalog.embodied import EmbodiedCarbon
from designer.catalog.entry import Price
from designer.catalog.exchange import ExchangeRate, Rates
from designer.catalog.failures import FailureRate
from designer.catalog.part import Part
from designer.catalog.part_bounds import (
    EFFICIENCY,
    SURGE,
    TYPICAL_SHARE,
    PartFigures,
    measured_ratio,
)
from designer.catalog.part_prices import newest_price
from designer.catalog.records.cloud import CloudOffer
from designer.catalog.records.guidance import Guideline
from designer.catalog.search_nearest import Findings, Words, WordTables, look_for
from designer.catalog.shelf_power import PSU_EFFICIENCY
from designer.catalog.software_profile import InferenceProfile, TrainingProfile
from designer.model.figures import Figure
from designer.model.record import Record


class UnknownPartError(LookupError):
    """No part has that id. The message names the nearest ones."""


class Catalog:
    """Parts that can be bought and placed, with the figures that belong to no part.

    Parameters
    ----------
    parts
        Parts in the order in which they are shown; a later part replaces an earlier one of the
        same id.
    bands
        What each cooling method handles.
    defaults
        Planning figures used where a design does not say better.
    climates
        The weather of places by month.
    failures
        How often things fail, and how long they are down.
    embodied
        Carbon in the making of parts, by one source each.
    training_profiles, inference_profiles
        How fast software trains and serves on a GPU, as it was measured.
    offers
        What GPUs cost by the hour in clouds.
    guidelines
        Rules of thumb of money: what planning defaults rest on, and thresholds.
    exchange_rates, rates
        What a US dollar costs in other currencies.
    """

    def __init__(
        self,
        parts: Iterable[Part],
        bands: Iterable[CoolingBand] = (),
        defaults: Iterable[PlanningDefault] = (),
        climates: Iterable[Climate] = (),
        failures: Iterable[FailureRate] = (),
        embodied: Iterable[EmbodiedCarbon] = (),
        training_profiles: Iterable[TrainingProfile] = (),
        inference_profiles: Iterable[InferenceProfile] = (),
        offers: Iterable[CloudOffer] = (),
        guidelines: Iterable[Guideline] = (),
        exchange_rates: Iterable[ExchangeRate] = (),
    ) -> None:
        self._by_id = {part.id: part for part in parts}
        self.parts: tuple[Part, ...] = tuple(self._by_id.values())
        self.bands: tuple[CoolingBand, ...] = tuple(bands)
        self.defaults: tuple[PlanningDefault, ...] = tuple(defaults)
        self.climates: tuple[Climate, ...] = tuple(climates)
        self.failures: tuple[FailureRate, ...] = tuple(failures)
        self.embodied: tuple[EmbodiedCarbon, ...] = tuple(embodied)
        self.training_profiles: tuple[TrainingProfile, ...] = tuple(training_profiles)
        self.inference_profiles: tuple[InferenceProfile, ...] = tuple(inference_profiles)
        self.offers: tuple[CloudOffer, ...] = tuple(offers)
        self.guidelines: tuple[Guideline, ...] = tuple(guidelines)
        self.exchange_rates: tuple[ExchangeRate, ...] = tuple(exchange_rates)
        self.rates = Rates(self.exchange_rates)
        # The first of an id counts.
        self._defaults = {default.id: default for default in reversed(self.defaults)}
        self._failures = {failure.id: failure for failure in reversed(self.failures)}
        self._digests: dict[str, str] = {}
        self._figures: dict[bool, PartFigures] = {}
        self._below: Catalog | None = None

    @property
    def made_of(self) -> tuple[tuple[Record, ...], ...]:
        """What it was built with: another catalogue of the same is built with it."""
        return (self.parts, *self._beside_parts)

    @cached_property
    def _words(self) -> Words:
        """What its parts say, for what is misspelt; nothing is read before such a word comes."""
        return Words(self.parts)

    def know_words(self, tables: WordTables) -> None:
        """Take the words that its parts say, which somebody kept."""
        self._words = Words(self.parts, tables)

    @property
    def _beside_parts(self) -> tuple[Any, ...]:
        return (
            self.bands, self.defaults, self.climates, self.failures, self.embodied,
            self.training_profiles, self.inference_profiles, self.offers, self.guidelines,
            self.exchange_rates,
        )  # fmt: skip

    def get(self, part_id: str) -> Part | None:
        """Return the part with an id, or None."""
        return self._by_id.get(part_id)

    def require(self, part_id: str) -> Part:
        """Return the part with an id.

        Raises
        ------
        UnknownPartError
            If there is none; the message names the nearest ids.
        """
        part = self._by_id.get(part_id)
        if part is None:
            near = difflib.get_close_matches(part_id, self._by_id, n=3, cutoff=0.5)
            hint = f"; did you mean {', '.join(near)}?" if near else ""
            raise UnknownPartError(f"no part {part_id!r} in the catalogue{hint}")
        return part

    def search(self, query: str, kinds: Iterable[str] | None = None) -> list[Part]:
        """Return the parts that fit a query, best first; `find` also says what it looked for.

        Parameters
        ----------
        query
            Free words and tokens: `h100 kind:node power<15 u:8 gpus>=8 vendor:nvidia`.
        kinds
            Ids of kinds to look among; `None` for all.
        """
        return list(self.find(query, kinds).entries)

    def find(self, query: str, kinds: Iterable[str] | None = None) -> Findings[Part]:
        """Return the parts that fit a query, best first, with what was looked for instead."""
        if kinds is None:
            return look_for(query, self.parts, self._words, self.rates)
        wanted = frozenset(kinds)
        return look_for(query, (p for p in self.parts if p.kind in wanted), None, self.rates)

    def overlay(self, parts: Iterable[Part]) -> "Catalog":
        """Return a catalogue in which the given parts, such as a file's own, win.

        A part that is as it stands here stays the one that it is, with all that was made of it.
        """
        given = ((self._by_id.get(part.id), part) for part in parts)
        own = [known if known == part else part for known, part in given]
        over = Catalog((*self.parts, *own), *self._beside_parts)
        # That of the library, not one that lies over it: else each would keep all before it.
        over._below = self._below or self
        over.rates = self.rates
        if all(self._by_id.get(part.id) is part for part in own):
            over._words = self._words
        return over

    def price(self, part_id: str, currency: str = "USD") -> Price | None:
        """Return the newest purchase price of a part in a currency, or None if nobody said one."""
        part = self._by_id.get(part_id)
        return newest_price(part, currency, self.rates) if part else None

    def figures(self, *, estimates: bool = True) -> PartFigures:
        """Return what the parts' figures are, with bounds; made once.

        Parameters
        ----------
        estimates
            Whether named estimates fill in for figures that nobody states.
        """
        made = self._figures.get(estimates)
        if made is None:
            default = self.default_figure(PSU_EFFICIENCY.partition(" ")[2])
            surge = self.default_figure(SURGE.partition(" ")[2])
            measured = [
                measured_ratio(kind, share)
                for kind in dict.fromkeys(part.kind for part in self.parts)
                if (share := self.default_figure(f"{TYPICAL_SHARE}-{kind}")) is not None
            ]
            made = PartFigures(
                self.parts, default or EFFICIENCY, estimates=estimates, surge=surge,
                measured=measured, rates=self.rates,
                below=self._below.figures(estimates=estimates) if self._below else None,
            )  # fmt: skip
            self._figures[estimates] = made
        return made

    def digest(self, part: Part) -> str:
        """Return 12 hex digits that change when any figure of the part does."""
        if self._by_id.get(part.id) is not part:
            return _digest(part)
        known = self._digests.get(part.id)
        if known is None:
            known = self._digests[part.id] = _digest(part)
        return known

    @property
    def band_presets(self) -> dict[str, str]:
        """Names of the sets of bands that a site may choose, by id."""
        return {band.preset: band.preset_name for band in self.bands if band.preset}

    def band(self, method: str, *, contained: bool = False, preset: str = "") -> CoolingBand | None:
        """Return what a cooling method handles: its contained figures if there are such.

        Parameters
        ----------
        preset
            The set of bands; what it does not name is that of no set.
        """
        of_method = [band for band in self.bands if band.method == method]
        fitting = [band for band in of_method if band.preset == preset]
        fitting = fitting or [band for band in of_method if not band.preset]
        exact = [band for band in fitting if band.contained == contained]
        return next(iter(exact or fitting), None)

    def guideline(self, guideline_id: str) -> Guideline | None:
        """Return a rule of thumb of money, or None."""
        return next((one for one in self.guidelines if one.id == guideline_id), None)

    def default(self, default_id: str) -> PlanningDefault | None:
        """Return a planning default by id, or None."""
        return self._defaults.get(default_id)

    def climate(self, climate_id: str) -> Climate | None:
        """Return the climate of a place by id, or None."""
        return next((one for one in self.climates if one.id == climate_id), None)

    def failure(self, failure_id: str) -> FailureRate | None:
        """Return how often a thing fails by id, or None."""
        return self._failures.get(failure_id)

    def default_figure(self, default_id: str) -> Figure | None:
        """Return a planning default as an estimate between its low and high, or None."""
        default = self.default(default_id)
        return None if default is None else default.figure


def _digest(part: Part) -> str:
    data = part.model_dump(mode="json", exclude_defaults=True)
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:12]
