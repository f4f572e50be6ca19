"""What can be copied and pickled, and the page of a solution."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import copy
import pickle
import re

import numpy as np
import pytest
from sympy.physics.mechanics import dynamicsymbols

import nonholo as nh

GAUSS = {"tableau": "gauss", "stages": 2}
COPIES = {"copy": copy.copy, "deepcopy": copy.deepcopy, "pickle": lambda x: pickle.loads(pickle.dumps(x))}
each_way = pytest.mark.parametrize("again", COPIES.values(), ids=COPIES)

DATA = ("t", "q", "v", "lam", "energy_errors", "constraint_residuals", "t_events", "q_events", "v_events")
FACTS = ("energy_error", "constraint_residual", "success", "status", "outcome", "message", "flags", "nfev", "steps",
         "rejected_steps", "label", "quantities")


def same_solution(own, other):
    for name in DATA:
        np.testing.assert_equal(getattr(other, name), getattr(own, name), err_msg=name)
    for name in FACTS:
        assert getattr(own, name) == getattr(other, name), name
    assert repr(own) == repr(other)


def solved(car, **more):
    return nh.solve(car, (0, 2), [0, 0, 0], [1, 0, 0.5], h=0.1, events=["theta - 0.3"], **GAUSS, **more)


@each_way
@pytest.mark.parametrize("more", [{}, {"t_eval": [0.5, 1.25], "dense_output": True}, {"precision": "quad"}],
                         ids=["steps", "t_eval", "quad"])
def test_solution_travels(car, again, more):
    own = solved(car, **more)
    other = again(again(own))
    same_solution(own, other)
    for one, two in zip(own.sol([0.55, 1.7])[1:], other.sol([0.55, 1.7])[1:]):
        assert np.array_equal(one, two)
    assert other.system.coordinates == ["x", "y", "theta"]
    with pytest.raises(ValueError):
        other.q[0, 0] = other.q[0, 1]


def test_solution_of_a_dae_travels():
    dae = nh.System(y=["y1"], z=["z1"], f=["z1"], g=["y1 - sin(t)"])
    own = nh.solve(dae, (0, 1), y0=[0], z0=[1], tableau="radau_iia", stages=2, h=0.1)
    other = pickle.loads(pickle.dumps(own))
    same_solution(own, other)
    assert np.array_equal(own.sol(0.55).lam, other.sol(0.55).lam)


def test_solution_without_steps_says_so_as_the_original_does(car):
    own = solved(car, t_eval=[0.5, 1.5])
    other = copy.copy(own)
    messages = []
    for each in (own, other):
        with pytest.raises(nh.InputError, match="dense_output=True") as refused:
            each.sol(0.7)
        messages.append(str(refused.value))
    assert messages[0] == messages[1]


def test_solution_whose_method_is_not_there_says_so(car):
    mine = nh.Tableau([["1/2"]], ["1"], name="mine")
    own = nh.solve(car, (0, 1), [0, 0, 0], [1, 0, 0.5], h=0.1, tableau=mine)
    other = pickle.loads(pickle.dumps(own))
    mine.file.unlink()  # as where another process has no such file
    same_solution(own, other)
    with pytest.raises(nh.InputError, match="cannot make them here.*mine.toml"):
        other.sol(0.55)


@each_way
def test_systems_travel(car, again):
    x = dynamicsymbols("x")
    for system in (car.with_parameters(m=2), nh.problem("chaplygin_sleigh", "rotating", a=0.2),
                   nh.from_sympy(x.diff() ** 2 / 2 - x**2 / 2, [x])):
        other = again(system)
        assert repr(other) == repr(system) and other.parameters == system.parameters


@each_way
def test_event_and_tableau_travel(car, again):
    event = nh.Event("theta - 0.3", direction="up", terminal=True)
    assert again(event) == event
    mine = nh.Tableau([["1/2"]], ["1"], name="mine")
    other = again(mine)
    assert other.numbers() == mine.numbers() and other.text == mine.text and other.file != mine.file
    one, two = (nh.solve(car, (0, 1), [0, 0, 0], [1, 0, 0.5], h=0.1, tableau=each) for each in (mine, other))
    assert np.array_equal(one.q, two.q)


@each_way
@pytest.mark.parametrize("options", [{"method": "spark", **GAUSS}, {"method": "mclachlan_perlmutter"}],
                         ids=["implicit", "explicit"])
def test_stepper_goes_on_where_it_was(car, again, options):
    own = nh.Stepper(car, h=0.1, **options)
    with pytest.raises(nh.StepFailed):
        again(own).step()
    own.start(0, [0, 0, 0], [1, 0, 0.5])
    for _ in range(7):
        own.step()
    other = again(own)
    assert (other.t, other.steps) == (own.t, 7) and np.array_equal(other.q, own.q) and np.array_equal(other.v, own.v)
    own.step()
    assert other.steps == 7
    other.step()
    assert other.t == own.t and np.allclose(other.q, own.q, rtol=0, atol=1e-14)


@pytest.mark.parametrize("more", [{}, {"t_eval": np.linspace(0, 2, 5)}, {"precision": "quad"}])
def test_page_of_a_solution(car, tmp_path, monkeypatch, more):
    sol = copy.copy(solved(car, **more))
    monkeypatch.chdir(tmp_path)
    page = sol.report("page.html")
    assert page.exists() and sorted(each.name for each in tmp_path.iterdir()) == ["page.html"]
    text = page.read_text()
    assert sol.label in text
    for name in ("Energy error", "Constraint residual", "Coordinates", "Velocities"):
        assert f'"title":"{name}"' in text
    assert text.count('"curves":[{') == 4
    assert not re.search(r"<(script|link|img|iframe)[^>]*(src|href)=.?(https?:)?//", text)


def test_page_that_cannot_be_written(car, tmp_path):
    with pytest.raises(FileNotFoundError):
        solved(car).report(tmp_path / "no_such_folder" / "page.html")


def test_page_without_constraints(tmp_path):
    spring = nh.System(coordinates=["x"], lagrangian="vx**2/2 - x**2/2")
    text = nh.solve(spring, (0, 1), [1], [0], h=0.1, **GAUSS).report(tmp_path / "page.html").read_text()
    assert '"title":"Energy error"' in text and "Constraint residual" not in text


def test_page_of_a_dae(tmp_path):
    dae = nh.System(y=["y1"], z=["z1"], f=["z1"], g=["y1 - sin(t)"])
    sol = nh.solve(dae, (0, 1), y0=[0], z0=[1], tableau="radau_iia", stages=2, h=0.1)
    assert '"title":"Constraint residual"' in sol.report(tmp_path / "page.html").read_text()
