"""Systems: expressions as text, or problems of the catalogue."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import os

import numpy as np

from . import _core, _toml
from ._errors import InputError

#: What paths in the text of a case are relative to: the working folder.
_FILE = "python"


class System:
    """A system given by expressions.

    A mechanical system has `coordinates` and a `lagrangian`, or `mass_matrix` and `potential`. The velocity of the
    coordinate ``x`` is ``vx``. A DAE of index 2 in Hessenberg form, y' = f(t, y, z), 0 = g(t, y), has `y`, `z`, `f`
    and `g`. All expressions may name t, parameters and definitions, and use ``+ - * / ^ **`` and the functions of
    C++'s <cmath>. Their derivatives are taken symbolically.

    Parameters
    ----------
    coordinates : list of str
        Names of the n coordinates.
    parameters : dict
        Names and numbers, or expressions of those before.
    lagrangian : str
        L(t, q, v).
    mass_matrix : list of list of str
        n rows, symmetric; with `potential`, V(t, q), in the place of `lagrangian`.
    constraints : list of str
        Expressions of t, coordinates and velocities that are zero, or equations.
    holonomic : list of str
        Expressions of t and coordinates that are zero: constraints on positions.
    force : list of str
        One for each coordinate.
    inputs : list of str
        Names of inputs, for forces and constraints. Their values are arguments of each run: ``inputs={"u": "sin(t)"}``
        of `solve`, or ``step(inputs={"u": 0.2})`` of a `Stepper`.
    define : dict
        Names for expressions that occur often, each in terms of those before it. A definition is one node of the
        expression graph, however often it is used: this is how a caller hands over shared subexpressions.
    **keys
        Any other key of ``[system]`` in experiment files: reaction, y, z, f, g, invariants, exact, name, title,
        compile (True: machine code by the C compiler of this machine).

    Raises
    ------
    InputError
        For an unknown key, a missing one, and an expression that cannot be read, with a mark below the place.

    Notes
    -----
    Units are those of the caller: nothing is converted.
    """

    def __init__(self, coordinates=None, parameters=None, **keys):
        self._table = {"coordinates": coordinates, "parameters": parameters, **keys}
        self._text = _toml.table("[system]", self._table)
        self._problem = {}
        self._look()

    def _look(self):
        text = self._text + _toml.table("[problem]", self._problem, True) + self._inputs_text({}, given=True)
        self._facts = _core.Case.problem(text, _FILE).facts()

    @property
    def inputs(self):
        """Names of the inputs."""
        names = self._table.get("inputs") or []
        return [names] if isinstance(names, str) else list(names)

    def _inputs_text(self, inputs, given=False):
        """[input] of a run. given: an input without a value gets one for each step."""
        if not isinstance(inputs, dict):
            raise InputError("inputs", f"{inputs!r}: must be a dict of names and values")
        if not self.inputs and not inputs:
            return ""
        no_value = 0 if self._table.get("y") else {"hold": "given"}  # of a DAE: inputs are expressions
        values = dict.fromkeys(self.inputs, no_value) if given else {}
        values.update({name: _input(name, value) for name, value in inputs.items()})
        return _toml.table("[input]", values)

    @property
    def coordinates(self):
        """Names of the coordinates; of a DAE those of y."""
        return list(self._facts["coordinates"])

    @property
    def velocities(self):
        """Names of the velocities; none of a DAE."""
        return list(self._facts["velocities"])

    @property
    def parameters(self):
        """Parameters and their values, as a dict."""
        return dict(self._facts["parameters"])

    @property
    def multipliers(self):
        """Names of the multipliers, ``lambda1`` and on: first those of constraints on positions. Of a DAE z."""
        if self.is_dae and self._table.get("z"):
            return list(self._table["z"])
        return [f"{'z' if self.is_dae else 'lambda'}{i + 1}" for i in range(self._facts["constraints"])]

    @property
    def is_dae(self):
        """Whether it is a DAE: its state is y, and its multipliers are z."""
        return self._facts["dae"]

    def with_parameters(self, **parameters):
        """The same system with other values of some parameters.

        Raises
        ------
        InputError
            For an unknown parameter, and for a value out of range.
        """
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made._problem = {**self._problem, "parameters": {**self._problem.get("parameters", {}), **parameters}}
        made._look()
        return made

    def __repr__(self):
        values = ", ".join(f"{name}={value:g}" for name, value in self.parameters.items())
        return f"<nonholo system of {', '.join(self.coordinates)}; {values or 'no parameters'}>"

    def _start(self, q0, v0, y0, z0, lambda0):
        """The start as experiment files have it; None where the setup of a problem gives one."""
        if self.is_dae:
            for name, given in (("v0", v0), ("lambda0", lambda0)):
                if given is not None:
                    raise InputError(name, "a DAE has none: give y0 and, where its root is to be chosen, z0")
            if y0 is not None and q0 is not None:
                raise InputError("y0", "is q0 by another name: give one of the two")
            first, rest = "y", {"z": z0}
            state = q0 if y0 is None else y0
        else:
            for name, given in (("y0", y0), ("z0", z0)):
                if given is not None:
                    raise InputError(name, "belongs to a DAE: this system starts from q0 and v0")
            first, state, rest = "q", q0, {"v": v0, "lambda": lambda0}
        given = {first: state, **rest}
        given = {name: x for name, x in given.items() if x is not None}
        if not given:
            return None
        if first not in given:
            raise InputError(first + "0", "is missing: a start needs it")
        if first == "q" and "v" not in given:
            raise InputError("v0", f"is missing: a start needs the {len(self.velocities)} velocities "
                                   f"{', '.join(self.velocities)}")
        return given

    def _case(self, t_span, start, run, events=(), consistent=None, more="", inputs=None, given=False):
        """What the C++ library makes of a run of this system. Further tables may say where it starts; inputs, given: as
        of _inputs_text."""
        if "setup" not in self._problem:
            either = "" if self._text else ", or the name of a setup to nonholo.problem"
            if start is None and not more:
                names = "y0" if self.is_dae else "q0 and v0"
                raise InputError(names[:2], f"is missing: give {names}{either}")
            if t_span is None:
                raise InputError("t_span", f"is missing: give (t0, t_end), or (t0, None) with steps{either}")
        t0, t_end = (None, None) if t_span is None else _times(t_span)
        if t_span is not None and t_end is None and run.get("steps") is None and "setup" not in self._problem:
            raise InputError("t_span", f"{t_span!r} has no end: give (t0, t_end), or steps=N beside it")
        problem = {**self._problem, "t0": t0, "t_end": t_end, "consistent": consistent, "initial": start}
        parts = ['reference = "exact"\n', self._text, _toml.table("[problem]", problem, True),
                 _toml.table("[[run]]", run, True), self._inputs_text(inputs or {}, given)]
        parts += [_toml.table("[[event]]", event) for event in events] + [more]
        return _core.Case("\n".join(parts), os.path.join(os.getcwd(), _FILE))


class _Problem(System):
    """A problem of the catalogue."""

    def __init__(self, name, setup, parameters):
        self._table, self._text = {}, ""
        self._problem = {"name": name, "setup": setup, "parameters": parameters or None}
        self._problem = {key: given for key, given in self._problem.items() if given is not None}
        self._look()

    def __repr__(self):
        setup = f" ({self._problem['setup']})" if "setup" in self._problem else ""
        values = ", ".join(f"{name}={value:g}" for name, value in self.parameters.items())
        return f"<nonholo problem {self._problem['name']}{setup}; {values or 'no parameters'}>"


def problem(name, setup=None, **parameters):
    """A problem of the catalogue (``nonholo.list_problems()``).

    Parameters
    ----------
    name : str
    setup : str, optional
        Parameters, start and end time by name; `solve` then needs neither `t_span` nor `q0`.
    **parameters
        Override those of the setup and the defaults.

    Raises
    ------
    InputError
        For an unknown name, with the nearest ones, and for a parameter out of range.
    """
    return _Problem(name, setup, parameters)


def _input(name, value):
    """A value of an input as experiment files have it: (times, values) and (times, values, hold) are tables."""
    if callable(value):
        raise InputError(f"inputs.{name}", "is a function of Python: give an expression of t as text, or "
                                           "(times, values)")
    if not isinstance(value, (tuple, list)):
        return value
    if len(value) not in (2, 3) or np.ndim(value[0]) != 1 or np.ndim(value[1]) != 1:
        raise InputError(f"inputs.{name}", "must be a number, an expression of t, (times, values) or (times, values, "
                                           "hold) with hold \"step\" or \"linear\"")
    return dict(zip(("t", "values", "hold"), value))


def _times(t_span):
    try:
        t0, t_end = () if isinstance(t_span, (str, set, dict)) else t_span
    except (TypeError, ValueError):
        raise InputError("t_span", f"{t_span!r}: must be (t0, t_end)") from None
    return t0, t_end
