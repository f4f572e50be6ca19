"""Solution: what came of a run."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import functools
import json
import typing

import numpy as np

from . import _toml
from ._errors import InputError
from ._saved import Saved


class State(typing.NamedTuple):
    """A state, or an array of them: t, positions, velocities and multipliers."""

    t: object
    q: np.ndarray
    v: np.ndarray
    lam: np.ndarray


class Solution:
    """What came of a run; `solve` returns it.

    Arrays look at the memory of the run: nothing is copied. With quad precision they hold texts. A copy, and what
    comes out of ``pickle``, has arrays of its own.

    Attributes
    ----------
    t : numpy.ndarray, shape (N,)
        The times `t_eval`, or those of the accepted steps with the start.
    q, v : numpy.ndarray, shape (N, n)
        Positions and velocities, a row for each time; of a DAE ``q`` is y, and ``v`` has no columns.
    lam : numpy.ndarray, shape (N, m)
        Multipliers that (t, q, v) imply, of the full order; of a DAE z. NaN where the constraints are singular.
    energy_error : float or None
        Largest abs(E - E_0 - W) over all accepted steps; W is the work done. None for a DAE.
    constraint_residual : float
        Largest abs(A v + b), of a DAE abs(g), over all accepted steps.
    t_events, q_events, v_events : list of numpy.ndarray
        For each event its times and states.
    success : bool
        The run came to its end, or to an event that ends it, and no flag tells of a failure.
    status : int
        0: the end was reached; 1: an event ended the run; -1: it failed; -2: it was interrupted.
    message : str
        The same in words.
    flags : list of str
        Names of what is wrong with the run although it came to its end; empty where all is well.
    nfev : int
        Evaluations of the system.
    """

    def __init__(self, core, system, source):
        self._core, self.system = core, system
        self._source = source  # the text of the case, the file that it would stand in, t_eval

    def __getstate__(self):
        saved = self._core if isinstance(self._core, Saved) else Saved(self._core, self._source)
        return {"_core": saved, "system": self.system, "_source": self._source}

    @functools.cached_property
    def _states(self):
        states = self._core.states
        for array in states:
            array.flags.writeable = False  # lam is computed from them
        return states

    @property
    def t(self):
        return self._states[0]

    @property
    def q(self):
        return self._states[1]

    @property
    def v(self):
        return self._states[2]

    @functools.cached_property
    def lam(self):
        return self._core.lam

    @property
    def y(self):
        """Of a DAE its y: the same as q."""
        return self.q

    @property
    def z(self):
        """Of a DAE its z: the same as lam."""
        return self.lam

    @property
    def energy_error(self):
        return self._core.max_energy_error

    @property
    def constraint_residual(self):
        return self._core.max_constraint_residual

    @property
    def energy_errors(self):
        """E - E_0 - W at each of the times t."""
        return self._core.errors[0]

    @property
    def constraint_residuals(self):
        """Largest abs(A v + b) at each of the times t."""
        return self._core.errors[1]

    @functools.cached_property
    def _located(self):
        return self._core.located

    @property
    def t_events(self):
        return [each[0] for each in self._located]

    @property
    def q_events(self):
        return [each[1] for each in self._located]

    @property
    def v_events(self):
        return [each[2] for each in self._located]

    @property
    def success(self):
        return self.status >= 0

    @property
    def status(self):
        if self._core.outcome == "interrupted":
            return -2
        if not self._core.succeeded or any(failure for _, _, _, failure in self._core.flags):
            return -1
        return 1 if self._core.outcome == "event" else 0

    @property
    def outcome(self):
        """The name of the outcome, as in experiment files."""
        return self._core.outcome

    @property
    def message(self):
        return "; ".join([self._core.message] + [text for _, _, text, _ in self._core.flags])

    @property
    def flags(self):
        return [name for name, _, _, _ in self._core.flags]

    @property
    def nfev(self):
        return self._core.evaluations

    @property
    def steps(self):
        """Accepted steps."""
        return self._core.steps

    @property
    def rejected_steps(self):
        """Steps that error control rejected."""
        return self._core.rejected

    @property
    def label(self):
        """How the program calls the run: ``"spark(gauss,3) h=0.05"``."""
        return self._core.label

    @functools.cached_property
    def quantities(self):
        """The run as it stands in the document of ``nonholo run --json``, as a dict."""
        return json.loads(self._core.json)["runs"][0]

    def sol(self, t):
        """The state between the steps.

        Parameters
        ----------
        t : number, or a sequence of them
            Within the run. With quad precision texts keep their digits.

        Returns
        -------
        State
            ``q``, ``v`` and ``lam``: for a number vectors, for a sequence a row for each time. The error is of the
            order of the method, and the state satisfies the constraints.

        Raises
        ------
        InputError
            For a time outside the run, and where `t_eval` was given without ``dense_output=True``.
        """
        given = _toml.unpacked(t)
        one = not isinstance(given, (list, tuple, range))
        times = [given] if one else list(given)
        if not all(isinstance(each, str) or _toml.is_number(each) for each in times):
            raise InputError("t", f"{t!r}: must be a number or a list of numbers")
        q, v, lam = self._core.at(times)
        return State(t, q[0], v[0], lam[0]) if one else State(np.asarray(t), q, v, lam)

    def to_dataframe(self):
        """A pandas.DataFrame: t, coordinates, velocities, multipliers, energy_error and constraint_residual."""
        import pandas

        columns = {"t": self.t}
        for names, rows in ((self.system.coordinates, self.q), (self.system.velocities, self.v),
                            (self.system.multipliers, self.lam)):
            columns.update({name: rows[:, i] for i, name in enumerate(names)})
        if not self.system.is_dae:
            columns["energy_error"] = self.energy_errors
        columns["constraint_residual"] = self.constraint_residuals
        return pandas.DataFrame(columns)

    def plot(self, axes=None):
        """Draws coordinates, energy error and constraint residual over t, and the path of the first two coordinates.

        Parameters
        ----------
        axes : sequence of 4 matplotlib axes, optional
            Where to draw; without it a figure is made.

        Returns
        -------
        matplotlib.figure.Figure
        """
        from ._plot import plot

        return plot(self, axes)

    def report(self, path="report.html"):
        """Writes a page that shows the run: its figures, its numbers and its settings, in one file.

        It is the page of ``nonholo run --out``. It opens from disk and needs no network. The run is computed again for
        its figures, so this takes as long as `solve` did.

        Parameters
        ----------
        path : str or path
            The file; one that is there is replaced.

        Returns
        -------
        pathlib.Path
        """
        from ._page import report

        return report(self, path)

    def animate(self, frames=200, interval=30):
        """Shows the motion in the plane of the first two coordinates.

        Parameters
        ----------
        frames : int
            Number of pictures from start to end, evenly spaced in t.
        interval : float
            Time between two pictures [ms].

        Returns
        -------
        matplotlib.animation.FuncAnimation
            Keep it as long as it is to move; ``to_jshtml()`` shows it in a notebook.

        Raises
        ------
        InputError
            For a system with fewer than two coordinates.
        """
        from ._plot import animate

        return animate(self, frames, interval)

    def _remarks(self):
        """What `solve` warns of."""
        remarks = [self._core.warning] if self._core.warning else []
        if self._core.outcome == "interrupted":
            remarks.append(f"{self.label}: interrupted; the result holds what there is")
        return remarks + [f"{self.label}: {text}" for _, _, text, _ in self._core.flags]

    def __repr__(self):
        lines = [f"{self.label}: {self.message}", f"success: {self.success}, status: {self.status}, nfev: {self.nfev}",
                 f"t: {len(self.t)} times, q: {self.q.shape}, v: {self.v.shape}",
                 f"energy_error: {self.energy_error}, constraint_residual: {self.constraint_residual}"]
        return "\n".join(lines)
