"""Wrong calls raise InputError, a ValueError, that names the argument and says what to change."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import decimal
import fractions
import pickle

import numpy as np
import pytest
import sympy

import nonholo as nh

GAUSS = {"tableau": "gauss", "stages": 2}
START = {"q0": [0, 0, 0], "v0": [1, 0, 0.5]}

WRONG = {
    "unknown option": (dict(h=0.1, stagse=2, tableau="gauss", **START), "stagse", "stages"),
    "unknown method": (dict(method="sparkk", h=0.1, **START, **GAUSS), "method", "did you mean 'spark'"),
    "unknown tableau": (dict(h=0.1, tableau="gaus", stages=2, **START), "tableau", "gauss"),
    "no step size": (dict(**START, **GAUSS), "h", "is missing"),
    "step that does not fit": (dict(h=0.3, **START, **GAUSS), "h", "nearest step sizes"),
    "step of the wrong sign": (dict(h=-0.1, **START, **GAUSS), "h", "> 0"),
    "start off the constraint": (dict(h=0.1, q0=[0, 0, 0], v0=[1, 0.1, 0.5], **GAUSS), "v0", "project"),
    "start of the wrong size": (dict(h=0.1, q0=[0, 0], v0=[1, 0, 0.5], **GAUSS), "q0", "3"),
    "no velocities": (dict(h=0.1, q0=[0, 0, 0], **GAUSS), "v0", "vx, vy, vtheta"),
    "no start": (dict(h=0.1, **GAUSS), "q0", "is missing"),
    "times that fall": (dict(h=0.1, t_eval=[1, 0.5], **START, **GAUSS), "t_eval", "rise"),
    "times outside": (dict(h=0.1, t_eval=[1, 2], **START, **GAUSS), "t_eval", "from 0 to 1"),
    "event with an unknown name": (dict(h=0.1, events=["thetta"], **START, **GAUSS), "events[0]", "theta"),
    "event as a function": (dict(h=0.1, events=[lambda t, y: y[0]], **START, **GAUSS), "events[0]", "expression"),
    "time that is no list": (dict(h=0.1, t_eval=0.5, **START, **GAUSS), "t_eval", "list of times"),
    "event as a dict": (dict(h=0.1, events={"when": "x"}, **START, **GAUSS), "events", "nonholo.Event"),
    "a list in the place of a number": (dict(h=[0.1, 0.2], **START, **GAUSS), "h", "one call makes one run"),
    "y0 of a mechanical system": (dict(h=0.1, y0=[0, 0, 0], **GAUSS), "y0", "q0 and v0"),
    "entry that is None": (dict(h=0.1, q0=[0, 0, None], v0=START["v0"], **GAUSS), "q0[2]", "must be a number"),
    "entry that is complex": (dict(h=0.1, q0=[0, 0, 1j], v0=START["v0"], **GAUSS), "q0[2]", "must be a number"),
    "entry that is a list": (dict(h=0.1, q0=[0, 0, [1, 2]], v0=START["v0"], **GAUSS), "q0[2]", "one number"),
    "entry that is NaN": (dict(h=0.1, q0=[0, 0, np.nan], v0=START["v0"], **GAUSS), "q0", "finite"),
    "start that is a number": (dict(h=0.1, q0=np.array(0.0), v0=START["v0"], **GAUSS), "q0", "list of numbers"),
    "start that is a set": (dict(h=0.1, q0={0, 1, 2}, v0=START["v0"], **GAUSS), "q0", "a list of these"),
    "start that is a text": (dict(h=0.1, q0="0, 0, 0", v0=START["v0"], **GAUSS), "q0", "list of numbers"),
    "start with rows": (dict(h=0.1, q0=np.zeros((1, 3)), v0=START["v0"], **GAUSS), "q0[0]", "nonholo.ensemble"),
    "step that is complex": (dict(h=0.1j, **START, **GAUSS), "h", "must be a number"),
    "step that is NaN": (dict(h=np.nan, **START, **GAUSS), "h", "finite"),
    "tolerance that is a list": (dict(method="explicit_runge_kutta", rtol=1e-6, atol=[1e-6] * 3, **START), "atol",
                                 "one number"),
    "tolerance below 0": (dict(method="explicit_runge_kutta", rtol=-1e-6, atol=1e-9, **START), "rtol", "> 0"),
    "rtol and h": (dict(method="explicit_runge_kutta", rtol=1e-6, atol=1e-9, h=0.1, **START), "h", "rtol and atol"),
    "method that is none": (dict(method=None, h=0.1, **START, **GAUSS), "method", "list_methods"),
    "method of SciPy": (dict(method="RK45", rtol=1e-6, **START), "method", "unknown method"),
    "option of SciPy": (dict(h=0.1, max_step=1, **START, **GAUSS), "max_step", "unknown key"),
    "stages that are a text": (dict(h=0.1, tableau="gauss", stages="two", **START), "stages", "unknown name"),
    "tableau that is an array": (dict(h=0.1, tableau=np.eye(2), **START), "tableau", "nonholo.Tableau"),
    "times that are texts": (dict(h=0.1, t_eval=["a", "b"], **START, **GAUSS), "t_eval", "numbers that rise"),
    "times that are NaN": (dict(h=0.1, t_eval=[0, np.nan], **START, **GAUSS), "t_eval", "must rise"),
    "times with rows": (dict(h=0.1, t_eval=[[0], [1, 2]], **START, **GAUSS), "t_eval", "numbers that rise"),
    "event with another direction": (dict(h=0.1, events=nh.Event("x", direction=2), **START, **GAUSS),
                                     "events[0].direction", '"up"'),
    "event that ends the run by a text": (dict(h=0.1, events=nh.Event("x", terminal="yes"), **START, **GAUSS),
                                          "events[0].terminal", "True"),
    "precision of NumPy": (dict(h=0.1, precision="float32", **START, **GAUSS), "precision", "quad"),
    "h of an adaptive method": (dict(method="odeint_dopri5", h=0.1, **START), "h", "rtol"),
}


@pytest.mark.parametrize("arguments, key, says", WRONG.values(), ids=WRONG)
def test_wrong_call(car, arguments, key, says):
    with pytest.raises(nh.InputError) as refused:
        nh.solve(car, (0, 1), **arguments)
    assert isinstance(refused.value, ValueError)
    assert refused.value.key == key
    assert says in str(refused.value)


def test_wrong_end(car):
    with pytest.raises(nh.InputError, match="t_span: -1: must be >= t0"):
        nh.solve(car, (0, -1), h=0.1, **START, **GAUSS)
    with pytest.raises(nh.InputError, match="t_span: is missing"):
        nh.solve(car, h=0.1, **START, **GAUSS)
    with pytest.raises(nh.InputError, match="name of a setup"):
        nh.solve(nh.problem("chaplygin_sleigh"), (0, 1), h=0.1, **GAUSS)
    with pytest.raises(nh.InputError) as refused:
        nh.solve(car, 5, h=0.1, **START, **GAUSS)
    assert refused.value.key == "t_span"


@pytest.mark.parametrize("t_span", ["01", (0, 1j), (None, None), (0, None), (0, 1, 2), {0, 1}, (0, np.nan), (1, 0)])
def test_wrong_spans(car, t_span):
    with pytest.raises(nh.InputError) as refused:
        nh.solve(car, t_span, h=0.1, **START, **GAUSS)
    assert refused.value.key == "t_span"


@pytest.mark.parametrize("t", [None, 1j, [0, None], [[0.1, 0.2]], np.zeros((2, 2)), "abc", {0.5}, np.nan, 5])
def test_wrong_times_between_steps(car, t):
    sol = nh.solve(car, (0, 1), h=0.1, **START, **GAUSS)
    with pytest.raises(nh.InputError) as refused:
        sol.sol(t)
    assert refused.value.key == "t"


@pytest.mark.parametrize("key, arguments", [
    ("t", (None, [0, 0, 0], [1, 0, 0])), ("t", ("x", [0, 0, 0], [1, 0, 0])), ("t", (np.nan, [0, 0, 0], [1, 0, 0])),
    ("q0", (0, "abc", [1, 0, 0])), ("q0", (0, [0, 0, 1j], [1, 0, 0])), ("q0", (0, [[0, 0, 0]], [1, 0, 0])),
    ("q0", (0, None, [1, 0, 0])), ("q0", (0, [0, 0, np.nan], [1, 0, 0])), ("v0", (0, [0, 0, 0], [1, 0]))])
def test_wrong_states_of_a_stepper(car, key, arguments):
    stepper = nh.Stepper(car, h=0.1, **GAUSS)
    with pytest.raises(nh.InputError) as refused:
        stepper.start(*arguments)
    assert refused.value.key == key


@pytest.mark.parametrize("key, call", {
    "parameters.k": lambda: nh.System(coordinates=["x"], parameters={"k": [1, 2]}, lagrangian="vx**2/2 - k*x**2/2"),
    "parameters.m": lambda: nh.problem("chaplygin_sleigh", m=decimal.Decimal("nan")),
    "target": lambda: nh.run("no_such_experiment"),
    "jobs": lambda: nh.run("figure_2_1", jobs=0),
    "filters": lambda: nh.verify(3),
    "system": lambda: nh.check(3),
    "name": lambda: nh.Tableau([["1/2"]], ["1"], name=3),
    "A[0][0]": lambda: nh.Tableau([[1j]], ["1"]),
}.items())
def test_wrong_calls_of_others(key, call):
    with pytest.raises(nh.InputError) as refused:
        call()
    assert refused.value.key == key


def test_what_is_told_is_no_key_of_files(car):
    with pytest.raises(nh.InputError) as refused:
        nh.solve(car, (0, 1), h=0.1, max_step=1, **START, **GAUSS)
    assert "quick" not in str(refused.value) and "samples" in str(refused.value)


def test_starts_of_many_kinds(car):
    pandas = pytest.importorskip("pandas")
    for q0 in ((0, 0, 0), pandas.Series([0.0, 0.0, 0.0]), np.zeros(3, dtype=object), [np.array(0.0)] * 3,
               [decimal.Decimal("0.0"), fractions.Fraction(0), "0"]):
        sol = nh.solve(car, (np.array(0), decimal.Decimal(1)), q0, START["v0"], h=decimal.Decimal("0.1"), **GAUSS)
        assert sol.success and np.array_equal(sol.q, nh.solve(car, (0, 1), h=0.1, **START, **GAUSS).q)
    assert nh.solve(car, (0, 1), h=np.array(0.1), t_eval=pandas.Series([0.5, 1]), **START, **GAUSS).t[0] == 0.5


def test_event_that_is_not_a_number_is_told(car):
    with pytest.warns(nh.RunWarning, match=r"sqrt\(0.35 - x\).*not a number at t = 0.4") as warned:
        sol = nh.solve(car, (0, 1), [0, 0, 0], [1, 0, 0], h=0.1, events=["sqrt(0.35 - x) + 1", "x - 0.2"], **GAUSS)
    assert len(warned) == 1 and sol.success
    assert len(sol.t_events[0]) == 0 and sol.t_events[1] == pytest.approx([0.2])


def test_nearest_velocity_comes_with_the_error(car):
    with pytest.raises(nh.InputError) as refused:
        nh.solve(car, (0, 1), [0, 0, 0], [1, 0.1, 0.5], h=0.1, **GAUSS)
    nearest = refused.value.nearest_v
    assert nearest == pytest.approx([1, 0, 0.5])
    assert nh.solve(car, (0, 1), [0, 0, 0], nearest, h=0.1, **GAUSS).success


def test_nothing_is_nearest_where_the_error_is_another(car):
    with pytest.raises(nh.InputError) as refused:
        nh.solve(car, (0, 1), [0, 0], [1, 0, 0.5], h=0.1, **GAUSS)
    assert refused.value.nearest_v is None and refused.value.nearest_q is None


def test_wrong_systems():
    with pytest.raises(nh.InputError) as refused:
        nh.System(coordinates=["x"], lagrangian="m*vx**2/2")
    assert refused.value.key == "lagrangian" and "m" in str(refused.value)
    with pytest.raises(nh.InputError) as refused:
        nh.System(coordinates=["x"], lagrangain="vx**2/2")
    assert refused.value.key == "lagrangain" and "lagrangian" in str(refused.value)
    with pytest.raises(nh.InputError) as refused:
        nh.problem("chaplygin")
    assert "chaplygin_sleigh" in str(refused.value)
    with pytest.raises(nh.InputError) as refused:
        nh.problem("chaplygin_sleigh", b=1)
    assert refused.value.key == "parameters.b"
    with pytest.raises(nh.InputError, match="nonholo.problem"):
        nh.solve("chaplygin_sleigh", (0, 1), h=0.1, **GAUSS)


def test_sympy_objects_are_no_texts():
    sympy = pytest.importorskip("sympy")
    v = sympy.Symbol("vx")
    with pytest.raises(nh.InputError) as refused:
        nh.System(coordinates=["x"], lagrangian=v**2 / 2)
    assert refused.value.key == "lagrangian" and "str(expression)" in str(refused.value)


def test_numbers_of_numpy_are_numbers(car):
    sol = nh.solve(car, np.array([0, 1]), np.zeros(3), np.array([1, 0, 0.5], dtype=np.float32), h=np.float64(0.1),
                   tableau="gauss", stages=np.int64(2))
    assert sol.success


def test_errors_come_back_from_other_processes(car):
    with pytest.raises(nh.InputError) as raised:
        nh.solve(car, (0, 1), [0, 0, 0], [1, 1, 0], tableau="gauss", stages=1, h=0.1)
    again = pickle.loads(pickle.dumps(raised.value))
    assert (again.key, str(again)) == (raised.value.key, str(raised.value))
    assert np.array_equal(again.nearest_v, raised.value.nearest_v)


def test_fractions_keep_their_digits():
    third = nh.System(coordinates=["x"], parameters={"k": fractions.Fraction(1, 3)}, lagrangian="vx**2/2 - k*x**2/2")
    sol = nh.solve(third, (0, 1), [1], [0], tableau="gauss", stages=2, h=0.5, precision="quad")
    own = nh.System(coordinates=["x"], parameters={"k": sympy.Rational(1, 3)}, lagrangian="vx**2/2 - k*x**2/2")
    assert list(sol.q[-1]) == list(nh.solve(own, (0, 1), [1], [0], tableau="gauss", stages=2, h=0.5,
                                            precision="quad").q[-1])
    assert third.parameters["k"] == own.parameters["k"] == 1 / 3


@pytest.mark.parametrize("precision", ["double", "quad"])
def test_decimals_keep_their_digits(precision):
    options = dict(tableau="gauss", stages=2, h=0.5, precision=precision)

    def end(k, x, **more):
        system = nh.System(coordinates=["x"], parameters={"k": k}, lagrangian="vx**2/2 - k*x**2/2")
        return nh.solve(system, (0, 1), [x], [0], **options, **more).q[-1][0]

    k, x = "0.1000000000000000000000001", "0.3333333333333333333333333333"
    assert end(decimal.Decimal(k), decimal.Decimal(x)) == end(k, x)
    assert (end(k, x) == end(0.1, 1 / 3)) == (precision == "double")
    times = [fractions.Fraction(1, 3), decimal.Decimal("0.5"), 1]
    assert end(k, x, t_eval=times) == end(k, x)


def test_contradictions_are_refused(car):
    options = dict(h=0.1, **GAUSS, **START)
    for key, call in {
        "samples": lambda: nh.solve(car, (0, 1), t_eval=[0, 1], samples=3, **options),
        "steps": lambda: nh.solve(car, (0, 1), steps=50, **options),
        "t_eval": lambda: nh.ensemble(car, (0, 1), [START["q0"]], [START["v0"]], h=0.1, t_eval=[1], **GAUSS),
    }.items():
        with pytest.raises(nh.InputError) as raised:
            call()
        assert raised.value.key == key


def test_arrays_of_a_solution_are_read_only(car):
    sol = nh.solve(car, (0, 1), h=0.1, **GAUSS, **START)
    with pytest.raises(ValueError):
        sol.q[0, 0] = 1
