// What the page shows of results that nobody of ours wrote: no text of theirs becomes a tag, wherever a number is
// expected. usage: node escape_test.js FOLDER, that of the page's scripts; prints what is wrong.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
"use strict";

const fs = require("fs"), path = require("path"), vm = require("vm");
const scripts = ["style", "text", "figure", "bodies", "motion", "tables", "orders", "pages", "front"];
const code = scripts.map((name) => fs.readFileSync(path.join(process.argv[2], `${name}.js`), "utf8")
  .replace('"use strict";', "")).join("\n");

const bad = '"><img src=x onerror=alert(1)>', text = "NaN";
/// An experiment in which every number is this instead.
function experimentOf(x) {
  const numbers = ["steps", "rejected_steps", "iterations_per_step", "max_energy_error", "max_constraint_residual",
                   "max_constraint_residual_scaled", "endpoint_error", "cpu_seconds", "h", "rtol", "atol", "stages"];
  const run = {label: x, method: x, tableau: x, reasons: {steps: x}, failure: x, warning: x, options: {[x]: x},
               ...Object.fromEntries(numbers.map((key) => [key, x]))};
  const verdict = {text: x, run: x, quantity: x, observed: x, published: x, page: x, reason: x, holds: x};
  const axis = {name: x, label: x, log: false};
  const curve = {run: x, label: x, series: x, x: [x, 1], y: [x, 2], points: x, slope: x, reason: x};
  const figure = {name: x, number: x, page: x, title: x, caption: x, source: x, x: axis, y: axis, slopes: true, style: x,
                  triangles: [x], curves: [curve], marks: [{x, y: x, label: x}], front: x};
  const motion = {title: x, body: {shape: x, size: x}, runs: [{label: x, t: [x], x: [x], y: [x]}]};
  return {name: x, title: x, source: x, file: x, problem: x, parameters: {[x]: [x]}, citation: x, command: x,
          runs: [run, {...run, max_constraint_residual_scaled: 1, rtol: 1}], expectations: [verdict], figures: [figure],
          motion};
}

const failures = [];
for (const x of [bad, text, "</script><script>alert(1)</script>"]) {
  const context = vm.createContext({matchMedia: () => ({matches: false}), window: {Plotly: {}}, atob});
  context.data = {versions: {[x]: x}, version: x, experiments: [experimentOf(x)],
                  tableau: {title: x, tables: [{title: x, columns: [x], rows: [[x]]}]},
                  properties: {columns: {kept: x}, properties: [{label: String(x), kept: x, measured: {kept: {[x]: x}}}]}};
  const pages = vm.runInContext(`${code}
    for (const each of data.experiments) each.styles = stylesOf(each);
    const [one] = data.experiments;
    const made = {experiment: () => experimentHtml(one), published: () => publishedTable(data.experiments),
                  front: () => front(), paper: () => paper(groupOf(one)), properties: () => propertiesPage(),
                  tableau: () => tableauPage(), list: () => listOf(data.experiments)};
    Object.entries(made).map(([name, make]) => {
      try { return [name, make()]; } catch (error) { return [name, "", String(error.stack)]; }
    })`, context);
  for (const [name, html, error] of pages) {
    if (error && x === bad) failures.push(`${name}: ${error}`);
    if (/<img src=x|<script/.test(html)) failures.push(`${name} of ${x}: ${html.match(/.{60}(<img src=x|<script).{20}/s)}`);
  }
}
console.log(failures.join("\n"));
process.exit(failures.length ? 1 : 0);
