"""Exceptions and warnings, and the names of Python's arguments in the place of those of keys in files."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import re

import numpy as np


class InputError(ValueError):
    """What was given is wrong. The message says what, and what is allowed.

    Attributes
    ----------
    key : str
        The argument that is wrong, as ``"h"``, ``"constraints[0]"`` or ``"v0"``; empty where none is known.
    nearest_q, nearest_v : numpy.ndarray or None
        Of a start off the constraints the nearest one on them, in the mass metric; None where there is none.
    """

    def __init__(self, key, message, nearest_q=None, nearest_v=None):
        super().__init__(f"{key}: {message}" if key else message)
        self._given = key, message, nearest_q, nearest_v
        self.key = key
        self.nearest_q = None if nearest_q is None else np.array(nearest_q)
        self.nearest_v = None if nearest_v is None else np.array(nearest_v)


    def __reduce__(self):  # errors come back from other processes
        return type(self), self._given


class StepFailed(RuntimeError):
    """A step could not be taken. The state is that before the step."""


class RunWarning(UserWarning):
    """A run came to its end, and something about it is wrong all the same."""


# Keys of experiment files, and the arguments that they come from.
_ARGUMENTS = [
    (r"run(\[\d+\])?\.initial\.", "initial."),
    (r"run(\[\d+\])?\.", ""),
    (r"run(\[\d+\])?$", "method"),
    (r"system\.", ""),
    (r"problem\.", ""),
    (r"input\.", "inputs."),
    (r"event\b(\[\d+\])?(\.when)?", r"events\1"),
    (r"initial\.t\b", "t"),
    (r"initial\.lambda", "lambda0"),
    (r"initial\.([qvyz])\b", r"\g<1>0"),
    (r"initial\b", "q0"),
    (r"(t0|t_end)\b", "t_span"),
    (r"TARGET$", "target"),
]

#: Keys of [[run]] in files that a call has no use for.
FILE_KEYS = ("label", "initial", "t_end", "quick", "zip", "columns")


def argument(key):
    """The argument that a key of an experiment file comes from."""
    for pattern, name in _ARGUMENTS:
        key = re.sub("^" + pattern, name, key)
    return key


def input_error(key, message, file, line, nearest_q, nearest_v):
    """The exception for an error of the C++ library, which calls this."""
    message = message.replace('consistent = "project"', 'consistent="project"')
    for each in FILE_KEYS:  # nobody should be told to try them
        message = message.replace(f", {each}, ", ", ")
    if file and key.startswith(file):  # the text that the Python layer wrote is in no file
        key = ""
    return InputError(argument(key), message, nearest_q, nearest_v)
