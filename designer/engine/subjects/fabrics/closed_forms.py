"""Bisections of topologies that are known in closed form, in links one way.

Each is the cost of a halving that is described, so that no bisection is higher; `proven` says that
none is lower either. Ends of switches are left aside: no halving costs more than half of all
endpoints' own links.

Sources: torus, mesh and hypercube with an even longest dimension, and HyperX with an even shortest
one, by sending evenly from every endpoint to every other along the dimensions in order; odd tori
and meshes: J. Arjona Aroca, A. Fernández Anta, arXiv 1202.6291; HyperX: J. Ahn et al., SC 2009;
groups: every cable between one half of the groups and the other; fat-tree: Al-Fares et al., SIGCOMM
2008.
"""

from dataclasses import dataclass
from math import prod

from designer.wiring.network_shapes import Shape


@dataclass(frozen=True)
class ClosedForm:
    """A halving by its cost.

    Attributes
    ----------
    links
        What it cuts.
    name
        The formula, in words.
    proven
        Whether no halving cuts less, but for one that parts all endpoints from their switches.
    """

    links: int
    name: str
    proven: bool


def closed_form(shape: Shape) -> ClosedForm | None:
    """Return the closed form of a shape; None where there is none."""
    sizes, width = shape.sizes, shape.width
    if shape.topology == "torus":
        return _torus(sizes, width, shape.hosts)
    if shape.topology == "mesh":
        return _mesh(sizes, width, shape.hosts)
    if shape.topology == "hypercube":
        return ClosedForm(width << sizes[0] - 1, "2^(d - 1)", proven=True)
    if shape.topology == "hyperx":
        return _hyperx(sizes, width, shape.hosts)
    return _groups(shape)


def _torus(sizes: tuple[int, ...], width: int, hosts: int) -> ClosedForm | None:
    switches, longest = prod(sizes), max(sizes)
    if longest == 1:
        return None
    if longest % 2 == 0:
        rings = 1 if longest == 2 else 2
        links = rings * width * switches // longest
        return ClosedForm(links, f"{rings}·switches / longest dimension, even", proven=True)
    if set(sizes) == {longest}:
        links = 2 * width * (switches - 1) // (longest - 1) + hosts // 2
        return ClosedForm(links, "2·(k^n - 1)/(k - 1), k odd, and half a switch", proven=False)
    return _even_dimension(sizes, width, 2)


def _mesh(sizes: tuple[int, ...], width: int, hosts: int) -> ClosedForm | None:
    switches, longest = prod(sizes), max(sizes)
    if longest == 1:
        return None
    if longest % 2 == 0:
        links = width * switches // longest
        return ClosedForm(links, "switches / longest dimension, even", proven=True)
    if set(sizes) == {longest}:
        links = width * (switches - 1) // (longest - 1) + hosts // 2
        return ClosedForm(links, "(k^n - 1)/(k - 1), k odd, and half a switch", proven=False)
    return _even_dimension(sizes, width, 1)


def _even_dimension(sizes: tuple[int, ...], width: int, rings: int) -> ClosedForm | None:
    """Return a cut across an even dimension that is not the longest; it may not be the least."""
    even = [size for size in sizes if size % 2 == 0]
    if not even:
        return None
    best = min((1 if size == 2 else rings) * width * prod(sizes) // size for size in even)
    return ClosedForm(best, "across an even dimension, not the longest", proven=False)


def _hyperx(sizes: tuple[int, ...], width: int, hosts: int) -> ClosedForm | None:
    switches = prod(sizes)
    wide = [size for size in sizes if size > 1]
    even = [size for size in wide if size % 2 == 0]
    if even and min(even) == min(wide):
        links = width * min(even) * switches // 4
        return ClosedForm(links, "K·S/4·switches of the shortest dimension, even", proven=True)
    if len(wide) == 2 and len(set(wide)) == 1 and width == 1:
        size = wide[0]
        links = (size * size - 1) // 4 * (size + 1) + hosts // 2
        return ClosedForm(links, "(s² - 1)/4·(s + 1), s odd, and half a switch", proven=False)
    if even:
        links = width * min(even) * switches // 4
        return ClosedForm(links, "K·S/4·switches of the shortest even dimension", proven=False)
    return None


def _groups(shape: Shape) -> ClosedForm | None:
    """Return the cut between half of the groups and the other half."""
    groups, cables = shape.sizes[0], shape.global_links
    if groups < 2:
        return None
    if groups % 2 == 0:
        return ClosedForm((groups // 2) ** 2 * cables, "(g/2)²·cables of two groups", proven=False)
    if shape.topology == "dragonfly" and cables == 1:
        return _odd_groups(groups, shape.sizes[1], shape.width, shape.hosts)
    return None


def _odd_groups(groups: int, switches: int, width: int, hosts: int) -> ClosedForm:
    """Return the cut that divides one group of a dragonfly, and the others in halves.

    Its first switches lead to the half that they stand in, as cables are dealt out. Of an odd
    number of them one is on neither side for certain: its cables and its endpoints count.
    """
    half, inside = groups // 2, switches // 2
    links = half * half + inside * (switches - inside) * width
    if switches % 2 == 0:
        return ClosedForm(links, "((g - 1)/2)² + (a/2)²·width", proven=False)
    there = sum(port * switches // (groups - 1) < inside for port in range(groups - 1))
    links += abs(half - there) + hosts // 2
    return ClosedForm(links, "((g - 1)/2)² + (a² - 1)/4·width, and a switch in two", proven=False)
