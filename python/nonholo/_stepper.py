"""Stepper: one step at a time, for control loops."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import numpy as np

from . import _core
from ._errors import InputError, StepFailed
from ._solution import State
from ._solve import _run_table, _want_system


class Stepper:
    """A method bound to a system, taking one step of size h at a time.

    States are those of `solve` with the same arguments, to the last bit.

    Parameters
    ----------
    system : System
    method : str
        The name of a method with fixed steps.
    h : float
        Step size.
    **options
        As of `solve`: tableau, stages, ...

    Raises
    ------
    InputError
        For a wrong argument, and for a method that chooses its steps.
    """

    def __init__(self, system, method="spark", h=None, **options):
        _want_system(system)
        if "steps" in options or "t_eval" in options:
            key = "steps" if "steps" in options else "t_eval"
            raise InputError(key, "a Stepper takes one step for each call of step()")
        run = _run_table(method, options, h=h)
        start = {"y" if system.is_dae else "q": [0] * len(system.coordinates)}
        if not system.is_dae:
            start["v"] = [0] * len(system.velocities)
        self.system = system
        self._core = _core.Stepper(system._case((0, 0), start, run))
        self._step = self._core.step

    def start(self, t, q, v=()):
        """Sets the state.

        Parameters
        ----------
        t : float
        q, v : sequences of n numbers
            On the constraints. Of a DAE q is y, and v is empty.

        Raises
        ------
        InputError
            For a start off the constraints, with ``nearest_v``, and where the method does not suit the system.
        """
        self._core.start(t, np.asarray(q, dtype=float), np.asarray(v, dtype=float))

    def step(self):
        """Takes one step.

        Raises
        ------
        StepFailed
            Where it cannot be taken; the state is that before the step.
        """
        failed = self._step()
        if failed:
            raise StepFailed(failed)

    @property
    def t(self):
        """The time."""
        return self._core.t

    @property
    def q(self):
        """Positions, a new array."""
        return self._core.q

    @property
    def v(self):
        """Velocities, a new array."""
        return self._core.v

    @property
    def lam(self):
        """Multipliers that the state implies; of a DAE z."""
        return self._core.lam

    @property
    def state(self):
        """State(t, q, v, lam)."""
        return State(self._core.t, self._core.q, self._core.v, self._core.lam)

    @property
    def h(self):
        """Step size."""
        return self._core.h

    @property
    def steps(self):
        """Steps since the start."""
        return self._core.steps
