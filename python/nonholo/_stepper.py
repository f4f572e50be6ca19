"""Stepper: one step at a time, for control loops."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
from . import _core, _toml
from ._errors import InputError, StepFailed
from ._solution import State
from ._solve import _run_table, _want_system


class Stepper:
    """A method bound to a system, taking one step of size h at a time.

    States are those of `solve` with the same arguments, to the last bit. ``copy.copy`` and ``pickle`` make a Stepper
    that goes on from the same state; it begins with no Jacobian, so that its steps may differ by rounding.

    Parameters
    ----------
    system : System
    method : str
        The name of a method with fixed steps.
    h : float
        Step size.
    inputs : dict, optional
        Inputs that are known beforehand, as of `solve`. The others are given to `start` and `step`.
    **options
        As of `solve`: tableau, stages, ...

    Raises
    ------
    InputError
        For a wrong argument, and for a method that chooses its steps.
    """

    def __init__(self, system, method="spark", h=None, inputs=None, **options):
        _want_system(system)
        if "steps" in options or "t_eval" in options:
            key = "steps" if "steps" in options else "t_eval"
            raise InputError(key, "a Stepper takes one step for each call of step()")
        run = _run_table(method, options, h=h)
        start = {"y" if system.is_dae else "q": [0] * len(system.coordinates)}
        if not system.is_dae:
            start["v"] = [0] * len(system.velocities)
        self.system = system
        inputs = inputs or {}
        # The C++ library counts those that are no expressions of t, and leaves tables alone.
        if system.is_dae and any(name not in inputs for name in system.inputs):
            raise InputError("inputs", "those of a DAE are expressions of t: give inputs= to the Stepper")
        held = [name for name in system.inputs if isinstance(inputs.get(name, ()), (tuple, list, dict))]
        self._places = {name: i for i, name in enumerate(held) if name not in inputs}
        self._now = [0.0] * len(held)
        self._core = _core.Stepper(system._case((0, 0), start, run, inputs=inputs, given=True))
        self._step = self._core.step
        self._arguments = system, method, h, inputs, options

    def __reduce__(self):
        saved = self._core.saved()
        if saved is None:
            raise TypeError(f"a Stepper of {self._arguments[1]} cannot be copied or pickled: keep its state (t, q, v) "
                            "and start another one there")
        return _restored, (self._arguments, saved)

    def start(self, t, q, v=(), inputs=None):
        """Sets the state.

        Parameters
        ----------
        t : float
        q, v : sequences of n numbers
            On the constraints. Of a DAE q is y, and v is empty.
        inputs : dict, optional
            Values of the inputs at the start, by name. Without it they are those of the step before, or 0.

        Raises
        ------
        InputError
            For a start off the constraints, with ``nearest_v``, and where the method does not suit the system.
        """
        if not _toml.is_number(t):
            raise InputError("t", f"{t!r}: must be a number")
        values = self._values(inputs or {}) if inputs or self._places else []
        self._core.start(float(t), _toml.floats(q, "q0"), _toml.floats(v, "v0"), values)

    def step(self, inputs=None):
        """Takes one step.

        Parameters
        ----------
        inputs : dict, optional
            Values of inputs, by name; those that are missing stay as they are. In forces a value holds during the
            step. An input that stands in a constraint goes from its last value to this one on a straight line: were it
            to jump, the velocities would jump with it.

        Raises
        ------
        StepFailed
            Where it cannot be taken; the state is that before the step.
        """
        failed = self._step(self._values(inputs)) if inputs else self._step()
        if failed:
            raise StepFailed(failed)

    def _values(self, inputs):
        """What the inputs are now. This runs in every step of a control loop."""
        now, places = self._now, self._places
        for name, value in inputs.items():
            if name not in places:
                known = f"must be one of {', '.join(places)}" if places else "the system takes none step by step"
                raise InputError(f"inputs.{name}", known)
            try:
                now[places[name]] = float(value)
            except (TypeError, ValueError):
                raise InputError(f"inputs.{name}", f"{value!r}: must be a number") from None
        return now

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


def _restored(arguments, saved):
    system, method, h, inputs, options = arguments
    made = Stepper(system, method, h, inputs, **options)
    if saved:
        made._core.restore(*saved)
    return made
