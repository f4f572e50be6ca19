"""The same call gives the same bits as the program."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import numpy as np
import pytest

import nonholo as nh
from conftest import CAR

START = "[problem]\ninitial = { q = [0, 0, 0], v = [1, 0, 0.5] }\nt_end = %s\n"

RUNS = {
    "spark": dict(method="spark", tableau="lobatto_iiia_b", stages=3, h=0.1),
    "runge_kutta": dict(method="runge_kutta", tableau="radau_iia", stages=2, h=0.1),
    "discrete gradient": dict(method="discrete_gradient", gradient="gonzalez", h=0.1),
    "composition": dict(method="composition", base="mclachlan_perlmutter", scheme="best", accuracy=1e-6, h=0.1),
    "explicit": dict(method="explicit_runge_kutta", rtol=1e-8, atol=1e-10),
    "IDA": dict(method="ida_index1", rtol=1e-6, atol=1e-9),
    "odeint": dict(method="odeint_dopri5", rtol=1e-6, atol=1e-9),
}


def toml(options):
    return "\n[[run]]\n" + "\n".join(f"{k} = {v!r}".replace("'", '"') for k, v in options.items()) + "\n"


def compare(sol, run):
    end = run["endpoint"]
    assert end["t"] == float(sol.t[-1])
    assert end["q"] == list(sol.q[-1]) and end["v"] == list(sol.v[-1])
    assert end["lambda"] == list(sol.lam[-1])
    assert run["max_energy_error"] == sol.energy_error
    assert run["max_constraint_residual"] == sol.constraint_residual
    assert run["rhs_evaluations"] == sol.nfev and run["steps"] == sol.steps
    assert run["label"] == sol.label


@pytest.mark.parametrize("options", RUNS.values(), ids=RUNS)
def test_bits_are_those_of_the_program(car, program, tmp_path, options):
    sol = nh.solve(car, (0, 20), [0, 0, 0], [1, 0, 0.5], **options)
    (run,) = program(CAR + START % 20 + toml(options), tmp_path)
    compare(sol, run)


def test_bits_of_a_long_run(car, program, tmp_path):
    # Beyond 32768 steps, where a run goes on with a fresh integrator.
    options = dict(method="spark", tableau="gauss", stages=2, h=0.1)
    sol = nh.solve(car, (0, 4000), [0, 0, 0], [1, 0, 0.5], **options)
    (run,) = program(CAR + START % 4000 + toml(options), tmp_path)
    assert sol.steps == 40000
    compare(sol, run)


def test_bits_of_quad(car, program, tmp_path):
    options = dict(method="spark", tableau="gauss", stages=2, h=0.1, precision="quad")
    sol = nh.solve(car, (0, 1), [0, 0, 0], [1, 0, 0.5], **options)
    (run,) = program(CAR + START % 1 + toml(options), tmp_path)
    assert [float(x) for x in sol.q[-1]] == run["endpoint"]["q"]


def test_quantities_are_the_document(car, program, tmp_path):
    options = RUNS["spark"]
    (run,) = program(CAR + START % 20 + toml(options), tmp_path)
    own = nh.solve(car, (0, 20), [0, 0, 0], [1, 0, 0.5], **options).quantities
    # Times of the clock differ, and errors at the end: solve() computes no reference solution.
    same = [key for key in run if "seconds" not in key and not key.startswith("endpoint_error") and key != "reasons"]
    assert {key: own[key] for key in same} == {key: run[key] for key in same}


def test_catalogue_problem_gives_the_bits_of_the_program(program, tmp_path):
    text = '[problem]\nname = "chaplygin_sleigh"\nsetup = "rotating"\nt_end = 5\n'
    options = RUNS["spark"]
    (run,) = program(text + toml(options), tmp_path)
    compare(nh.solve(nh.problem("chaplygin_sleigh", "rotating"), (0, 5), **options), run)


def test_dae_gives_the_bits_of_the_program(program, tmp_path):
    text = ('[problem]\nname = "jay_2006_dae"\nsetup = "%s"\nt_end = 0.5\n')
    setup = nh.list_problems()["jay_2006_dae"]["setups"][0]
    options = dict(method="spark", tableau="radau_iia", stages=2, h=0.05)
    (run,) = program(text % setup + toml(options), tmp_path)
    sol = nh.solve(nh.problem("jay_2006_dae", setup), (0, 0.5), **options)
    assert run["endpoint"]["y"] == list(sol.y[-1])
    assert np.allclose(run["endpoint"]["z"], sol.z[-1], rtol=1e-12)
