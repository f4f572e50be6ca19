"""Named inputs: in runs, step by step, and from SymPy."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import copy
import math

import numpy as np
import pytest

import nonholo as nh

GAUSS = {"tableau": "gauss", "stages": 2}
START = {"q0": [0, 0, 0], "v0": [1, 0, 0]}


def sleigh():
    """A thrust u along the blade, and a torque w."""
    return nh.System(coordinates=["x", "y", "theta"], inputs=["u", "w"], lagrangian="(vx^2 + vy^2 + vtheta^2)/2",
                     constraints=["vy*cos(theta) - vx*sin(theta)"], force=["u*cos(theta)", "u*sin(theta)", "w"])


def car():
    """Steered by delta, which stands in a constraint."""
    return nh.System(coordinates=["x", "y", "theta"], inputs=["delta"], lagrangian="(vx^2 + vy^2 + vtheta^2)/2",
                     constraints=["vy*cos(theta) - vx*sin(theta)",
                                  "vy*cos(theta + delta) - vx*sin(theta + delta) + vtheta*cos(delta)"])


def test_an_input_is_a_number_or_an_expression_of_time():
    by_number = nh.solve(sleigh(), (0, 1), **START, h=0.1, inputs={"u": 0, "w": 0.5}, **GAUSS)
    assert by_number.v[-1][2] == pytest.approx(0.5, abs=1e-14)
    by_time = nh.solve(sleigh(), (0, 1), **START, h=0.1, inputs={"u": 0, "w": "cos(t)"}, **GAUSS)
    assert by_time.v[-1][2] == pytest.approx(math.sin(1), abs=1e-6)
    assert by_time.energy_error < 1e-6


def test_a_table_holds_its_values_or_joins_them():
    times = np.linspace(0, 1, 11)
    held = nh.solve(sleigh(), (0, 1), **START, h=0.1, inputs={"u": 0, "w": (times, times)}, **GAUSS)
    assert held.v[-1][2] == pytest.approx(0.45, abs=1e-14)
    joined = nh.solve(sleigh(), (0, 1), **START, h=0.1, inputs={"u": 0, "w": (times, times, "linear")}, **GAUSS)
    assert joined.v[-1][2] == pytest.approx(0.5, abs=1e-14)
    assert held.sol(0.55).v[2] == pytest.approx(0.1 + 0.025, abs=1e-12)  # between steps, after the run


@pytest.mark.parametrize("method", [{"method": "odeint_dopri5", "rtol": 1e-9, "atol": 1e-9},
                                    {"method": "ida_index1", "rtol": 1e-9, "atol": 1e-9}])
def test_an_adaptive_method_ends_a_step_where_an_input_changes(method):
    sol = nh.solve(sleigh(), (0, 1), **START, inputs={"u": 0, "w": ([0, 0.3], [1, -1])}, **method)
    assert 0.3 in sol.t
    assert sol.v[-1][2] == pytest.approx(0.3 - 0.7, abs=1e-6)


def test_a_stepper_is_given_inputs_step_by_step():
    stepper = nh.Stepper(sleigh(), h=0.1, **GAUSS)
    stepper.start(0, [0, 0, 0], [1, 0, 0])
    values = [0.3, -0.2, 0.7, 0.7]
    for value in values:
        stepper.step(inputs={"w": value})
    assert stepper.v[2] == pytest.approx(0.1 * sum(values), abs=1e-14)
    stepper.step()  # as before
    assert stepper.v[2] == pytest.approx(0.1 * (sum(values) + 0.7), abs=1e-14)
    table = (0.1 * np.arange(5), [*values, 0.7])
    sol = nh.solve(sleigh(), (0, 0.5), **START, h=0.1, inputs={"u": 0, "w": table}, **GAUSS)
    np.testing.assert_allclose(sol.q[-1], stepper.q, atol=1e-14)


def test_an_input_in_a_constraint_moves_during_a_step():
    stepper = nh.Stepper(car(), method="spark", tableau="lobatto_iiia_b", stages=3, h=0.1)
    stepper.start(0, [0, 0, 0], [1, 0, 0], inputs={"delta": 0})
    angles = [0.1, 0.2, 0.2, 0.1]
    for angle in angles:
        stepper.step(inputs={"delta": angle})
        state = stepper.state
        wheel = state.q[2] + angle
        front = state.v[1] * math.cos(wheel) - state.v[0] * math.sin(wheel) + state.v[2] * math.cos(angle)
        assert abs(front) < 1e-14
    table = (0.1 * np.arange(5), [0, *angles], "linear")
    sol = nh.solve(car(), (0, 0.4), **START, method="spark", tableau="lobatto_iiia_b", stages=3, h=0.1,
                   inputs={"delta": table})
    np.testing.assert_allclose(sol.q[-1], stepper.q, atol=1e-13)


def test_inputs_of_sympy():
    sympy = pytest.importorskip("sympy")
    from sympy.physics.mechanics import dynamicsymbols

    x, theta, u = dynamicsymbols("x theta u")
    m, w = sympy.symbols("m w")
    vx, vtheta = x.diff(), theta.diff()
    system = nh.from_sympy(m * (vx**2 + vtheta**2) / 2, [x, theta], constraints=[vx - vtheta], forces=[u, w],
                           parameters={m: 2}, inputs=[u, w])
    assert system.inputs == ["u", "w"]
    sol = nh.solve(system, (0, 1), [0, 0], [0, 0], h=0.1, inputs={"u": 1, "w": 3}, **GAUSS)
    assert sol.v[-1][0] == pytest.approx(1, abs=1e-14)


@pytest.mark.parametrize("inputs, key, words", [
    (None, "inputs", "no value"),
    ({"u": 0}, "inputs", "no value"),
    ({"u": 0, "w": 0, "s": 1}, "inputs.s", "input"),
    ({"u": 0, "w": "x"}, "inputs.w", "state"),
    ({"u": 0, "w": math.sin}, "inputs.w", "function of Python"),
    ({"u": 0, "w": ([0, 0.05], [1, 2])}, "inputs.w", "inside a step"),
    ({"u": 0, "w": ([0, 0.5], [1])}, "inputs.w", "times"),
    ({"u": 0, "w": ([0.5, 1], [1, 2])}, "inputs.w", "begins"),
    ({"u": 0, "w": ([0, 1], [1, 2], "cubic")}, "inputs.w.hold", "must be"),
])
def test_wrong_inputs_are_told(inputs, key, words):
    with pytest.raises(nh.InputError, match=words) as told:
        nh.solve(sleigh(), (0, 1), **START, h=0.1, inputs=inputs, **GAUSS)
    assert told.value.key == key


def test_a_stepper_refuses_unknown_inputs():
    stepper = nh.Stepper(sleigh(), h=0.1, inputs={"u": "0.1*t"}, **GAUSS)
    stepper.start(0, [0, 0, 0], [1, 0, 0])
    with pytest.raises(nh.InputError, match="must be one of w"):
        stepper.step(inputs={"u": 1})
    with pytest.raises(nh.InputError, match="not finite"):
        stepper.step(inputs={"w": math.nan})


def test_members_of_an_ensemble_have_the_same_inputs():
    starts = np.array([[0, 0, 0], [0, 0, 0.3]], dtype=float)
    speeds = np.array([[1, 0, 0], [math.cos(0.3), math.sin(0.3), 0.1]])
    inputs = {"u": "sin(t)", "w": ([0, 0.5], [1, -1])}
    ends = nh.ensemble(sleigh(), (0, 1), starts, speeds, h=0.1, inputs=inputs, **GAUSS)
    for i in range(2):
        sol = nh.solve(sleigh(), (0, 1), starts[i], speeds[i], h=0.1, inputs=inputs, **GAUSS)
        assert np.array_equal(ends.q[i], sol.q[-1])
    reduced = nh.ensemble(sleigh(), (0, 1), starts, speeds, h=0.1, inputs=inputs, reduce={"mean": ("x", "mean")},
                          **GAUSS)
    assert reduced["mean"][-1] == pytest.approx(ends.q[:, 0].mean(), abs=1e-14)


def test_a_stepper_with_inputs_says_that_it_cannot_be_copied():
    stepper = nh.Stepper(sleigh(), h=0.1, **GAUSS)
    stepper.start(0, [0, 0, 0], [1, 0, 0])
    with pytest.raises(TypeError, match="keep its state"):
        copy.copy(stepper)


def line():
    """x'' = u."""
    return nh.System(["x"], inputs=["u"], lagrangian="vx^2/2", force=["u"])


def place(t):
    """Of u = 1 to 0.5, then -2 to 1.5, then 3, from rest at 0."""
    x = v = before = 0
    for until, u in ((0.5, 1), (1.5, -2), (np.inf, 3)):
        length = min(t, until) - before
        if length <= 0:
            break
        x, v, before = x + v * length + u * length**2 / 2, v + u * length, until
    return x


@pytest.mark.parametrize("method", [{"method": "explicit_runge_kutta", "rtol": 1e-9, "atol": 1e-9},
                                    {"method": "odeint_dopri5", "rtol": 1e-9, "atol": 1e-9},
                                    {"method": "ida_index1", "rtol": 1e-9, "atol": 1e-9},
                                    {"method": "spark", "tableau": "radau_iia", "stages": 3, "h": 0.5},
                                    {"method": "spark", "tableau": "gauss", "stages": 2, "h": 0.125}])
def test_states_between_steps_belong_to_the_inputs_of_their_step(method):
    table = ([0, 0.5, 1.5], [1, -2, 3])
    times = [0.1, 0.3, 0.5, 1, 1.7, 2.5]
    sol = nh.solve(line(), (0, 3), [0], [0], inputs={"u": table}, t_eval=times, dense_output=True,
                   events=["x - 0.1"], **method)
    expected = [place(t) for t in times]
    np.testing.assert_allclose(sol.q[:, 0], expected, atol=2e-7)
    np.testing.assert_allclose([sol.sol(t).q[0] for t in times], expected, atol=2e-7)
    for t in sol.t_events[0]:
        assert place(t) == pytest.approx(0.1, abs=2e-7)
    assert len(sol.t_events[0]) == 3


def test_many_changes_between_samples():
    table = (0.5 * np.arange(6), [1] * 6)
    sol = nh.solve(line(), (0, 3), [0], [0], inputs={"u": table}, t_eval=[0.3, 1, 2.9], events=["x - 0.5"],
                   method="odeint_dopri5", rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(sol.q[:, 0], np.array([0.3, 1, 2.9])**2 / 2, atol=1e-8)
    assert sol.t_events[0] == pytest.approx([1], abs=1e-8)


def test_multipliers_follow_the_inputs():
    held = nh.System(["x", "y"], inputs=["u"], lagrangian="(vx^2+vy^2)/2", constraints=["vx"], force=["u", 0])
    sol = nh.solve(held, (0, 1), [0, 0], [0, 1], inputs={"u": ([0, 0.5], [1, 3])}, h=0.25, **GAUSS)
    assert sol.lam[:, 0] == pytest.approx([-1, -1, -1, -3, -3], abs=1e-14)


def test_inputs_of_a_dae_are_expressions():
    dae = nh.System(y=["a"], z=["z"], inputs=["u"], f=["z + u"], g=["a - sin(t)"])
    sol = nh.solve(dae, (0, 1), y0=[0], z0=[0], inputs={"u": "cos(t)"}, tableau="radau_iia", stages=2, h=0.1)
    assert sol.lam[-1][0] == pytest.approx(0, abs=1e-6)
    with pytest.raises(nh.InputError, match="expressions of t"):
        nh.Stepper(dae, tableau="radau_iia", stages=2, h=0.1)


def test_a_stepper_tells_inputs_that_are_no_numbers():
    stepper = nh.Stepper(line(), h=0.1, **GAUSS)
    with pytest.raises(nh.InputError, match="must be a number"):
        stepper.start(0, [0], [0], inputs={"u": "sin(t)"})
