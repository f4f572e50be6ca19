"""Systems and the program, for the tests."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import json
import os
import pathlib
import subprocess

import pytest

import nonholo as nh

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def root():
    return ROOT


@pytest.fixture(scope="session")
def car():
    """A knife edge on level ground: it goes straight ahead where it points, and turns at a constant rate."""
    return nh.System(coordinates=["x", "y", "theta"], parameters={"m": 1, "J": 1},
                     lagrangian="m/2*(vx**2 + vy**2) + J/2*vtheta**2",
                     constraints=["vy*cos(theta) - vx*sin(theta)"])


CAR = """
[system]
coordinates = ["x", "y", "theta"]
parameters = { m = 1, J = 1 }
lagrangian = "m/2*(vx**2 + vy**2) + J/2*vtheta**2"
constraints = ["vy*cos(theta) - vx*sin(theta)"]
"""


@pytest.fixture(scope="session")
def program():
    """Runs the text of an experiment file with the program of the same build; its runs as dicts."""
    path = os.environ.get("NONHOLO_PROGRAM")
    if not path:
        pytest.skip("NONHOLO_PROGRAM names no program to compare with")

    def run(text, folder):
        file = folder / "case.toml"
        file.write_text(text)
        done = subprocess.run([path, "run", str(file), "--json"], capture_output=True, text=True)
        assert done.returncode in (0, 1, 3), done.stderr
        return json.loads(done.stdout)["experiments"][0]["runs"]

    return run
