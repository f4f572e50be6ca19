"""The page of one solution, as the program writes it."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import os
import pathlib
import shutil
import tempfile

from . import _core, _toml

_NAME = "solution"


def _figures(system):
    figures = [] if system.is_dae else [("energy_error", "Energy error", "t", ["energy_error"])]
    if system.multipliers:
        figures.append(("residual", "Constraint residual", "t", ["constraint_residual"]))
    figures.append(("state", "Coordinates", "t", system.coordinates))
    if system.velocities:
        figures.append(("velocities", "Velocities", "t", system.velocities))
    return "".join(_toml.table("[[figure]]", {"name": name, "title": title, "x": x, "y": y})
                   for name, title, x, y in figures)


def report(solution, path):
    """See Solution.report."""
    path = pathlib.Path(path)
    if not path.parent.is_dir():  # told before the run
        raise FileNotFoundError(f"{path.parent} is no folder: the page cannot be written there")
    text, file, times = solution._source
    text = _toml.table("", {"title": solution.label}) + text + "\n" + _figures(solution.system)
    with tempfile.TemporaryDirectory(prefix="nonholo-") as folder:
        os.mkdir(os.path.join(folder, _NAME))
        page = _core.write_report(text, file, _NAME, times, folder)
        if not page:
            raise KeyboardInterrupt
        shutil.copyfile(page, path)
    return path
