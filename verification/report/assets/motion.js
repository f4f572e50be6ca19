// Bodies in motion: every method in a field of its own, all on one clock and one scale, so that a wrong orbit is seen.
// Where the exact solution or a reference solution is known it goes along as a ghost.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
"use strict";

const players = new Set();
const stillness = matchMedia("(prefers-reduced-motion: reduce)");
const wholeRun = 20;  // seconds that a run takes at speed 1

const ghostText = ({exact}) => !exact ? "" : exact.label === "reference"
  ? "The ghost is a reference solution, computed: no exact one is known. " : "The ghost is the exact solution. ";

function motionHtml(experiment) {
  const motion = experiment.motion, id = `${experiment.name}/motion`;
  const fields = motion.runs.map((run, i) => `<div class="field"><canvas data-field="${i}" role="img"
    aria-label="Motion by ${escaped(run.label)}"></canvas>
    <p>${sample(experiment.styles.get(run.label) ?? kindStyle(run.label))} ${escaped(run.label)}
    <output></output></p></div>`).join("");
  return `<figure class="motion" id="${escaped(id)}" data-motion="${escaped(experiment.name)}">
    <figcaption><h3>${escaped(motion.title === experiment.title ? "In motion" : motion.title)}</h3>
    <p>${ghostText(motion)}All on one clock and one scale${
      motion.body.shape === "disk" ? ", seen from the front and above" : ""}.</p></figcaption>
    <div class="fields">${fields}</div>
    <div class="controls">
      <button class="play" aria-label="Play or pause">${playIcon(false)}</button>
      <input type="range" min="0" max="1000" value="0" aria-label="Time">
      <output class="clock"></output>
      <label>speed <select aria-label="Speed">${[0.1, 0.25, 0.5, 1, 2, 4].map((speed) =>
        `<option value="${speed}"${speed === 1 ? " selected" : ""}>${speed}×</option>`).join("")}</select></label>
      <label><input type="checkbox" class="trail" checked> trail</label>
      <label><input type="checkbox" class="follow"> follow</label>
    </div></figure>`;
}

const playIcon = (playing) => `<svg viewBox="0 0 12 12" width="14" height="14" aria-hidden="true"><path
  fill="currentColor" d="${playing ? "M2 1h3v10h-3zM7 1h3v10h-3z" : "M2 1l9 5l-9 5z"}"/></svg>`;
/// Frames between the frames, so that paths are smooth: cubics with the slopes of the neighbours.
function refined(run) {
  const parts = run.t.length > 1200 ? 1 : 5, last = run.t.length - 1, fine = {label: run.label};
  const slope = (list, k) => {
    const low = Math.max(0, k - 1), high = Math.min(last, k + 1);
    return high > low ? (list[high] - list[low]) / (run.t[high] - run.t[low]) : 0;
  };
  for (const key of ["t", "x", "y", "heading", "spin"]) {
    const list = numbers(run[key] ?? []), out = fine[key] = [];
    for (let k = 0; k < list.length; ++k)
      for (let part = 0; part < (k < last ? parts : 1); ++part) {
        const s = part / parts, next = Math.min(k + 1, last), gap = run.t[next] - run.t[k], rise = list[next] - list[k];
        const bend = gap * ((1 - s) * slope(list, k) - s * slope(list, next)) + (2 * s - 1) * rise;
        out.push(list[k] + s * rise + s * (1 - s) * bend);
      }
  }
  return fine;
}

const kindStyle = (label) => ({...kindOf(label), dash: "solid"});

class Player {
  constructor(element, experiment) {
    const {body, runs, exact} = experiment.motion;
    const unpacked = (run) => refined({...run, t: numbers(run.t)});
    Object.assign(this, {element, experiment, body, playing: false, t: 0, tilt: body.shape === "disk" ? 0.5 : 1});
    this.runs = runs.map(unpacked);
    this.exact = exact ? unpacked(exact) : null;
    this.start = Math.min(...this.runs.map((run) => run.t[0]));
    this.end = Math.max(...this.runs.map((run) => run.t[run.t.length - 1]));
    this.t = this.start;
    this.canvases = [...element.querySelectorAll("canvas")];
    this.listen();
    this.measure();
    this.resize();
    new ResizeObserver(() => this.resize()).observe(element);
    if (stillness.matches) this.seek(this.end);
    else new IntersectionObserver((seen) => this.seen(seen[seen.length - 1].isIntersecting)).observe(element);
  }

  listen() {
    const find = (selector) => this.element.querySelector(selector);
    Object.assign(this, {button: find(".play"), bar: find("input[type=range]"), clock: find(".clock"),
                         speed: find("select"), trail: find(".trail"), follow: find(".follow")});
    this.button.addEventListener("click", () => { this.chosen = true; this.play(!this.playing); });
    this.bar.addEventListener("input", () => this.seek(this.start + (this.bar.value / 1000) * (this.end - this.start)));
    for (const box of [this.trail, this.follow]) box.addEventListener("change", () => this.draw());
    this.element.addEventListener("keydown", (event) => {
      if (event.target.matches("select, input[type=checkbox], button") && event.key === " ") return;
      if (event.key !== " " && event.key !== "k") return;
      event.preventDefault();
      this.button.click();
    });
  }

  /// Plays by itself while it is in sight, until somebody decides otherwise.
  seen(inSight) {
    if (!inSight) this.play(false);
    else if (!this.chosen) this.play(true);
  }

  play(on) {
    if (on === this.playing) return;
    if (on && this.t >= this.end) this.t = this.start;
    this.playing = on;
    this.button.innerHTML = playIcon(on);
    let before = null;
    const turn = this.turn = (this.turn ?? 0) + 1;  // frames of an earlier start end here
    const frame = (now) => {
      if (!this.playing || this.turn !== turn || !this.element.isConnected) return;
      const passed = before === null ? 0 : Math.min(0.1, (now - before) / 1000);
      before = now;
      this.seek(this.t + (passed * Number(this.speed.value) * (this.end - this.start)) / wholeRun);
      if (this.t >= this.end) this.play(false);
      else requestAnimationFrame(frame);
    };
    if (on) requestAnimationFrame(frame);
  }

  seek(t) {
    this.t = Math.min(this.end, Math.max(this.start, t));
    this.bar.value = String((1000 * (this.t - this.start)) / (this.end - this.start));
    this.bar.setAttribute("aria-valuetext", `t = ${this.t.toPrecision(3)}`);
    this.draw();
  }

  /// What all fields show: the paths of all runs, and the size of the body. Where a path is so long that the body would
  /// be a point on it, the picture goes along with the body instead.
  measure() {
    const box = {left: Infinity, right: -Infinity, low: Infinity, high: -Infinity};
    for (const run of [...this.runs, ...(this.exact ? [this.exact] : [])])
      for (let k = 0; k < run.t.length; ++k) {
        if (!Number.isFinite(run.x[k]) || !Number.isFinite(run.y[k])) continue;
        box.left = Math.min(box.left, run.x[k]);
        box.right = Math.max(box.right, run.x[k]);
        box.low = Math.min(box.low, run.y[k] * this.tilt);
        box.high = Math.max(box.high, run.y[k] * this.tilt);
      }
    const size = this.body.size || 0;
    this.box = {left: box.left - size, right: box.right + size, low: box.low - size * 0.6,
                high: box.high + size * (this.body.shape === "disk" ? 2 : 1)};
    this.follow.checked = Math.max(box.right - box.left, box.high - box.low) > 60 * size;
  }

  /// Centre and scale of the picture, the same in all fields, so that who strays leaves it.
  view(width, height, ghost) {
    const {box} = this, margin = 12, across = 14;
    if (!this.follow.checked) {
      const scale = Math.min((width - 2 * margin) / (box.right - box.left || 1),
                             (height - 2 * margin) / (box.high - box.low || 1));
      return {x: (box.left + box.right) / 2, y: (box.low + box.high) / 2, scale};
    }
    const guides = ghost ? [ghost] : this.runs.map((run) => this.state(run));
    const mean = (key) => guides.reduce((sum, guide) => sum + guide[key], 0) / guides.length;
    return {x: mean("x"), y: mean("y") * this.tilt, scale: Math.min(width, height) / (across * this.body.size)};
  }

  /// Lines on the ground, some ten across, that show its passing.
  ground(c, width, height, view, x, y) {
    const step = 10 ** Math.round(Math.log10(width / view.scale / 8));
    c.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue("--rule");
    c.lineWidth = 0.6;
    c.beginPath();
    const half = [width / view.scale / 2, height / view.scale / 2 / this.tilt], y0 = view.y / this.tilt;
    for (let k = Math.ceil((view.x - half[0]) / step); k * step < view.x + half[0]; ++k) {
      c.moveTo(x(k * step), 0);
      c.lineTo(x(k * step), height);
    }
    for (let k = Math.ceil((y0 - half[1]) / step); k * step < y0 + half[1]; ++k) {
      c.moveTo(0, y(k * step));
      c.lineTo(width, y(k * step));
    }
    c.stroke();
  }

  resize() {
    const ratio = window.devicePixelRatio || 1;
    for (const canvas of this.canvases) {
      canvas.width = canvas.clientWidth * ratio;
      canvas.height = canvas.clientHeight * ratio;
    }
    this.draw();
  }

  /// Where the run is now, between its frames.
  state(run) {
    let low = 0, high = run.t.length - 1;
    if (this.t >= run.t[high]) low = Math.max(0, high - 1);
    else while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (run.t[middle] <= this.t) low = middle;
      else high = middle;
    }
    const next = Math.min(low + 1, run.t.length - 1), gap = run.t[next] - run.t[low];
    const part = gap > 0 ? Math.min(1, (this.t - run.t[low]) / gap) : 0;
    const at = (list) => list.length ? list[low] + part * (list[next] - list[low]) : 0;
    return {x: at(run.x), y: at(run.y), heading: at(run.heading), spin: at(run.spin), last: low};
  }

  draw() {
    const ghost = this.exact && this.state(this.exact);
    this.canvases.forEach((canvas, i) => {
      const run = this.runs[i], state = this.state(run);
      this.field(canvas, run, state, ghost);
      if (!ghost) return;
      const distance = Math.hypot(state.x - ghost.x, state.y - ghost.y);
      // what is nearer is no more exact than the frames
      canvas.parentElement.querySelector("output").innerHTML =
        distance > 0.15 * this.body.size ? `off by ${shown(distance)}` : "";
    });
    this.clock.textContent = `t = ${this.t.toFixed(this.end - this.start < 20 ? 2 : 1)}`;
  }

  field(canvas, run, state, ghost) {
    const c = canvas.getContext("2d"), ratio = window.devicePixelRatio || 1;
    const width = canvas.width / ratio, height = canvas.height / ratio, view = this.view(width, height, ghost);
    const x = (value) => width / 2 + (value - view.x) * view.scale;
    const y = (value) => height / 2 - (value * this.tilt - view.y) * view.scale;
    const colour = shade((this.experiment.styles.get(run.label) ?? kindStyle(run.label)).colour);
    const size = Math.max(9, this.body.size * view.scale);
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, width, height);
    this.ground(c, width, height, view, x, y);
    const path = (of, now, style, alpha) => {
      c.globalAlpha = alpha;
      c.strokeStyle = style;
      c.lineWidth = 1.3;
      c.beginPath();
      for (let k = 0; k <= now.last; ++k) c.lineTo(x(of.x[k]), y(of.y[k]));
      c.lineTo(x(now.x), y(now.y));
      c.stroke();
      c.globalAlpha = 1;
    };
    const body = (at, style, isGhost) => {
      c.save();
      c.translate(x(at.x), y(at.y));
      drawBody(c, this.body.shape, at, size, this.tilt, style, isGhost);
      c.restore();
    };
    if (this.trail.checked && ghost) path(this.exact, ghost, shade("ink"), 0.25);
    if (this.trail.checked) path(run, state, colour, 0.75);
    if (ghost) body(ghost, shade("ink"), true);
    body(state, colour, false);
  }
}
