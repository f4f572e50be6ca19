"""check(), verify() and tableaus of one's own."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import atexit
import dataclasses
import html
import itertools
import json
import os
import pathlib
import re
import shutil
import tempfile

import numpy as np

from . import _core, _toml
from ._errors import InputError
from ._system import System

_numbers = itertools.count(1)
_folder = None


def _new_file(name, text):
    """A file that is there as long as this process."""
    global _folder
    if _folder is None:
        _folder = pathlib.Path(tempfile.mkdtemp(prefix="nonholo-"))
        atexit.register(shutil.rmtree, _folder, ignore_errors=True)
    folder = _folder / str(next(_numbers))  # its own, so that its name can be any
    folder.mkdir()
    file = folder / f"{name}.toml"
    file.write_text(text, encoding="utf-8")
    return file


@dataclasses.dataclass(frozen=True)
class Check:
    """What the contract checks found: ``text`` for people, and ``ok``: all of them hold."""

    text: str
    ok: bool

    def __str__(self):
        return self.text

    __repr__ = __str__

    def _repr_html_(self):
        return f"<pre>{html.escape(self.text)}</pre>"


def check(system, q0=None, v0=None, y0=None, z0=None, inputs=None):
    """Checks what a system claims: derivatives, mass, constraints, invariants, exact solutions.

    Parameters
    ----------
    system : System or str
        Or the name of a problem or of a method.
    q0, v0, y0, z0 : sequences, optional
        The start at which it is checked, at t = 0; without one a problem takes its setups, a system some state.
    inputs : dict, optional
        Values of the inputs of a system, as of `solve`.

    Returns
    -------
    Check
    """
    if isinstance(system, str):
        target = system
    elif not isinstance(system, System):
        raise InputError("system", f"{system!r}: must be a nonholo.System, or the name of a problem or of a method")
    else:
        start = system._start(q0, v0, y0, z0, None)
        problem = {**system._problem, "initial": start}
        if list(system._problem) == ["name"] and start is None:
            target = system._problem["name"]
        else:
            target = str(_new_file("system", system._text + _toml.table("[problem]", problem, True)
                                   + system._inputs_text(inputs or {})))
    reports = _core.check(target)
    return Check("\n".join(text for text, _ in reports), all(holds for _, holds in reports))


class Verification(dict):
    """The document of ``nonholo verify --json``; ``text`` is its table for people, ``ok``: every study holds."""

    def __init__(self, document, text, failing):
        super().__init__(json.loads(document))
        self.text, self.ok = text, failing == 0

    def __repr__(self):
        return self.text

    def _repr_html_(self):
        return f"<pre>{html.escape(self.text)}</pre>"


def verify(*filters, quick=True, jobs=None):
    """Measures orders of convergence and holds them against theory.

    Parameters
    ----------
    *filters : str or Tableau
        Globs on whole names of methods, tableaus or problems; several are a union. Without one everything is
        measured, which takes minutes.
    quick : bool
        A part of it.
    jobs : int, optional
        Studies at a time; default: one for each core.

    Returns
    -------
    Verification

    Raises
    ------
    InputError
        For a filter that matches nothing.
    """
    names = [str(each.file) if isinstance(each, Tableau) else each for each in filters]
    for each in names:
        if not isinstance(each, str):
            raise InputError("filters", f"{each!r}: must be a name, a pattern or a nonholo.Tableau")
    return Verification(*_core.verify(names, bool(quick), _jobs(jobs)))


def _jobs(jobs):
    if jobs is None:
        return len(os.sched_getaffinity(0))
    if not isinstance(jobs, (int, np.integer)) or jobs < 1:
        raise InputError("jobs", f"{jobs!r}: must be a whole number, at least 1")
    return int(jobs)


class Tableau:
    """A Runge-Kutta tableau of one's own, usable as ``tableau=`` of `solve`.

    Parameters
    ----------
    A : s rows of s numbers
        Numbers, fractions.Fraction, or texts with exact expressions such as ``"1/2 - sqrt(3)/6"``.
    b : s numbers
        Weights.
    c : s numbers, optional
        Nodes; default: the row sums of A.
    name : str
        What labels call it.
    **keys
        Other keys of tableau files: A_hat, A_tilde, omega, constants, claims, reference.

    Raises
    ------
    InputError
        For entries that are no numbers, and for wrong sizes.
    """

    def __init__(self, A, b, c=None, *, name="tableau", **keys):
        if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z0-9_.-]+", name):
            raise InputError("name", f"'{name}': must consist of letters, digits and . _ -")
        self.name = name
        self.file = _new_file(name, _toml.table("", {"A": A, "b": b, "c": c, **keys}))
        document, self._text = _core.tableau_properties(str(self.file), None)
        self.properties = json.loads(document)

    def __getstate__(self):  # the file stays with this process: its text goes along
        return {**self.__dict__, "file": self.file.read_text(encoding="utf-8")}

    def __setstate__(self, state):
        self.__dict__.update(state, file=_new_file(state["name"], state["file"]))

    @property
    def text(self):
        """Properties with their defects, for people."""
        return self._text

    def numbers(self):
        """c, A and b in decimals of 40 digits, as a dict."""
        return json.loads(_core.tableau_numbers(str(self.file), None))

    def report(self, jobs=None):
        """Properties, measured orders and costs beside the built-in families, as Markdown.

        It measures for some seconds.
        """
        return Check(*self._report(jobs))

    def _report(self, jobs):
        return _core.tableau_report(str(self.file), None, _jobs(jobs)), True

    def __repr__(self):
        return self._text
