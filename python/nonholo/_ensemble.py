"""ensemble(): many members of one run, on all cores, each as a row or reduced over all."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import collections.abc
import dataclasses
import os
import warnings

import numpy as np

from . import _core, _toml
from ._errors import InputError, RunWarning
from ._members import read_members
from ._solve import _run_table, _t_end, _times, _want_system


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


class Reduced(collections.abc.Mapping):
    """What the reductions of an ensemble came to: arrays by name, ``reduced["mean_x"]``, with an entry for each time.

    A histogram has a row of counts for each time. Members that failed are left out of everything but `failed`.

    Attributes
    ----------
    t : numpy.ndarray
        The times.
    edges : dict
        Of each histogram its name and the edges of its bins, a row for each time.
    members : int
        How many members ran.
    failed : numpy.ndarray of int
        The numbers of those that failed, from 0.
    success : bool
        No member failed, and no flag says that something is wrong with one.
    message : str
        What is wrong; empty where all is well.
    steps : int
        Accepted steps of all members.
    energy_error, constraint_residual : float
        Largest ones over all accepted steps of all members.
    interrupted : bool
        Ctrl-C ended it: `members` says how many there are in it.
    """

    def __init__(self, known, names, interrupted):
        values = known.pop("values")
        self._values = {name: values[name] for name in names}
        self.__dict__.update(known)
        self.interrupted = interrupted

    def __getitem__(self, name):
        return self._values[name]

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def __repr__(self):
        return f"<nonholo reductions {', '.join(self)}; {self.members} members, {len(self.failed)} of them failed>"


@dataclasses.dataclass(frozen=True)
class Job:
    """What makes a case: the same text in every process.

    Attributes
    ----------
    system, t_span, start, run, consistent, inputs
        As of ``System._case``.
    tables : str
        ``[[ensemble]]`` and ``[[reduce]]`` of the text.
    """

    system: object
    t_span: tuple
    start: dict
    run: dict
    consistent: str
    inputs: dict
    tables: str

    def case(self):
        return self.system._case(self.t_span, self.start, self.run, consistent=self.consistent, more=self.tables,
                                 inputs=self.inputs)


def ensemble(system, t_span=None, q0=None, v0=None, method="spark", *, h=None, rtol=None, atol=None, size=None,
             random=None, parameters=None, reduce=None, t_eval=None, inputs=None, threads=None, client=None,
             consistent=None, **options):
    """Runs a method from many starts, or with many parameters.

    Each member is a run of its own: its bits are those of `solve`. No bit of the result depends on the number of
    threads, workers and tasks.

    Parameters
    ----------
    system, t_span, method, h, rtol, atol, inputs, consistent, **options
        As of `solve`, in double.
    q0, v0 : arrays of shape (N, n), or one start
        A start in each row. Of a DAE q0 is y, and there is no v0. One start is that of all members. It may have
        expressions as texts, in k, the number of the member from 0, in size and in parameters: ``["0.1*k", "0", "0"]``.
        Or q0 is a function: ``q0(i)`` is (q, v) of member i, of a DAE y.
    size : int, optional
        The number of members, where no array says it.
    random : dict, optional
        ``{"width": w, "seed": n}``: starts evenly within w of each number of (q0, v0), moved onto the constraints.
        Member i depends on the seed and i alone.
    parameters : dict, optional
        Names and arrays of shape (N,): each member has its own values.
    reduce : dict, optional
        Names and what to keep of all members together, ``{"mean_x": ("x", "mean")}``: a quantity and what is made of
        it; or a dict with the keys quantity, as, level, bins of ``[[reduce]]`` in experiment files. A quantity is a
        series of the run, such as ``"energy_error"``, or an expression of the state. Without it the end of each member
        is returned.
    t_eval : sequence, optional
        Times of the reductions; default: the end.
    threads : int, optional
        Default: one for each core.
    client : dask.distributed.Client, optional
        Its workers run the members, in the place of the threads here. The bits are the same.

    Returns
    -------
    Ensemble or Reduced
        With `reduce` memory does not grow with the number of members, but for starts and parameters given as arrays.

    Raises
    ------
    InputError
        For a wrong argument. A member that cannot start or fails raises nothing: it has no success, and a message.

    Warns
    -----
    RunWarning
        Where members failed.
    """
    _want_system(system)
    times = _times(t_eval)
    if reduce is None:
        for key in ("t_eval", "samples"):
            if (t_eval if key == "t_eval" else options.get(key)) is not None:
                raise InputError(key, "without reduce an ensemble returns the end of each member: leave it out")
    elif not isinstance(reduce, dict) or not reduce:
        raise InputError("reduce", f"{reduce!r}: must be a dict, as {{\"mean_x\": (\"x\", \"mean\")}}")
    members, keys, start = read_members(system, q0, v0, size, random, parameters)
    run = _run_table(method, options, _t_end(t_span), h=h, rtol=rtol, atol=atol, t_eval=times or None)
    tables = _toml.table("[[ensemble]]", {"name": "members", **keys}, True)
    tables += "".join(_reduction(name, given) for name, given in (reduce or {}).items())
    job = Job(system, t_span, start, run, consistent, inputs, tables)
    case = job.case()
    if start is None and random is None and "start" not in keys:  # that of the setup is the start of all
        q, v = _core.start_of(case)
        members = dataclasses.replace(members, q=np.array([q]), v=np.array([v]))
    threads = len(os.sched_getaffinity(0)) if threads is None else int(threads)
    if threads < 1:
        raise InputError("threads", f"{threads}: must be at least 1")
    engine = _Threads(case, threads)
    if client is not None:
        from . import _dask

        engine = _dask.Workers(client, job)
    if reduce is None:
        return _ends(engine.ends(members))
    done = engine.reduced(members)
    result = Reduced(_core.reduced(case, done), list(reduce), interrupted=done.size < members.last)
    if result.interrupted or result.message:
        begin = f"interrupted: {done.size} of {members.last} members are done; " if result.interrupted else ""
        warnings.warn((begin + result.message).rstrip("; "), RunWarning, stacklevel=2)
    return result


class _Threads:
    """Runs members on threads of this process."""

    def __init__(self, case, threads):
        self._case, self._threads = case, threads

    def ends(self, members):
        parts = [_core.ensemble(self._case, each.last, each.beside(), self._threads) for each in members.blocks()]
        return joined(parts)

    def reduced(self, members):
        done = _core.MembersDone()
        for each in members.blocks():
            done.join(_core.reduced_range(self._case, each.last, each.beside(), self._threads))
            if done.size < each.last:  # interrupted
                break
        return done


def joined(parts):
    """The ends of all members from those of ranges, in order."""
    def join(values):
        if isinstance(values[0], np.ndarray):
            return np.concatenate(values)
        return [x for each in values for x in each] if isinstance(values[0], list) else any(values)

    return {key: join([part[key] for part in parts]) for key in parts[0]}


def _ends(ends):
    ends.pop("outcome")
    result = Ensemble(**ends)
    failed = np.flatnonzero(~result.success)
    if len(failed) > 0:
        warnings.warn(f"{len(failed)} of {len(result)} members failed; the first, member {failed[0]}: "
                      f"{result.message[failed[0]]}", RunWarning, stacklevel=3)
    return result


def _reduction(name, given):
    """[[reduce]] of an experiment file."""
    if isinstance(given, tuple) and len(given) == 2:
        given = {"quantity": given[0], "as": given[1]}
    if not isinstance(given, dict):
        raise InputError(f"reduce.{name}", f"{given!r}: must be (quantity, as), as (\"x\", \"mean\"), or a dict with the "
                                           "keys quantity, as, level, bins")
    for key in ("name", "over", "section", "runs"):
        if key in given:
            raise InputError(f"reduce.{name}.{key}", "is a key of experiment files that an ensemble has no use for")
    return _toml.table("[[reduce]]", {"name": name, "over": "members", **given})
