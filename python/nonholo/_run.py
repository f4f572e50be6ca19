"""run(): experiments of files, as the program runs them."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import json
import os

from . import _core
from ._errors import InputError
from ._reports import _jobs


class Results(dict):
    """The document of ``nonholo run --json`` as a dict.

    Attributes
    ----------
    ok : bool
        No run failed unexpectedly, and every expectation holds.
    interrupted : bool
        Ctrl-C ended it.
    """

    def __init__(self, document, ok, interrupted):
        super().__init__(json.loads(document))
        self.ok, self.interrupted = ok, interrupted

    @property
    def runs(self):
        """The runs of all experiments, as a list of dicts."""
        return [run for experiment in self["experiments"] for run in experiment["runs"]]

    @property
    def expectations(self):
        """The expectations of all experiments, as a list of dicts."""
        return [each for experiment in self["experiments"] for each in experiment["expectations"]]

    def __repr__(self):
        names = ", ".join(experiment["name"] for experiment in self["experiments"])
        held = sum(each["holds"] for each in self.expectations)
        return f"<results of {names}: {len(self.runs)} runs, {held} of {len(self.expectations)} expectations hold>"


def run(target, *, quick=False, jobs=None):
    """Runs experiments.

    Parameters
    ----------
    target : str or path
        A file, a folder, or the name of an experiment, a figure or a paper, as ``"figure_2_1"``.
    quick : bool
        Leave out runs that are marked ``quick = false``.
    jobs : int, optional
        Runs at a time; default: one for each core.

    Returns
    -------
    Results

    Raises
    ------
    InputError
        For an unknown name, with the nearest ones, and for what is wrong in a file.
    """
    if not isinstance(target, (str, os.PathLike)):
        raise InputError("target", f"{target!r}: must be a file, a folder or a name")
    return Results(*_core.run(os.fspath(target), bool(quick), _jobs(jobs)))
