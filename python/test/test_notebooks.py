"""The notebooks of the documents run, and are committed without what they print."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import os
import pathlib

import pytest

import nonholo as nh

NOTEBOOKS = sorted((pathlib.Path(__file__).resolve().parents[2] / "docs" / "notebooks").glob("*.ipynb"))
NEEDED = {"sympy_system": ["sympy"], "ensemble": ["scipy"], "why_solve_ivp_drifts": ["scipy"]}

nbformat = pytest.importorskip("nbformat", reason="nbformat is not there: apt install python3-nbformat")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs(path, tmp_path, monkeypatch):
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not there: apt install python3-nbclient")
    for module in ("ipykernel", "matplotlib", *NEEDED.get(path.stem, [])):
        pytest.importorskip(module, reason=f"{module} is not there: apt install python3-{module}")
    # The kernel is a Python of its own, and is to import the same package.
    folders = [str(pathlib.Path(nh.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, folders)))
    monkeypatch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    for folder in ("IPYTHONDIR", "MPLCONFIGDIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(folder, str(tmp_path / folder.lower()))
    notebook = nbformat.read(path, as_version=4)
    client = nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3",
                                     resources={"metadata": {"path": str(tmp_path)}})
    client.execute()


def test_notebooks_are_there():
    assert len(NOTEBOOKS) >= 7


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_has_no_outputs(path):
    for cell in nbformat.read(path, as_version=4).cells:
        assert not cell.get("outputs") and cell.get("execution_count") is None
