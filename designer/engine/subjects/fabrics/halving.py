"""The cheapest halving of a tree of leaves, pods and a root: the model of a folded Clos.

Groups of leaves hang on their pod by `up` links each, pods on the root by `top` links each, and an
endpoint on its group by `width` links. Switches may stand on either side of a cut; as many
endpoints as asked stand on the side away from the root. Exact, by dynamic programming over the
endpoints that whole groups bring to that side: what is missing or too many is separated from its
leaves one by one, so that a state is dropped when another reaches it as cheaply.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

MOST_STATES: Final = 400_000
"""States of one step; beyond, the answer is a bound and no cut."""


@dataclass(frozen=True)
class Pod:
    """Alike groups of a pod by (endpoints, uplinks), how many of each, and the pod's own links."""

    groups: tuple[tuple[float, float, int], ...]
    top: float

    @property
    def hosts(self) -> float:
        """Endpoints of the pod."""
        return sum(hosts * count for hosts, _, count in self.groups)


@dataclass(frozen=True)
class States:
    """Endpoints away from the root and what the cut costs so far, with the way there.

    Attributes
    ----------
    left, right
        Indices of the states that were joined; of the first step: how many groups, and whether
        the pod itself stands away from the root.
    """

    hosts: Floats
    cost: Floats
    left: NDArray[np.int64]
    right: NDArray[np.int64]


class TooManyStatesError(Exception):
    """The halving is not computed exactly: too many unlike pods."""


def least_cut(pods: Sequence[Pod], wanted: tuple[int, int], width: float) -> float:
    """Return the cheapest cut with as many endpoints on the side away from the root.

    Where pods are too unlike it is a lower bound: every endpoint can send the same share to the
    root at once, and all of it crosses (hub embedding).

    Parameters
    ----------
    wanted
        Fewest and most.
    width
        What it costs to separate an endpoint.
    """
    try:
        states = _all(_kinds(pods), width)[-1]
    except TooManyStatesError:
        return wanted[0] * _share(pods, width)
    return float(_costs(states, wanted, width).min(initial=np.inf))


def _costs(states: States, wanted: tuple[int, int], width: float) -> Floats:
    """Return what states cost once endpoints are separated until as many as wanted are away."""
    fewest, most = wanted
    parted = np.maximum(fewest - states.hosts, states.hosts - most)
    return states.cost + width * np.maximum(parted, 0.0)


def _share(pods: Sequence[Pod], width: float) -> float:
    """Return what every endpoint can send to the root at once."""
    shares = [width]
    for pod in pods:
        shares += [up / hosts for hosts, up, _ in pod.groups if hosts]
        if pod.hosts and len(pods) > 1:
            shares.append(pod.top / pod.hosts)
    return min(shares)


@dataclass(frozen=True)
class Choice:
    """What of one pod stands away from the root: groups of each kind, and the pod itself."""

    groups: tuple[int, ...]
    itself: bool


def cheapest(pods: Sequence[Pod], wanted: tuple[int, int], width: float) -> list[Choice] | None:
    """Return a cheapest choice for every pod; None where there are too many states."""
    kinds = _kinds(pods)
    try:
        steps = _all(kinds, width)
    except TooManyStatesError:
        return None
    last = steps[-1]
    at = int(np.argmin(_costs(last, wanted, width)))
    found: list[Choice | None] = [None] * len(pods)
    for (pod, places), step in zip(reversed(kinds.items()), reversed(steps), strict=True):
        before, mine = int(step.left[at]), int(step.right[at])
        for place, choice in zip(places, _choices(pod, len(places), mine, width), strict=True):
            found[place] = choice
        at = before
    return [choice or Choice((), itself=False) for choice in found]


def _kinds(pods: Sequence[Pod]) -> dict[Pod, list[int]]:
    """Return the places of alike pods, in order of the first of each."""
    found: dict[Pod, list[int]] = {}
    for place, pod in enumerate(pods):
        found.setdefault(pod, []).append(place)
    return found


def _all(kinds: Mapping[Pod, Sequence[int]], width: float) -> list[States]:
    """Return the states after each kind of pod, in order."""
    start = States(np.zeros(1), np.zeros(1), np.zeros(1, np.int64), np.zeros(1, np.int64))
    steps = []
    for pod, places in kinds.items():
        alike = _alike(pod, len(places), width)[0]
        start = _sum(start, alike, width)
        steps.append(start)
    return steps


@lru_cache(maxsize=64)
def _alike(pod: Pod, count: int, width: float) -> tuple[States, list[States]]:
    """Return the states of alike pods, and the steps that lead there.

    The cost of `k` of a pod's `n` alike groups, min(k·up, top + (n - k)·up), is concave in `k`, so
    of alike pods at most one is divided in a cheapest cut: the others are whole.
    """
    single = _pod(pod, width)[-1]
    if len(pod.groups) > 1:
        steps = [single]
        for _ in range(count - 1):
            steps.append(_sum(steps[-1], single, width))
        return steps[-1], steps
    hosts, up, groups = pod.groups[0] if pod.groups else (0.0, 0.0, 0)
    whole = np.arange(count)
    times, cheap = whole.astype(np.float64), min(pod.top, up * groups)
    wholes = States(
        np.multiply(times, np.float64(hosts * groups)), np.multiply(times, np.float64(cheap)),
        whole, np.zeros_like(whole),
    )  # fmt: skip
    joined = _sum(wholes, single, width)
    return joined, [wholes, joined]


@lru_cache(maxsize=256)
def _pod(pod: Pod, width: float) -> list[States]:
    """Return the states of one pod: after each kind of group, then with the pod on either side."""
    start = States(np.zeros(1), np.zeros(1), np.zeros(1, np.int64), np.zeros(1, np.int64))
    steps = []
    for hosts, up, count in pod.groups:
        some = np.arange(count + 1)
        times = some.astype(np.float64)
        mine = States(
            np.multiply(times, np.float64(hosts)), np.multiply(times, np.float64(up)), some,
            np.zeros_like(some),
        )  # fmt: skip
        start = _sum(start, mine, width)
        steps.append(start)
    number = np.arange(len(start.hosts))
    both = States(
        np.concatenate((start.hosts, pod.hosts - start.hosts)),
        np.concatenate((start.cost, pod.top + start.cost)),
        np.concatenate((number, number)),
        np.concatenate((np.zeros_like(number), np.ones_like(number))),
    )
    return [*steps, _pruned(both, width)]


def _choices(pod: Pod, count: int, at: int, width: float) -> Iterator[Choice]:
    """Yield the choice for each of alike pods that leads to a state."""
    steps = _alike(pod, count, width)[1]
    if len(pod.groups) > 1:
        for step in reversed(steps[1:]):
            yield _choice(pod, int(step.right[at]), width)
            at = int(step.left[at])
        yield _choice(pod, at, width)
        return
    joined = steps[1]
    groups = tuple(count for _, _, count in pod.groups)
    wholes, single = int(steps[0].left[int(joined.left[at])]), int(joined.right[at])
    yield _choice(pod, single, width)
    cheap = pod.top <= sum(up * many for _, up, many in pod.groups)
    yield from repeat(Choice(groups, itself=cheap), min(wholes, count - 1))
    yield from repeat(Choice(tuple(0 for _ in groups), itself=False), count - 1 - wholes)


def _choice(pod: Pod, at: int, width: float) -> Choice:
    steps = _pod(pod, width)
    itself, state = bool(steps[-1].right[at]), int(steps[-1].left[at])
    counts = []
    for number in range(len(pod.groups) - 1, -1, -1):
        step = steps[number]
        counts.append(int(step.right[state]))
        state = int(step.left[state])
    counts.reverse()
    # A step's `right` is an index into the states of one kind, which are its counts.
    if itself:
        counts = [many - k for (_, _, many), k in zip(pod.groups, counts, strict=True)]
    return Choice(tuple(counts), itself)


def _sum(one: States, other: States, width: float) -> States:
    """Return every state of one together with every state of another, without dear ones."""
    if len(one.hosts) * len(other.hosts) > MOST_STATES:
        raise TooManyStatesError
    left, right = np.divmod(np.arange(len(one.hosts) * len(other.hosts)), len(other.hosts))
    return _pruned(
        States(
            one.hosts[left] + other.hosts[right], one.cost[left] + other.cost[right], left, right
        ),
        width,
    )


def _pruned(states: States, width: float) -> States:
    """Return the states that no other reaches as cheaply by separating single endpoints."""
    order = np.lexsort((states.cost, states.hosts))
    hosts, cost = states.hosts[order], states.cost[order]
    first = np.diff(hosts, prepend=-1.0) > 0
    order, hosts, cost = order[first], hosts[first], cost[first]
    below = np.minimum.accumulate(cost - width * hosts)
    above = np.minimum.accumulate((cost + width * hosts)[::-1])[::-1]
    kept = np.ones(len(hosts), dtype=bool)
    kept[1:] &= cost[1:] < below[:-1] + width * hosts[1:] - 1e-9
    kept[:-1] &= cost[:-1] < above[1:] - width * hosts[:-1] - 1e-9
    order = order[kept]
    return States(states.hosts[order], states.cost[order], states.left[order], states.right[order])
