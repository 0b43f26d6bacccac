"""What differs between kinds of parts is asked of their table, nowhere else said again."""

from pathlib import Path

import pytest

from tests.helpers.gates import REPOSITORY
from tests.helpers.kind_gate import kind_rules


def test_no_module_but_the_table_tells_kinds_of_parts_apart() -> None:
    assert kind_rules(REPOSITORY / "designer") == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("x = part.kind == 'node'", "part.kind == 'node'"),
        ("x = 'node' != kind", "'node' != kind"),
        ("x = part.kind in ('cable', 'transceiver')", "part.kind in ('cable', 'transceiver')"),
        ("x = part.kind in frozenset({'cdu'})", "part.kind in frozenset({'cdu'})"),
        ("x = one.kind == two.kind == 'node'", "one.kind == two.kind == 'node'"),
        ("x = row['kind'] == 'rack-pdu'", "row['kind'] == 'rack-pdu'"),
        ("x = kinds == {'switch'}", "kinds == {'switch'}"),
        ("x = part.kind == 'ups'", "part.kind == 'ups'"),
        ("COOLERS = frozenset({'crah', 'in-row'})", "{'crah', 'in-row'}"),
        ("LOOPS = {'cdu'}", "{'cdu'}"),
        ("WORDS = {'cable': 'Cable', 'rack': 'Rack'}", "{'cable': 'Cable', 'rack': 'Rack'}"),
        ("WORDS = {'gpu': 1, 'nic': 2, 'dpu': 3, 'other': 4}", "{'gpu': 1, 'nic': 2, 'dpu': 3,"),
        ("Racked = Literal['node', 'server']", "('node', 'server')"),
        ("x = catalog.search('', kinds=['node'])", "['node']"),
        ("x = part.kind.startswith('rack')", "part.kind.startswith('rack')"),
        ("x = part.kind.endswith('pdu')", "part.kind.endswith('pdu')"),
        ("k = part.kind\nx = k == 'node'", "k == 'node'"),
        ("x = getattr(part, 'kind') == 'node'", "getattr(part, 'kind') == 'node'"),
        ("x = part.traits.id == 'node'", "part.traits.id == 'node'"),
        ("NODE = 'node'\nx = part.kind == NODE", "part.kind == NODE"),
        ("L = ['node']\nx = part.kind in L", "part.kind in L"),
        ("x = operator.eq(part.kind, 'node')", "operator.eq(part.kind, 'node')"),
        ("x = str(part.kind) == 'node'", "str(part.kind) == 'node'"),
        ("x = (part.kind or '') == 'node'", "(part.kind or '') == 'node'"),
        ("x = part.kind[:4] == 'node'", "part.kind[:4] == 'node'"),
        ("x = 'pdu' in part.kind", "'pdu' in part.kind"),
        ("k = part.kind\nx = 'pdu' not in k", "'pdu' not in k"),
        ("x = {'node': 1, other: 2}.get(part.kind)", "{'node': 1, other: 2}.get(part.kind)"),
        ("x = {'node': 1}[part.kind]", "{'node': 1}[part.kind]"),
        ("T = {'node': 1}\nx = T.get(part.kind, 0)", "T.get(part.kind, 0)"),
        ("T = {'node': 1}\nx = T[part.kind]", "T[part.kind]"),
        ("x = part.traits.singular == 'switch'", "part.traits.singular == 'switch'"),
        ("x = part.traits.plural in ('racks',)", "part.traits.plural in ('racks',)"),
        ("x = part.kind.split('-')[0] == 'rack'", "part.kind.split('-')"),
        ("x = part.kind.partition('-')[2]", "part.kind.partition('-')"),
        ("x = f'{part.kind}' == 'node'", "'node'"),
        ("x = part.kind.casefold() == 'node'", "part.kind.casefold() == 'node'"),
        ("x = part.kind.strip().lower() in L\nL = ['node']", "part.kind.strip().lower() in L"),
        ("x = dict(node=f)[part.kind]", "dict(node=f)[part.kind]"),
        ("x = dict([('node', f)]).get(part.kind)", "dict([('node', f)]).get(part.kind)"),
        ("x = MappingProxyType({'node': f})[part.kind]", "MappingProxyType({'node': f})"),
        ("T = dict(node=f)\nx = T[part.kind]", "T[part.kind]"),
        ("getattr(self, f'_draw_{part.kind}')(p)", "getattr(self, f'_draw_{part.kind}')"),
        ("k = part.kind\ngetattr(self, '_draw_' + k)(p)", "getattr(self, '_draw_' + k)"),
        ("x = hasattr(self, 'draw_{}'.format(part.kind))", "hasattr("),
        ("x = part.kind in 'node switch'.split()", "part.kind in 'node switch'.split()"),
        ("L = 'node,switch'.split(',')\nx = part.kind in L", "part.kind in L"),
        ("x = attrgetter('kind')(part) == 'node'", "attrgetter('kind')(part) == 'node'"),
        ("match part:\n    case {'kind': 'node'}:\n        x = 1", "{'kind': 'node'}"),
        ("x = catalog.search('', ['node'])", "catalog.search('', ['node'])"),
        ("x = self._catalog.search('', ('node',), limit=3)", "search('', ('node',), limit=3)"),
        ("match part.kind:\n    case 'node' | 'server':\n        x = 1", "'node'"),
    ],
)
def test_a_planted_comparison_or_list_is_found(tmp_path: Path, line: str, found: str) -> None:
    (tmp_path / "rules.py").write_text(f"{line}\n")
    hits = kind_rules(tmp_path)
    assert hits
    assert any(found in hit for hit in hits)
    assert all(hit.startswith("rules.py:") for hit in hits)


@pytest.mark.parametrize(
    "line",
    [
        "x = part.traits.computes",
        "x = part.traits.singular == other.traits.singular",
        "x = 'rack' in part.name",
        "x = by_kind.get(part.kind)",
        "x = {'compute': 1}.get(part.colour)",
        "x = catalog.search('node', kinds)",
        "x = getattr(self, f'_draw_{shape}')",
        "x = dict(node=f)[member]",
        "x = by_name.get(part.kind.lower())",
        "match row:\n    case {'purpose': 'node'}:\n        x = 1",
        "x = part.name in 'node switch'.split()",
        "x = job.kind == 'preview'",
        "x = node.kind == 'ups'",
        "x = fabric.purpose == 'storage'",
        "METHODS = ('room-air', 'in-row', 'rear-door')",
        "SUPPLY = ('utility', 'ups', 'generator')",
        "FRONTS = {'plain': 1, 'node': 2, 'switch': 3}",
        "PER = ('unit', 'gpu')",
        "Member = Literal['node', 'switch']",
        "x = guess == ('appliance', 'nothing says what it is')",
    ],
)
def test_other_words_of_the_same_spelling_are_left_alone(tmp_path: Path, line: str) -> None:
    (tmp_path / "rules.py").write_text(f"{line}\n")
    assert kind_rules(tmp_path) == []


def test_a_planted_pattern_of_a_class_is_found(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("match p:\n    case Part(kind='node'):\n        x = 1\n")
    assert kind_rules(tmp_path) == ["rules.py:2: Part(kind='node')"]


def test_only_the_table_itself_may_list_them(tmp_path: Path) -> None:
    (tmp_path / "catalog").mkdir()
    (tmp_path / "catalog/kinds.py").write_text("X = {'node', 'switch'}\n")
    (tmp_path / "kinds.py").write_text("X = {'node', 'switch'}\n")
    assert [hit.partition(":")[0] for hit in kind_rules(tmp_path)] == ["kinds.py"]


def test_a_new_kind_is_guarded_as_the_others_are(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("x = part.kind == 'heat-pump'\n")
    assert kind_rules(tmp_path) == []
    assert kind_rules(tmp_path, ids=("heat-pump",)) != []
