"""Pictures of a solution, with matplotlib."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import numpy as np

from ._errors import InputError


def _numbers(x):
    return np.asarray(x, dtype=float)


def plot(solution, axes=None):
    """See Solution.plot."""
    import matplotlib.pyplot as plt

    if axes is not None and np.shape(axes) != (4,):
        raise InputError("axes", f"{axes!r}: must be a list of 4 axes of matplotlib")
    if axes is None:
        figure, axes = plt.subplots(2, 2, figsize=(10, 7), constrained_layout=True)
        axes = axes.ravel()
    over_time, path, energy, residual = axes
    t, q, names = _numbers(solution.t), _numbers(solution.q), solution.system.coordinates
    for i, name in enumerate(names):
        over_time.plot(t, q[:, i], label=name)
    over_time.set_xlabel("t")
    over_time.legend()
    if len(names) > 1:
        path.plot(q[:, 0], q[:, 1])
        path.set_xlabel(names[0])
        path.set_ylabel(names[1])
        path.set_aspect("equal", "datalim")
    else:
        path.set_axis_off()
    if solution.system.is_dae:
        energy.set_axis_off()
    else:
        energy.plot(t, _numbers(solution.energy_errors))
        energy.set_xlabel("t")
        energy.set_ylabel("energy error")
    residual.plot(t, _numbers(solution.constraint_residuals))
    residual.set_xlabel("t")
    residual.set_ylabel("constraint residual")
    return over_time.figure


def animate(solution, frames, interval):
    """See Solution.animate."""
    import matplotlib.pyplot as plt
    from matplotlib.animation import FuncAnimation

    names = solution.system.coordinates
    if len(names) < 2:
        raise InputError("animate", f"needs two coordinates, and this system has {len(names)}: use plot()")
    if not isinstance(frames, (int, np.integer)) or frames < 1:
        raise InputError("frames", f"{frames!r}: must be a whole number, at least 1")
    t, q = _numbers(solution.t), _numbers(solution.q)
    times = np.linspace(t[0], t[-1], frames)
    x, y = (np.interp(times, t, q[:, i]) for i in (0, 1))
    figure, axes = plt.subplots(constrained_layout=True)
    axes.plot(q[:, 0], q[:, 1], color="0.85")
    (trail,), (body,) = axes.plot([], []), axes.plot([], [], "o")
    axes.set_xlabel(names[0])
    axes.set_ylabel(names[1])
    axes.set_aspect("equal", "datalim")

    def show(i):
        trail.set_data(x[: i + 1], y[: i + 1])
        body.set_data([x[i]], [y[i]])
        axes.set_title(f"t = {times[i]:.3g}")
        return trail, body

    return FuncAnimation(figure, show, frames=frames, interval=interval)
