"""Rules of thumb with all their variants, limits, help texts, and where sources disagree."""

from typing import ClassVar, Literal

from designer.catalog.citation import NOTHING_CITED, Citation
from designer.catalog.entry import Entry, Provenance, SourceKind
from designer.catalog.predicate import RuledEntry
from designer.model.record import Record


class Variant(Record):
    """What one source says, as a preset that can be chosen.

    Attributes
    ----------
    unit
        Of its own figure, where that is another than the rule's.
    """

    name: str
    unit: str = ""
    value: float | None = None
    low: float | None = None
    high: float | None = None
    text: str = ""
    source: str
    kind: SourceKind = "guide"
    cited: Citation = NOTHING_CITED


Advice = Literal["own", "rent"]


class Decision(Record):
    """When a guideline says to own or to rent: an answer to a question, or a figure's side.

    Attributes
    ----------
    fact
        What is asked: the id of a question that a design or a person answers, or of a figure.
    words
        The answer that it speaks of, in words.
    yes, no
        What it advises at these answers.
    below, above
        What it advises where the figure is below the guideline's low end, or not below its high.
    """

    fact: str
    words: str
    yes: Advice | None = None
    no: Advice | None = None
    below: Advice | None = None
    above: Advice | None = None


class Guideline(RuledEntry):
    """A rule of thumb or a published point; `value` is the default, `variants` the others.

    Attributes
    ----------
    condition
        When it applies, such as `rack power above 30 kW`.
    engine
        Id of the engine's rule that applies it, if one does.
    decisions
        What it advises of owning and renting.
    """

    subject: Literal[
        "power", "cooling", "floor", "fabric", "storage", "training", "inference", "memory", "cost",
        "cloud", "scale", "security", "operations", "physical",
    ]  # fmt: skip
    condition: str = ""
    statement: str = ""
    value: float | None = None
    low: float | None = None
    high: float | None = None
    unit: str = ""
    variants: tuple[Variant, ...] = ()
    engine: str = ""
    decisions: tuple[Decision, ...] = ()

    @property
    def middle(self) -> float | None:
        """The figure to plan with: the stated one, else the middle of the range."""
        if self.value is not None or self.low is None or self.high is None:
            return self.value
        return self.low + (self.high - self.low) / 2

    def unit_of(self, variant: Variant) -> str:
        """Return the unit of a variant's figure."""
        return variant.unit or self.unit

    def source_of(self, field: str) -> Provenance | None:
        """Return where a figure comes from; each variant names its own source."""
        group, _, rest = field.partition(".")
        if group == "variants":
            for variant in self.variants:
                if rest == variant.name or rest.startswith(f"{variant.name}."):
                    return Provenance(
                        fields=(field,),
                        source=variant.source,
                        kind=variant.kind,
                        cited=variant.cited,
                    )
        return super().source_of(field)


class Limit(Entry):
    """A bound of an API or of a way to deploy; `None` means no number was named."""

    subject: Literal["api", "on-premises", "managed-cloud", "hosted-api"]
    low: float | None = None
    high: float | None = None
    unit: str = ""
    text: str = ""
    per: str = ""


class Topic(RuledEntry):
    """A help text: `body` in plain sentences, paragraphs apart by an empty line."""

    references: ClassVar[dict[str, str]] = {}

    subject: Literal[
        "hardware", "fabric", "storage", "facility", "software", "training", "inference", "cost",
        "operations", "history", "glossary",
    ]  # fmt: skip
    body: str
    see: tuple[str, ...] = ()


class Conflict(Entry):
    """Where sources disagree, and which value the catalogue takes.

    Attributes
    ----------
    weight
        `must`: a wrong choice changes a number that is shown; else `note`.
    claims
        What each source says.
    decision
        The value taken and why. Several sentences where it takes them.
    settled
        Pointers to where it is settled, such as `part/h100-sxm accelerator.fp16_dense_tflops`.
    """

    weight: Literal["must", "note"]
    claims: tuple[str, ...]
    decision: str
    settled: tuple[str, ...] = ()
