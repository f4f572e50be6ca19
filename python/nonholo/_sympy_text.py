"""Expressions of SymPy as text of [system]: each distinct subexpression is walked once.

A subexpression that occurs more than once becomes a definition of the system. So the text is as long as the graph of
the expressions has edges, however large the tree is that SymPy would print.
"""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import itertools
import math

import mpmath
import sympy
from sympy.core.function import AppliedUndef

from ._errors import InputError

# Functions of one argument that expressions of the library have, by SymPy's names; atan2 has two.
_FUNCTIONS = {each: each for each in (
    "sin cos tan cot sec csc asin acos atan asec acsc sinh cosh tanh coth sech csch asinh acosh atanh exp log sign erf "
    "erfc atan2").split()} | {"Abs": "abs", "Max": "max", "Min": "min"}

# How tightly a text binds: sums, products, powers, names.
_SUM, _PRODUCT, _POWER, _NAME = range(4)


def each_once(roots, known=()):
    """The subexpressions of roots, each once, operands first; those in known are not entered."""
    done, stack = set(), [(root, False) for root in reversed(roots)]
    while stack:
        node, operands_are_done = stack.pop()
        if node in done:
            continue
        if operands_are_done or node in known:
            done.add(node)
            yield node
        else:
            stack.append((node, True))
            stack.extend((each, False) for each in reversed(operands(node)))


def operands(node):
    """What a node is computed from, as the text will have it: a factor 1/x is a division by x."""
    if isinstance(node, sympy.Mul):
        _, above, below = _factors(node)
        return above + below
    if isinstance(node, sympy.Pow):
        if node.exp.is_Rational:
            return [_reciprocal(node) if node.exp < 0 else node.base]
        return [node.base, node.exp]
    if isinstance(node, sympy.Heaviside):
        return [node.args[0]]
    return list(node.args) if isinstance(node, sympy.Add) or type(node).__name__ in _FUNCTIONS else []


def _reciprocal(power):
    """x**2 of x**(-2)."""
    return sympy.Pow(power.base, -power.exp)


def _factors(product):
    """Its rational number, and the factors above and below the line."""
    number, above, below = sympy.Integer(1), [], []
    for each in product.args:
        if each.is_Rational:
            number *= each
        elif isinstance(each, sympy.Pow) and each.exp.is_Rational and each.exp < 0:
            below.append(_reciprocal(each))
        else:
            above.append(each)
    return number, above, below


def replaced(expressions, values):
    """The expressions with nodes replaced; subexpressions that they share are walked once."""
    expressions = list(expressions)
    new = dict(values)
    done, stack = set(new), [(each, False) for each in expressions]
    while stack:
        node, ready = stack.pop()
        if node in done:
            continue
        if not ready:
            stack.append((node, True))
            stack.extend((each, False) for each in node.args)
            continue
        done.add(node)
        arguments = [new.get(each, each) for each in node.args]
        if any(a is not b for a, b in zip(arguments, node.args)):
            new[node] = node.func(*arguments)
    return [new.get(each, each) for each in expressions]


class Writer:
    """Writes expressions as text.

    Parameters
    ----------
    names : dict
        The text of nodes that are names of the system: coordinates, velocities, t.
    parameters : collection of str
        Names of symbols that are parameters.
    """

    def __init__(self, names, parameters=()):
        self.names = dict(names)
        self.parameters = set(parameters)
        self.define = {}
        self._missing = []
        taken = set(self.names.values()) | self.parameters
        prefix = "e"
        while any(name.startswith(prefix) and name[len(prefix):].isdigit() for name in taken):
            prefix += "_"
        self._new_names = (f"{prefix}{i}" for i in itertools.count(1))

    def new_symbol(self):
        """A symbol for a definition of the caller, whose name is free."""
        return sympy.Symbol(next(self._new_names))

    def write(self, outputs, steps=()):
        """The texts of expressions, and in `define` what they need.

        Parameters
        ----------
        outputs : list of (key, expression)
            What errors call each, and the expression.
        steps : list of (symbol, expression)
            Definitions that the caller wants by these names, each in terms of those before it.
        """
        work = [(f"definition of {symbol}", expression, symbol) for symbol, expression in steps]
        work += [(key, expression, None) for key, expression in outputs]
        known = set(self.names) | {symbol for symbol, _ in steps}
        uses = {}
        for _, expression, _ in work:
            uses[expression] = uses.get(expression, 0) + 1
        for node in each_once([expression for _, expression, _ in work], known):
            if node not in known:
                for each in operands(node):
                    uses[each] = uses.get(each, 0) + 1
        texts, written = [], {}
        for key, expression, symbol in work:
            for node in each_once([expression], known | written.keys()):
                if node not in written:
                    written[node] = self._shared(self._text(node, written, key), uses.get(node, 0))
            if symbol is None:
                texts.append(written[expression][0])
            else:
                self.define[symbol.name] = written[expression][0]
                self.names[symbol] = symbol.name
        if self._missing:
            raise InputError("parameters", "no value for " + ", ".join(sorted(self._missing)))
        return texts

    def _shared(self, made, uses):
        text, binding = made
        if uses < 2 or len(text) < 4 or binding == _NAME and "(" not in text:  # a name is as short
            return made
        name = next(self._new_names)
        self.define[name] = text
        return name, _NAME

    def _text(self, node, written, key):
        if node in self.names:
            return self.names[node], _NAME
        if isinstance(node, sympy.Number):
            return _number(node, key)
        if isinstance(node, sympy.NumberSymbol):
            return _constant(node)
        if isinstance(node, sympy.Symbol):
            if node.name not in self.parameters and node.name not in self._missing:  # all of them, in one message
                self._missing.append(node.name)
            return node.name, _NAME
        if isinstance(node, sympy.Add):
            return _sum(node, written), _SUM
        if isinstance(node, sympy.Mul):
            return _product(node, written)
        if isinstance(node, sympy.Pow):
            return _power(node, written)
        name = _FUNCTIONS.get(type(node).__name__)
        if isinstance(node, sympy.Heaviside) and node.args[1:] == (sympy.Rational(1, 2),):
            name = "heaviside"
        if name is None:
            raise InputError(key, _refusal(node))
        return f"{name}({', '.join(written[each][0] for each in operands(node))})", _NAME


def _number(node, key):
    if node is sympy.nan or node.is_infinite:
        raise InputError(key, f"{node} is no finite number")
    if node.is_Integer:
        text, binding = str(node), _NAME
    elif node.is_Rational:
        text, binding = f"{node.p}/{node.q}", _PRODUCT
    else:
        text, binding = _float(node), _NAME
    return text, _SUM if text.startswith("-") else binding


def _float(node):
    """All its digits. A double is written as the shortest text that reads as the same double."""
    if node._prec == 53:
        return repr(float(node))
    digits = 1 + math.ceil(node._prec * math.log10(2))
    return mpmath.libmp.to_str(node._mpf_, digits, strip_zeros=True)


def _constant(node):
    if node is sympy.pi:
        return "pi", _NAME
    if node is sympy.E:
        return "exp(1)", _NAME
    return str(node.evalf(45)), _NAME  # more digits than quad precision has: 36


def _wrapped(made, binding):
    text, own = made
    return text if own >= binding else f"({text})"


def _sum(node, written):
    text = ""
    for each in node.args:
        term = _wrapped(written[each], _SUM)
        text += term if not text or term.startswith("-") else "+" + term
    return text


def _product(node, written):
    number, above, below = _factors(node)
    sign, number = ("-", -number) if number < 0 else ("", number)
    upper = [_wrapped(written[each], _PRODUCT) if not written[each][0].startswith("-") else f"({written[each][0]})"
             for each in above]
    lower = [_wrapped(written[each], _POWER) for each in below]
    if number.p != 1 or not upper:
        upper.insert(0, str(number.p))
    if number.q != 1:
        lower.append(str(number.q))
    text = "*".join(upper)
    if lower:
        text += "/" + (lower[0] if len(lower) == 1 else "(" + "*".join(lower) + ")")
    return sign + text, _SUM if sign else _PRODUCT


def _power(node, written):
    if node.exp.is_Rational and node.exp < 0:
        return f"1/{_wrapped(written[_reciprocal(node)], _POWER)}", _PRODUCT
    base = written[node.base]
    if node.exp == sympy.Rational(1, 2):
        return f"sqrt({base[0]})", _NAME
    if node.exp.is_Rational:
        exponent = str(node.exp) if node.exp.is_Integer else f"({node.exp})"
    else:
        exponent = _wrapped(written[node.exp], _NAME)
    return f"{_wrapped(base, _NAME)}^{exponent}", _POWER


def _refusal(node):
    """Why a node has no place in a system."""
    text = str(node)
    text = text if len(text) <= 60 else text[:57] + "..."
    if isinstance(node, sympy.Piecewise):
        return (f"{text} is piecewise: methods of fixed order need smooth expressions. Use a smooth one, or Max, Min, "
                "Abs, sign, Heaviside")
    if isinstance(node, sympy.Derivative):
        if isinstance(node.expr, AppliedUndef):
            return (f"{text} is neither a coordinate nor the velocity of one: accelerations have no place here, and "
                    "other functions of time need an expression")
        return f"{text} is a derivative that SymPy has not taken: call doit(), and smooth what has none"
    if isinstance(node, AppliedUndef):
        return f"{text} is an unknown function: make it a coordinate, name it in inputs=[...], or put in its expression"
    if node is sympy.I or node is sympy.zoo:
        return f"{text} is not real"
    if isinstance(node, sympy.core.relational.Relational):
        return f"{text} is a condition: only equations have a place, sympy.Eq(left, right)"
    known = ", ".join(sorted({*_FUNCTIONS, "Heaviside", "sqrt"}, key=str.lower))
    return f"{text}: expressions have no {type(node).__name__}. They have + - * / **, {known}"
