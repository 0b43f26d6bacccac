"""Figures of cables, fibres and transceivers. Unknown is `None`, never 0; units in the names."""

from collections.abc import Iterator
from typing import Final, Literal

from designer.model.record import Record

GRADES: Final = ("OM3", "OM4", "OM5", "OS2")
"""Grades of fibre that reaches are stated for, lesser first: of multimode by bandwidth."""

CHANNEL_NM: Final = 6.5
"""How far a laser may be from the middle of its channel: 1304.5 to 1317.5 nm in modules of one
wavelength and in channels of coarse division (NVIDIA MMS1V70-CM, product specification; ITU-T
G.694.2)."""


class CableFigures(Record):
    """What a cable or transceiver carries and how far.

    A transceiver has a plug (`connector`) and takes a fibre; a fibre has a plug of its own alone;
    what has a plug and takes no fibre joins cages directly.

    Attributes
    ----------
    rate_gbps, links
        Rate of one link, and how many it carries: those of one cage, of the near end of a cable.
    connector, far_connector
        The plug that goes into a cage; that of the far ends where it is another.
    far_ends
        Ends of a splitter; 1 for a straight cable.
    shell
        Top of the plug: finned for cages of switches that air cools, flat for those of systems.
    optics
        What both modules of a link must speak, such as DR4.
    wavelengths_nm
        Light that a module sends into each fibre, and takes from it: one for each channel in it.
    reach_om3_m, reach_om4_m, reach_om5_m, reach_os2_m
        How far a module reaches over a fibre of a grade; `length_max_m` is the longest of them.
    fibre, grade
        The plug of the fibre, and what the fibre is, such as OM4.
    diameter_mm, bend_mm
        Of the cable; the least radius in which it may lie.
    lead_weeks
        From order to delivery, as a seller states it.
    """

    medium: Literal["DAC", "ACC", "AEC", "AOC", "MMF", "SMF", "LPO", "copper"]
    rate_gbps: float
    length_min_m: float | None = None
    length_max_m: float | None = None
    lengths_m: tuple[float, ...] = ()
    links: int = 1
    connector: str = ""
    far_connector: str = ""
    far_ends: int = 1
    shell: Literal["", "finned", "flat"] = ""
    optics: str = ""
    wavelengths_nm: tuple[float, ...] = ()
    reach_om3_m: float | None = None
    reach_om4_m: float | None = None
    reach_om5_m: float | None = None
    reach_os2_m: float | None = None
    fibre: str = ""
    grade: str = ""
    diameter_mm: float | None = None
    bend_mm: float | None = None
    kg_per_m: float | None = None
    lead_weeks: float | None = None

    @property
    def is_module(self) -> bool:
        """Whether it is a transceiver, which takes a fibre."""
        return bool(self.connector and self.fibre)

    @property
    def is_fibre(self) -> bool:
        """Whether it is a fibre between two transceivers."""
        return bool(self.fibre and not self.connector)

    @property
    def reaches(self) -> dict[str, float]:
        """How far it reaches by the grade of the fibre, lesser grades first, as far as stated."""
        stated = (getattr(self, f"reach_{grade.lower()}_m") for grade in GRADES)
        return {
            grade: reach for grade, reach in zip(GRADES, stated, strict=True) if reach is not None
        }

    def reach_over(self, grade: str) -> float | None:
        """Return how far a module reaches over a fibre, m; None where nobody says.

        A grade that it does not state is held to the next lesser one of the same sort that it
        does: OM5 has the bandwidth of OM4 at 850 nm (TIA-492AAAE). A grade below all that it
        states, and one that is no grade of ours, are not known; a fibre of no stated grade may be
        the least.

        Parameters
        ----------
        grade
            Of the fibre, such as OM4; empty where nobody says.
        """
        reaches = self.reaches
        if not reaches:
            return self.length_max_m
        if not grade:
            return min(reaches.values())
        if grade not in GRADES:
            return None
        at = GRADES.index(grade)
        lesser = [one for one in reaches if one[:2] == grade[:2] and GRADES.index(one) <= at]
        return reaches[lesser[-1]] if lesser else None

    def same_light(self, other: "CableFigures") -> bool:
        """Return whether two modules send and take the same light, as far as both say."""
        mine, theirs = sorted(self.wavelengths_nm), sorted(other.wavelengths_nm)
        if not mine or not theirs:
            return True
        return len(mine) == len(theirs) and all(
            abs(one - two) <= CHANNEL_NM for one, two in zip(mine, theirs, strict=True)
        )

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield reaches by grade of what is no module, and a longest reach that is none of them."""
        reaches = self.reaches
        if not reaches:
            return
        if not self.is_module:
            first = f"reach_{next(iter(reaches)).lower()}_m"
            yield first, "a module has a reach by fibre: give its plug and that of its fibre"
        elif self.length_max_m is not None and self.length_max_m != max(reaches.values()):
            longest = max(reaches.values())
            yield "length_max_m", f"the longest reach that is given by fibre is {longest:g} m"
