// The pages behind the front: one for each paper, one for each experiment, one for properties, one for a tableau.
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

/// A source with a year; what is ours has none.
const isPaper = (group) => inGroup(group).every((e) => /^[^,(:]*\b(19|20)\d\d\b/.test(e.source ?? ""));

const verdictsOf = (experiments) => experiments.flatMap((e) => e.expectations);

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
    .map(([problem, x]) => `${problem}: ${typeof x !== "number" ? "failed" : x.toExponential(1)}`).join("\n");
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
