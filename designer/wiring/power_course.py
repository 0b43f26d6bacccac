"""Which way power takes through what stands upstream of the feeds when something is lost."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Course:
    """Which way power takes.

    Attributes
    ----------
    drawn
        From where each node that carries a feed takes its power; empty for a source, and a node's
        own id where it supplies itself in a circle.
    below
        The nodes that take their power of each.
    order
        The nodes that a source supplies, each after all that hang on it.
    circle
        The nodes that supply themselves.
    changed
        The nodes of which others take power than with nothing lost, or that are none of `order`,
        or of `circle`, any more; empty with nothing lost.
    """

    drawn: Mapping[str, str]
    below: Mapping[str, tuple[str, ...]]
    order: tuple[str, ...]
    circle: frozenset[str]
    changed: frozenset[str] = frozenset()

    def is_above(self, node: str, below: str) -> bool:
        """Return whether what one node takes comes through another."""
        seen: set[str] = set()
        at = below
        while at and at not in seen:
            seen.add(at)
            at = self.drawn.get(at, "")
            if at == node:
                return True
        return False


def course_of(drawn: Mapping[str, str], normal: Course | None = None) -> Course:
    """Return the way by what each node takes its power from.

    Parameters
    ----------
    normal
        The way with nothing lost; None where it is this one.
    """
    below: dict[str, list[str]] = {}
    for node, parent in drawn.items():
        below.setdefault(parent, []).append(node)
    order = list(below.get("", ()))
    for node in order:
        order.extend(below.get(node, ()))
    found = Course(
        drawn, {node: tuple(those) for node, those in below.items()}, tuple(reversed(order)),
        frozenset(drawn).difference(order),
    )  # fmt: skip
    if normal is None:
        return found
    changed = (
        (set(found.order) ^ set(normal.order))
        | (found.circle ^ normal.circle)
        | {node for node in found.order if found.below.get(node) != normal.below.get(node)}
    )
    return Course(found.drawn, found.below, found.order, found.circle, frozenset(changed))
