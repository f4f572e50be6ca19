"""What a Solution holds when it was copied or came out of pickle: the data of the run without the run."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
from . import _core
from ._errors import InputError

_DATA = ("states", "lam", "located", "errors", "sampled", "flags", "message", "json", "outcome", "succeeded", "warning",
         "note", "label", "evaluations", "steps", "rejected", "iterations", "max_energy_error",
         "max_constraint_residual")


class Saved:
    """The attributes of ``_core.Solution`` as data."""

    def __init__(self, core, source):
        for name in _DATA:
            setattr(self, name, getattr(core, name))
        self.kept, self._source, self._dense = core.kept, source, None
        if self.kept is not None and not self.sampled:
            self.kept = (*self.states, self.kept[3])  # the same arrays, once

    def __getstate__(self):
        return {**self.__dict__, "_dense": None}

    def at(self, times):
        """The states between the steps, made of the accepted ones as in the process that ran."""
        if self.kept is None:
            raise InputError("t_eval",
                             "the run kept only the states at t_eval: say dense_output=True to keep all of them")
        if self._dense is None:
            text, file, _ = self._source
            try:
                self._dense = _core.with_states(_core.Case(text, file), *self.kept)
            except InputError as error:
                raise InputError("sol", "the copy of a solution needs its system and its method again for states "
                                        f"between the steps, and cannot make them here: {error}") from None
        return self._dense.at(times)
