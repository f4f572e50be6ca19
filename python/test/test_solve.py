"""solve(): exact solutions, orders, times, events, what ends a run."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import math
import os
import signal
import threading

import numpy as np
import pytest

import nonholo as nh

SPARK = {"tableau": "gauss", "stages": 3}


def exact(t, u, w):
    """The knife edge from the origin with speed u and rate of turn w: a circle."""
    return np.stack([u / w * np.sin(w * t), u / w * (1 - np.cos(w * t)), w * t], axis=-1)


def test_knife_edge_has_its_exact_solution(car):
    sol = nh.solve(car, (0, 10), [0, 0, 0], [1, 0, 0.5], h=0.1, **SPARK)
    assert sol.success and sol.status == 0 and sol.flags == []
    assert sol.t.shape == (101,) and sol.q.shape == (101, 3) and sol.v.shape == (101, 3) and sol.lam.shape == (101, 1)
    # The error of order 6 at h w = 0.05 is far below; the measured order is the next test.
    assert np.abs(sol.q - exact(sol.t, 1, 0.5)).max() < 1e-9
    # lambda is the force across the edge, m u w, of the constraint vy cos - vx sin.
    assert np.allclose(sol.lam, 0.5, rtol=0, atol=1e-9)
    assert sol.constraint_residual < 1e-14 and sol.energy_error < 1e-9
    assert sol.nfev > 0 and sol.steps == 100


def test_order_is_that_of_the_method(car):
    def error(h):
        sol = nh.solve(car, (0, 8), [0, 0, 0], [1, 0, 2], h=h, tableau="gauss", stages=2)
        return np.abs(sol.q[-1] - exact(8.0, 1, 2)).max()

    assert math.log2(error(0.1) / error(0.05)) == pytest.approx(4, abs=0.15)


def test_problem_of_the_catalogue_starts_from_its_setup():
    sol = nh.solve(nh.problem("chaplygin_sleigh", "rotating"), h=0.1, **SPARK)
    assert sol.success and sol.t[0] == 0
    assert sol.quantities["endpoint"]["q"] == list(sol.q[-1])


def test_parameters_of_a_problem_change_the_motion():
    short, long = (nh.problem("chaplygin_sleigh", "rotating", a=a) for a in (0.2, 0.4))
    assert short.parameters["a"] == 0.2
    ends = [nh.solve(each, (0, 1), h=0.1, **SPARK).q[-1] for each in (short, long)]
    assert not np.allclose(*ends)


def test_rows_at_given_times_and_between_them(car):
    t = np.linspace(0, 10, 33)
    sampled = nh.solve(car, (0, 10), [0, 0, 0], [1, 0, 0.5], h=0.1, t_eval=t, **SPARK)
    assert np.array_equal(sampled.t, t)
    assert np.abs(sampled.q - exact(t, 1, 0.5)).max() < 1e-9
    with pytest.raises(nh.InputError, match="dense_output=True") as refused:
        sampled.sol(1.0)
    assert refused.value.key == "t_eval"
    dense = nh.solve(car, (0, 10), [0, 0, 0], [1, 0, 0.5], h=0.1, t_eval=t, dense_output=True, **SPARK)
    assert np.array_equal(dense.q, sampled.q)
    assert np.allclose(dense.sol(t).q, dense.q, rtol=0, atol=1e-13)
    one = dense.sol(0.123)
    assert one.q.shape == (3,) and np.abs(one.q - exact(0.123, 1, 0.5)).max() < 1e-9
    with pytest.raises(nh.InputError):
        dense.sol(10.5)


def test_extremes_are_those_of_all_steps_and_not_of_samples(car):
    start = dict(q0=[0, 0, 0], v0=[1, 0, 3], method="ida_index1", rtol=1e-5, atol=1e-8)
    all_steps = nh.solve(car, (0, 20), **start)
    two = nh.solve(car, (0, 20), t_eval=[0, 20], **start)
    assert two.q.shape == (2, 3)
    assert two.constraint_residual == all_steps.constraint_residual > 0
    assert two.energy_error == all_steps.energy_error == np.abs(all_steps.energy_errors).max()


def test_events_are_at_their_exact_times(car):
    sol = nh.solve(car, (0, 10), [0, 0, 0], [1, 0, 0.5], h=0.1, events=["theta - pi", "vx"], **SPARK)
    # theta = w t; vx = u cos(w t) vanishes at w t = pi/2 and 3 pi/2.
    assert sol.t_events[0] == pytest.approx([2 * math.pi], abs=1e-12)
    assert sol.t_events[1] == pytest.approx([math.pi, 3 * math.pi], abs=1e-9)
    assert sol.q_events[0].shape == (1, 3) and sol.q_events[0][0, 2] == pytest.approx(math.pi, abs=1e-12)
    assert sol.status == 0


def test_terminal_event_ends_the_run(car):
    event = nh.Event("theta - pi", direction=1, terminal=True)
    sol = nh.solve(car, (0, 10), [0, 0, 0], [1, 0, 0.5], h=0.1, events=event, **SPARK)
    assert sol.status == 1 and sol.success and "event_1" in sol.message
    assert sol.t[-1] == sol.t_events[0][0] == pytest.approx(2 * math.pi, abs=1e-12)


def test_dae_in_hessenberg_form():
    # y' = z, 0 = y - sin t: y = sin t, z = cos t
    dae = nh.System(y=["y1"], z=["z1"], f=["z1"], g=["y1 - sin(t)"])
    sol = nh.solve(dae, (0, 1), y0=[0], z0=[1], tableau="radau_iia", stages=2, h=0.05)
    assert sol.v.shape == (21, 0) and sol.energy_error is None
    assert np.abs(sol.y[:, 0] - np.sin(sol.t)).max() < 1e-14  # y satisfies g = 0
    assert np.abs(sol.z[:, 0] - np.cos(sol.t)).max() < 1e-13  # z is that of y' = z, g' = 0
    assert sol.system.multipliers == ["z1"]


def test_definitions_are_shared_subexpressions(car):
    shared = nh.System(coordinates=["x", "y", "theta"], parameters={"m": 1, "J": 1},
                       define={"s": "sin(theta)", "c": "cos(theta)", "T": "m/2*(vx**2 + vy**2)"},
                       lagrangian="T + J/2*vtheta**2", constraints=["vy*c - vx*s"])
    arguments = ((0, 5), [0, 0, 0], [1, 0, 0.5])
    one, other = (nh.solve(each, *arguments, h=0.1, **SPARK) for each in (shared, car))
    assert np.allclose(one.q, other.q, rtol=0, atol=1e-14)


def test_quad_takes_and_gives_texts(car):
    sol = nh.solve(car, ("0", "1"), ["0", "0", "0"], ["1", "0", "0.1"], h="0.1", precision="quad", tableau="gauss",
                   stages=6)
    assert sol.q.dtype.kind == "U" and len(sol.t[1]) > 30
    mpmath = pytest.importorskip("mpmath")
    with mpmath.workdps(40):
        w = mpmath.mpf("0.1")
        assert abs(mpmath.mpf(str(sol.q[-1, 0])) - mpmath.sin(w) / w) < mpmath.mpf("1e-28")
    assert sol.sol("0.55").q[2].startswith("0.055")
    with mpmath.workdps(40):
        third = nh.solve(car, (0, 1), [0, 0, 0], [1, 0, mpmath.mpf(1) / 3], h="0.1", precision="quad", tableau="gauss",
                         stages=2)
        assert abs(mpmath.mpf(str(third.q[-1, 2])) - mpmath.mpf(1) / 3) < mpmath.mpf("1e-33")


def test_long_double_is_refused_but_its_numbers_are_taken(car):
    with pytest.raises(nh.InputError, match="long_double was removed: use quad"):
        nh.solve(car, (0, 1), [0, 0, 0], [1, 0, 0.1], h=0.1, precision="long_double", **SPARK)
    sol = nh.solve(car, (0, 1), [0, 0, 0], [1, 0, np.longdouble("0.1")], h="0.1", precision="quad", **SPARK)
    # 0.1 in 64 bits prints as 0.1; ten sums of 0.01, each rounded by 2^-113 of up to 0.1
    assert sol.q[-1, 2].startswith(("0.1000000000000000000000000000000", "0.0999999999999999999999999999999"))


def test_arrays_are_not_copied(car):
    sol = nh.solve(car, (0, 1), [0, 0, 0], [1, 0, 0.5], h=0.1, **SPARK)
    assert sol.q is sol.q and not sol.q.flags.owndata
    q = sol.q
    del sol
    assert np.isfinite(q).all()  # the array keeps its owner


def test_a_wrong_run_is_no_success(car):
    # A step of 100 of a stiff rotation: the stage equations have no solution nearby.
    spinning = car.with_parameters(m=1)
    with pytest.warns(nh.RunWarning):
        sol = nh.solve(spinning, (0, 1e4), [0, 0, 0], [1, 0, 0.5], method="odeint_dopri5", rtol=0.5, atol=10,
                       formulation="multiplier_integrated")
    assert not sol.success and sol.status == -1 and sol.flags


def test_consistent_project_moves_the_start(car):
    sol = nh.solve(car, (0, 1), [0, 0, 0], [1, 0.1, 0.5], h=0.1, consistent="project", **SPARK)
    assert sol.v[0] == pytest.approx([1, 0, 0.5])


def test_ctrl_c_returns_what_there_is(car):
    timer = threading.Timer(0.7, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    sol = nh.solve(car, (0, 1e8), [0, 0, 0], [1, 0, 0.5], h=0.1, t_eval=np.arange(0, 1e8, 1e4)[:1000], **SPARK)
    assert sol.status == -2 and not sol.success and "interrupted" in sol.message
    assert 1 <= len(sol.t) < 1000


def test_errors_of_signal_handlers_are_raised(car):
    class Late(Exception):
        pass

    def handler(number, frame):
        raise Late

    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        with pytest.raises(Late):
            nh.solve(car, (0, 1e8), [0, 0, 0], [1, 0, 0.5], h=0.1, t_eval=[0, 1e8], **SPARK)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_other_threads_go_on_while_a_run_goes(car):
    ticks, over = [], threading.Event()

    def tick():
        while not over.wait(0.01):
            ticks.append(1)

    thread = threading.Thread(target=tick)
    thread.start()
    nh.solve(car, (0, 20000), [0, 0, 0], [1, 0, 0.5], h=0.1, t_eval=[0, 20000], **SPARK)
    over.set()
    thread.join()
    assert len(ticks) > 3
