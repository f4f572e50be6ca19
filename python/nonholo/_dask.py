"""Members of an ensemble on the workers of dask.distributed."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import math
import pathlib
import time

import numpy as np

from . import _core
from ._errors import InputError
from ._reports import Tableau, _new_file

# Handing out a task and fetching its result costs some milliseconds: beside a second of work this is below a percent.
_SECONDS = 1.0


def ensemble(client, system, t_span, start, q, v, run, consistent):
    """What ``_core.ensemble`` returns, computed by the workers of a client.

    A task is a range of members, and a member is a run of its own: no bit depends on tasks, workers or threads. A task
    whose worker is lost runs again on another one.

    Parameters
    ----------
    client : distributed.Client
    system, t_span, start, run, consistent
        As of ``System._case``. A tableau file of this machine goes along as its text.
    q, v : arrays, shapes (N, n)
        The starts.

    Raises
    ------
    InputError
        For what is no client.
    """
    if not hasattr(client, "submit") or not hasattr(client, "ncores"):
        raise InputError("client", f"{type(client).__name__}: must be a dask.distributed.Client")
    run, tableau = _without_file(run)
    futures = []

    def submit(first, last):
        futures.append(client.submit(_members, system, t_span, start, run, tableau, consistent, q[first:last],
                                     v[first:last], pure=False))

    try:
        submit(0, 1)
        ends, seconds = futures[0].result()
        threads = max(1, sum(client.ncores().values()))
        rest = len(q) - 1
        size = max(1, min(math.ceil(_SECONDS / max(seconds, 1e-9)), math.ceil(rest / threads)))
        for first in range(1, len(q), size):
            submit(first, min(first + size, len(q)))
        parts = [ends] + [each for each, _ in client.gather(futures[1:])]
    except KeyboardInterrupt:
        client.cancel(futures)
        raise
    return _joined(parts)


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
    tableau = run.get("tableau")
    file = tableau.file if isinstance(tableau, Tableau) else tableau
    if not isinstance(file, (str, pathlib.Path)) or not str(file).endswith(".toml"):
        return run, None
    file = pathlib.Path(file)
    return {key: x for key, x in run.items() if key != "tableau"}, (file.stem, file.read_text(encoding="utf-8"))


def _joined(parts):
    joined = {}
    for key in parts[0]:
        values = [part[key] for part in parts]
        if isinstance(values[0], np.ndarray):
            joined[key] = np.concatenate(values)
        elif isinstance(values[0], list):
            joined[key] = sum(values, [])
        else:
            joined[key] = any(values)  # interrupted
    return joined
