"""The installed program has everything inside: built as a wheel, installed elsewhere, and used."""

import json
import sys
from pathlib import Path

import pytest

from tests.helpers.gates import REPOSITORY
from tests.helpers.sandbox import Done, run

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

WHERE = """
import json
from importlib.metadata import entry_points
import designer
from designer.catalog.data_files import data_folder
from designer.io.guide import load_guide
print(json.dumps({
    "package": designer.__file__,
    "catalogs": [str(p) for p in data_folder("catalogs").glob("*.toml")],
    "icons": [str(p) for p in data_folder("resources").rglob("*.svg")],
    "guide": [str(load_guide().folder / name) for name in load_guide().pages],
    "pictures": [str(p) for p in data_folder("resources").glob("guide/pictures/*")],
    "desktop": [str(p) for p in data_folder("resources").glob("desktop/*")],
    "fonts": [str(p) for p in data_folder("resources").rglob("*.[to]tf")],
    "scripts": [e.value for e in entry_points(group="console_scripts", name="cluster-designer")],
}))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel and install it, without its dependencies, into a folder of its own."""
    folder = tmp_path_factory.mktemp("wheel")
    built = run(
        *(sys.executable, "-m", "build", "--wheel", "--no-isolation"),
        *("--outdir", str(folder / "dist"), str(REPOSITORY)),
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = (folder / "dist").glob("*.whl")
    done = run(
        *(sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--quiet"),
        *("--target", str(folder / "site"), str(wheel)),
    )
    assert done.returncode == 0, done.stderr
    return folder / "site"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Return a folder that is neither the checkout nor the install."""
    return tmp_path


def run_installed(site: Path, cwd: Path, *arguments: str) -> Done:
    return run(sys.executable, *arguments, cwd=cwd, PYTHONPATH=str(site))


def test_the_data_come_from_inside_the_install(installed: Path, elsewhere: Path) -> None:
    done = run_installed(installed, elsewhere, "-c", WHERE)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert Path(found["package"]).is_relative_to(installed)
    for kind in ("catalogs", "icons", "fonts", "guide", "pictures", "desktop"):
        assert found[kind], f"no {kind} in the wheel"
        assert all(Path(p).is_relative_to(installed / "designer" / "_data") for p in found[kind])
    assert "designer.__main__:run" in found["scripts"]


def test_a_reference_design_opens(installed: Path, elsewhere: Path) -> None:
    listed = run_installed(installed, elsewhere, "-m", "designer", "templates")
    assert "dgx-superpod-h100" in listed.stdout, listed.stderr
    design = elsewhere / "pod.cluster.toml"
    words = ("new", "dgx-superpod-h100", "scalable_units=1", "-o", str(design))
    made = run_installed(installed, elsewhere, "-m", "designer", *words)
    assert made.returncode == 0, made.stderr
    words = ("report", str(design), "--format", "json")
    report = run_installed(installed, elsewhere, "-m", "designer", *words)
    assert report.returncode == 0, report.stderr
    # DGX SuperPOD H100 reference architecture: one scalable unit is 31 nodes of 8 GPUs.
    assert json.loads(report.stdout)["totals"]["gpus"] == 248


def test_the_installed_pictures_are_painted(installed: Path, elsewhere: Path) -> None:
    design, sheet = elsewhere / "pod.cluster.toml", elsewhere / "racks.pdf"
    words = ("new", "dgx-superpod-h100", "scalable_units=1", "-o", str(design))
    assert run_installed(installed, elsewhere, "-m", "designer", *words).returncode == 0
    words = ("print", str(design), "-o", str(sheet))
    done = run_installed(installed, elsewhere, "-m", "designer", *words)
    assert done.returncode == 0, done.stderr
    assert sheet.read_bytes().startswith(b"%PDF-")
