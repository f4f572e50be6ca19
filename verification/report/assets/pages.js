// The pages: the front, one for each paper, one for each experiment, one with everything, for print.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
"use strict";

const mostFigures = 60;  // on one page; of more each experiment shows its own
const groupOf = (experiment) => experiment.name.includes("/") ? experiment.name.split("/")[0] : "experiments";
const groups = () => [...new Set(data.experiments.map(groupOf))];
const inGroup = (group) => data.experiments.filter((e) => groupOf(e) === group);

/// "Hilden 2009", as the experiments of the group call their source; its own name where they have several.
function paperName(group) {
  const sources = new Set(inGroup(group).map((e) => (e.source ?? "").split(/[,(:]/)[0].trim()));
  const words = group.replaceAll("_", " ");
  const [source] = sources;
  return sources.size === 1 && source && source !== "ours" ? source : words[0].toUpperCase() + words.slice(1);
}

const verdictsOf = (experiments) => experiments.flatMap((e) => e.expectations);

/// The method of a run without sizes and tolerances: what of it decides on what is kept.
function methodName(run) {
  const ways = ["space", "start", "onto", "form", "formulation", "solver", "guess"]
    .map((key) => run.options?.[key] ?? run[key]);
  const inner = [run.tableau, ...ways].filter(Boolean).join(", ");
  return run.method + (inner ? ` (${inner})` : "");
}

/// Off the constraint at worst, for each kind of method over all experiments that are shown here; the worst first.
function scores() {
  const rows = new Map();
  for (const experiment of data.experiments)
    for (const run of experiment.runs) {
      const residual = run.max_constraint_residual_scaled;
      if (typeof residual !== "number") continue;
      const name = methodName(run), {colour, group} = kindOf(`${run.method} ${run.tableau ?? ""}`);
      const row = rows.get(name) ?? {name, colour, group, worst: 0, runs: 0, steps: 0, experiment};
      row.runs += 1;
      row.steps += run.steps ?? 0;
      if (residual >= row.worst) Object.assign(row, {worst: residual, experiment});
      rows.set(name, row);
    }
  return [...rows.values()].sort((a, b) => b.worst - a.worst);
}

const onIt = (row) => row.worst < 1e-12;
const counted = (n) => n.toLocaleString("en");

/// The two ends of it in a sentence.
function evidence(rows) {
  const lost = rows.find((row) => row.group === "standard");
  const kept = rows.filter((row) => row.group === "kept" && onIt(row)).sort((a, b) => b.steps - a.steps)[0];
  if (!lost || !kept) return "";
  return `<p class="lead">On this page <b class="no">${escaped(lost.name)}</b> leaves the constraint by up to
    <b class="no">${shown(lost.worst)}</b>, <b class="yes">${escaped(kept.name)}</b> by no more than
    <b class="yes">${shown(kept.worst)}</b> in ${counted(kept.steps)} steps.</p>`;
}

function scoreboard(rows) {
  return table([
    {head: "method", cell: (r) => `${sample({...r, dash: "solid"})} ${escaped(r.name)}`},
    {head: "off the constraint, at worst", number: true, cell: (r) => lossBar(r.worst)},
    {head: "", cell: (r) => onIt(r) ? '<span class="yes">on it</span>' : '<span class="no">off it</span>'},
    {head: "where", cell: (r) => `<a href="#/${escaped(r.experiment.name)}">${escaped(r.experiment.name)}</a>`},
    {head: "runs", number: true, cell: (r) => r.runs},
    {head: "steps", number: true, cell: (r) => counted(r.steps)},
  ], rows, "Largest residual of A v + b, divided by |A| |v|, over every step of every run on this page");
}

const advice = [
  ["a long run, its energy error bounded",
   "spark with gauss or lobatto_iiia_b; mclachlan_perlmutter where steps must be cheap",
   "symmetric: the constraint stays at round-off, the energy error swings and does not grow"],
  ["a short, accurate run", "spark with gauss, 3 or 4 stages", "order 6 or 8 at a fixed step"],
  ["the energy itself, over any time", "discrete_gradient, energy_collocation",
   "constraint and energy at round-off; the orbit is no better for it"],
  ["what people use today", "ida_index1, odeint_dopri5, their results projected if it must be them",
   "they differentiate the constraint and then step without it: every step adds its error, and nothing takes it back"],
];

function front() {
  const rows = scores();
  const figures = data.experiments.flatMap((e) => e.figures.filter((f) => f.front).map((f) => [e, f]));
  const chosen = figures.length ? figures
    : data.experiments.flatMap((e) => e.figures.slice(0, 1).map((f) => [e, f])).slice(0, 4);
  // An orbit on the front page is one that goes wrong.
  const moves = data.experiments.filter((e) => e.motion);
  const moving = moves.find((e) => e.figures.some((f) => f.front && f.equal)) ??
                 moves.find((e) => e.figures.some((f) => f.front)) ?? moves[0];
  const cards = groups().map((group) => {
    const experiments = inGroup(group), drawn = experiments.flatMap((e) => e.figures).length;
    return `<a class="card" href="#/${escaped(group)}"><h3>${escaped(paperName(group))}</h3>
      <p>${plural(experiments.length, "experiment")}, ${plural(drawn, "figure")}</p>
      ${badge(verdictsOf(experiments))}</a>`;
  });
  return `<section class="hero"><h1>What drifts, and what stays</h1>
    <p class="lead">A wheel that rolls, a blade that glides, a sleigh: their velocities obey a constraint. A standard
    solver meets it only at the start and then steps away from it. Methods made for such systems solve for it in every
    step, and keep it to the last bit for as long as they run.</p>${evidence(rows)}</section>
    ${chosen.length ? `<section><h2>See for yourself</h2><div class="grid">${chosen.map(([e, f]) =>
      figureHtml(f, e, {lead: f.front, link: true})).join("")}</div></section>` : ""}
    ${moving ? `<section><h2>In motion</h2>${motionHtml(moving)}
      <p><a href="#/${escaped(moving.name)}">${escaped(moving.title)}</a></p></section>` : ""}
    <section><h2>Which method to take</h2>
    ${table([{head: "for", cell: (r) => escaped(r[0])}, {head: "take", cell: (r) => escaped(r[1])},
             {head: "because", cell: (r) => escaped(r[2])}], advice,
            "What one wants, what to take for it, and why")}</section>
    <section><h2>The sources, and whether their claims hold</h2><div class="cards">${cards.join("")}</div></section>
    ${rows.length ? `<section><h2>Who is on the constraint, and who off it</h2>${scoreboard(rows)}</section>` : ""}`;
}

/// The report of a tableau: its tables, then what was measured, drawn.
function tableauPage() {
  const {title, tables} = data.tableau;
  const html = tables.map(({title, columns, rows}) => `<h2>${escaped(title)}</h2>` +
    table(columns.map((head, i) => ({head: escaped(head), cell: (row) => escaped(row[i] ?? "")})), rows, title));
  const figures = data.experiments.flatMap((e) => e.figures.map((f) => figureHtml(f, e, {link: true})));
  return `<h1>${escaped(title)}</h1><p>${badge(verdictsOf(data.experiments))}</p>
    <div class="grid">${figures.join("")}</div>${html.join("")}`;
}

/// The table of `nonholo properties`: verdicts, the numbers behind them as one points at them.
function propertiesPage() {
  const {columns, properties} = data.properties;
  const verdictOf = (cell) => typeof cell === "object" ? cell.verdict : cell;
  const look = (text) => /^(yes|exact)/.test(text) ? "yes" : /^no/.test(text) ? "no" : "";
  const measured = (row, key) => Object.entries(row.measured[key] ?? {})
    .map(([problem, x]) => `${problem}: ${x == null ? "failed" : x.toExponential(1)}`).join("\n");
  const cell = (row, key) => {
    const text = verdictOf(row[key]);
    return `<span class="${look(text)}" title="${escaped(measured(row, key))}">${escaped(text)}</span>`;
  };
  return `<p class="crumbs"><a href="#/">Report</a></p><h1>What each method preserves</h1>
    <p class="lead">Measured, not claimed, on problems that show it.</p>${table(
    [{head: "method", cell: (r) => `${sample({...kindOf(r.label), dash: "solid"})} ${escaped(r.label)}`},
     ...Object.entries(columns).map(([key, title]) => ({head: escaped(title), cell: (r) => cell(r, key)}))],
    properties, "What each method preserves; point at a verdict to see what was measured")}
    <h2>Repeat it</h2><pre class="command">nonholo properties --out results</pre>`;
}

function listOf(experiments) {
  return `<ul class="list">${experiments.map((e) => `<li><a href="#/${escaped(e.name)}">${escaped(e.title)}</a>
    ${badge(e.expectations)}</li>`).join("")}</ul>`;
}

function paper(group) {
  const experiments = inGroup(group);
  const count = experiments.flatMap((e) => e.figures).length;
  const figures = count > mostFigures ? []
    : experiments.flatMap((e) => e.figures.map((f) => figureHtml(f, e, {link: true})));
  return `<p class="crumbs"><a href="#/">Report</a></p><h1>${escaped(paperName(group))}</h1>
    <p>${badge(verdictsOf(experiments))} in ${plural(experiments.length, "experiment")}</p>
    ${listOf(experiments)}
    ${publishedTable(experiments)}
    ${figures.length ? `<h2>Figures</h2><div class="grid">${figures.join("")}</div>` : ""}`;
}

function experimentHtml(experiment) {
  return `<article><h1>${escaped(experiment.title)}</h1>
    <p class="soft">${escaped(experiment.source ?? "")}</p><p>${badge(experiment.expectations)}</p>
    ${experiment.figures.map((f) => figureHtml(f, experiment)).join("")}
    ${experiment.motion ? motionHtml(experiment) : ""}
    ${experiment.runs.length ? `<h2>Runs</h2>${runTable(experiment)}` : ""}
    <h2>Expectations</h2>${expectationTable(experiment)}
    ${colophon(experiment)}</article>`;
}

function experimentPage(experiment) {
  const group = groupOf(experiment);
  return `<p class="crumbs"><a href="#/">Report</a> ›
    <a href="#/${escaped(group)}">${escaped(paperName(group))}</a></p>${experimentHtml(experiment)}`;
}
