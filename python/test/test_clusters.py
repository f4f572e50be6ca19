"""Ensembles on dask.distributed: the same bits as in one process."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import os
import pathlib
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
import tracemalloc

import numpy as np
import pytest

import nonholo as nh

distributed = pytest.importorskip("distributed", reason="Dask is not there: apt install python3-distributed")

REDUCE = {"mean_x": ("x", "mean"), "spread": ("x", "variance"), "median": ("vtheta", "quantile"),
          "turns": {"quantity": "theta", "as": "histogram", "bins": 7}}
ARRAYS = ("t", "q", "v", "lam", "success", "energy_error", "constraint_residual")


@pytest.fixture(scope="module")
def client():
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as made:
            yield made


def starts(size):
    rng = np.random.default_rng(2)
    q0, speed = rng.normal(size=(size, 3)), rng.normal(size=(size, 2))
    return q0, np.stack([speed[:, 0] * np.cos(q0[:, 2]), speed[:, 0] * np.sin(q0[:, 2]), speed[:, 1]], axis=1)


def assert_same_bits(one, other):
    for name in ARRAYS:
        assert np.array_equal(getattr(one, name), getattr(other, name), equal_nan=name != "success"), name
    assert one.message == other.message


def test_cluster_gives_the_bits_of_one_process(car, client):
    q0, v0 = starts(23)
    v0[5] += [0, 1, 0]  # off the constraint: this member fails, and the others do not
    options = {"h": 0.1, "tableau": nh.Tableau([["1/2"]], ["1"], name="mine")}
    with pytest.warns(nh.RunWarning):
        one = nh.ensemble(car, (0, 5), q0, v0, **options)
    with pytest.warns(nh.RunWarning):
        many = nh.ensemble(car, (0, 5), q0, v0, client=client, **options)
    assert not one.success[5] and one.success.sum() == 22
    assert_same_bits(one, many)


def assert_same_reductions(one, other):
    for name in REDUCE:
        assert np.array_equal(one[name], other[name]), name
    assert np.array_equal(one.edges["turns"], other.edges["turns"]) and np.array_equal(one.failed, other.failed)
    for name in ("members", "message", "steps", "energy_error", "constraint_residual"):
        assert getattr(one, name) == getattr(other, name), name


def test_cluster_gives_the_reductions_of_one_process(car, client, monkeypatch):
    monkeypatch.setattr("nonholo._dask._SECONDS", 0.01)  # many tasks
    q0, v0 = starts(301)
    v0[[5, 200]] += [0, 1, 0]  # off the constraint
    options = {"h": 0.1, "tableau": nh.Tableau([["1/2"]], ["1"], name="mine"), "reduce": REDUCE, "t_eval": [1, 5]}
    for given in ((q0, v0), (lambda i: (q0[i], v0[i]),)):
        with pytest.warns(nh.RunWarning):
            one = nh.ensemble(car, (0, 5), *given, size=301, threads=1, **options)
        with pytest.warns(nh.RunWarning):
            many = nh.ensemble(car, (0, 5), *given, size=301, client=client, **options)
        assert list(one.failed) == [5, 200]
        assert_same_reductions(one, many)


def test_parameters_go_with_their_members(car, client):
    q0, v0 = starts(23)
    options = {"h": 0.1, "tableau": "gauss", "stages": 2, "parameters": {"J": np.linspace(1, 2, 23)}}
    assert_same_bits(nh.ensemble(car, (0, 5), q0, v0, **options), nh.ensemble(car, (0, 5), q0, v0, client=client, **options))


def test_memory_of_the_client_does_not_grow_with_the_number_of_members(car, client):
    def peak(size):
        tracemalloc.reset_peak()
        nh.ensemble(car, (0, 0.1), [0, 0, 0], [1, 0, 0.5], size=size, random={"width": 0.1}, h=0.1, tableau="gauss",
                    stages=1, reduce=REDUCE, client=client)
        return tracemalloc.get_traced_memory()[1] / 2**20

    tracemalloc.start()
    try:
        peak(400)
        few = peak(400)
        assert peak(40000) < few + 4  # MiB; their ends would be 7, and the scheduler is in this process, too
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("reduce", [None, REDUCE])
def test_a_worker_is_killed_in_the_middle(car, client, reduce):
    q0, v0 = starts(60)
    options = {"h": 0.01, "tableau": "gauss", "stages": 2, "reduce": reduce}
    t_span = (0, 1000)  # a twentieth of a second for each member: each worker has a task of more than a second
    one = nh.ensemble(car, t_span, q0, v0, **options)
    made, before = [], client.run(os.getpid)
    work = threading.Thread(target=lambda: made.append(nh.ensemble(car, t_span, q0, v0, client=client, **options)))
    work.start()
    deadline = time.monotonic() + 60
    while sum(map(len, client.processing().values())) < 2 and time.monotonic() < deadline:
        time.sleep(0.02)  # until the first task, of one member, is done, and both workers have one
    assert work.is_alive()
    os.kill(next(iter(before.values())), signal.SIGKILL)
    work.join(timeout=300)
    assert made
    assert next(iter(before.values())) not in client.run(os.getpid).values()
    (assert_same_bits if reduce is None else assert_same_reductions)(one, made[0])


def test_code_of_the_document(root, tmp_path):
    """As a file of its own, since the workers import it."""
    page = (root / "docs/howto/clusters.md").read_text(encoding="utf-8")
    file = tmp_path / "study.py"
    file.write_text(re.search(r"```python\n(.*?)```", page, re.DOTALL)[1], encoding="utf-8")
    folders = [str(pathlib.Path(nh.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, folders))}
    done = subprocess.run([sys.executable, file], capture_output=True, text=True, timeout=300, cwd=tmp_path,
                          env=environment)
    assert done.returncode == 0 and done.stdout.rstrip().endswith("True"), done.stderr


def test_no_client_is_refused(car):
    q0, v0 = starts(2)
    with pytest.raises(nh.InputError) as refused:
        nh.ensemble(car, (0, 1), q0, v0, h=0.1, tableau="gauss", stages=1, client="tcp://127.0.0.1:8786")
    assert refused.value.key == "client"


def test_systems_travel(car):
    again = pickle.loads(pickle.dumps(car.with_parameters(m=2)))
    assert again.parameters == {"m": 2, "J": 1} and again.coordinates == car.coordinates
