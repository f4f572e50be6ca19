"""Stepper, ensembles, lists, reports, memory, pictures, stubs."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import ast
import inspect
import os
import pathlib
import resource
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import nonholo as nh

GAUSS = {"tableau": "gauss", "stages": 2}


def test_stepper_equals_solve(car):
    stepper = nh.Stepper(car, "spark", h=0.1, **GAUSS)
    stepper.start(0, [0, 0, 0], [1, 0, 0.5])
    sol = nh.solve(car, (0, 3500), [0, 0, 0], [1, 0, 0.5], h=0.1, **GAUSS)
    for i in range(1, len(sol.t)):  # beyond 32768 steps
        stepper.step()
        if i % 5000 == 0 or i < 10:
            assert stepper.t == sol.t[i]
            assert np.array_equal(stepper.q, sol.q[i]) and np.array_equal(stepper.v, sol.v[i])
    t, q, v, lam = stepper.state
    assert (t, stepper.steps) == (sol.t[-1], 35000)
    assert np.array_equal(q, sol.q[-1]) and np.array_equal(v, sol.v[-1]) and np.array_equal(lam, sol.lam[-1])


def test_stepper_starts_anew(car):
    stepper = nh.Stepper(car, h=0.1, **GAUSS)
    with pytest.raises(nh.StepFailed, match="start"):
        stepper.step()
    ends = []
    for _ in range(2):
        stepper.start(0, [0, 0, 0], [1, 0, 0.5])
        for _ in range(10):
            stepper.step()
        ends.append(stepper.state)
    assert np.array_equal(ends[0].q, ends[1].q)
    with pytest.raises(nh.InputError) as refused:
        stepper.start(0, [0, 0, 0], [1, 1, 0.5])
    assert refused.value.key == "v0" and refused.value.nearest_v == pytest.approx([1, 0, 0.5])
    with pytest.raises(nh.InputError, match="chooses its own"):
        nh.Stepper(car, "odeint_dopri5", rtol=1e-6, atol=1e-9)


def test_ensemble_does_not_depend_on_threads(car):
    rng = np.random.default_rng(1)
    q0, speed = rng.normal(size=(40, 3)), rng.normal(size=(40, 2))
    v0 = np.stack([speed[:, 0] * np.cos(q0[:, 2]), speed[:, 0] * np.sin(q0[:, 2]), speed[:, 1]], axis=1)
    one, four = (nh.ensemble(car, (0, 5), q0, v0, h=0.1, threads=n, **GAUSS) for n in (1, 4))
    assert one.success.all() and len(one) == 40
    for name in ("t", "q", "v", "lam", "energy_error", "constraint_residual"):
        assert np.array_equal(getattr(one, name), getattr(four, name)), name
    for i in (0, 17, 39):
        sol = nh.solve(car, (0, 5), q0[i], v0[i], h=0.1, **GAUSS)
        assert np.array_equal(one.q[i], sol.q[-1]) and np.array_equal(one.lam[i], sol.lam[-1])


def test_member_that_cannot_start_is_no_success(car):
    q0, v0 = np.zeros((3, 3)), np.array([[1, 0, 0.5], [1, 1, 0.5], [1, 0, 0.5]])
    with pytest.warns(nh.RunWarning, match="1 of 3 members failed"):
        ends = nh.ensemble(car, (0, 1), q0, v0, h=0.1, **GAUSS)
    assert list(ends.success) == [True, False, True]
    assert "off the constraint" in ends.message[1] and np.isnan(ends.q[1]).all()
    with pytest.raises(nh.InputError) as refused:
        nh.ensemble(car, (0, 1), q0[:, :2], v0, h=0.1, **GAUSS)
    assert refused.value.key == "q0"


def test_ctrl_c_ends_an_ensemble(car):
    threading.Timer(0.7, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.warns(nh.RunWarning):
        ends = nh.ensemble(car, (0, 1e7), np.zeros((8, 3)), np.tile([1, 0, 0.5], (8, 1)), h=0.1, **GAUSS)
    assert ends.interrupted and not ends.success.any()


def test_ctrl_c_ends_a_verification():
    threading.Timer(0.7, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        nh.verify("spark", quick=False)


def test_memory_does_not_grow(car):
    def solve():
        sol = nh.solve(car, (0, 2), [0, 0, 0], [1, 0, 0.5], h=0.1, events=["theta - 0.3"], **GAUSS)
        sol.q, sol.lam, sol.t_events, sol.sol(0.55), sol.message
        with pytest.raises(nh.InputError):
            nh.solve(car, (0, 2), [0, 0, 0], [1, 1, 0.5], h=0.1, **GAUSS)

    for _ in range(300):
        solve()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(2000):
        solve()
    # One kept Solution takes more than 2 KiB: 2000 of them would show as 4 MiB.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 4096


def test_lists_are_tables():
    methods, problems, tableaus = nh.list_methods(), nh.list_problems(), nh.list_tableaus()
    assert "spark" in methods.names and "chaplygin_sleigh" in problems.names and "gauss" in tableaus.names
    assert problems["chaplygin_sleigh"]["n"] == 3
    for table in (methods, problems, tableaus):
        assert table._repr_html_().count("<tr>") == len(table) + 1
        assert list(table.to_dataframe().index) == table.names


def test_check_of_a_system(car):
    checked = nh.check(car, [0, 0, 0], [1, 0, 0.5])
    assert checked.ok and "holds" in checked.text
    wrong = nh.System(coordinates=["x"], lagrangian="vx**2/2 - x**2/2", invariants={"p": "vx"})
    refused = nh.check(wrong, [1], [0])
    assert not refused.ok and "FAILS" in refused.text
    assert nh.check("vertical_rolling_disk").ok


def test_verify_measures_orders():
    measured = nh.verify("symplectic_euler_1", quick=True)
    assert measured.ok and measured["studies"] and "symplectic_euler_1" in measured.text
    with pytest.raises(nh.InputError):
        nh.verify("no_such_method")


def test_tableau_of_my_own(car):
    mine = nh.Tableau([["1/4", "1/4 - sqrt(3)/6"], ["1/4 + sqrt(3)/6", "1/4"]], ["1/2", "1/2"], name="mine")
    own = nh.solve(car, (0, 5), [0, 0, 0], [1, 0, 0.5], h=0.1, tableau=mine)
    gauss = nh.solve(car, (0, 5), [0, 0, 0], [1, 0, 0.5], h=0.1, **GAUSS)
    assert own.label.startswith("spark(mine") and np.allclose(own.q, gauss.q, rtol=0, atol=1e-12)
    assert "symmetric" in mine.text
    with pytest.raises(nh.InputError) as refused:
        nh.Tableau([["1/2", "1/2"], ["1/2"]], ["1/2", "1/2"])
    assert refused.value.key.startswith("A")


def test_report_of_a_tableau():
    report = nh.Tableau([["1/2"]], ["1"], name="midpoint").report()
    assert report.text.startswith("#") and "midpoint" in report.text


def test_run_of_an_experiment():
    results = nh.run("figure_2_1", quick=True)
    assert results.ok and results.runs and all(each["holds"] for each in results.expectations)
    with pytest.raises(nh.InputError, match="figure_2_1"):
        nh.run("figure_2_1x")


def test_dataframe_and_pictures(car):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    sol = nh.solve(car, (0, 2), [0, 0, 0], [1, 0, 0.5], h=0.1, **GAUSS)
    frame = sol.to_dataframe()
    assert list(frame.columns) == ["t", "x", "y", "theta", "vx", "vy", "vtheta", "lambda1", "energy_error",
                                   "constraint_residual"]
    assert len(frame) == 21
    assert len(sol.plot().axes) == 4
    animation = sol.animate(frames=5)
    assert "t = " in animation.to_jshtml() or animation.to_jshtml()
    dae = nh.System(y=["y1"], z=["z1"], f=["z1"], g=["y1 - sin(t)"])
    solution = nh.solve(dae, (0, 1), y0=[0], z0=[1], tableau="radau_iia", stages=2, h=0.1)
    assert solution.plot() and list(solution.to_dataframe().columns) == ["t", "y1", "z1", "constraint_residual"]
    with pytest.raises(nh.InputError):
        solution.animate()


def test_module_is_the_program():
    def nonholo(*arguments):
        return subprocess.run([sys.executable, "-m", "nonholo", *arguments], capture_output=True, text=True)

    done = nonholo("list", "experiments")
    assert done.returncode == 0 and "hilden_2009/figure_2_1" in done.stdout
    done = nonholo("run", "no_such_experiment")
    assert done.returncode == 2 and "no_such_experiment" in done.stderr
    for plugin in (["--plugin", "mine.so"], ["--plugin=mine.so"]):
        done = nonholo(*plugin, "list", "problems")
        assert done.returncode == 2 and "run the program" in done.stderr and not done.stdout


def test_a_step_costs_little_above_cpp(car):
    stepper = nh.Stepper(car, "mclachlan_perlmutter", h=0.001)
    stepper.start(0, [0, 0, 0], [1, 0, 0.5])
    for _ in range(1000):
        stepper.step()

    def best(work):
        times = []
        for _ in range(7):
            begin = time.perf_counter()
            work()
            times.append(time.perf_counter() - begin)
        return min(times)

    def steps():
        for _ in range(10000):
            stepper.step()

    def one_run():
        nh.solve(car, (0, 100), [0, 0, 0], [1, 0, 0.5], "mclachlan_perlmutter", h=0.001, t_eval=[0, 100])

    # A step of a run is watched, which a Stepper's is not: its time is no less than that of C++ alone.
    assert best(steps) / 10000 < best(one_run) / 100000 + 1.5e-6


def stub_names(tree):
    names = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            names[node.name] = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
        elif isinstance(node, ast.FunctionDef):
            names[node.name] = None
    return names


def test_stubs_name_what_the_extension_has():
    from nonholo import _core

    folder = pathlib.Path(nh.__file__).parent
    stubs = stub_names(ast.parse((folder / "_core.pyi").read_text()))
    own = {name for name in dir(_core) if not name.startswith("_") and name != "version"}
    assert own == set(stubs)
    for name, members in stubs.items():
        if members is None:
            continue
        has = {each for each in dir(getattr(_core, name)) if not each.startswith("_")}
        assert has == {each for each in members if each != "__init__"}, name


def test_what_is_public_has_a_docstring():
    for name in nh.__all__:
        assert inspect.getdoc(getattr(nh, name)), name
