// How a method looks, everywhere on the page: its colour by what it is, its dash by which of its kind it is.
//
// Colours are those of Okabe and Ito, told apart with every kind of colour vision. Vermillion and orange are the
// standard solvers, so that a look tells which of the curves drift.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
"use strict";

const palette = {
  vermillion: ["#d55e00", "#ff8126"],  // on white, on black
  orange: ["#c98500", "#f2ac1d"],
  blue: ["#0072b2", "#4ba6e0"],
  sky: ["#3a9fd6", "#8ccdf5"],
  green: ["#00875f", "#1fc596"],
  purple: ["#b55d91", "#e39bc4"],
  olive: ["#8f8300", "#e6da4a"],
  ink: ["#333333", "#dddddd"],
};

/// The first that fits names the colour. The text is "method tableau" of a run, or a label where no run is known.
const kinds = [
  [/^ida|\bIDA\b/, "vermillion", "standard"],
  [/odeint|dopri|fehlberg/, "orange", "standard"],
  [/^runge_kutta/, "olive", "standard"],
  [/composition|kahan|yoshida|suzuki/, "ink", "kept"],
  [/discrete_gradient|energy_collocation|projected/, "purple", "kept"],
  [/gauss/, "blue", "kept"],
  [/lobatto/, "sky", "kept"],
  [/radau/, "olive", "kept"],
  [/mclachlan|midpoint|cortes|euler|gni|shake|rattle|discrete_lagrangian/, "green", "kept"],
];
const dashes = ["solid", "dash", "dot", "dashdot", "longdash", "longdashdot"];
const symbols = ["circle", "square", "diamond", "triangle-up", "cross", "star"];

const isDark = () => document.documentElement.dataset.theme === "dark";
const shade = (name) => palette[name][isDark() ? 1 : 0];

function kindOf(text) {
  for (const [pattern, colour, group] of kinds) if (pattern.test(text)) return {colour, group};
  const names = Object.keys(palette);
  let sum = 0;
  for (const c of text) sum = (31 * sum + c.charCodeAt(0)) % 65521;
  return {colour: names[sum % names.length], group: "kept"};
}

/// label -> {colour, dash, symbol, group} for all labels that an experiment knows: of its runs, then of its curves.
function stylesOf(experiment) {
  const styles = new Map();
  const used = new Map();
  const add = (label, text) => {
    if (styles.has(label)) return;
    const {colour, group} = kindOf(text);
    const number = used.get(colour) ?? 0;
    used.set(colour, number + 1);
    styles.set(label, {colour, group, dash: dashes[number % dashes.length], symbol: symbols[number % symbols.length]});
  };
  // A sweep is one curve and stands for its runs, which otherwise would use up the dashes.
  const curves = experiment.figures.flatMap((figure) => figure.curves);
  const runOf = (curve) => experiment.runs.find((run) => run.label === curve.run) ??
                           experiment.runs.find((run) => run.label.startsWith(curve.run));
  const text = (run, label) => run ? `${run.method} ${run.tableau ?? ""}` : label;
  for (const curve of curves) add(curve.run, text(runOf(curve), curve.label));
  const sweeps = curves.map((curve) => curve.run).sort((a, b) => b.length - a.length);
  for (const run of experiment.runs) {
    const sweep = sweeps.find((label) => run.label.startsWith(`${label} `));
    if (sweep && !styles.has(run.label)) styles.set(run.label, styles.get(sweep));
    else add(run.label, text(run, run.label));
  }
  return styles;
}

const dashArrays = {solid: "", dash: "6 3", dot: "1.5 2.5", dashdot: "6 2 1.5 2", longdash: "9 3",
                    longdashdot: "9 2 1.5 2"};
/// About the middle of a sample.
const symbolPaths = {
  circle: "M10 5a3 3 0 1 0 6 0a3 3 0 1 0 -6 0", square: "M10 2h6v6h-6z", diamond: "M13 1l4 4l-4 4l-4 -4z",
  "triangle-up": "M13 1l4 7h-8z", cross: "M12 1h2v3h3v2h-3v3h-2v-3h-3v-2h3z",
  star: "M13 0l1.2 3.4h3.6l-2.9 2.2l1.1 3.4l-3 -2l-3 2l1.1 -3.4l-2.9 -2.2h3.6z",
};

/// A piece of the line that the method has in figures; points: with its symbol.
function sample(style, points = false) {
  return `<svg class="sample" viewBox="0 0 26 10" width="26" height="10" aria-hidden="true"><line x1="1" x2="25" y1="5"
    y2="5" stroke="var(--${style.colour})" stroke-width="2.4" stroke-dasharray="${dashArrays[style.dash]}"/>${
    points ? `<path d="${symbolPaths[style.symbol]}" fill="var(--${style.colour})"/>` : ""}</svg>`;
}

/// The palette as custom properties, so that what is drawn by CSS follows the theme too.
function installPalette() {
  const rule = (index) => Object.entries(palette).map(([name, pair]) => `--${name}:${pair[index]}`).join(";");
  const sheet = document.createElement("style");
  sheet.textContent = `:root{${rule(0)}} :root[data-theme=dark]{${rule(1)}} @media print{:root:root:root{${rule(0)}}}`;
  document.head.append(sheet);
}
