"""What a drawing of a fabric is made of, what people call it, and what hangs on what.

May import the engine's map of a fabric, and `model`. No Qt.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal, NamedTuple

from designer.engine.fabric_map import NOWHERE, FabricMap, MapSwitches
from designer.model.figure_words import number
from designer.model.plural import plural
from designer.render.fabric_islands import Island, RailIsland, islands_of, rail_islands_of

ThingKind = Literal["core", "spine", "leaf", "node", "unit", "pod", "group"]
"""A switch of each tier, a node, leaves that stand together, spines that do, core switches."""
SWITCHES: Final[tuple[ThingKind, ...]] = ("leaf", "spine", "core")
TIER_NAMES: Final = {"leaf": "Leaf", "spine": "Spine", "core": "Core"}


class Thing(NamedTuple):
    """Something of a fabric: what it is, its index in the map; of a node perhaps one rail."""

    what: ThingKind
    at: int
    rail: int = NOWHERE


@dataclass(frozen=True)
class FabricIndex:
    """A map of a fabric with what is looked up in it."""

    map: FabricMap
    name_of: Callable[[str], str] = field(default=str, compare=False)
    """What people call a rack or a device, by its key."""
    feed_name: Callable[[str], str] = field(default=str, compare=False)
    """What people call a record of the room's power, by its id."""

    def switches(self, kind: ThingKind) -> MapSwitches:
        """Return the switches of a tier."""
        tiers = {"leaf": self.map.leaves, "spine": self.map.spines, "core": self.map.cores}
        return tiers[kind]

    @cached_property
    def leaves_of_unit(self) -> tuple[tuple[int, ...], ...]:
        """Return the leaves of each unit, in order of plane and rail."""
        return _grouped(self.map.leaves.unit, len(self.map.units))

    @cached_property
    def spines_of_pod(self) -> tuple[tuple[int, ...], ...]:
        """Return the spines of each pod."""
        return _grouped(self.map.spines.unit, self.map.pods)

    @cached_property
    def cores_of_group(self) -> tuple[tuple[int, ...], ...]:
        """Return the core switches of each group."""
        return _grouped(self.map.cores.unit, self.map.core_groups)

    @cached_property
    def nodes_of_unit(self) -> tuple[range, ...]:
        """Return the nodes of each unit: they stand together in the map; last those of none."""
        counts = [0] * (len(self.map.units) + 1)
        for unit in self.map.nodes.unit:
            counts[unit] += 1
        found, first = [], 0
        for count in counts:
            found.append(range(first, first + count))
            first += count
        return tuple(found)

    @cached_property
    def uplinks(self) -> tuple[int, ...]:
        """Return the links of each leaf to spines: those up without those to other leaves."""
        found, beside = list(self.map.leaves.up), self.map.beside
        if not self.map.beside_units:
            for one, other, links in zip(beside.lower, beside.upper, beside.links, strict=True):
                found[one] -= links
                found[other] -= links
        return tuple(found)

    @cached_property
    def islands(self) -> tuple[Island, ...]:
        """Return the islands of whole units; none for fewer than two."""
        return islands_of(self.map)

    @cached_property
    def rail_islands(self) -> tuple[RailIsland, ...]:
        """Return the islands of which units have a leaf each; none for fewer than two."""
        return rail_islands_of(self.map)

    @cached_property
    def rail_of_pod(self) -> tuple[int, ...]:
        """Return the one rail whose leaves lead to each pod of spines; `NOWHERE` for several."""
        rails: list[set[int]] = [set() for _ in range(self.map.pods)]
        for pod, rail in zip(self.map.leaves.above, self.map.leaves.rail, strict=True):
            if pod >= 0:
                rails[pod].add(rail)
        return tuple(them.pop() if len(them) == 1 else NOWHERE for them in rails)

    @cached_property
    def things(self) -> dict[str, Thing]:
        """Return every switch and node by its device key; of a filled rack its first node."""
        found: dict[str, Thing] = {}
        for at, key in enumerate(self.map.nodes.keys):
            found.setdefault(key, Thing("node", at))
        for kind in SWITCHES:
            for at, key in enumerate(self.switches(kind).keys):
                if key:
                    found[key] = Thing(kind, at)
        return found

    @cached_property
    def odd(self) -> dict[tuple[int, int], tuple[int, ...]]:
        """Return where ends of nodes hang that are not where their unit says, by node and rail."""
        found: dict[tuple[int, int], tuple[int, ...]] = {}
        odd = self.map.odd
        for node, rail, leaf in zip(odd.node, odd.rail, odd.leaf, strict=True):
            found[node, rail] = (*found.get((node, rail), ()), leaf)
        return found

    @cached_property
    def odd_at(self) -> dict[int, tuple[Thing, ...]]:
        """Return the ends of nodes that hang on a leaf though their unit says another, by leaf."""
        found: dict[int, tuple[Thing, ...]] = {}
        for (node, rail), leaves in self.odd.items():
            for leaf in leaves:
                if leaf >= 0:
                    found[leaf] = (*found.get(leaf, ()), Thing("node", node, rail))
        return found

    def key(self, thing: Thing) -> str:
        """Return the device key of a switch or a node; empty for what is several."""
        if thing.what == "node":
            return self.map.nodes.keys[thing.at]
        return self.switches(thing.what).keys[thing.at] if thing.what in SWITCHES else ""

    def called(self, key: str) -> str:
        """Return what people call what has a key within a sentence: `leaf 4·1`, `A01-n1`."""
        thing = self.things.get(key)
        if thing is None or thing.what == "node":
            return self.name_of(key)
        title = self.title(thing)
        tier = TIER_NAMES.get(thing.what, "")
        return title[0].lower() + title[1:] if tier and title.startswith(tier) else title

    def rack_of(self, key: str) -> str:
        """Return the id of the rack in which a switch or a node stands; empty for none."""
        thing = self.things.get(key)
        if thing is None:
            return ""
        column = self.map.nodes if thing.what == "node" else self.switches(thing.what)
        rack = column.rack[thing.at]
        return self.map.racks[rack] if rack >= 0 else ""

    def keys(self, thing: Thing) -> Iterator[str]:
        """Yield the device keys of what something is: of a unit those of its leaves."""
        members: dict[ThingKind, tuple[ThingKind, tuple[tuple[int, ...], ...]]] = {
            "unit": ("leaf", self.leaves_of_unit),
            "pod": ("spine", self.spines_of_pod),
            "group": ("core", self.cores_of_group),
        }
        if thing.what in members:
            kind, groups = members[thing.what]
            yield from filter(None, (self.switches(kind).keys[at] for at in groups[thing.at]))
        elif key := self.key(thing):
            yield key

    def unit_of(self, thing: Thing) -> int:
        """Return the unit that a leaf or a node belongs to; `NOWHERE` for all else."""
        if thing.what == "unit":
            return thing.at
        columns = {"leaf": self.map.leaves.unit, "node": self.map.nodes.unit}
        return columns[thing.what][thing.at] if thing.what in columns else NOWHERE

    def leaf_of(self, node: int, rail: int) -> tuple[int, ...]:
        """Return the leaves that a rail of a node hangs on; `NOWHERE` where a link is missing."""
        odd = self.odd.get((node, rail))
        if odd is not None:
            return odd
        unit = self.map.nodes.unit[node]
        if unit < 0:
            return ()
        rails = self.map.leaves.rail
        return tuple(at for at in self.leaves_of_unit[unit] if rails[at] in (rail, NOWHERE))

    def lines_of(self, thing: Thing) -> tuple[Thing, ...]:
        """Return what a switch or a node is joined to, from above to below, as far as is known."""
        return (*self.above(thing), *self.below(thing))

    def above(self, thing: Thing) -> tuple[Thing, ...]:
        """Return what something is joined to in the tier above."""
        if thing.what == "node":
            rails = (thing.rail,) if thing.rail >= 0 else range(self.map.rails)
            leaves = (leaf for rail in rails for leaf in self.leaf_of(thing.at, rail))
            return tuple(Thing("leaf", leaf) for leaf in dict.fromkeys(leaves) if leaf >= 0)
        if thing.what == "leaf":
            unit, pod = self.map.leaves.unit[thing.at], self.map.leaves.above[thing.at]
            return tuple(
                Thing("spine", spine) for spine in self._spines_of_unit.get(unit, ())
                if pod in (NOWHERE, self.map.spines.unit[spine])
            )  # fmt: skip
        if thing.what == "spine":
            pod = self.map.spines.unit[thing.at]
            groups = self._groups_of_pod.get(pod, ())
            return tuple(Thing("core", core) for at in groups for core in self.cores_of_group[at])
        return ()

    def below(self, thing: Thing) -> tuple[Thing, ...]:
        """Return what something is joined to in the tier below."""
        if thing.what == "leaf":
            unit, rail = self.map.leaves.unit[thing.at], self.map.leaves.rail[thing.at]
            mine = (
                Thing("node", node, rail) for node in self.nodes_of_unit[unit]
                if rail < 0 or thing.at in self.leaf_of(node, rail)
            )  # fmt: skip
            return tuple(dict.fromkeys((*mine, *self.odd_at.get(thing.at, ()))))
        if thing.what == "spine":
            pod = self.map.spines.unit[thing.at]
            return tuple(
                Thing("leaf", leaf)
                for unit in self._units_of_spine.get(thing.at, ())
                for leaf in self.leaves_of_unit[unit]
                if self.map.leaves.above[leaf] in (NOWHERE, pod)
            )
        if thing.what == "core":
            group = self.map.cores.unit[thing.at]
            pods = (pod for pod, groups in self._groups_of_pod.items() if group in groups)
            return tuple(Thing("spine", one) for pod in pods for one in self.spines_of_pod[pod])
        return ()

    @cached_property
    def _spines_of_unit(self) -> dict[int, tuple[int, ...]]:
        bundles = self.map.unit_spine
        return _pairs(bundles.lower, bundles.upper, bundles.links)

    @cached_property
    def _units_of_spine(self) -> dict[int, tuple[int, ...]]:
        bundles = self.map.unit_spine
        return _pairs(bundles.upper, bundles.lower, bundles.links)

    @cached_property
    def _groups_of_pod(self) -> dict[int, tuple[int, ...]]:
        bundles = self.map.pod_core
        return _pairs(bundles.lower, bundles.upper, bundles.links)

    def unit_name(self, at: int) -> str:
        """Return what people call a unit: `SU 3`, or the rack that it is."""
        if not 0 <= at < len(self.map.units):
            return "Not connected"
        unit = self.map.units[at]
        if unit.form == "rack" and unit.rack >= 0:
            return self.name_of(self.map.racks[unit.rack])
        words = {
            "unit": "SU", "rack": "Rack", "leaf": "Leaf", "storage": "Storage", "group": "Group",
            "beyond": "Beyond the rule",
        }  # fmt: skip
        alone = sum(one.form == unit.form for one in self.map.units) == 1
        single = unit.form in ("storage", "beyond") and alone
        return words[unit.form] if single else f"{words[unit.form]} {unit.number}"

    def number_of(self, thing: Thing) -> str:
        """Return the number by which a switch is told from others of its tier and group."""
        if thing.what == "leaf":
            rail = self.map.leaves.rail[thing.at]
            if rail >= 0:
                return str(rail + 1)
            mine = self.leaves_of_unit[self.map.leaves.unit[thing.at]]
            return str(mine.index(thing.at) + 1) if len(mine) > 1 else str(thing.at + 1)
        return str(thing.at + 1)

    def title(self, thing: Thing) -> str:
        """Return what people call something of the fabric: `Leaf 3·5` is rail 5 of SU 3."""
        if thing.what == "leaf":
            unit = self.map.leaves.unit[thing.at]
            one = self.map.units[unit]
            if len(self.leaves_of_unit[unit]) == 1:
                return f"Leaf {one.number}" if one.form == "leaf" else self.unit_name(unit)
            plane = self.map.leaves.plane[thing.at]
            which = f", plane {plane + 1}" if self.map.planes > 1 and plane >= 0 else ""
            if one.form == "unit":
                return f"Leaf {one.number}·{self.number_of(thing)}{which}"
            return f"Leaf {self.number_of(thing)} of {self.unit_name(unit)}{which}"
        if thing.what == "node":
            return self.name_of(self.map.nodes.keys[thing.at])
        if thing.what == "unit":
            return self.unit_name(thing.at)
        if thing.what == "pod":
            rail = self.rail_of_pod[thing.at]
            of_rail = f", rail {rail + 1}" if rail >= 0 and self.map.rails > 1 else ""
            return f"Spines {thing.at + 1}{of_rail}"
        if thing.what == "group":
            cores = self.cores_of_group[thing.at]
            return f"Core {cores[0] + 1}" if len(cores) == 1 else plural(len(cores), "core switch")
        return f"{TIER_NAMES[thing.what]} {thing.at + 1}"

    def tip(self, thing: Thing) -> str:
        """Return all that is said of something when it is pointed at."""
        said = [self.title(thing)]
        if thing.what in SWITCHES:
            mine = self.switches(thing.what)
            key = mine.keys[thing.at]
            said.append(self.name_of(key) if key else "not drawn")
            if thing.what == "leaf" and mine.rail[thing.at] >= 0:
                said.append(f"rail {mine.rail[thing.at] + 1}")
            up, down = mine.up[thing.at], mine.down[thing.at]
            said.append(f"{number(down, 0)} down, {number(up, 0)} up")
            if missing := mine.missing[thing.at]:
                said.append(f"{plural(missing, 'link')} not connected")
        elif thing.what == "node":
            unit = self.map.nodes.unit[thing.at]
            said.append(self.unit_name(unit))
            if thing.rail >= 0:
                leaves = self.leaf_of(thing.at, thing.rail)
                ends = [self.title(Thing("leaf", one)) for one in leaves if one >= 0]
                ends += ["not connected"] * (NOWHERE in leaves)
                said.append(f"rail {thing.rail + 1}: {', '.join(ends) or 'not connected'}")
        elif thing.what == "unit":
            said.append(plural(len(self.leaves_of_unit[thing.at]), "leaf", "leaves"))
            said.append(plural(len(self.nodes_of_unit[thing.at]), "node"))
        elif thing.what == "pod":
            said.append(plural(len(self.spines_of_pod[thing.at]), "spine"))
        return " · ".join(said)


def _grouped(of: tuple[int, ...], groups: int) -> tuple[tuple[int, ...], ...]:
    found: list[list[int]] = [[] for _ in range(groups)]
    for at, group in enumerate(of):
        found[group].append(at)
    return tuple(map(tuple, found))


def _pairs(
    ones: tuple[int, ...], others: tuple[int, ...], links: tuple[int, ...]
) -> dict[int, tuple[int, ...]]:
    found: dict[int, list[int]] = {}
    for one, other, made in zip(ones, others, links, strict=True):
        if made:
            found.setdefault(one, []).append(other)
    return {one: tuple(them) for one, them in found.items()}
