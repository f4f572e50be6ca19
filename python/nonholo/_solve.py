"""solve(): one run of one method."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import dataclasses
import decimal
import numbers
import os
import warnings

import numpy as np

from . import _core, _toml
from ._errors import FILE_KEYS, InputError, RunWarning
from ._reports import Tableau
from ._solution import Solution
from ._system import System

_DIRECTIONS = {1: "up", -1: "down", 0: "both"}


@dataclasses.dataclass(frozen=True)
class Event:
    """Times at which an expression of the state vanishes.

    Attributes
    ----------
    when : str
        The expression, in t, coordinates, velocities and parameters.
    direction : str or int
        "up", "down" or "both"; or 1, -1, 0 as in SciPy.
    terminal : bool or int
        True: the run ends at the first event; a number n: at the n-th one.
    """

    when: str
    direction: object = "both"
    terminal: object = False

    def _table(self, number):
        try:
            direction = _DIRECTIONS.get(self.direction, self.direction)
        except TypeError:  # of a list
            direction = None
        if direction not in _DIRECTIONS.values():
            raise InputError(f"events[{number}].direction",
                             f'{self.direction!r}: must be "up", "down" or "both"; or 1, -1, 0 as in SciPy')
        if not isinstance(self.terminal, (bool, np.bool_, int, np.integer)):
            raise InputError(f"events[{number}].terminal",
                             f"{self.terminal!r}: must be True, False or the number of the event that ends the run")
        terminal = int(self.terminal) if isinstance(self.terminal, np.integer) else self.terminal
        return {"name": f"event_{number + 1}", "when": self.when, "direction": direction, "terminal": terminal}


def _events(given):
    if given is None:
        return []
    if isinstance(given, (str, Event)) or callable(given):
        given = [given]
    if not isinstance(given, (list, tuple)):
        raise InputError("events", f"{given!r}: must be an expression, a nonholo.Event, or a list of these")
    events = [each if isinstance(each, Event) else Event(each) for each in given]
    for i, each in enumerate(events):
        if not isinstance(each.when, str):
            raise InputError(f"events[{i}]", f"{each.when!r}: must be a text, an expression that vanishes there")
    return [each._table(i) for i, each in enumerate(events)]


def _times(t_eval):
    """Numbers, or texts where quad needs their digits; they rise."""
    if t_eval is None:
        return []
    times = _toml.unpacked(t_eval)
    if not isinstance(times, (list, tuple, range)):
        raise InputError("t_eval", f"{t_eval!r}: must be a list of times that rise")
    if len(times) == 0:
        raise InputError("t_eval", "is empty: leave it out for a row at each step")
    if not all(_is_time(t) for t in times):
        raise InputError("t_eval", "must be numbers that rise")
    exact = any(isinstance(t, (str, decimal.Decimal)) or hasattr(t, "_mpf_") for t in times)
    times = [_digits(t) if exact else float(t) for t in times]
    for before, t in zip(times, times[1:]):
        if not float(before) < float(t):
            raise InputError("t_eval", f"{t} comes after {before}: times must rise")
    return times


def _is_time(t):
    return _toml.is_number(t) or (isinstance(t, str) and _toml.is_decimal(t))


def _digits(t):
    """As a decimal number; a fraction with more digits than quad has."""
    if isinstance(t, str):
        return t
    if isinstance(t, numbers.Rational) and not isinstance(t, numbers.Integral):
        with decimal.localcontext() as context:
            context.prec = 50
            return str(decimal.Decimal(int(t.numerator)) / int(t.denominator))
    return _toml.number(t)


def _run_table(method, options, t_end=None, **more):
    """[[run]] of an experiment file. t_end: that of t_span, or None."""
    for key in FILE_KEYS:
        if key in options:
            raise InputError(key, "is a key of experiment files that nonholo.solve has no use for")
    if options.get("steps") is not None and t_end is not None:
        raise InputError("steps", f"the run would end by its steps, and t_span ends at {t_end}: write t_span=(t0, None)")
    if not isinstance(method, str):
        raise InputError("method", f"{method!r}: must be the name of a method (nonholo.list_methods())")
    run = {"method": method, **more, **options}
    for key in ("h", "rtol", "atol"):
        if np.size(run.get(key)) != 1:
            raise InputError(key, f"{run[key]!r}: must be one number; one call makes one run")
    if not isinstance(run.get("tableau"), (str, os.PathLike, Tableau, type(None))):
        raise InputError("tableau", f"{run['tableau']!r}: must be a name, a path or a nonholo.Tableau(A, b)")
    return {key: str(x.file) if isinstance(x, Tableau) else str(x) if isinstance(x, os.PathLike) else x
            for key, x in run.items()}


def _t_end(t_span):
    return t_span[1] if isinstance(t_span, (tuple, list)) and len(t_span) == 2 else None


def _want_system(system):
    if isinstance(system, str):
        raise InputError("system", f"'{system}' is a text: give nonholo.problem('{system}') for that of the catalogue")
    if not isinstance(system, System):
        raise InputError("system", f"{type(system).__name__}: must be a nonholo.System or a nonholo.problem(...)")


def solve(system, t_span=None, q0=None, v0=None, method="spark", *, h=None, rtol=None, atol=None, t_eval=None,
          events=None, inputs=None, precision="double", y0=None, z0=None, lambda0=None, consistent=None,
          dense_output=False, **options):
    """Runs a method on a system from a start.

    Parameters
    ----------
    system : System
        Of ``System(...)`` or ``problem(...)``.
    t_span : (t0, t_end)
        Start and end. With fixed steps `h` must divide it; or give ``steps=N`` and ``(t0, None)``. A problem with a
        setup needs none.
    q0, v0 : sequences of n numbers
        The start. It must satisfy the constraints (see `consistent`).
    method : str
        A name of ``nonholo.list_methods()``.
    h : float
        Step size of a method with fixed steps.
    rtol, atol : float
        Tolerances of an adaptive method, in the place of `h`.
    t_eval : sequence, optional
        Times at which the result has rows; without it there is a row at each accepted step.
    events : str, Event, or a list of these
        Expressions whose zeros are found between the steps.
    inputs : dict, optional
        A value for each input of the system: a number, an expression of t as text, ``(times, values)`` where a value
        holds until the next time, ``(times, values, "linear")`` for straight lines, or ``{"file": "u.csv"}``. A step
        of a method with fixed steps must end at each of these times.
    precision : {"double", "quad"}
        The arithmetic. With "quad" numbers may be given as texts or of mpmath, and arrays hold texts.
    y0, z0 : sequences
        The start of a DAE. z0 chooses the root.
    lambda0 : sequence, optional
        Multipliers to be compared with those that q0 and v0 imply.
    consistent : {"error", "project", "assume"}
        What to do with a start off the constraints.
    dense_output : bool
        Keep all accepted states beside `t_eval`, for ``sol.sol(t)``. Without `t_eval` they are kept anyway.
    **options
        The other keys of a run in experiment files: tableau (a name, a path or a Tableau), stages, gradient, base,
        formulation, solver, compensated, steps, samples, ...

    Returns
    -------
    Solution
        With arrays t, q, v, lam (one row for each time), and names of ``scipy.integrate.solve_ivp`` where they mean
        the same. Ctrl-C ends a run: the result then holds what there is, and says so in ``message``.

    Raises
    ------
    InputError
        For a wrong argument; ``key`` names it. A start off the constraints comes with ``nearest_v``.

    Warns
    -----
    RunWarning
        Where a run came to its end and a flag says that something is wrong with it.
    """
    _want_system(system)
    times = _times(t_eval)
    if times and options.get("samples") is not None:
        raise InputError("samples", "a run takes t_eval or samples, not both")
    run = _run_table(method, options, _t_end(t_span), h=h, rtol=rtol, atol=atol,
                     precision=None if precision == "double" else precision)
    case = system._case(t_span, system._start(q0, v0, y0, z0, lambda0), run, _events(events), consistent,
                        inputs=inputs)
    solution = Solution(_core.solve(case, times, bool(dense_output)), system, (case.text, case.file, times))
    for line in solution._remarks():
        warnings.warn(line, RunWarning, stacklevel=2)
    return solution
