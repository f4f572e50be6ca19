"""from_sympy(): systems of SymPy's mechanics as systems of this package."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
from . import _toml
from ._errors import InputError
from ._system import System


def from_sympy(L, q=None, constraints=(), forces=(), holonomic=(), parameters=None, t=None, *, inputs=(),
               potential=None, **keys):
    """A system from expressions of SymPy.

    Parameters
    ----------
    L : sympy expression, LagrangesMethod or KanesMethod
        The Lagrangian in dynamicsymbols and their first derivatives; or an object of sympy.physics.mechanics, which
        brings its own coordinates, constraints and forces. Kane's equations need `kanes_equations` called before.
    q : sequence of n dynamicsymbols
        The coordinates. ``x(t)`` becomes the coordinate ``x``, and its derivative the velocity ``vx``.
    constraints : sequence of expressions or sympy.Eq
        What is zero, in t, coordinates and velocities.
    forces : sequence of n expressions
        Generalized forces, one for each coordinate, beside those of L.
    holonomic : sequence of expressions or sympy.Eq
        Constraints on positions: what is zero, in t and coordinates.
    parameters : dict
        Values of the symbols, by symbol or name. They stay parameters: see ``System.with_parameters``.
    t : sympy.Symbol, optional
        Time; default: what the coordinates depend on.
    inputs : sequence of symbols or dynamicsymbols
        What the expressions get values for in each run: ``inputs={"u": ...}`` of `solve`, or a `Stepper`. A function of
        time that is no coordinate must be one of these.
    potential : sympy expression, optional
        Of Kane's equations, which know forces alone: V(t, q) of those that have one. The energy then counts it; the
        motion is the same.
    **keys
        As of `System`: name, title, compile.

    Returns
    -------
    System
        Of Kane's equations one with ``speeds``, ``velocities_at(q, u, t)`` and ``speeds_at(q, v, t)``: its state has
        q' in the place of u.

    Raises
    ------
    InputError
        For symbols without a value, which it names, and for what cannot be mapped, with the reason.

    Notes
    -----
    Subexpressions that occur often become definitions. Expressions are not simplified.

    Kane's equations M(q, t) u' = F(t, q, u), q' = W(q, t) u + w, are written with S = 1/W as those of the Lagrangian
    u^T M u/2, u = S (q' - w), with the force (Boltzmann and Hamel; see Greenwood, Advanced Dynamics, 2003, section 4.3)
    S^T (F + (dM/dt) u - (dW/dt)^T p) - u^T (dM/dq) u/2 + p^T (d(W u + w)/dq), p = S^T M u, in which what it has of
    Lagrange's terms is subtracted again. Dependent speeds are not eliminated: the velocity constraints are constraints.
    """
    try:
        from . import _sympy_mechanics as mechanics
    except ImportError as error:
        raise InputError("L", f"needs SymPy, which cannot be imported: {error}") from None
    given = {"constraints": constraints, "forces": forces, "holonomic": holonomic}
    keys["parameters"] = _values(parameters)
    inputs = mechanics.inputs(inputs)
    keys["inputs"] = list(inputs.values()) or None
    if mechanics.is_lagranges(L) or mechanics.is_kanes(L):
        for key, value in {"q": q, **given}.items():
            if value is not None and len(value) > 0:
                raise InputError(key, f"{type(L).__name__} has its own: leave it out")
        if mechanics.is_kanes(L):
            return mechanics.of_kane(L, potential, t, inputs, keys)
        given = mechanics.parts_of_lagranges(L)
        L, q = given.pop("lagrangian"), given.pop("q")
    if potential is not None:
        raise InputError("potential", "belongs to Kane's equations: subtract it from L")
    return mechanics.of_lagrangian(L, q, t, given, inputs, keys)


def _values(parameters):
    """Names of parameters and their values as the text has them."""
    values = {}
    for symbol, value in (parameters or {}).items():
        name = symbol if isinstance(symbol, str) else getattr(symbol, "name", None)
        if name is None:
            raise InputError("parameters", f"{symbol!r} is no symbol")
        if name in values:
            raise InputError(f"parameters.{name}", "is given twice")
        values[name] = _value(name, value)
    return values


def _value(name, value):
    if not hasattr(value, "free_symbols"):
        if isinstance(value, str) or _toml.is_number(value):
            return value
        raise InputError(f"parameters.{name}", f"{value!r}: must be a real number")
    from . import _sympy_text as text

    if not value.is_number or value.is_real is False:
        raise InputError(f"parameters.{name}", f"{value!r}: must be a real number")
    return text.Writer({}).write([(f"parameters.{name}", value)])[0]


class KaneSystem(System):
    """A system from Kane's equations: a System, and the speeds u beside the velocities q'.

    Attributes
    ----------
    speeds : list of str
        Names of the speeds. Events and other expressions may use them.
    """

    def __init__(self, keys, speeds, maps):
        super().__init__(**keys)
        self.speeds, self._maps = speeds, maps

    def velocities_at(self, q, u, t=0):
        """q' of speeds u.

        Parameters
        ----------
        q, u : arrays of n numbers, or rows of them
        t : number, or one for each row

        Returns
        -------
        numpy.ndarray
            Of the shape of u.
        """
        return self._maps.velocities(self.parameters, q, u, t)

    def speeds_at(self, q, v, t=0):
        """u of velocities v; see `velocities_at`.

        Raises
        ------
        numpy.linalg.LinAlgError
            Where the kinematic equations are singular.
        """
        return self._maps.speeds(self.parameters, q, v, t)
