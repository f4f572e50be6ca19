"""Lagrangians, LagrangesMethod and KanesMethod of SymPy as keys of [system]."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import re

import sympy
from sympy.core.function import AppliedUndef
from sympy.physics.mechanics import KanesMethod, LagrangesMethod, ReferenceFrame, Vector, dynamicsymbols

from . import _sympy_kane
from ._errors import InputError
from ._sympy import KaneSystem
from ._sympy_text import Writer, replaced
from ._system import System


def is_lagranges(given):
    return isinstance(given, LagrangesMethod)


def is_kanes(given):
    return isinstance(given, KanesMethod)


def expressions(key, given):
    """A sequence of expressions; an equation becomes left - right."""
    if isinstance(given, (str, sympy.Expr, sympy.Eq)) and not isinstance(given, sympy.MatrixBase):
        raise InputError(key, "must be a sequence of expressions: write [ ] around it")
    found = []
    for i, each in enumerate(given):
        name = f"{key}[{i}]"
        if isinstance(each, str):
            raise InputError(name, f"'{each}' is a text: give an expression of SymPy, or use nonholo.System")
        found.append(expression(name, each.lhs - each.rhs if isinstance(each, sympy.Eq) else each))
    return found


def expression(key, given):
    if isinstance(given, Vector):
        raise InputError(key, f"{given} is a vector: give its components, vector.dot(frame.x) and so on")
    try:
        made = sympy.sympify(given, strict=True)
    except sympy.SympifyError:
        raise InputError(key, f"{given!r}: must be an expression of SymPy") from None
    if not isinstance(made, sympy.Expr):
        raise InputError(key, f"{made} is no expression: a truth, or no scalar")
    return made


def coordinates(q, t):
    """The coordinates, their names, and the symbol of time."""
    if q is None or len(q) == 0:
        raise InputError("q", "is missing: give the coordinates, dynamicsymbols('x y theta')")
    q = list(q)
    for i, each in enumerate(q):
        if not isinstance(each, AppliedUndef) or len(each.args) != 1 or not isinstance(each.args[0], sympy.Symbol):
            raise InputError(f"q[{i}]", f"{each} is no function of time: make it by dynamicsymbols('{each}')")
        if t is None:
            t = each.args[0]
        if each.args[0] != t:
            raise InputError(f"q[{i}]", f"{each} depends on {each.args[0]}, and not on {t}, which is time")
    return q, [name_of(each) for each in q], t


def name_of(function):
    name = function.func.__name__
    if not re.fullmatch(r"[^\W\d]\w*", name):
        raise InputError("q", f"'{name}' cannot be a name in expressions: use letters, digits and _ alone")
    return name


def inputs(given):
    """Inputs of SymPy and their names."""
    if isinstance(given, (str, sympy.Basic)):
        raise InputError("inputs", "must be a sequence of symbols: write [ ] around it")
    names = {}
    for i, each in enumerate(given):
        if isinstance(each, AppliedUndef):
            names[each] = name_of(each)
        elif isinstance(each, sympy.Symbol):
            names[each] = each.name
        else:
            raise InputError(f"inputs[{i}]", f"{each!r}: must be a symbol or a dynamicsymbol")
    return names


def of_lagrangian(L, q, t, given, inputs, keys):
    """The system of a Lagrangian with constraints and forces."""
    q, names, t = coordinates(q, t)
    outputs = [("L", expression("L", L))]
    sizes = {}
    for key, value in given.items():
        each = expressions(key, value)
        sizes[key] = len(each)
        outputs += [(f"{key}[{i}]", x) for i, x in enumerate(each)]
    if sizes["forces"] not in (0, len(q)):
        raise InputError("forces", f"has {sizes['forces']} entries: must have one for each of the {len(q)} coordinates")
    known = {t: "t"} | {x: name for x, name in zip(q, names)}
    known |= {sympy.Derivative(x, t): "v" + name for x, name in zip(q, names)} | inputs
    writer = Writer(known, keys["parameters"])
    texts = iter(writer.write(outputs))
    made = {"coordinates": names, "lagrangian": next(texts)}
    for key, name in (("constraints", "constraints"), ("forces", "force"), ("holonomic", "holonomic")):
        made[name] = [next(texts) for _ in range(sizes[key])] or None
    return System(**made, define=writer.define or None, **keys)


def parts_of_lagranges(method):
    """What a LagrangesMethod was made of. Its equations need not have been formed."""
    qdots = list(method.q.diff(dynamicsymbols._t))
    holonomic = list(method._hol_coneqs)  # coneqs has the derivatives of these first
    forces = []
    if method.forcelist:
        if method.inertial is None:
            raise InputError("L", "LagrangesMethod has forces and no frame: give frame= to it")
        pairs = [(_velocity(where, method.inertial), what) for where, what in method.forcelist]
        forces = [sum((v.diff(rate, method.inertial, var_in_dcm=False).dot(what) for v, what in pairs),
                      sympy.Integer(0)) for rate in qdots]
    return {"lagrangian": method._L[0], "q": list(method.q), "constraints": list(method.coneqs)[len(holonomic):],
            "forces": forces, "holonomic": holonomic}


def _velocity(where, frame):
    return where.ang_vel_in(frame) if isinstance(where, ReferenceFrame) else where.vel(frame)


def of_kane(method, potential, t, inputs, keys):
    """The system of Kane's equations; see from_sympy for the mathematics."""
    q, names, t = coordinates(method.q, t)
    equations = _sympy_kane.equations(method)
    extra = _sympy_kane.names_of_paths(method, names)
    names = names + extra
    symbols = [sympy.Symbol(name) for name in names]
    rates = [sympy.Symbol("v" + name) for name in names]
    speeds = [sympy.Symbol(name_of(each)) for each in method.u]
    given_symbols = {each: sympy.Symbol(name) for each, name in inputs.items()}
    taken = [each.name for each in symbols + rates + speeds] + list(keys["parameters"]) + list(inputs.values())
    for name in taken:
        if taken.count(name) > 1:
            raise InputError("L", f"'{name}' is the name of two of coordinates, velocities (v in front of the name of "
                                  "the coordinate), speeds, parameters and inputs: rename one")
    q_dots = [each.diff(t) for each in q]
    plain = dict(zip(q, symbols)) | dict(zip(method.u, speeds)) | {each: sympy.Integer(0) for each in method._uaux}
    plain |= given_symbols
    V = expression("potential", 0 if potential is None else potential)
    V, = replaced([V], plain)
    if V.has(*speeds) or V.has(sympy.Derivative):
        raise InputError("potential", f"{potential} depends on speeds: it is V(t, q)")
    # SymPy leaves some q' that come from the derivatives of its map from q' to u.
    given = equations.replaced(dict(zip(q_dots, equations.rates))).replaced(plain)
    for each in given_symbols.values():
        if any(x.has(each) for x in given.rates + [x for row in given.M for x in row]):
            raise InputError("inputs", f"{each} stands in the mass matrix or the kinematic equations: inputs of Kane's "
                                       "equations belong to loads and constraints")
    given.add_paths(len(extra), speeds)
    names_of = {each: each.name for each in [*symbols, *rates, *given_symbols.values()]}
    writer = Writer(names_of | {t: "t"}, keys["parameters"])
    mapped = _sympy_kane.Mapped(given, symbols, rates, speeds, t, V, writer.new_symbol)
    keep = _sympy_kane.independent_constraints(given, symbols, speeds, t, keys["parameters"])
    outputs = [("L", mapped.lagrangian)] + [(f"force[{i}]", each) for i, each in enumerate(mapped.force)]
    outputs += [(f"constraints[{i}]", given.constraints[i]) for i in keep]
    outputs += [(f"holonomic[{i}]", each) for i, each in enumerate(given.holonomic)]
    texts = writer.write(outputs, mapped.steps)
    n, m = len(names), len(keep)
    made = {"coordinates": names, "lagrangian": texts[0], "force": texts[1:1 + n],
            "constraints": texts[1 + n:1 + n + m] or None, "holonomic": texts[1 + n + m:] or None,
            "define": writer.define}
    return KaneSystem({**made, **keys}, [each.name for each in speeds],
                      _sympy_kane.Maps(given.W, given.w, symbols, t))
