"""Nonholonomic mechanics: integrators that keep what the physics keeps.

Systems with constraints on velocities, as expressions, and runs of them by the methods of the program ``nonholo``::

    import nonholo as nh

    car = nh.System(
        coordinates=["x", "y", "theta"],
        parameters={"m": 1, "J": 1},
        lagrangian="m/2*(vx**2 + vy**2) + J/2*vtheta**2",
        constraints=["vy*cos(theta) - vx*sin(theta)"],
    )
    sol = nh.solve(car, (0, 10), q0=[0, 0, 0], v0=[1, 0, 0.5], tableau="gauss", stages=3, h=0.05)
    sol.t, sol.q, sol.v, sol.lam

Names of methods, options and quantities are those of experiment files. The same call gives the same bits as the
program.
"""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import pathlib as _pathlib

from . import _core
from ._ensemble import Ensemble, Reduced, ensemble
from ._errors import InputError, RunWarning, StepFailed
from ._lists import Table, list_methods, list_problems, list_tableaus
from ._reports import Check, Tableau, Verification, check, verify
from ._run import Results, run
from ._solution import Solution, State
from ._solve import Event, solve
from ._stepper import Stepper
from ._sympy import from_sympy
from ._system import System, problem

__version__ = _core.version
_core.add_experiment_folder(str(_pathlib.Path(__file__).parent / "experiments"))

__all__ = [
    "Check", "Ensemble", "Event", "InputError", "Reduced", "Results", "RunWarning", "Solution", "State", "StepFailed", "Stepper",
    "System", "Table", "Tableau", "Verification", "check", "ensemble", "from_sympy", "list_methods", "list_problems",
    "list_tableaus", "problem", "run", "solve", "verify",
]
