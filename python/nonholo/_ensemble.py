"""ensemble(): many starts of one run, on all cores."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import dataclasses
import os
import warnings

import numpy as np

from . import _core
from ._errors import InputError, RunWarning
from ._solve import _run_table, _t_end, _want_system


@dataclasses.dataclass(frozen=True)
class Ensemble:
    """What the members of an ensemble came to, a row for each.

    Attributes
    ----------
    t : numpy.ndarray, shape (N,)
        Where each ended.
    q, v, lam : numpy.ndarray, shapes (N, n), (N, n), (N, m)
        The state there; NaN where a member was not begun.
    success : numpy.ndarray of bool, shape (N,)
    message : list of str
        What is wrong with a member; empty where all is well.
    energy_error, constraint_residual : numpy.ndarray, shape (N,)
        Largest ones over all accepted steps.
    interrupted : bool
        Ctrl-C ended it before all members were done.
    """

    t: np.ndarray
    q: np.ndarray
    v: np.ndarray
    lam: np.ndarray
    success: np.ndarray
    message: list
    energy_error: np.ndarray
    constraint_residual: np.ndarray
    interrupted: bool

    def __len__(self):
        return len(self.t)


def ensemble(system, t_span, q0, v0=None, method="spark", *, h=None, rtol=None, atol=None, reduce=None, threads=None,
             client=None, consistent=None, **options):
    """Runs a method from many starts.

    Each member is a run of its own: its bits are those of `solve` and do not depend on the number of threads.

    Parameters
    ----------
    system, t_span, method, h, rtol, atol, consistent, **options
        As of `solve`, in double.
    q0, v0 : arrays of shape (N, n)
        A start in each row. Of a DAE q0 is y, and there is no v0.
    reduce : None
        The final state of each member is returned.
    threads : int, optional
        Default: one for each core.
    client : dask.distributed.Client, optional
        Its workers run the members, in the place of the threads here. The bits are the same.

    Returns
    -------
    Ensemble

    Raises
    ------
    InputError
        For a wrong argument. A member that cannot start or fails raises nothing: it has no success, and a message.
    """
    _want_system(system)
    if reduce is not None:
        raise InputError("reduce", "must be None: reductions of ensembles are those of experiment files, [[reduce]]")
    q, v = _rows(system, q0, v0)
    start = {"y": q[0]} if system.is_dae else {"q": q[0], "v": v[0]}
    for key in ("t_eval", "samples"):
        if options.get(key) is not None:
            raise InputError(key, "an ensemble returns the end of each member: leave it out")
    run = _run_table(method, options, _t_end(t_span), h=h, rtol=rtol, atol=atol)
    case = system._case(t_span, start, run, consistent=consistent)
    threads = len(os.sched_getaffinity(0)) if threads is None else int(threads)
    if threads < 1:
        raise InputError("threads", f"{threads}: must be at least 1")
    if client is None:
        ends = _core.ensemble(case, q, v, threads)
    else:
        from . import _dask

        _dask.want_client(client)
        ends = _dask.ensemble(client, system, t_span, start, run, consistent, q, v)
    ends.pop("outcome")
    result = Ensemble(**ends)
    failed = np.flatnonzero(~result.success)
    if len(failed) > 0:
        warnings.warn(f"{len(failed)} of {len(result)} members failed; the first, member {failed[0]}: "
                      f"{result.message[failed[0]]}", RunWarning, stacklevel=2)
    return result


def _rows(system, q0, v0):
    """Starts as two matrices with the sizes of the system."""
    def matrix(key, x, columns):
        x = np.ascontiguousarray(x, dtype=float)
        if x.ndim != 2 or x.shape[1] != columns:
            raise InputError(key, f"has the shape {x.shape}: must be (number of members, {columns})")
        return x

    q = matrix("q0", q0, len(system.coordinates))
    if system.is_dae and v0 is not None:
        raise InputError("v0", "a DAE has none: leave it out")
    v = np.empty((len(q), 0)) if system.is_dae else matrix("v0", v0, len(system.velocities))
    if len(q) == 0:
        raise InputError("q0", "has no rows: an ensemble needs at least one member")
    if len(q) != len(v):
        raise InputError("v0", f"has {len(v)} rows, and q0 has {len(q)}: each start needs one of both")
    return q, v
