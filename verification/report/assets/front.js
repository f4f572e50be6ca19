// The front page: what drifts and what stays, which method to take, who is on the constraint, and our checks.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
"use strict";

/// The method of a run without sizes and tolerances: what of it decides on what is kept.
function methodName(run) {
  const ways = ["space", "start", "onto", "form", "formulation", "guess"].map((key) => run.options?.[key] ?? run[key]);
  const inner = [run.tableau, ...ways, run.precision === "quad" ? "quad" : ""].filter(Boolean).join(", ");
  return run.method + (inner ? ` (${inner})` : "");
}

/// All runs whose distance from the constraint is known, the farthest first. Those with the loose solver are about it,
/// not about their method.
function ratedRuns() {
  const rated = data.experiments.flatMap((experiment) => experiment.runs.map((run) => ({
    ...run, experiment, off: run.max_constraint_residual_scaled, ...kindOf(`${run.method} ${run.tableau ?? ""}`)})));
  return rated.filter((run) => typeof run.off === "number" && run.solver !== "simplified_newton")
    .sort((a, b) => b.off - a.off);
}

/// A row for each kind of method, with its worst run.
function scores(rated) {
  const rows = new Map();
  for (const run of rated) {
    const name = methodName(run), {off, colour, experiment} = run;
    const row = rows.get(name) ?? {name, colour, worst: off, experiment, runs: 0, steps: 0};
    row.runs += 1;
    row.steps += Number(run.steps ?? 0);
    rows.set(name, row);
  }
  return [...rows.values()];
}

const roundOff = 1e-12;  // of |A| |v|: thousands of roundings of double precision
const power = (x) => shown(x).replace(/^1·|^1\.00·/, "");
const counted = (n) => typeof n === "number" ? n.toLocaleString("en") : shown(n);
const linked = (experiment) => `<a href="#/${escaped(experiment.name)}">${escaped(experiment.name)}</a>`;

/// How far the worst run of the standard solvers went and how far with a tight tolerance; how many of the others stay.
function evidence(rated) {
  const solvers = rated.filter((run) => run.group === "standard" && typeof run.rtol === "number");
  const others = rated.filter((run) => run.group === "kept"), lost = others.filter((run) => run.off >= roundOff);
  if (!solvers.length || !others.length) return "";
  const [worst] = solvers, tight = solvers.find((run) => run.rtol <= 1e-6);
  const asked = (run) => `${escaped(run.method)} with rtol ${power(run.rtol)} in ${linked(run.experiment)}`;
  const methods = [...new Set(lost.map(methodName).map((name) => name.replace(/ \(.*/, "")))].join(", ");
  return `<p class="lead">On this page standard solvers leave the constraint by up to <b class="no">${
    shown(worst.off)}</b> of |A| |v| (${asked(worst)}, ${counted(worst.steps)} steps)${tight && tight !== worst ? `, at
    rtol 10<sup>−6</sup> or tighter by up to <b class="no">${shown(tight.off)}</b> (${asked(tight)}, ${
    counted(tight.steps)} steps)` : ""}. Of ${plural(others.length, "run")} of structure-preserving methods
    <b class="yes">${others.length - lost.length} stay below ${power(roundOff)}</b>${lost.length ? `; the other ${
    lost.length}, of ${escaped(methods)}, do not: by up to <b class="no">${shown(lost[0].off)}</b>` : ""}.</p>`;
}

function scoreboard(rows) {
  const on = (r) => r.worst < roundOff;
  return table([
    {head: "method", cell: (r) => `${sample({...r, dash: "solid"})} ${escaped(r.name)}`},
    {head: "off the constraint, at worst", number: true, cell: (r) => lossBar(r.worst)},
    {head: "", cell: (r) => on(r) ? '<span class="yes">on it</span>' : '<span class="no">off it</span>'},
    {head: "where", cell: (r) => linked(r.experiment)},
    {head: "runs", number: true, cell: (r) => r.runs},
    {head: "steps", number: true, cell: (r) => counted(r.steps)},
  ], rows, `Largest residual of A v + b, each row divided by its |A| |v|, over every step of every run on this page. "On
    it" is below 1e-12, thousands of roundings of double precision; "quad" is quadruple precision, which rounds at
    1e-34. Left out are the runs with simplified_newton: how loosely it solves is what they show`);
}

const advice = [
  ["a long run, its energy error bounded",
   "spark with gauss or lobatto_iiia_b; mclachlan_perlmutter where steps must be cheap",
   `symmetric: the constraint stays at round-off, and where the motion is reversible the energy error stays bounded. It
    can grow where the motion is not: in Figure 4 of Celledoni et al. it does. There take discrete_gradient`],
  ["small errors, in a short or a long run", "composition of mclachlan_perlmutter with kahan_li_6 or kahan_li_8",
   `order 6 or 8 with the structure of its base; for errors below 1e-6 the cheapest, with gauss of 3 stages close by, in
    our work-precision runs on the contact oscillator`],
  ["a short, accurate run", "spark with gauss, 3 or 4 stages", "order 6 or 8 at a fixed step"],
  ["the energy itself, whatever the motion", "discrete_gradient, energy_collocation",
   "constraint and energy at round-off; the orbit is no better for it"],
  ["what people use today", "ida_index1, odeint_dopri5, their results projected if it must be them",
   `they differentiate the constraint and then step without it: every step adds its error, and nothing takes it back.
    With a tight tolerance that is little in a short run, and their orbits are accurate`],
];

const words = [
  ["constraint", "A(q) v + b(q) = 0, which the velocities v obey: no slip, no sideways glide. Where a method keeps " +
    "it, A v + b is 0 but for rounding"],
  ["h", "the step size of methods with equal steps; solvers that choose their steps have tolerances, rtol and atol"],
  ["index 1", "the constraint differentiated once, as solvers for differential-algebraic equations like it; " +
    "index 2 is the constraint itself"],
  ["IDA", "the solver of SUNDIALS for such equations, with BDF methods of order 1 to 5: here ida_index1, ida_index2"],
  ["dopri5", "Dormand and Prince's Runge-Kutta method of order 5 from Boost.odeint, for ordinary differential " +
    "equations: the multiplier (the force of the constraint) is eliminated, or integrated as in (2.12) of Hilden 2009"],
  ["MP", "McLachlan and Perlmutter's method, of order 2"],
  ["contact oscillator", "a mass on a spring in space, its velocity in a plane that turns with y; chaotic"],
];

const glossary = () => folded("Words in these figures: constraint, h, index 1, IDA, dopri5, MP, contact oscillator",
  `<dl class="words">${words.map(([word, meaning]) =>
    `<dt>${escaped(word)}</dt><dd>${escaped(meaning)}.</dd>`).join("")}</dl>`);

/// Figures that experiments name for the front; else the first ones.
function frontFigures() {
  const named = data.experiments.flatMap((e) => e.figures.filter((f) => f.front).map((f) => [e, f]));
  return named.length ? named : data.experiments.flatMap((e) => e.figures.slice(0, 1).map((f) => [e, f])).slice(0, 4);
}

/// An orbit on the front page is one that goes wrong.
function frontMotion() {
  const moves = data.experiments.filter((e) => e.motion);
  return moves.find((e) => e.figures.some((f) => f.front && f.equal)) ??
         moves.find((e) => e.figures.some((f) => f.front)) ?? moves[0];
}

function cards(chosen) {
  return `<div class="cards">${chosen.map((group) => {
    const experiments = inGroup(group), drawn = experiments.flatMap((e) => e.figures).length;
    return `<a class="card" href="#/${escaped(group)}"><h3>${escaped(paperName(group))}</h3>
      <p>${plural(experiments.length, "experiment")}, ${plural(drawn, "figure")}</p>
      ${badge(verdictsOf(experiments))}</a>`;
  }).join("")}</div>`;
}

function checks() {
  const papers = groups().filter(isPaper), own = groups().filter((group) => !isPaper(group));
  return `${papers.length ? `<section><h2>The papers, and our checks</h2>
    <p>A check is what we expect of a run, written down in the file of its experiment, and tells whether ours come out
    as they did. It is no verdict on the paper: where a claim of the source does not hold, the caption of the figure and
    <code>docs/science/figures.md</code> say so.</p>${cards(papers)}</section>` : ""}
    ${own.length ? `<section><h2>Our own experiments</h2>${cards(own)}</section>` : ""}`;
}

function figureSection(heading, figures, below = "") {
  return figures.length ? `<section><h2>${heading}</h2><div class="grid">${figures.map(([e, f]) =>
    figureHtml(f, e, {lead: f.front, link: true})).join("")}</div>${below}</section>` : "";
}

function front() {
  const rated = ratedRuns(), figures = frontFigures(), moving = frontMotion();
  return `<section class="hero"><h1>What drifts, and what stays</h1>
    <p class="lead">A wheel that rolls, a blade that glides, a sleigh: their velocities obey a constraint. A standard
    solver meets it at the start and then differentiates it: what each step loses, none takes back. Methods made for
    such systems solve for the constraint in every step.</p>${evidence(rated)}</section>
    ${figureSection("See for yourself", figures.slice(0, 2), glossary())}
    <section><h2>Which method to take</h2><div class="advice">
    ${table([{head: "for", cell: (r) => escaped(r[0])}, {head: "take", cell: (r) => escaped(r[1])},
             {head: "because", cell: (r) => escaped(r[2])}], advice,
            "What one wants, what to take for it, and why")}</div></section>
    ${figureSection("More figures", figures.slice(2))}
    ${moving ? `<section><h2>In motion</h2>${motionHtml(moving)}
      <p><a href="#/${escaped(moving.name)}">${escaped(moving.title)}</a></p></section>` : ""}
    ${checks()}
    ${rated.length ? `<section><h2>Who is on the constraint, and who off it</h2>${
      scoreboard(scores(rated))}</section>` : ""}`;
}
