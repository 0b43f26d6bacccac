"""Catalogue files that are wrong, and everything that is said of them, word by word.

`data/bad-catalogues.txt` holds for each file what `catalog validate` prints.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from designer.catalog.load import load_folder, load_library, load_own, validate

DATA = Path(__file__).parent / "data" / "bad-catalogues.txt"

SAID = 'provenance = [{fields = ["*"], source = "s", kind = "guide"}]\n'
NODE = '[[part]]\nid = "a"\nkind = "node"\nname = "A"\n' + SAID
GPU = '[[part]]\nid = "g"\nkind = "gpu"\nname = "G"\n' + SAID


def price(**changed: object) -> str:
    said = {"amount_cents": 500, "as_of": '"2026-02"', "source": '"list"', "kind": '"guide"'}
    pairs = ", ".join(f"{name} = {value}" for name, value in (said | changed).items())
    return f"{NODE}prices = [{{{pairs}}}]\n"


def powers(*watts: float | None) -> str:
    names = ("power_max_w", "power_peak_w", "power_typical_w", "power_idle_w")
    lines = [f"{name} = {w}" for name, w in zip(names, watts, strict=False) if w is not None]
    return NODE + "\n".join(lines) + "\n"


FILES: tuple[dict[str, str], ...] = (
    {},
    {"a.toml": NODE},
    {"a.toml": "\n\n[[part\n"},
    {"a.toml": "a = [\n"},
    {"sub/a.toml": "x = 1\n[y]\n" + NODE},
    {"a.toml": "part = 5\n"},
    {"a.toml": "[part]\nid = 'a'\n"},
    {"a.toml": "sources = 5\n" + NODE},
    {"a.toml": "[sources]\ns = 7\nt = 'T'\n" + NODE},
    {"a.toml": "[[part]]\nid = 'a'\n"},
    {"a.toml": "[[part]]\nname = 'a'\nkind = 'toaster'\nwatts = 5\n"},
    {"a.toml": NODE + "mass_kg = -5\npsu = {count = 2, efficiency = 7}\n"},
    {"a.toml": NODE + NODE},
    {"a.toml": NODE, "b.toml": "\n" + NODE},
    {"a.toml": NODE.replace('"a"', '"A b"')},
    {"a.toml": NODE.replace('"a"', '"a--b"')},
    {"a.toml": NODE.replace(SAID, "mass_kg = 5\n")},
    {"a.toml": NODE.replace("*", "mass_kg") + "mass_kg = 5\nheight_half_u = 2\n"},
    {"a.toml": NODE.replace('"*"', '"mass_kg", "psu", "psu.count", "name"')
               + "psu = {count = 2}\n"},
    {"a.toml": NODE + 'replaces = "b"\n'},
    {"a.toml": NODE + 'replaces = "a"\n'},
    {"a.toml": NODE + 'compute = {gpu = "g"}\n'},
    {"a.toml": NODE + 'compute = {gpu = "g"}\n' + GPU},
    {"a.toml": NODE + 'ports = [{name = "p", purpose = "compute", kind = "ethernet", '
               'rate_gbps = 1, count = 1, nic = "n"}]\n'},
    {"a.toml": NODE.replace("guide", 'guide", conflict = "c-1')},
    {"a.toml": price()},
    {"a.toml": price(as_of='"2026"')},
    {"a.toml": price(as_of='"2026-13"')},
    {"a.toml": price(as_of='"2026-02-30"')},
    {"a.toml": price(as_of='"2026-02-29"')},
    {"a.toml": price(as_of='"2024-02-29"')},
    {"a.toml": price(as_of='"2026-04-31"')},
    {"a.toml": price(as_of='"0000"')},
    {"a.toml": price(as_of='"soon"')},
    {"a.toml": price(source='""')},
    {"a.toml": price(low_cents=500, high_cents=500)},
    {"a.toml": price(low_cents=501)},
    {"a.toml": price(high_cents=499)},
    {"a.toml": powers(10, 10, 10, 10)},
    {"a.toml": powers(10, 11, 9, 8)},
    {"a.toml": powers(10, None, 11, 12)},
    {"a.toml": powers(10, 9, None, 9.5)},
    {"a.toml": GPU + "accelerator = {fp16_dense_tflops = 100, fp16_sparse_tflops = 200}\n"},
    {"a.toml": GPU + "accelerator = {fp16_dense_tflops = 100, fp16_sparse_tflops = 204}\n"},
    {"a.toml": GPU + "accelerator = {fp16_dense_tflops = 100, fp16_sparse_tflops = 205}\n"},
    {"a.toml": GPU + "accelerator = {fp16_dense_tflops = 100, fp16_sparse_tflops = 196}\n"},
    {"a.toml": GPU + "accelerator = {int8_dense_tops = 100, int8_sparse_tops = 300}\n"},
    {"a.toml": GPU + "accelerator = {int8_sparse_tops = 300}\n"},
    {"a.toml": NODE, "library/m.toml": "[[model]]\nid = 'm'\nname = 'M'\nreplaces = 'n'\n"},
    {"a.toml": NODE, "library/m.toml": "[[part]]\nid = 'm'\n"},
    {"a.toml": NODE, "library/m.toml": "[[model]]\nid = 'm'\nname = 'M'\nlayers = 'x'\n"},
    {"a.toml": NODE, "library/c.toml": "[[conflict]]\nid = 'c-1'\nname = 'C'\nweight = 'must'\n"
     "claims = ['a', 'b']\ndecision = 'd'\nsettled = ['part/a', 'part/b', 'nonsense']\n"},
    {"library/m.toml": "[[model]]\nid = 'm'\nname = 'M'\n"},
)  # fmt: skip


def lines(folder: Path) -> Iterator[str]:
    for number, files in enumerate(FILES):
        place = folder / str(number)
        place.mkdir()
        for name, text in files.items():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_text(text, encoding="utf-8")
            yield f"[{name}] {text!r}"
        for problem in sorted(validate(place), key=lambda one: (one.where, one.what)):
            yield f"  {problem.severity}: {problem.line()}".replace(str(place), "FOLDER")
        catalog, wrong = load_folder(place)
        library, more = load_library(place)
        loaded = [part.id for part in catalog.parts], [one.id for one in library.entries("model")]
        yield f"  loads {loaded}, {len(wrong)} + {len(more)} problems"


def test_what_is_said_of_files_that_are_wrong(tmp_path: Path) -> None:
    assert list(lines(tmp_path)) == DATA.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("files", FILES, ids=lambda files: repr(files)[:60])
def test_own_files_load_what_can_be_loaded(tmp_path: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    own = load_own(tmp_path)
    catalog, wrong = load_folder(tmp_path)
    library, more = load_library(tmp_path)
    assert own.parts == catalog.parts
    assert own.library.entries("model") == library.entries("model")
    said = [problem for problem in wrong if "no catalogue here" not in problem.what]
    assert list(own.problems) == [*said, *more]
    held = {part_id for ids in own.ids.values() for part_id in ids}
    assert held == {part.id for part in own.parts}
    assert all(path.is_file() for path in own.ids)
