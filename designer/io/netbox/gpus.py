"""GPUs that a device's text names: how many, of which model, and which part that is.

A number is taken only where the text says one number of one model as what is in the device; `up to
8`, `supports`, `or` and two models name what may be in it, which is told and not taken.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from designer.catalog.part import Part

_MAKER: Final = r"(?:nvidia|amd|intel|instinct|tesla|geforce|hgx|data ?cent(?:er|re) gpu|oam)"
_MODEL: Final = (
    r"(?:[abh]\d{3}s?|gb?[23]00|gh200|h20|b[123]00a?|mi\d{3}[ax]?|l40s?|l4|l20|a10g?|a16|a2|a30|a40|"
    r"t4|[vp]100s?|gaudi ?[23]?|(?:geforce )?[gr]tx ?(?:pro ?)?\d{4}(?: ?ti)?|max 1\d50)"
)
_FORM: Final = r"(?:sxm ?\d?|pcie|nvl|oam)"
_FORMS: Final = {"sxm": "SXM", "pcie": "PCIe", "nvl": "NVL", "oam": "OAM"}
_NAMED: Final = rf"({_MODEL})(?:[ -]({_FORM}))?(?![a-z0-9])"
_COUNTED: Final = re.compile(
    rf"(?<![\w.-])(\d{{1,2}})(?: ?[x×*] ?| (?={_MAKER}[ -]))((?:{_MAKER}[ -])*){_NAMED}",
    re.IGNORECASE,
)
"""`8x NVIDIA H100 SXM`, `8 × MI300X OAM`."""

_COUNTED_AFTER: Final = re.compile(
    rf"(?<![\w.-])((?:{_MAKER}[ -])*){_NAMED}(?: ?\d{{2,3}} ?gb)?[ -](\d{{1,2}})[- ]gpus?(?![a-z])",
    re.IGNORECASE,
)
"""`HGX H100 8-GPU`."""

_BARE: Final = re.compile(
    r"(?<![\w.-])(\d{1,2}) ?x? (?:(?!\d+ ?x )[^,.;:()\n]){0,40}?GPUs?(?![a-z])", re.IGNORECASE
)
_MAY_BE: Final = re.compile(
    r"up to|supports?|max(?:imum)?(?: of)?|optional|or|either|space for|room for|slots? for|"
    r"bays? for|ready for|support for|can (?:hold|take)|designed for",
    re.IGNORECASE,
)
_BEFORE, _AFTER = 28, 16
_OR: Final = re.compile(r"\s*(?:/|,? or\b|,? optional)", re.IGNORECASE)
_MOST: Final = 20


@dataclass(frozen=True, slots=True)
class Gpus:
    """GPUs of a text.

    Attributes
    ----------
    count
        How many are in the device; None where its text does not fix that.
    named
        How many it names all the same, maybe the most that fit; None if none or unlike.
    model
        As the text writes it, such as `H100 SXM`; empty unless `count` is known.
    part
        Id of the catalogue's part of that model; empty where none or several fit.
    """

    count: int | None = None
    named: int | None = None
    model: str = ""
    part: str = ""


class GpuNames:
    """The accelerators of a catalogue by the names that texts give them.

    Parameters
    ----------
    parts
        Any parts; those that accelerate are taken.
    """

    def __init__(self, parts: Iterable[Part] = ()) -> None:
        names: dict[str, set[str]] = {}
        for part in parts:
            if part.traits.accelerates:
                for name in (part.name, *part.aliases):
                    for key in _keys(name):
                        names.setdefault(key, set()).add(part.id)
        self._names: Mapping[str, frozenset[str]] = {k: frozenset(v) for k, v in names.items()}

    def part_of(self, model: str, form: str) -> str:
        """Return the id of a model, such as `H100` `SXM`; empty where none or several fit."""
        plain = _plain(model)
        form = re.sub(r"\d", "", _plain(form))
        found = self._names.get(plain + form) or frozenset()
        return next(iter(found)) if len(found) == 1 else ""


def gpus_in(text: str, names: GpuNames) -> Gpus:
    """Return what a text says of the GPUs in a device.

    Parameters
    ----------
    text
        Model, part number, description and comments, one line.
    """
    found: set[tuple[int, str, str]] = set()
    doubtful = False
    for match in _COUNTED.finditer(text):
        found.add((int(match[1]), _plain(match[3]), match[4] or ""))
        doubtful |= _may_be(text, match)
    for match in _COUNTED_AFTER.finditer(text):
        found.add((int(match[4]), _plain(match[2]), match[3] or ("SXM" if _hgx(match[1]) else "")))
        doubtful |= _may_be(text, match)
    counted = {count for count, *_ in found}
    named = counted or {int(count) for count in _BARE.findall(text)}
    named = {count for count in named if 0 < count <= _MOST}
    once = named.pop() if len(named) == 1 else None
    models = {model for _, model, _ in found}
    if once is None or doubtful or len(models) != 1:
        return Gpus(named=once)
    forms = {_FORMS[re.sub(r"[\d ]", "", form).lower()] for _, _, form in found if form}
    form = forms.pop() if len(forms) == 1 else ""
    model = _written(models.pop())
    return Gpus(once, once, f"{model} {form}".strip(), names.part_of(model, form))


def _may_be(text: str, match: re.Match[str]) -> bool:
    """Return whether the words around a number make it what may be in the device."""
    before = text[max(0, match.start() - _BEFORE) : match.start()]
    clause = re.split(r"[.;:()]", before)[-1]
    after = text[match.end() : match.end() + _AFTER]
    said = re.search(rf"(?<![a-z])(?:{_MAY_BE.pattern})(?![a-z])", clause, re.IGNORECASE)
    return bool(said or _OR.match(after))


def _hgx(words: str) -> bool:
    return "hgx" in words.lower()


def _keys(name: str) -> Iterable[str]:
    """Yield the names of an accelerator without its memory: `h100sxm`, `mi300x`."""
    bare = re.sub(r"\b(?:Instinct|GeForce|Data Center GPU)\b ?|\([^)]*\)", "", name)
    bare = re.sub(r"\b\d{2,3} GB\b.*| Blackwell Server Edition.*", "", bare)
    if re.search(r" of g[bh]", bare, re.IGNORECASE):
        return
    plain = _plain(bare)
    yield re.sub(r"(sxm)\d", r"\1", plain)
    if plain.startswith("mi"):
        yield f"{plain}oam"


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "", text.lower())


def _written(model: str) -> str:
    """Return a model as makers write it: `H100`, `L40S`, `Gaudi 3`, `RTX PRO 6000`."""
    if model.startswith("gaudi"):
        return f"Gaudi {model[5:]}".strip()
    found = re.fullmatch(r"(geforce)?([gr]tx)(pro)?(\d{4})(ti)?", model)
    if found:
        _, family, pro, number, more = found.groups()
        return " ".join(
            word for word in (family.upper(), pro and "PRO", number, more and "Ti") if word
        )
    return model.upper().replace("MAX1", "Max 1")
