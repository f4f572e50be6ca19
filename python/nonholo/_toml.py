"""Writes what an experiment file would say: the C++ library then reads it with the checks and messages of files."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import decimal
import json
import numbers
import re

import numpy as np

from ._errors import InputError, argument

_NUMBER = re.compile(r"[+-]?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_ONE = re.compile(r"(parameters\.\w+|initial\.\w+\[\d+\])$")


def is_number(value):
    """Whether it is a real number of Python, NumPy or mpmath, and no truth."""
    if isinstance(value, (bool, np.bool_)):
        return False
    return isinstance(value, (numbers.Real, decimal.Decimal, np.integer, np.floating)) or hasattr(value, "_mpf_")


def is_decimal(value):
    """Whether a text is a decimal number."""
    return _NUMBER.fullmatch(value) is not None


def number(value):
    """A number with all its digits, as TOML writes it."""
    if isinstance(value, (numbers.Integral, np.integer)):
        return str(int(value))
    if isinstance(value, decimal.Decimal):
        return str(value) if value.is_finite() else str(float(value))
    if isinstance(value, numbers.Rational):  # of SymPy, too
        return text(f"{value.numerator}/{value.denominator}")
    if hasattr(value, "_mpf_"):
        import mpmath

        return mpmath.nstr(value, 40, strip_zeros=False)
    if isinstance(value, np.longdouble) and np.longdouble is not np.float64:
        return np.format_float_scientific(value, unique=True, trim="-")
    return repr(float(value))


def unpacked(given):
    """An array, of NumPy or as of pandas, as a list; of no dimension, its only number."""
    if isinstance(given, np.generic) or not hasattr(given, "__array__"):
        return given
    array = np.asarray(given)
    return list(array) if array.ndim else array[()]


def floats(given, key):
    """A vector of doubles."""
    try:
        if np.iscomplexobj(given):
            raise TypeError
        vector = np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        vector = None
    if vector is None or vector.ndim != 1:
        raise InputError(key, f"{given!r}: must be a list of numbers")
    return vector


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
        return given if numeric and is_decimal(given) else text(given)
    given = unpacked(given)
    if is_number(given):
        return number(given)
    if isinstance(given, dict):
        return "{ " + ", ".join(f"{text(str(k))} = {value(v, f'{key}.{k}', numeric)}" for k, v in given.items()) + " }"
    if isinstance(given, (list, tuple, range)):
        if _ONE.match(key):
            raise InputError(argument(key), f"{given!r}: must be one number; one call makes one run: call it once for "
                                            "each value, or use nonholo.ensemble for many starts")
        return "[" + ", ".join(value(each, f"{key}[{i}]", numeric) for i, each in enumerate(given)) + "]"
    if hasattr(given, "free_symbols"):
        raise InputError(argument(key), "is an object of SymPy: give its text, str(expression)")
    if callable(given):
        raise InputError(argument(key), "is a function of Python: give an expression as text, which needs no Python in a step")
    raise InputError(argument(key), f"{given!r}: must be a number, a text or a list of these")


def table(name, keys, numeric=False):
    """A table of the file: its heading, and a line for each key that is not None."""
    lines = [name] + [f"{key} = {value(given, key, numeric)}" for key, given in keys.items() if given is not None]
    return "\n".join(lines) + "\n"
