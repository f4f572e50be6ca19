"""Members of an ensemble on the workers of dask.distributed."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import dataclasses
import pathlib
import time

import numpy as np

from . import _core
from ._ensemble import joined
from ._errors import InputError
from ._reports import _new_file

# Handing out a task and fetching its result costs some milliseconds: beside a second of work this is below a percent.
_SECONDS = 1.0


class Workers:
    """Runs members on the workers of a client.

    A task is a range of members, and a member is a run of its own: no bit depends on tasks, workers or threads. A task
    whose worker is lost runs again on another one. Ctrl-C cancels what is not done.

    Parameters
    ----------
    client : distributed.Client
    job : Job
        A tableau file of this machine goes along as its text.
    """

    def __init__(self, client, job):
        if not hasattr(client, "submit") or not hasattr(client, "ncores"):
            raise InputError("client", f"{type(client).__name__}: must be a dask.distributed.Client")
        self._client, (self._run, self._tableau) = client, _without_file(job.run)
        self._job = dataclasses.replace(job, run=self._run)

    def ends(self, members):
        """The end of each member, as ``_core.ensemble`` has them."""
        parts = {}
        for first, last, ends in self._done(members, "ensemble"):
            parts[first] = last, ends
        if not parts:
            raise KeyboardInterrupt
        return joined(list(_with_gaps(parts, members.last)))

    def reduced(self, members):
        """What is known of all members together."""
        done = _core.MembersDone()
        for _, _, part in self._done(members, "reduced_range"):
            done.join(part)
        return done

    def _done(self, members, what):
        """First and last member and result of each task, as they come. Few tasks wait, however many there are.

        A task calls ``_core``'s function of that name.
        """
        from distributed import as_completed

        ranges = _Ranges(members.last, max(1, sum(self._client.ncores().values())))
        ranges_of = {}

        def submit():
            first, last = ranges.take()
            future = self._client.submit(_task, what, self._job, self._tableau, members.part(first, last), pure=False)
            ranges_of[future] = first, last
            return future

        # a thread has a task, and one that waits
        coming = as_completed([submit() for _ in range(2 * ranges.threads) if ranges.left > 0])
        try:
            for future in coming:
                result, seconds = future.result()
                first, last = ranges_of.pop(future)
                ranges.learn(last - first, seconds)
                future.release()
                yield first, last, result
                if ranges.left > 0:
                    coming.add(submit())
        except KeyboardInterrupt:
            pass
        finally:
            if ranges_of:
                self._client.cancel(list(ranges_of))


class _Ranges:
    """Ranges of members for tasks of about a second. Each is a whole subtree of the tree of sums, one row of sums."""

    def __init__(self, last, threads):
        self.threads, self._next, self._last, self._seconds = threads, 0, last, None

    @property
    def left(self):
        return self._last - self._next

    def learn(self, members, seconds):
        """How long members took [s]."""
        self._seconds = max(seconds / members, 1e-9)

    def take(self):
        most = -(-self.left // self.threads)
        if self._seconds is None:
            most = 1
        else:
            most = max(1, min(most, int(_SECONDS / self._seconds)))
        size = 1 << (most.bit_length() - 1)
        if self._next > 0:
            size = min(size, self._next & -self._next)
        first, self._next = self._next, self._next + size
        return first, self._next


def _task(what, job, tableau, members):
    """What its members came to, and how long they took [s]."""
    if tableau is not None:
        job = dataclasses.replace(job, run={**job.run, "tableau": str(_new_file(*tableau))})
    case = job.case()
    begin = time.perf_counter()
    result = getattr(_core, what)(case, members.last, members.beside(), 1)  # Dask has the threads
    return result, time.perf_counter() - begin


def _without_file(run):
    """The run, and name and text of its tableau if that is a file, which other machines do not have."""
    if not str(run.get("tableau")).endswith(".toml"):
        return run, None
    file = pathlib.Path(run["tableau"])
    return {key: x for key, x in run.items() if key != "tableau"}, (file.stem, file.read_text(encoding="utf-8"))


def _with_gaps(parts, size):
    """The ends of ranges in order, and of members between them that an interrupt came before."""
    like, at = next(iter(parts.values()))[1], 0
    for first in [*sorted(parts), size]:
        if at < first:
            yield _not_begun(like, first - at)
        if first < size:
            at, ends = parts[first]
            yield ends


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
