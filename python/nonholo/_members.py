"""Members of an ensemble: where each starts, with which parameters, and what of it a range of them needs."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import dataclasses

import numpy as np

from . import _core
from ._errors import InputError

# Starts of so many members are some hundred kilobytes, and take far less time to write down than to run.
_BLOCK = 4096


@dataclasses.dataclass(frozen=True)
class Members:
    """Members `first` to `last` - 1 of an ensemble, as far as the text of its case says nothing of them.

    Attributes
    ----------
    first, last : int
    q, v : arrays or None
        A row for each, or one for all. None where the text or `start` gives them.
    start : callable or None
        start(i) is (q, v), of a DAE y.
    sizes : (int, int)
        Numbers of coordinates and velocities.
    parameters : dict
        Arrays with a value for each member.
    """

    first: int
    last: int
    q: np.ndarray = None
    v: np.ndarray = None
    start: object = None
    sizes: tuple = (0, 0)
    parameters: dict = dataclasses.field(default_factory=dict)

    def part(self, first, last):
        """The members from there to there, with nothing of the others."""
        own = slice(first - self.first, last - self.first)
        each = self.q is not None and len(self.q) > 1
        return dataclasses.replace(self, first=first, last=last, q=self.q[own] if each else self.q,
                                   v=self.v[own] if each else self.v,
                                   parameters={name: x[own] for name, x in self.parameters.items()})

    def blocks(self):
        """Ranges whose starts are held at a time: all at once, unless a function gives them."""
        if self.start is None:
            return [self]
        return (self.part(i, min(i + _BLOCK, self.last)) for i in range(self.first, self.last, _BLOCK))

    def beside(self):
        """What the C++ library takes beside the text."""
        q, v = self.q, self.v
        if self.start is not None:
            q, v = self._called()
        starts = None if q is None else (np.ascontiguousarray(q), np.ascontiguousarray(v))
        return _core.Beside(self.first, starts, {k: np.ascontiguousarray(x) for k, x in self.parameters.items()})

    def _called(self):
        n, velocities = self.sizes
        q, v = np.empty((self.last - self.first, n)), np.empty((self.last - self.first, velocities))
        for row, i in enumerate(range(self.first, self.last)):
            given = self.start(i)
            own = (given, ()) if velocities == 0 else given
            try:
                own_q, own_v = (np.asarray(x, dtype=float) for x in own)
            except (TypeError, ValueError):
                own_q = own_v = np.empty(0)
            if own_q.shape != (n,) or own_v.shape != (velocities,):
                wanted = f"y, {n} numbers" if velocities == 0 else f"(q, v), {n} and {velocities} numbers"
                raise InputError("q0", f"of member {i} is {given!r}: must be {wanted}")
            q[row], v[row] = own_q, own_v
        return q, v


def read_members(system, q0, v0, size, random, parameters):
    """The members, and what stands of their starts in the text of their case.

    Returns
    -------
    Members, dict, dict or None
        Beside the members the keys of ``[[ensemble]]``, and the start of the run.
    """
    sizes = len(system.coordinates), len(system.velocities)
    known = _parameters(system, parameters)
    if system.is_dae and v0 is not None:
        raise InputError("v0", "a DAE has none: leave it out")
    if callable(q0):
        if v0 is not None or random is not None:
            raise InputError("v0" if v0 is not None else "random", "a function gives q and v: leave it out")
        members = Members(0, _size(size, known), start=q0, sizes=sizes, parameters=known)
        first = members.part(0, 1)._called()
        return members, _placeholder(members), _start(system, first[0][0], first[1][0])
    if np.ndim(q0) == 1 and v0 is not None and np.ndim(v0) == 2:
        q0 = np.tile(q0, (len(v0), 1))
    if q0 is not None and np.ndim(q0) == 2:
        if random is not None:
            raise InputError("random", "takes one start, to draw others around it")
        q, v = _rows(system, q0, v0)
        members = Members(0, _size(size, known, len(q)), q, v, parameters=known)
        return members, _placeholder(members), _start(system, q[0], v[0])
    return _of_one_start(system, q0, v0, _size(size, known), random, known)


def _of_one_start(system, q0, v0, size, random, parameters):
    """All of the members start there, around there, or where expressions in k say."""
    if q0 is None and "setup" not in system._problem and "around" not in (random or {}):
        raise InputError("q0", "is missing: give q0 and v0, or the name of a setup to nonholo.problem")
    start = None if q0 is None else system._start(q0, v0, None, None, None)
    members = Members(0, size, parameters=parameters)
    if random is not None:
        return members, {"size": size, "random": random}, start
    texts = start is not None and any(isinstance(x, str) for part in start.values() for x in part)
    if texts:
        return members, {"size": size, "start": start}, None
    if start is None:
        q = v = None
    else:
        q, v = _rows(system, np.asarray(q0)[None], None if v0 is None else np.asarray(v0)[None])
    return dataclasses.replace(members, q=q, v=v), _placeholder(members), start


def _placeholder(members):
    """What the text says of starts that stand beside it."""
    return {"size": members.last, "random": {"width": 0}}


def _start(system, q, v):
    return {"y": q} if system.is_dae else {"q": q, "v": v}


def _parameters(system, given):
    known = {}
    for name, values in (given or {}).items():
        if name not in system.parameters:
            raise InputError("parameters", f"'{name}': the system has {', '.join(system.parameters) or 'none'}")
        try:
            known[name] = np.ascontiguousarray(values, dtype=float)
        except (TypeError, ValueError):
            known[name] = np.empty(())
        if known[name].ndim != 1 or not np.isfinite(known[name]).all():
            raise InputError(f"parameters.{name}", "must be an array with a number for each member")
    return known


def _size(size, parameters, rows=None):
    """How many members there are, as all that is given says."""
    given = {} if rows is None else {"q0": rows}
    given.update({f"parameters.{name}": len(values) for name, values in parameters.items()})
    if size is not None:
        given["size"] = size
    if not given:
        raise InputError("size", "is missing: how many members there are")
    first, count = next(iter(given.items()))
    for key, other in given.items():
        if isinstance(other, bool) or not isinstance(other, (int, np.integer)) or other < 1:
            raise InputError(key, f"{other!r}: an ensemble needs at least one member")
        if other != count:
            raise InputError(key, f"is of {other} members, and {first} of {count}")
    return int(count)


def _rows(system, q0, v0):
    """Starts as two matrices with the sizes of the system."""
    def matrix(key, x, columns):
        x = np.ascontiguousarray(x, dtype=float)
        if x.ndim != 2 or x.shape[1] != columns:
            raise InputError(key, f"has the shape {x.shape}: must be (number of members, {columns})")
        return x

    q = matrix("q0", q0, len(system.coordinates))
    v = np.empty((len(q), 0)) if system.is_dae else matrix("v0", v0, len(system.velocities))
    if len(q) == 0:
        raise InputError("q0", "has no rows: an ensemble needs at least one member")
    if len(q) != len(v):
        raise InputError("v0", f"has {len(v)} rows, and q0 has {len(q)}: each start needs one of both")
    return q, v
