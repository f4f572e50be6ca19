"""KanesMethod beyond the rolling disk: the rattleback, configuration constraints, auxiliary speeds, what is refused."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import pickle
import time

import numpy as np
import pytest

import nonholo as nh

sympy = pytest.importorskip("sympy", reason="SymPy is not there: apt install python3-sympy")
from sympy import Matrix, cos, sin, sqrt, symbols  # noqa: E402
from sympy.physics.mechanics import (  # noqa: E402
    KanesMethod, Particle, Point, ReferenceFrame, RigidBody, dynamicsymbols, inertia)

t = dynamicsymbols._t
m, g, r, k = symbols("m g r k")
GAUSS = {"tableau": "gauss", "stages": 3, "h": 0.01}


class Rattleback:
    """An ellipsoid on a plane, whose axes of inertia are turned against its own; after Kane and Levinson 1982.

    a, b, c are its half-axes, h is how far the mass centre lies below its centre. The coordinates are three angles and
    the place of the mass centre; two constraints say that the contact point is at rest.
    """

    values = {"m": 1, "g": 9.81, "a": 0.2, "b": 0.03, "c": 0.02, "h": 0.01, "A": 2e-4, "B": 1.6e-3, "C": 1.7e-3,
              "D": -2e-5}

    def __init__(self):
        yaw, roll, pitch, x, y = self.q = dynamicsymbols("yaw roll pitch x y")
        a, b, c, h, A, B, C, D = symbols("a b c h A B C D")
        self.moments = A, B, C, D
        self.N = N = ReferenceFrame("N")
        self.R = R = N.orientnew("R", "Body", [yaw, roll, pitch], "ZXY")
        up = Matrix([N.z.dot(axis) for axis in R])
        radius = sqrt(a ** 2 * up[0] ** 2 + b ** 2 * up[1] ** 2 + c ** 2 * up[2] ** 2)
        self.height = radius - h * up[2]
        contact = [-a ** 2 * up[0] / radius, -b ** 2 * up[1] / radius, h - c ** 2 * up[2] / radius]
        self.contact = sum((x * axis for x, axis in zip(contact, R)), 0 * R.x)  # from the mass centre
        self.omega = [R.ang_vel_in(N).dot(axis) for axis in R]

    def by_lagrange(self):
        A, B, C, D = self.moments
        _, _, _, x, y = self.q
        w, N = self.omega, self.N
        velocity = x.diff(t) * N.x + y.diff(t) * N.y + self.height.diff(t) * N.z
        kinetic = m * velocity.dot(velocity) / 2 + (A * w[0] ** 2 + B * w[1] ** 2 + C * w[2] ** 2) / 2 + D * w[0] * w[1]
        slip = velocity + self.R.ang_vel_in(N).cross(self.contact)
        return nh.from_sympy(kinetic - m * g * self.height, self.q, [slip.dot(N.x), slip.dot(N.y)],
                             parameters=self.values)

    def by_kane(self):
        A, B, C, D = self.moments
        _, _, _, x, y = self.q
        u = dynamicsymbols("u1:6")
        N, R = self.N, self.R
        kinematic = [w - speed for w, speed in zip([*self.omega, x.diff(t), y.diff(t)], u)]
        R.set_ang_vel(N, u[0] * R.x + u[1] * R.y + u[2] * R.z)
        origin = Point("O")
        origin.set_vel(N, 0)
        centre = origin.locatenew("G", x * N.x + y * N.y + self.height * N.z)
        centre.set_vel(N, u[3] * N.x + u[4] * N.y + self.height.diff(t) * N.z)
        slip = centre.vel(N) + R.ang_vel_in(N).cross(self.contact)
        body = RigidBody("rattleback", centre, R, m, (inertia(R, A, B, C, D, 0, 0), centre))
        method = KanesMethod(N, q_ind=self.q, u_ind=u[:3], kd_eqs=kinematic, u_dependent=u[3:],
                             velocity_constraints=[slip.dot(N.x), slip.dot(N.y)])
        method.kanes_equations([body], [(centre, -m * g * N.z)])
        return nh.from_sympy(method, parameters=self.values, potential=m * g * self.height)


def test_rattleback_turns_back():
    begin = time.process_time()
    system = Rattleback().by_lagrange()
    sol = nh.solve(system, (0, 10), [0, 0.01, 0.01, 0, 0], [-5, 0, 0, 0, 0], tableau="gauss", stages=3, h=0.002,
                   consistent="project")
    assert time.process_time() - begin < 5
    assert sol.v[0, 0] < -4 and sol.v[-1, 0] > 2  # it turns back by itself
    # The error of the method is 3e-5 of the kinetic energy, 0.02: the body rolls with 6 radians a tenth of a second.
    assert sol.constraint_residual < 1e-14 and sol.energy_error < 1e-6


def test_rattleback_of_kane_is_that_of_lagrange():
    kane, lagrange = Rattleback().by_kane(), Rattleback().by_lagrange()
    start = [0, 0.01, 0.01, 0, 0], [-5, 0, 0, 0, 0]
    one, two = (nh.solve(each, (0, 1), *start, tableau="gauss", stages=3, h=0.002, consistent="project")
                for each in (kane, lagrange))
    # Both have the same form and the same method: they differ by round-off in the force of Kane's system.
    assert np.allclose(one.q, two.q, rtol=0, atol=1e-9) and np.allclose(one.v, two.v, rtol=0, atol=1e-8)


def pendulum(speed, kinematic):
    """Kane's equations of a pendulum of length r, whose speed is what the kinematic equation says."""
    q = dynamicsymbols("q")
    N = ReferenceFrame("N")
    arm = N.orientnew("A", "Axis", [q, N.z])
    rate = sympy.solve(kinematic(q.diff(t), speed), q.diff(t))[0]
    arm.set_ang_vel(N, rate * N.z)
    pivot, bob = Point("O"), Point("P")
    pivot.set_vel(N, 0)
    bob.set_pos(pivot, r * arm.x)
    bob.v2pt_theory(pivot, N, arm)
    method = KanesMethod(N, q_ind=[q], u_ind=[speed], kd_eqs=[kinematic(q.diff(t), speed)])
    method.kanes_equations([Particle("P", bob, m)], [(bob, m * g * N.x - k * bob.vel(N))])
    return method


@pytest.mark.parametrize("kinematic", [lambda rate, u: rate - u, lambda rate, u: 2 * rate + cos(t) - u * (2 + sin(t))])
def test_speed_of_a_pendulum(kinematic):
    u = dynamicsymbols("u")
    method = pendulum(u, kinematic)
    system = nh.from_sympy(method, parameters={m: 2, g: 9.81, r: 0.5, k: 0.3})
    text = nh.System(coordinates=["q"], lagrangian="0.25*vq^2 + 2*9.81*0.5*cos(q)", force=["-0.3*0.25*vq"])
    one, two = (nh.solve(each, (0, 3), [1], [0.5], **GAUSS) for each in (system, text))
    # The error of the method is about 1e-10, and where speeds depend on time it differs.
    assert one.q[-1, 0] == pytest.approx(two.q[-1, 0], abs=1e-8)
    assert system.velocities_at(one.q, system.speeds_at(one.q, one.v, one.t), one.t) == pytest.approx(one.v, abs=1e-13)


def test_a_system_can_be_pickled():
    system = nh.from_sympy(pendulum(dynamicsymbols("u"), lambda rate, u: 2 * rate - u),
                           parameters={m: 2, g: 9.81, r: 0.5, k: 0.3})
    before = system.speeds_at([0.1], [0.2])
    again = pickle.loads(pickle.dumps(system))
    assert np.array_equal(again.speeds_at([0.1], [0.2]), before) and again.parameters == system.parameters


def test_configuration_constraints():
    """A bead on a circle with both Cartesian coordinates: its velocity constraint is the derivative, and is dropped."""
    x, y, u, w = dynamicsymbols("x y u w")
    N, origin, bead = ReferenceFrame("N"), Point("O"), Point("P")
    origin.set_vel(N, 0)
    bead.set_pos(origin, x * N.x + y * N.y)
    bead.set_vel(N, u * N.x + w * N.y)
    circle = x ** 2 + y ** 2 - r ** 2
    method = KanesMethod(N, q_ind=[x], q_dependent=[y], configuration_constraints=[circle], u_ind=[u], u_dependent=[w],
                         kd_eqs=[x.diff(t) - u, y.diff(t) - w], velocity_constraints=[x * u + y * w])
    method.kanes_equations([Particle("P", bead, m)], [(bead, -m * g * N.y)])
    system = nh.from_sympy(method, parameters={m: 1, g: 9.81, r: 2}, potential=m * g * y)
    assert len(system.multipliers) == 1
    sol = nh.solve(system, (0, 5), [2, 0], [0, 0], **GAUSS)
    assert abs(sol.q[:, 0] ** 2 + sol.q[:, 1] ** 2 - 4).max() < 1e-12
    assert sol.energy_error < 1e-9


def ring(auxiliary):
    """A wheel that rolls along a line; the slip is a dependent speed without a coordinate, or an auxiliary one."""
    q, u, slip = dynamicsymbols("q u slip")
    N = ReferenceFrame("N")
    wheel = N.orientnew("W", "Axis", [q, N.z])
    wheel.set_ang_vel(N, u * N.z)
    contact, centre = Point("C"), Point("D")
    contact.set_vel(N, slip * N.x)
    centre.set_pos(contact, r * N.y)
    centre.set_vel(N, (slip - r * u) * N.x)
    more = {"u_auxiliary": [slip]} if auxiliary else {"u_dependent": [slip], "velocity_constraints": [slip]}
    method = KanesMethod(N, q_ind=[q], u_ind=[u], kd_eqs=[q.diff(t) - u], **more)
    method.kanes_equations([RigidBody("W", centre, wheel, m, (inertia(N, 0, 0, m * r ** 2), centre))],
                           [(centre, m * g * N.x)])
    return nh.from_sympy(method, parameters={m: 3, g: 9.81, r: 0.5})


def test_auxiliary_and_surplus_speeds():
    auxiliary, surplus = ring(True), ring(False)
    assert auxiliary.coordinates == ["q"] and surplus.coordinates == ["q", "path_slip"]
    for system, n in ((auxiliary, 1), (surplus, 2)):
        sol = nh.solve(system, (0, 2), [0] * n, [0] * n, **GAUSS)
        # A hoop accelerates at half of what a sliding body does: q = -g t^2/(4 r).
        assert sol.q[-1, 0] == pytest.approx(-9.81 * 4 / 4 / 0.5, rel=1e-12)
        assert abs(sol.q[:, 1:]).max(initial=0) < 1e-12


def test_what_is_refused_says_why():
    u = dynamicsymbols("u")
    method = pendulum(u, lambda rate, u: rate - u)
    good = {m: 2, g: 9.81, r: 0.5, k: 0.3}
    assert nh.from_sympy(method, parameters=good).speeds == ["u"]

    def refused(says, *given, **more):
        with pytest.raises(nh.InputError, match=says):
            nh.from_sympy(*given, **{"parameters": good, **more})

    refused("no value for g, m, r", method, parameters={k: 1})
    refused("has its own", method, dynamicsymbols("x y"))
    refused("has its own", method, constraints=[u])
    refused("depends on speeds", method, potential=m * u ** 2)
    refused("belongs to Kane", u.diff(t) ** 2, [u], potential=u)
    refused("rename one", pendulum(dynamicsymbols("vq"), lambda rate, u: rate - u))
    refused("rename one", pendulum(dynamicsymbols("m"), lambda rate, u: rate - u))

    N, quaternion = ReferenceFrame("N"), dynamicsymbols("e0:4")
    R = N.orientnew("R", "Quaternion", quaternion)
    speeds = dynamicsymbols("u1:4")
    kinematic = sympy.physics.vector.kinematic_equations(speeds, quaternion, "quaternion")
    R.set_ang_vel(N, sum((s * axis for s, axis in zip(speeds, R)), 0 * R.x))
    centre = Point("G")
    centre.set_vel(N, 0)
    body = RigidBody("B", centre, R, m, (inertia(R, 1, 2, 3), centre))
    whole = KanesMethod(N, q_ind=quaternion, u_ind=speeds, kd_eqs=kinematic)
    refused("no equations yet", whole)
    whole.kanes_equations([body])
    refused("4 coordinates and 3 speeds", whole)
