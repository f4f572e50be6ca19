"""Members of an ensemble on the workers of dask.distributed."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import math
import pathlib
import time

import numpy as np

from . import _core
from ._errors import InputError
from ._reports import _new_file

# Handing out a task and fetching its result costs some milliseconds: beside a second of work this is below a percent.
_SECONDS = 1.0


def want_client(client):
    if not hasattr(client, "submit") or not hasattr(client, "ncores"):
        raise InputError("client", f"{type(client).__name__}: must be a dask.distributed.Client")


def ensemble(client, system, t_span, start, run, consistent, q, v):
    """What ``_core.ensemble`` returns, computed by the workers of a client.

    A task is a range of members, and a member is a run of its own: no bit depends on tasks, workers or threads. A task
    whose worker is lost runs again on another one. Ctrl-C cancels what is not done.

    Parameters
    ----------
    client : distributed.Client
    system, t_span, start, run, consistent
        As of ``System._case``. A tableau file of this machine goes along as its text.
    q, v : arrays, shapes (N, n)
        The starts.
    """
    run, tableau = _without_file(run)
    futures, sizes = [], []

    def submit(first, last):
        sizes.append(last - first)
        futures.append(client.submit(_members, system, t_span, start, run, tableau, consistent, q[first:last],
                                     v[first:last], pure=False))

    submit(0, 1)  # its time says how many members make a task
    interrupted = False
    try:
        _, seconds = futures[0].result()
        threads = max(1, sum(client.ncores().values()))
        rest = len(q) - 1
        size = max(1, min(math.floor(_SECONDS / max(seconds, 1e-6)), math.ceil(rest / threads)))
        for first in range(1, len(q), size):
            submit(first, min(first + size, len(q)))
        parts = [ends for ends, _ in client.gather(futures)]
    except KeyboardInterrupt:
        done = [each.status == "finished" for each in futures]
        client.cancel([each for each, is_done in zip(futures, done) if not is_done])
        if not done[0]:
            raise
        interrupted = True
        sizes.append(len(q) - sum(sizes))
        parts = [each.result()[0] if is_done else None for each, is_done in zip(futures, done)] + [None]
        parts = [_not_begun(parts[0], size) if each is None else each for each, size in zip(parts, sizes)]
    joined = {key: _joined([part[key] for part in parts]) for key in parts[0]}
    joined["interrupted"] = interrupted or joined["interrupted"]
    return joined


def _members(system, t_span, start, run, tableau, consistent, q, v):
    """The task: what its members came to, and how long they took [s]."""
    if tableau is not None:
        run = {**run, "tableau": str(_new_file(*tableau))}
    case = system._case(t_span, start, run, consistent=consistent)
    begin = time.perf_counter()
    ends = _core.ensemble(case, np.ascontiguousarray(q), np.ascontiguousarray(v), 1)  # Dask has the threads
    return ends, time.perf_counter() - begin


def _without_file(run):
    """The run, and name and text of its tableau if that is a file, which other machines do not have."""
    if not str(run.get("tableau")).endswith(".toml"):
        return run, None
    file = pathlib.Path(run["tableau"])
    return {key: x for key, x in run.items() if key != "tableau"}, (file.stem, file.read_text(encoding="utf-8"))


def _not_begun(like, size):
    """As the C++ library leaves members that an interrupt came before."""
    empty = {"success": False, "outcome": "interrupted", "message": "not begun", "interrupted": True}
    made = {}
    for key, value in like.items():
        if isinstance(value, np.ndarray):
            made[key] = np.full((size, *value.shape[1:]), empty.get(key, np.nan), dtype=value.dtype)
        else:
            made[key] = [empty[key]] * size if isinstance(value, list) else empty[key]
    return made


def _joined(values):
    if isinstance(values[0], np.ndarray):
        return np.concatenate(values)
    return [x for each in values for x in each] if isinstance(values[0], list) else any(values)
