"""Systems from SymPy: Lagrangians, LagrangesMethod, KanesMethod."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import re
import time

import numpy as np
import pytest

import nonholo as nh

sympy = pytest.importorskip("sympy", reason="SymPy is not there: apt install python3-sympy")
from scipy.integrate import solve_ivp  # noqa: E402
from sympy import Rational, cos, exp, sin, sqrt, symbols  # noqa: E402
from sympy.physics.mechanics import (  # noqa: E402
    KanesMethod, LagrangesMethod, Particle, Point, ReferenceFrame, RigidBody, dynamicsymbols, inertia)

t = dynamicsymbols._t
x, y, theta = dynamicsymbols("x y theta")
m, J, k, g, r = symbols("m J k g r", positive=True)
GAUSS = {"tableau": "gauss", "stages": 4, "h": 0.01}


def test_lagrangian_equals_text(car):
    lagrangian = m / 2 * (x.diff(t) ** 2 + y.diff(t) ** 2) + J / 2 * theta.diff(t) ** 2
    own = nh.from_sympy(lagrangian, [x, y, theta], [sympy.Eq(y.diff(t) * cos(theta), x.diff(t) * sin(theta))],
                        parameters={m: 1, "J": 1})
    assert own.coordinates == car.coordinates and own.velocities == car.velocities
    given = (0, 10), [0, 0, 0], [1, 0, 0.5]
    one, two = nh.solve(own, *given, **GAUSS), nh.solve(car, *given, **GAUSS)
    # The order of terms in sums is SymPy's: round-off of states of size 1 to 5 over 1000 steps.
    assert np.allclose(one.q, two.q, rtol=0, atol=1e-13) and np.allclose(one.lam, two.lam, rtol=0, atol=1e-13)


def test_parameters_stay_parameters():
    spring = nh.from_sympy(m * x.diff(t) ** 2 / 2 - k * x ** 2 / 2, [x], parameters={m: 2, k: Rational(1, 3)})
    assert spring.parameters == {"m": 2, "k": pytest.approx(1 / 3)}
    stiff = spring.with_parameters(k=8)
    sol = nh.solve(stiff, (0, 1), [1], [0], **GAUSS)
    assert sol.q[-1, 0] == pytest.approx(np.cos(2), abs=1e-13)


def test_force_and_constraint_on_positions():
    lagrangian = m * (x.diff(t) ** 2 + y.diff(t) ** 2) / 2 - m * g * y
    drag = [-k * x.diff(t), -k * y.diff(t)]
    own = nh.from_sympy(lagrangian, [x, y], forces=drag, holonomic=[x ** 2 + y ** 2 - 1],
                        parameters={m: 1, g: 9.81, k: 0.1})
    text = nh.System(coordinates=["x", "y"], lagrangian="(vx^2 + vy^2)/2 - 9.81*y", force=["-0.1*vx", "-0.1*vy"],
                     holonomic=["x^2 + y^2 - 1"])
    one, two = (nh.solve(each, (0, 2), [1, 0], [0, 1], **GAUSS) for each in (own, text))
    assert np.allclose(one.q, two.q, rtol=0, atol=1e-12)


def test_numbers_keep_their_digits():
    digits = "1.23456789012345678901234567890123456"
    system = nh.from_sympy(sympy.Float(digits) * x.diff(t) ** 2 / 2 - sympy.pi * sympy.E * sympy.EulerGamma * x
                           - sympy.Float(0.1) * x, [x], parameters={})
    text = nh.System(coordinates=["x"], lagrangian=f"{digits}*vx^2/2 - pi*exp(1)*x*"
                     "0.577215664901532860606512090082402431042 - 0.1*x")
    one, two = (nh.solve(each, (0, 1), [0], [1], precision="quad", **GAUSS) for each in (system, text))
    difference = abs(sympy.Float(one.q[-1, 0], 40) - sympy.Float(two.q[-1, 0], 40))
    assert difference < sympy.Float("1e-31")


def test_functions_have_their_meaning():
    u = sympy.Symbol("u")
    functions = [sin, cos, sympy.tan, sympy.cot, sympy.sec, sympy.csc, sympy.atan, sympy.sinh, sympy.cosh, sympy.tanh,
                 sympy.coth, sympy.sech, sympy.csch, sympy.asinh, exp, sympy.log, sympy.erf, sympy.erfc, sqrt,
                 sympy.Abs, sympy.sign, lambda u: sympy.asin(u / 3),
                 lambda u: sympy.acos(u / 3), lambda u: sympy.atanh(u / 3),
                 lambda u: sympy.acosh(u + 1), lambda u: sympy.asec(u + 1), lambda u: sympy.acsc(u + 1),
                 lambda u: sympy.atan2(u, -2), lambda u: sympy.Max(u, 1), lambda u: sympy.Min(u, 1, u ** 2),
                 lambda u: sympy.Heaviside(u), lambda u: u ** Rational(-3, 2), lambda u: 2 ** -u, lambda u: u ** u,
                 lambda u: 1 / (1 + u) / (2 - u) ** 2, lambda u: -(u - 3) * (-u - 1) / 7, lambda u: (-u) ** 3 - -u,
                 lambda u: u ** sympy.Float("-0.3"), lambda u: sympy.Mul(-2, u - 4, evaluate=False)]
    for function in functions:
        # theta rests, and x'' is the value.
        system = nh.from_sympy(x.diff(t) ** 2 / 2 + theta.diff(t) ** 2 / 2, [x, theta], forces=[function(theta), 0],
                               parameters={})
        sol = nh.solve(system, (0, 1), [0, 0.7], [0, 0], tableau="gauss", stages=1, h=1)
        assert sol.v[-1, 0] == pytest.approx(float(function(u).subs(u, 0.7)), rel=1e-14), function(u)


def test_shared_subexpressions_are_written_once():
    node = x
    for _ in range(60):  # its tree has 2^60 leaves
        node = sympy.Add(sin(node), cos(node), evaluate=False)
    begin = time.process_time()
    system = nh.from_sympy(x.diff(t) ** 2 / 2, [x], forces=[node], parameters={})
    assert time.process_time() - begin < 2 and len(system._text) < 5000
    value = 0.3
    for _ in range(60):
        value = np.sin(value) + np.cos(value)
    # In a short step the force is that of the start.
    frozen = nh.solve(system, (0, 1e-6), [0.3], [0], tableau="gauss", stages=1, h=1e-6)
    assert frozen.v[-1, 0] == pytest.approx(1e-6 * value, rel=1e-5)


@pytest.mark.parametrize("key, says, call", [
    ("parameters", "no value for J, m", lambda L: nh.from_sympy(L, [x, theta])),
    ("L", "piecewise", lambda L: nh.from_sympy(L + sympy.Piecewise((x, x > 0), (0, True)), [x, theta],
                                               parameters={m: 1, J: 1})),
    ("L", "accelerations", lambda L: nh.from_sympy(L + x.diff(t, 2), [x, theta], parameters={m: 1, J: 1})),
    ("L", "neither a coordinate", lambda L: nh.from_sympy(L + y.diff(t), [x, theta], parameters={m: 1, J: 1})),
    ("L", "unknown function", lambda L: nh.from_sympy(L + y, [x, theta], parameters={m: 1, J: 1})),
    ("L", "no besselj", lambda L: nh.from_sympy(L + sympy.besselj(0, x), [x, theta], parameters={m: 1, J: 1})),
    ("forces[0]", "not taken", lambda L: nh.from_sympy(L, [x, theta], forces=[sympy.Derivative(sympy.Abs(x), x), 0],
                                                       parameters={m: 1, J: 1})),
    ("forces[1]", "not real", lambda L: nh.from_sympy(L, [x, theta], forces=[0, sympy.I], parameters={m: 1, J: 1})),
    ("forces", "each of the 2", lambda L: nh.from_sympy(L, [x, theta], forces=[0], parameters={m: 1, J: 1})),
    ("q[0]", "no function of time", lambda L: nh.from_sympy(L, symbols("a b"), parameters={m: 1, J: 1})),
    ("q", "missing", lambda L: nh.from_sympy(L, parameters={m: 1, J: 1})),
    ("constraints", r"write \[ \]", lambda L: nh.from_sympy(L, [x, theta], x.diff(t), parameters={m: 1, J: 1})),
    ("constraints[0]", "a condition|no expression", lambda L: nh.from_sympy(L, [x, theta], [x > 0],
                                                                         parameters={m: 1, J: 1})),
    ("constraints[0]", "is a text", lambda L: nh.from_sympy(L, [x, theta], ["vx"], parameters={m: 1, J: 1})),
    ("constraints[0]", "a vector", lambda L: nh.from_sympy(L, [x, theta], [ReferenceFrame("N").x],
                                                        parameters={m: 1, J: 1})),
    ("parameters.m", "real number", lambda L: nh.from_sympy(L, [x, theta], parameters={m: J, J: 1})),
    ("q", "cannot be a name", lambda L: nh.from_sympy(L, dynamicsymbols(r"\alpha x"), parameters={m: 1, J: 1})),
])
def test_what_is_refused_says_why(key, says, call):
    with pytest.raises(nh.InputError, match=says) as refused:
        call(m * x.diff(t) ** 2 / 2 + J * theta.diff(t) ** 2 / 2)
    assert refused.value.key == key


def test_lagranges_method_of_a_pendulum():
    N, length = ReferenceFrame("N"), symbols("l", positive=True)
    O, P = Point("O"), Point("P")
    O.set_vel(N, 0)
    arm = N.orientnew("A", "Axis", [theta, N.z])
    P.set_pos(O, length * arm.x)
    P.v2pt_theory(O, N, arm)
    body = Particle("P", P, m)
    body.potential_energy = -m * g * length * cos(theta)
    drag = [(P, -k * P.vel(N))]
    method = LagrangesMethod(body.kinetic_energy(N) - body.potential_energy, [theta], forcelist=drag, frame=N)
    system = nh.from_sympy(method, parameters={m: 2, g: 9.81, length: 0.5, k: 0.3})
    sol = nh.solve(system, (0, 5), [2], [0], **GAUSS)
    reference = solve_ivp(lambda t, y: [y[1], -9.81 / 0.5 * np.sin(y[0]) - 0.3 / 2 * y[1]], (0, 5), [2, 0],
                          method="DOP853", rtol=1e-12, atol=1e-13)
    assert sol.q[-1, 0] == pytest.approx(reference.y[0, -1], abs=1e-9)


def test_lagranges_method_with_constraints():
    psi, length = dynamicsymbols("psi"), symbols("l")
    lagrangian = m * (x.diff(t) ** 2 + y.diff(t) ** 2) / 2 + J * psi.diff(t) ** 2 / 2 - m * g * y
    method = LagrangesMethod(lagrangian, [x, y, psi], hol_coneqs=[x ** 2 + y ** 2 - length ** 2],
                             nonhol_coneqs=[psi.diff(t) - k * x.diff(t)])
    method.form_lagranges_equations()
    system = nh.from_sympy(method, parameters={m: 1, J: 0.5, g: 9.81, k: 2, length: 1})
    assert system.multipliers == ["lambda1", "lambda2"]
    sol = nh.solve(system, (0, 3), [0, -1, 0], [1, 0, 2], **GAUSS)
    # Positions are kept to round-off, and the energy to the error of the method.
    assert abs(sol.q[:, 0] ** 2 + sol.q[:, 1] ** 2 - 1).max() < 1e-12
    assert sol.constraint_residual < 1e-12 and sol.energy_error < 1e-10


def rolling_disk():
    """That of SymPy's documentation: three angles, and the speeds of the lean frame."""
    q1, q2, q3, u1, u2, u3 = dynamicsymbols("q1 q2 q3 u1 u2 u3")
    N = ReferenceFrame("N")
    Y = N.orientnew("Y", "Axis", [q1, N.z])
    lean = Y.orientnew("L", "Axis", [q2, Y.x])
    R = lean.orientnew("R", "Axis", [q3, lean.y])
    turning = R.ang_vel_in(N)
    R.set_ang_vel(N, u1 * lean.x + u2 * lean.y + u3 * lean.z)
    contact = Point("C")
    contact.set_vel(N, 0)
    centre = contact.locatenew("D", r * lean.z)
    centre.v2pt_theory(contact, N, R)
    moments = inertia(lean, m / 4 * r ** 2, m / 2 * r ** 2, m / 4 * r ** 2)
    kinematic = [(R.ang_vel_in(N) - turning).dot(axis) for axis in lean]
    method = KanesMethod(N, q_ind=[q1, q2, q3], u_ind=[u1, u2, u3], kd_eqs=kinematic)
    method.kanes_equations([RigidBody("disk", centre, R, m, (moments, centre))], [(centre, -m * g * Y.z)])
    return method


DISK = {"r": 0.4, "m": 2, "g": 9.81}


def disk_rhs(time, state):
    """Kane's equations of the disk as printed in SymPy's tests, test_rolling_disc."""
    _, q2, _, u1, u2, u3 = state
    r, g = DISK["r"], DISK["g"]
    return [u3 / np.cos(q2), u1, u2 - u3 * np.tan(q2),
            (6 * u2 * u3 * r - u3 ** 2 * r * np.tan(q2) + 4 * g * np.sin(q2)) / (5 * r), -2 * u1 * u3 / 3,
            u1 * (-2 * u2 + u3 * np.tan(q2))]


@pytest.mark.parametrize("with_potential", [False, True])
def test_kanes_rolling_disk(with_potential):
    method = rolling_disk()
    V = m * g * r * cos(method.q[1]) if with_potential else None
    disk = nh.from_sympy(method, parameters=DISK, potential=V)
    assert disk.speeds == ["u1", "u2", "u3"] and disk.coordinates == ["q1", "q2", "q3"]
    q0, u0 = np.array([0.1, 0.2, 0.3]), np.array([0.1, 4, 0.3])
    v0 = disk.velocities_at(q0, u0)
    assert disk.speeds_at(q0, v0) == pytest.approx(u0, abs=1e-15)
    sol = nh.solve(disk, (0, 5), q0, v0, events=["u1"], **GAUSS)
    reference = solve_ivp(disk_rhs, (0, 5), [*q0, *u0], method="DOP853", rtol=1e-11, atol=1e-12)
    u = disk.speeds_at(sol.q, sol.v, sol.t)
    assert sol.q[-1] == pytest.approx(reference.y[:3, -1], abs=1e-8)
    assert u[-1] == pytest.approx(reference.y[3:, -1], abs=1e-8)
    values = DISK
    energy = (values["m"] * values["r"] ** 2 * (5 / 4 * u[:, 0] ** 2 + 3 / 2 * u[:, 1] ** 2 + u[:, 2] ** 2 / 4) / 2
              + values["m"] * values["g"] * values["r"] * np.cos(sol.q[:, 1]))
    assert abs(energy - energy[0]).max() < 1e-10 and sol.energy_error < 1e-9
    assert len(sol.t_events[0]) > 2  # speeds may stand in events


def rolling_disk_with_contact(q, u, kinematic_shift=0):
    """The disk with its centre as coordinates; that the contact point is at rest is a constraint on two speeds."""
    q1, q2, q3, qx, qy = q
    u1, u2, u3, ux, uy = u
    N = ReferenceFrame("N")
    Y = N.orientnew("Y", "Axis", [q1, N.z])
    lean = Y.orientnew("L", "Axis", [q2, Y.x])
    R = lean.orientnew("R", "Axis", [q3, lean.y])
    kinematic = [R.ang_vel_in(N).dot(axis) - speed for axis, speed in zip(lean, u)]
    kinematic += [ux - qx.diff(t) + kinematic_shift, uy - qy.diff(t)]
    R.set_ang_vel(N, u1 * lean.x + u2 * lean.y + u3 * lean.z)
    origin = Point("O")
    origin.set_vel(N, 0)
    centre = origin.locatenew("D", qx * N.x + qy * N.y + r * cos(q2) * N.z)
    centre.set_vel(N, (ux + kinematic_shift) * N.x + uy * N.y - r * sin(q2) * u1 * N.z)
    contact = centre.vel(N) + R.ang_vel_in(N).cross(-r * lean.z)
    moments = inertia(lean, m / 4 * r ** 2, m / 2 * r ** 2, m / 4 * r ** 2)
    method = KanesMethod(N, q_ind=q, u_ind=u[:3], kd_eqs=kinematic, u_dependent=u[3:],
                         velocity_constraints=[contact.dot(N.x), contact.dot(N.y)])
    method.kanes_equations([RigidBody("disk", centre, R, m, (moments, centre))], [(centre, -m * g * N.z)])
    return method


@pytest.mark.parametrize("shift", [0, sin(t)])  # u = x' + sin(t) is a speed, too
def test_kanes_disk_with_dependent_speeds(shift):
    method = rolling_disk_with_contact(dynamicsymbols("q1 q2 q3 x y"), dynamicsymbols("u1:6"), shift)
    disk = nh.from_sympy(method, parameters=DISK, potential=m * g * r * cos(method.q[1]))
    assert len(disk.multipliers) == 2
    q0, u0 = np.array([0.1, 0.2, 0.3, 0, 0]), np.array([0.1, 4, 0.3])
    rolling = sympy.lambdify([*method.q, r, t], [method._Ars, method._k_nh[:, 3:].LUsolve(-method._f_nh)])
    along, across = rolling(*q0, DISK["r"], 0)
    v0 = disk.velocities_at(q0, np.concatenate([u0, along @ u0 + across.ravel()]))
    sol = nh.solve(disk, (0, 5), q0, v0, **GAUSS)
    reference = solve_ivp(disk_rhs, (0, 5), [*q0[:3], *u0], method="DOP853", rtol=1e-11, atol=1e-12)
    assert sol.q[-1, :3] == pytest.approx(reference.y[:3, -1], abs=1e-8)
    assert disk.speeds_at(sol.q, sol.v, sol.t)[-1, :3] == pytest.approx(reference.y[3:, -1], abs=1e-8)
    # The contact point stays at rest: the velocity of the centre is that of turning about it.
    q1, q2 = sol.q[:, 0], sol.q[:, 1]
    u1, u2 = disk.speeds_at(sol.q, sol.v, sol.t)[:, :2].T
    assert abs(sol.v[:, 3] - DISK["r"] * (u2 * np.cos(q1) + u1 * np.cos(q2) * np.sin(q1))).max() < 1e-11
    assert sol.constraint_residual < 1e-11 and sol.energy_error < 1e-9


def test_code_of_the_document(root):
    blocks = re.findall(r"```python\n(.*?)```", (root / "docs/howto/sympy.md").read_text(encoding="utf-8"), re.DOTALL)
    names = {}
    for block in blocks:
        exec(compile(block, "sympy.md", "exec"), names)
    assert names["heavy"].parameters == {"m": 3, "J": 0.5}
    assert names["sol"].success and names["sol"].energy_error < 1e-8
