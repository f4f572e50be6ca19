"""Kane's equations M u' = F, q' = W u + w, as a Lagrangian with forces; from_sympy has the mathematics."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import dataclasses

import numpy as np
import sympy
from sympy.physics.mechanics import KanesMethod

from ._errors import InputError
from ._sympy_text import replaced
from ._system import System


@dataclasses.dataclass
class Equations:
    """M u' = F, q' = W u + w, with constraints on speeds and positions, each zero. Matrices are lists of rows."""

    M: list
    F: list
    rates: list  # W u + w, by row
    constraints: list
    holonomic: list
    W: list = None
    w: list = None

    def replaced(self, values):
        n = len(self.M)
        parts = [[x for row in self.M for x in row], self.F, self.rates, self.constraints, self.holonomic]
        new = iter(replaced([x for part in parts for x in part], values))
        parts = [[next(new) for _ in part] for part in parts]
        return Equations([parts[0][n * i:n * (i + 1)] for i in range(n)], *parts[1:])

    def add_paths(self, count, speeds):
        """W and w; `count` speeds that no q' depends on become velocities of coordinates of their own."""
        zero = dict.fromkeys(speeds, sympy.Integer(0))
        self.W = [[each.diff(u) for u in speeds] for each in self.rates]
        self.w = replaced(self.rates, zero)
        free = [j for j in range(len(speeds)) if all(row[j] == 0 for row in self.W)]
        if count < 0 or count != len(free):
            raise InputError("L", f"KanesMethod has {len(self.rates)} coordinates and {len(speeds)} speeds: its "
                                  "kinematic equations cannot be solved for the speeds")
        for j in free:
            self.W.append([sympy.Integer(int(i == j)) for i in range(len(speeds))])
            self.w.append(sympy.Integer(0))


def equations(method):
    """The equations of all speeds, dependent ones too, beside the constraints."""
    try:
        rates = [method.kindiffdict()[each] for each in method._qdot]
    except AttributeError:
        raise InputError("L", "KanesMethod has no kinematic equations: give kd_eqs to it") from None
    if not method._fr or not method._frstar:
        raise InputError("L", "KanesMethod has no equations yet: call its kanes_equations(bodies, loads) before")
    rates, needless = _without_needless_denominators(rates, method.u)
    full = method
    if method._udep or needless:
        # Its own equations have the reactions of dependent speeds eliminated: those of all speeds, as if none were
        # dependent, are needed.
        full = KanesMethod(method._inertial, q_ind=list(method.q), u_ind=list(method.u),
                           kd_eqs=[q - each for q, each in zip(method._qdot, rates)],
                           u_auxiliary=list(method._uaux) or None)
        full.kanes_equations(method.bodylist, method.forcelist)
    M, F = full.mass_matrix, full.forcing
    n = len(method.u)
    constraints = []
    if method._udep:
        matrix, rest = ([sympy.simplify(x) if needless and x.has(*needless) else x for x in part]
                        for part in (method._k_nh, method._f_nh))
        constraints = list(sympy.Matrix(len(rest), n, matrix) * method.u + sympy.Matrix(rest))
    return Equations([[M[max(i, j), min(i, j)] for j in range(n)] for i in range(n)], list(F), rates, constraints,
                     list(method._f_h))


def _without_needless_denominators(rates, speeds):
    """q' = W u + w without denominators that simplification cancels, and these.

    SymPy solves the kinematic equations by elimination, with the first pivot that is not zero everywhere. So W may have
    1/sin(pitch) where W is regular, and round-off grows without bound as pitch goes to 0.
    """
    zero = dict.fromkeys(speeds, sympy.Integer(0))
    simple = []
    for each in rates:
        constant = each.xreplace(zero)
        parts = [(each.diff(u), u) for u in speeds] + [(constant, sympy.Integer(1))]
        simple.append(sympy.Add(*[sympy.simplify(factor) * u for factor, u in parts]))
    needless = _denominators(rates) - _denominators(simple)
    return (simple, needless) if needless else (rates, needless)


def _denominators(expressions):
    found = set()
    for each in expressions:
        found |= {power for power in each.atoms(sympy.Pow) if power.exp.is_negative}
    return found


def names_of_paths(method, names):
    """Names for the integrals of speeds beyond the number of coordinates."""
    free = [u for u in method.u if not any(each.has(u) for each in method.kindiffdict().values())]
    made = [f"path_{u.func.__name__}" for u in free] if len(method.u) > len(names) else []
    if len(names) + len(made) != len(method.u):
        raise InputError("L", f"KanesMethod has {len(names)} coordinates and {len(method.u)} speeds: where q' = W u "
                              "has no inverse, as with quaternions, the equations have no Lagrangian form. Give as "
                              "many coordinates as speeds")
    return made


class Mapped:
    """The Lagrangian and the force; `steps` are definitions that they use, in their order."""

    def __init__(self, given, symbols, rates, speeds, t, V, new_symbol):
        self.steps, self._new_symbol = [], new_symbol
        n = range(len(speeds))
        self._W, self._plan = given.W, _blocks(given.W)
        self._inverses = [self._inverse([[given.W[i][j] for j in columns] for i in rows])
                          for rows, columns in self._plan]

        for u, each in zip(speeds, self._solved([v - w for v, w in zip(rates, given.w)])):
            self.steps.append((u, each))
        momentum = [self._step(_dot(row, speeds)) for row in given.M]
        p = [self._step(each) for each in self._solved_transposed(momentum)]

        # With v_t = 1: d/dt = sum over (q, t) of v_j d/dq_j.
        along = list(zip(symbols + [t], rates + [sympy.Integer(1)]))
        M_u = [[self._step(_dot([x.diff(q) for x in row], speeds)) for row in given.M] for q, _ in along]
        W_p = [[self._step(_dot([given.W[i][j].diff(q) for i in n], p)) for j in n] for q, _ in along]
        total = [given.F[j] + sum(v * (a[j] - b[j]) for (_, v), a, b in zip(along, M_u, W_p)) for j in n]
        total = self._solved_transposed([self._step(each) for each in total])
        self.force = [total[k] - _dot(speeds, M_u[k]) / 2 + _dot(speeds, W_p[k])
                      + _dot(p, [each.diff(symbols[k]) for each in given.w]) + V.diff(symbols[k]) for k in n]
        self.lagrangian = _dot(speeds, momentum) / 2 - V

    def _step(self, expression):
        """A name for the expression, so that what is made of it stays short."""
        if expression.is_Atom or (-expression).is_Atom:
            return expression
        symbol = self._new_symbol()
        self.steps.append((symbol, expression))
        return symbol

    def _solved(self, right):
        """x of W x = right."""
        x = {}
        for (rows, columns), inverse in zip(self._plan, self._inverses):
            rest = [right[i] - sum(self._W[i][j] * value for j, value in x.items()) for i in rows]
            x.update({j: self._step(_dot(row, rest)) for j, row in zip(columns, inverse)})
        return [x[j] for j in range(len(right))]

    def _solved_transposed(self, right):
        """x of W^T x = right."""
        x = {}
        for (rows, columns), inverse in reversed(list(zip(self._plan, self._inverses))):
            rest = [right[j] - sum(self._W[i][j] * value for i, value in x.items()) for j in columns]
            x.update({i: self._step(_dot([line[k] for line in inverse], rest)) for k, i in enumerate(rows)})
        return [x[i] for i in range(len(right))]

    def _inverse(self, block):
        """By cofactors: it is singular where the block is, and nowhere else, as elimination would be."""
        size = len(block)
        minors = {}

        def minor(rows, columns):
            if not rows:
                return sympy.Integer(1)
            if (rows, columns) not in minors:
                terms = [(-1) ** k * block[rows[0]][j] * minor(rows[1:], columns[:k] + columns[k + 1:])
                         for k, j in enumerate(columns) if block[rows[0]][j] != 0]
                minors[rows, columns] = self._step(sympy.Add(*terms))
            return minors[rows, columns]

        whole = tuple(range(size))
        determinant = minor(whole, whole)
        if determinant == 0:
            raise InputError("L", "the kinematic equations cannot be solved for the speeds: q' = W u + w, and W is "
                                  "singular everywhere")
        without = [whole[:i] + whole[i + 1:] for i in whole]
        return [[(-1) ** (i + j) * minor(without[i], without[j]) / determinant for i in whole] for j in whole]


def _dot(x, y):
    return sympy.Add(*[a * b for a, b in zip(x, y)])


def _blocks(W):
    """Rows and columns of blocks in whose order W is lower triangular."""
    rows, columns = list(range(len(W))), list(range(len(W)))
    first, last = [], []

    def alone():
        for i in rows:
            entries = [j for j in columns if W[i][j] != 0]
            if len(entries) == 1:
                return i, entries[0], first.append
        for j in columns:
            entries = [i for i in rows if W[i][j] != 0]
            if len(entries) == 1:
                return entries[0], j, lambda block: last.insert(0, block)
        return None

    while (found := alone()) is not None:
        i, j, put = found
        put(([i], [j]))
        rows.remove(i)
        columns.remove(j)
    return first + ([(rows, columns)] if rows else []) + last


class Maps:
    """q' of u and u of q' in numbers."""

    def __init__(self, W, w, symbols, t):
        self._W, self._w, self._symbols, self._t = W, w, symbols, t
        self._made = {}

    def __getstate__(self):
        return {**self.__dict__, "_made": {}}  # functions that SymPy made cannot be pickled

    def _numbers(self, parameters, q, t):
        """W and w for each row of q."""
        names = tuple(sorted(parameters))
        if names not in self._made:
            arguments = [self._t, *self._symbols, *map(sympy.Symbol, names)]
            entries = [x for row in self._W for x in row] + self._w
            by_name = {each: sympy.Symbol(each.name) for x in entries for each in x.free_symbols}
            self._made[names] = sympy.lambdify(arguments, replaced(entries, by_name), "numpy", cse=True)
        values = self._made[names](t, *q.T, *(parameters[name] for name in names))
        values = np.stack([np.broadcast_to(np.asarray(x, dtype=float), len(q)) for x in values], axis=-1)
        n = len(self._w)
        return values[:, :n * n].reshape(-1, n, n), values[:, n * n:]

    def _rows(self, q, x, t, key):
        n = len(self._w)
        q, x = np.asarray(q, dtype=float), np.asarray(x, dtype=float)
        if q.shape[-1:] != (n,) or x.shape != q.shape or q.ndim > 2:
            raise InputError(key, f"has the shape {x.shape}, and q {q.shape}: each must have {n} numbers, or rows of "
                                  "them")
        return q.reshape(-1, n), x.reshape(-1, n), np.broadcast_to(np.asarray(t, dtype=float), q.size // n), x.shape

    def velocities(self, parameters, q, u, t):
        q, u, t, shape = self._rows(q, u, t, "u")
        W, w = self._numbers(parameters, q, t)
        return (np.einsum("kij,kj->ki", W, u) + w).reshape(shape)

    def speeds(self, parameters, q, v, t):
        q, v, t, shape = self._rows(q, v, t, "v")
        W, w = self._numbers(parameters, q, t)
        return np.linalg.solve(W, (v - w)[..., None])[..., 0].reshape(shape)


# Half-way between the round-off of a double and 1, in digits: below it a number that should be 0 or of size 1 is 0.
_NOTHING = np.sqrt(np.finfo(float).eps)


def independent_constraints(given, symbols, speeds, t, parameters):
    """Numbers of the velocity constraints that are no derivatives of those on positions.

    They are found at a random state on the constraints on positions, by the part of each row that the rows before it
    do not span.
    """
    if not given.holonomic or not given.constraints:
        return list(range(len(given.constraints)))
    n, size = len(symbols), len(given.holonomic)
    values = System(coordinates=[each.name for each in symbols], parameters=parameters,
                    lagrangian="+".join(f"v{each.name}^2" for each in symbols)).parameters
    parts = [given.holonomic, [x.diff(q) for x in given.holonomic for q in symbols],
             [x.diff(u) for x in given.constraints for u in speeds], [x for row in given.W for x in row]]
    entries = [x for part in parts for x in part]
    by_name = {each: values[each.name] for x in entries for each in x.free_symbols if each.name in values}
    numbers = sympy.lambdify([t, *symbols], replaced(entries, by_name), "numpy", cse=True)

    def at(time, q):
        value = np.array(numbers(time, *q), dtype=float)
        h, H, A, W = np.split(value, np.cumsum([len(part) for part in parts])[:-1])
        return h, H.reshape(size, n), A.reshape(-1, n), W.reshape(n, n)

    _, H, A, W = _on_the_constraints(at, n)
    rows, kept = list(H @ W), []  # in terms of the speeds
    for i, row in enumerate(A):
        base, _ = np.linalg.qr(np.array(rows).T)
        if np.linalg.norm(row - base @ (base.T @ row)) > _NOTHING * np.linalg.norm(row):
            rows.append(row)
            kept.append(i)
    return kept


def _on_the_constraints(at, n):
    """What `at` has at a random state with h = 0, found by Newton's method."""
    rng = np.random.default_rng(1)
    with np.errstate(all="ignore"):
        for _ in range(20):  # starts
            q, time = rng.normal(size=n), rng.normal()
            for _ in range(50):
                h, H, *_ = found = at(time, q)
                if not all(np.isfinite(each).all() for each in found):
                    break
                if abs(h).max() < _NOTHING:
                    return at(time, q - np.linalg.pinv(H) @ h)  # one more step squares the error
                q = q - np.linalg.pinv(H) @ h
    raise InputError("L", "no state was found that satisfies the configuration constraints, so that it is unknown "
                          "which velocity constraints are their derivatives: leave the configuration constraints out")
