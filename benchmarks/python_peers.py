#!/usr/bin/env python3
"""What people in Python use today, beside nonholo: the time to reach an error of 1e-8 at t = 100.

The contact oscillator (Hilden 2009, (4.5)), x' + y z' = 0, from its third orbit. solve_ivp has the equations with the
multiplier eliminated, by hand, in the fastest form that we know in plain Python: scalars, no arrays. Each solver takes
the largest step size or tolerance of a list that reaches the error. Times are the least of five.

usage: PYTHONPATH=build/release/python benchmarks/python_peers.py
"""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import time

import numpy as np
from scipy.integrate import solve_ivp

import nonholo as nh

END, ERROR = 100, 1e-8
system = nh.System(coordinates=["x", "y", "z"], lagrangian="(vx**2 + vy**2 + vz**2 - x**2 - y**2 - z**2)/2",
                   constraints=["vx + y*vz"])
z0 = -0.5 * 2**0.5
q0, v0 = [(2 - z0**2) ** 0.5, 1, z0], [0, 0, 0]


def rates(_, s):
    x, y, z, vx, vy, vz = s
    force = (x + y * z - vy * vz) / (1 + y * y)
    return vx, vy, vz, force - x, -y, y * force - z


def least_time(call):
    times = []
    for _ in range(5):
        begin = time.perf_counter()
        result = call()
        times.append(time.perf_counter() - begin)
    return min(times), result


def first_good(name, calls, end_of):
    """The first of the calls, from the cheapest on, that reaches the error."""
    for setting, call in calls:
        taken, result = least_time(call)
        off = np.linalg.norm(end_of(result) - exact)
        if off <= ERROR:
            print(f"{name:34} {setting:12} {off:8.1e} {1e3 * taken:9.2f} ms")
            return taken
    raise SystemExit(f"{name} does not reach {ERROR}")


def ivp(method):
    return [(f"rtol={tol:.0e}", lambda tol=tol: solve_ivp(rates, (0, END), q0 + v0, method=method, rtol=tol, atol=tol))
            for tol in 10.0 ** np.arange(-7, -14, -0.5)]


def ours(steps, **options):
    return [(f"h=100/{n}", lambda n=n: nh.solve(system, (0, END), q0, v0, h=END / n, t_eval=[0, END], **options))
            for n in steps]


exact = nh.solve(system, (0, END), q0, v0, tableau="gauss", stages=6, h=0.05).q[-1]
print(f"{'solver':34} {'setting':12} {'error':>8} {'time':>9}")
peers = [first_good(f"solve_ivp {method}", ivp(method), lambda r: r.y[:3, -1]) for method in ("DOP853", "Radau")]
end = lambda r: r.q[-1]  # noqa: E731
own = min(first_good(f"nonholo spark gauss {stages}", ours(range(100, 3000, 50), tableau="gauss", stages=stages), end)
          for stages in (4, 6))
adaptive = [(f"rtol={tol:.0e}", lambda tol=tol: nh.solve(system, (0, END), q0, v0, method="explicit_runge_kutta",
                                                         rtol=tol, atol=tol, t_eval=[0, END]))
            for tol in 10.0 ** np.arange(-7, -14, -0.5)]
own = min(own, first_good("nonholo explicit_runge_kutta", adaptive, end))
print(f"solve_ivp over nonholo: {min(peers) / own:.0f} times the time")
