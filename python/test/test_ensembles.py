"""Ensembles: starts and parameters in all their forms, and reductions over members."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

import nonholo as nh

from conftest import CAR

GAUSS = {"tableau": "gauss", "stages": 2, "h": 0.1}
SPIN = {"q": ["k/8", "0", "0"], "v": ["1", "0", "k/(1 + size)"]}  # along x, and turning
REDUCE = {
    "mean_x": ("x", "mean"),
    "spread": ("x", "variance"),
    "drift": ("abs(energy_error)", "maximum"),
    "upper": {"quantity": "vtheta", "as": "quantile", "level": 0.9},
    "turns": {"quantity": "theta", "as": "histogram", "bins": 7},
}


def spinning(size):
    k = np.arange(size)
    q0, v0 = np.zeros((size, 3)), np.zeros((size, 3))
    q0[:, 0], v0[:, 0], v0[:, 2] = k / 8, 1, k / (1 + size)
    return q0, v0


def assert_same(one, other):
    assert list(one) == list(other)
    for name in one:
        assert np.array_equal(one[name], other[name], equal_nan=True), name
    for name in one.edges:
        assert np.array_equal(one.edges[name], other.edges[name], equal_nan=True), name
    for name in ("members", "success", "message", "steps", "energy_error", "constraint_residual"):
        assert getattr(one, name) == getattr(other, name), name
    assert np.array_equal(one.t, other.t) and np.array_equal(one.failed, other.failed)


def test_reductions_are_those_of_the_members(car):
    q0, v0 = spinning(37)
    ends = nh.ensemble(car, (0, 2), q0, v0, **GAUSS)
    made = nh.ensemble(car, (0, 2), q0, v0, reduce=REDUCE, t_eval=[0, 1, 2], **GAUSS)
    assert list(made.t) == [0, 1, 2] and made.members == 37 and made.success and len(made.failed) == 0
    assert made["mean_x"].shape == (3,) and made["turns"].shape == (3, 7) and made.edges["turns"].shape == (3, 8)
    assert np.isclose(made["mean_x"][0], q0[:, 0].mean(), rtol=1e-14)
    assert np.isclose(made["mean_x"][-1], ends.q[:, 0].mean(), rtol=1e-14)
    assert np.isclose(made["spread"][-1], ends.q[:, 0].var(), rtol=1e-13)
    assert np.isclose(made["upper"][-1], np.quantile(ends.v[:, 2], 0.9, method="inverted_cdf"), rtol=2.0**-11)
    counts, edges = np.histogram(ends.q[:, 2], bins=7)
    assert np.allclose(made.edges["turns"][-1], edges) and made["turns"][-1].sum() == 37
    assert np.abs(np.cumsum(made["turns"][-1]) - np.cumsum(counts)).max() <= 1  # beside an edge
    assert made.energy_error == ends.energy_error.max()
    assert made.constraint_residual == ends.constraint_residual.max()
    assert np.isclose(nh.ensemble(car, (0, 2), q0, v0, reduce=REDUCE, **GAUSS)["mean_x"], made["mean_x"][-1], rtol=0)


def test_reductions_have_the_bits_of_the_program_for_any_number_of_threads(car, program, tmp_path):
    text = CAR + """
[problem]
initial = { q = [0, 0, 0], v = [1, 0, 0.5] }
t_end = 2
[[run]]
label = "all"
method = "spark"
tableau = "gauss"
stages = 2
h = 0.1
t_eval = [0.5, 2]
[[ensemble]]
name = "e"
size = 1000
start = { q = ["k/8", 0, 0], v = [1, 0, "k/(1 + size)"] }
[[reduce]]
name = "mean_x"
quantity = "x"
as = "mean"
over = "members"
"""
    value = program(text + '[[expect]]\nrun = "all"\nquantity = "mean_x"\nmax = 1e9\n', tmp_path)
    made = [nh.ensemble(car, (0, 2), SPIN["q"], SPIN["v"], size=1000, reduce=REDUCE, t_eval=[0.5, 2], threads=n, **GAUSS)
            for n in (1, 2, 7)]
    assert value[0]["expressions"]["mean_x"] == made[0]["mean_x"][-1]
    for each in made[1:]:
        assert_same(made[0], each)


def test_all_forms_of_starts_are_the_same_members(car):
    q0, v0 = spinning(9)
    rows = nh.ensemble(car, (0, 1), q0, v0, reduce=REDUCE, **GAUSS)
    assert_same(rows, nh.ensemble(car, (0, 1), SPIN["q"], SPIN["v"], size=9, reduce=REDUCE, **GAUSS))
    assert_same(rows, nh.ensemble(car, (0, 1), lambda i: (q0[i], v0[i]), size=9, reduce=REDUCE, **GAUSS))
    ends = nh.ensemble(car, (0, 1), q0, v0, **GAUSS)
    for other in (nh.ensemble(car, (0, 1), SPIN["q"], SPIN["v"], size=9, **GAUSS),
                  nh.ensemble(car, (0, 1), lambda i: (q0[i], v0[i]), size=9, **GAUSS)):
        assert np.array_equal(ends.q, other.q) and np.array_equal(ends.lam, other.lam)


def test_random_starts_are_on_the_constraint_and_depend_on_seed_and_number(car):
    random = {"width": 0.1, "seed": 4}
    ends = nh.ensemble(car, (0, 1), [0, 0, 0], [1, 0, 0.5], size=20, random=random, **GAUSS)
    fewer = nh.ensemble(car, (0, 1), [0, 0, 0], [1, 0, 0.5], size=5, random=random, **GAUSS)
    assert ends.success.all() and np.array_equal(ends.q[:5], fewer.q)
    assert len(np.unique(ends.q[:, 0])) == 20
    made = nh.ensemble(car, (0, 1), size=20, random={**random, "around": {"q": [0, 0, 0], "v": [1, 0, 0.5]}},
                       reduce=REDUCE, **GAUSS)
    assert np.isclose(made["mean_x"][0], ends.q[:, 0].mean(), rtol=1e-14)


def test_members_with_parameters_of_their_own(car):
    system = nh.System(coordinates=["x"], parameters={"a": 1, "stiffness": "a**2"},
                       lagrangian="vx**2/2 - stiffness*x**2/2")
    a = np.linspace(1, 2, 11)
    ends = nh.ensemble(system, (0, 3), [1], [0], parameters={"a": a}, **GAUSS)
    for i in (0, 4, 10):
        one = nh.solve(system.with_parameters(a=a[i]), (0, 3), [1], [0], **GAUSS)
        assert np.array_equal(ends.q[i], one.q[-1])
    reduce = {"x_mean": ("x", "mean"), "stiffest": ("stiffness", "maximum")}
    made = [nh.ensemble(system, (0, 3), [1], [0], parameters={"a": a}, reduce=reduce, threads=n, **GAUSS)
            for n in (1, 3)]
    assert np.isclose(made[0]["x_mean"][0], ends.q[:, 0].mean(), rtol=1e-14) and made[0]["stiffest"] == 4
    assert_same(*made)
    both = nh.ensemble(car, (0, 1), *spinning(11), parameters={"J": a, "m": a[::-1]}, **GAUSS)
    one = nh.solve(car.with_parameters(J=a[3], m=a[-4]), (0, 1), *(x[3] for x in spinning(11)), **GAUSS)
    assert np.array_equal(both.q[3], one.q[-1]) and np.array_equal(both.lam[3], one.lam[-1])


def test_a_setup_is_the_start_of_members_with_parameters():
    sleigh = nh.problem("chaplygin_sleigh", "rotating")
    name, value = next(iter(sleigh.parameters.items()))
    ends = nh.ensemble(sleigh, h=0.1, parameters={name: [value, 2 * value]}, tableau="gauss", stages=2)
    assert np.array_equal(ends.q[0], nh.solve(sleigh, h=0.1, tableau="gauss", stages=2).q[-1])
    assert not np.array_equal(ends.q[0], ends.q[1])


def test_members_that_fail_are_named_and_left_out(car):
    q0, v0 = spinning(6)
    v0[[0, 4], 1] = 1  # off the constraint
    with pytest.warns(nh.RunWarning, match="2 of 6 members failed"):
        made = nh.ensemble(car, (0, 1), q0, v0, reduce=REDUCE, **GAUSS)
    assert list(made.failed) == [0, 4] and made.members == 6 and not made.success
    rest = [1, 2, 3, 5]
    assert np.isclose(made["mean_x"][0], nh.ensemble(car, (0, 1), q0[rest], v0[rest], **GAUSS).q[:, 0].mean(), rtol=1e-14)
    with pytest.warns(nh.RunWarning, match="all 1 members failed"):
        none = nh.ensemble(car, (0, 1), q0[:1], v0[:1], reduce=REDUCE, **GAUSS)
    assert np.isnan(none["mean_x"]).all()


def test_ctrl_c_leaves_the_reductions_of_the_members_that_are_done(car):
    threading.Timer(1.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.warns(nh.RunWarning, match="interrupted"):
        made = nh.ensemble(car, (0, 10), [0, 0, 0], [1, 0, 0.5], size=10**12, random={"width": 0.1}, reduce=REDUCE,
                           **GAUSS)
    assert made.interrupted and 0 < made.members < 10**9 and np.isfinite(made["mean_x"]).all()
    assert made["turns"].sum() == made.members


def test_what_is_wrong_is_told_by_its_key(car):
    q0, v0 = spinning(3)
    start = {"q0": [0, 0, 0], "v0": [1, 0, 0.5]}
    for key, given in {
        "reduce": {"reduce": {}},
        "reduce.x_mean": {"reduce": {"x_mean": "x"}},
        "reduce.x_mean.over": {"reduce": {"x_mean": {"quantity": "x", "as": "mean", "over": "time"}}},
        "reduce[0].as": {"reduce": {"x_mean": ("x", "meen")}},
        "reduce[0].quantity": {"reduce": {"x_mean": ("y2", "mean")}},
        "t_eval": {"t_eval": [1]},
        "size": {"size": 4},
        "parameters": {"parameters": {"M": [1, 2, 3]}},
        "parameters.m": {"parameters": {"m": 1}},
    }.items():
        with pytest.raises(nh.InputError) as refused:
            nh.ensemble(car, (0, 1), q0, v0, **{**GAUSS, **given})
        assert refused.value.key == key, refused.value
    for key, given in {
        "size": start,
        "q0": {"size": 3},
        "random.width": {**start, "size": 3, "random": {"width": -1}},
    }.items():
        with pytest.raises(nh.InputError) as refused:
            nh.ensemble(car, (0, 1), **given, **GAUSS)
        assert refused.value.key.endswith(key), refused.value
    with pytest.raises(nh.InputError, match="of member 0"):
        nh.ensemble(car, (0, 1), lambda i: [0, 0, 0], size=3, **GAUSS)


MEMORY = """
import resource, nonholo as nh
swing = nh.System(coordinates=["x"], lagrangian="vx**2/2 - x**2/2")
def peak(size, *start, **more):
    nh.ensemble(swing, (0, 0.1), *start, size=size, h=0.1, tableau="gauss", stages=1, reduce={"m": ("x", "mean")}, **more)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
for start, more in (([1], [0]), {"random": {"width": 0.5}}), ((lambda i: ([i], [0]),), {}), ((["k"], [0]), {}):
    few = peak(100, *start, **more)
    print(peak(10000, *start, **more) - few)
"""


def test_memory_does_not_grow_with_the_number_of_members():
    folders = [str(pathlib.Path(nh.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, folders))}
    done = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, env=environment, timeout=120)
    grown = [float(x) for x in done.stdout.split()]
    assert len(grown) == 3 and max(grown) < 4, done.stdout + done.stderr  # MiB


def test_what_is_known_of_members_travels():
    from nonholo import _core

    again = pickle.loads(pickle.dumps(_core.MembersDone()))
    assert again.size == 0
    with pytest.raises(nh.InputError):
        _core.MembersDone.__new__(_core.MembersDone).__setstate__(b"no such bytes")
