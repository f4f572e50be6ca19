"""Writes what an experiment file would say: the C++ library then reads it with the checks and messages of files."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import json
import numbers
import re

import numpy as np

from ._errors import InputError

_NUMBER = re.compile(r"[+-]?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")


def is_number(value):
    """Whether it is a real number of Python, NumPy or mpmath, and no truth."""
    if isinstance(value, (bool, np.bool_)):
        return False
    return isinstance(value, (numbers.Real, np.integer, np.floating)) or hasattr(value, "_mpf_")


def number(value):
    """A number with all its digits, as TOML writes it."""
    if isinstance(value, (numbers.Integral, np.integer)):
        return str(int(value))
    if isinstance(value, numbers.Rational):  # of SymPy, too
        return text(f"{value.numerator}/{value.denominator}")
    if hasattr(value, "_mpf_"):
        import mpmath

        return mpmath.nstr(value, 40, strip_zeros=False)
    if isinstance(value, np.longdouble) and np.longdouble is not np.float64:
        return np.format_float_scientific(value, unique=True, trim="-")
    return repr(float(value))


def text(value):
    """A text in quotes."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def value(given, key, numeric=False):
    """A value of a key, as TOML writes it.

    Parameters
    ----------
    given : bool, number, str, sequence or dict
    key : str
        What errors call it.
    numeric : bool
        A text that is a decimal number is written as one, so that it keeps its digits in every precision.
    """
    if isinstance(given, (bool, np.bool_)):
        return "true" if given else "false"
    if isinstance(given, str):
        return given if numeric and _NUMBER.fullmatch(given) else text(given)
    if is_number(given):
        return number(given)
    if isinstance(given, np.ndarray):
        given = list(given)
    if isinstance(given, dict):
        return "{ " + ", ".join(f"{text(str(k))} = {value(v, f'{key}.{k}', numeric)}" for k, v in given.items()) + " }"
    if isinstance(given, (list, tuple, range)):
        return "[" + ", ".join(value(each, f"{key}[{i}]", numeric) for i, each in enumerate(given)) + "]"
    if hasattr(given, "free_symbols"):
        raise InputError(key, "is an object of SymPy: give its text, str(expression)")
    if callable(given):
        raise InputError(key, "is a function of Python: give an expression as text, which needs no Python in a step")
    raise InputError(key, f"{given!r}: must be a number, a text or a list of these")


def table(name, keys, numeric=False):
    """A table of the file: its heading, and a line for each key that is not None."""
    lines = [name] + [f"{key} = {value(given, key, numeric)}" for key, given in keys.items() if given is not None]
    return "\n".join(lines) + "\n"
