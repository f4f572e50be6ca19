// The tables of an experiment: its runs, what was expected of them, what was published, how to repeat it.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
"use strict";

const runColumns = [
  ["steps", "steps"], ["rejected_steps", "rejected"], ["iterations_per_step", "iterations a step"],
  ["max_energy_error", "energy error, largest", "loss"], ["max_constraint_residual", "constraint, largest"],
  ["max_constraint_residual_scaled", "constraint, scaled", "loss"], ["endpoint_error", "error at the end"],
  ["cpu_seconds", "cpu [ms]"],
];

/// Why a quantity is absent, as the mark of a note below the table.
class Notes {
  constructor() { this.texts = []; }
  mark(text) {
    if (!this.texts.includes(text)) this.texts.push(text);
    return `<sup>${"abcdefghijklmnopqrstuvwxyz"[this.texts.indexOf(text)] ?? "*"}</sup>`;
  }
  html() {
    return this.texts.map((text, i) =>
      `<li><sup>${"abcdefghijklmnopqrstuvwxyz"[i] ?? "*"}</sup> ${escaped(text)}</li>`).join("");
  }
}

function runTable(experiment) {
  const notes = new Notes();
  const present = runColumns.filter(([key]) => experiment.runs.some((run) => run[key] != null));
  const cell = (run, key, how) => {
    const value = run[key];
    if (value == null) return run.reasons?.[key] ? `–${notes.mark(run.reasons[key])}` : "–";
    if (key === "cpu_seconds") return shown(1000 * value);
    return how === "loss" ? lossBar(value) : shown(value);
  };
  const remark = (run) => [run.failure, run.warning, run.note].filter(Boolean).map((text) => notes.mark(text)).join("");
  const label = (run) => `${sample(experiment.styles.get(run.label))} ${escaped(run.label)}${remark(run)}`;
  const columns = [{head: "run", cell: label},
                   ...present.map(([key, head, how]) => ({head, number: true, cell: (run) => cell(run, key, how)}))];
  const html = table(columns, experiment.runs, "Largest errors are over every step of a run");
  return `${html}<ul class="notes">${notes.html()}</ul>`;
}

const publishedHead = (verdicts) => verdicts.some((v) => v.published != null);
const ratio = (v) => typeof v.observed === "number" && v.published ? `${shown(v.observed / v.published)}×` : "–";
const pageOf = (v) => v.page ? ` <small>page ${whole(v.page)}</small>` : "";
const publishedColumns = [
  {head: "published", number: true, cell: (v) => v.published == null ? "–" : shown(v.published) + pageOf(v)},
  {head: "ours", number: true, cell: (v) => shown(v.observed)},
  {head: "ours over published", number: true, cell: ratio},
];

/// What was expected: a bound on a number, or on the slope of a line of runs, its order.
const expected = (v) => escaped(v.text.replace(/(^|: )order of (\w+) in /, "$1order (slope) of $2 over "));

function expectationTable(experiment) {
  const verdicts = experiment.expectations;
  if (!verdicts.length) return "<p>The file expects nothing.</p>";
  const numbersOf = publishedHead(verdicts) ? publishedColumns : publishedColumns.slice(1, 2);
  return table([{head: "what was expected", cell: expected}, ...numbersOf,
                {head: "verdict", cell: (v) => verdict(v.holds)}], verdicts, "What the file expects, and what came");
}

/// Every number that the papers print, beside ours.
function publishedTable(experiments) {
  const rows = experiments.flatMap((e) =>
    e.expectations.filter((v) => v.published != null).map((v) => ({...v, of: e})));
  if (!rows.length) return "";
  return `<h2>Published and ours</h2>` + table([
    {head: "experiment", cell: (v) => `<a href="#/${escaped(v.of.name)}">${escaped(v.of.name.split("/").pop())}</a>`},
    {head: "run", cell: (v) => escaped(v.run)},
    {head: "expected", cell: (v) => expected({text: v.text.replace(`${v.run}: `, "")})},
    ...publishedColumns,
    {head: "verdict", cell: (v) => verdict(v.holds)},
  ], rows, "Numbers that the source prints, beside ours");
}

function configuration(experiment) {
  const parameters = Object.entries(experiment.parameters ?? {}).map(([k, v]) => `${escaped(k)} = ${[v].flat().map(shown).join(", ")}`);
  const keys = ["method", "tableau", "stages", "h", "rtol", "atol", "precision", "formulation", "solver"];
  const used = keys.filter((key) => experiment.runs.some((run) => run[key] != null));
  const others = (run) => Object.entries(run.options ?? {}).map(([k, v]) => `${escaped(k)} = ${escaped(v)}`).join(", ");
  const columns = [{head: "run", cell: (run) => escaped(run.label)},
                   ...used.map((key) => ({head: key, cell: (run) => shown(run[key])})),
                   {head: "other options", cell: others}];
  return `<p>Problem <code>${escaped(experiment.problem)}</code> ${parameters.join(", ")}.
    ${experiment.file ? `File <code>${escaped(experiment.file)}</code>.` : ""}</p>
    ${table(columns, experiment.runs, "Options of each run")}`;
}

const folded = (heading, html) => `<details><summary>${heading}</summary>${html}</details>`;

function colophon(experiment) {
  const versions = Object.entries(data.versions ?? {}).map(([k, v]) => `${escaped(k)} ${escaped(v)}`).join(", ");
  const command = experiment.command ?? `nonholo run ${experiment.name} --out results`;
  return `${experiment.runs.length ? folded("Configuration", configuration(experiment)) : ""}
    ${experiment.citation ? folded("Citation", `<pre>${escaped(experiment.citation)}</pre>`) : ""}
    <h2>Repeat it</h2><pre class="command">${escaped(command)}</pre>
    <p class="soft">Made with ${versions}.</p>`;
}
