// A figure as the page has it: caption, legend of switches, room for the plot, and a table of what it shows. A method
// that is switched off is off in every figure.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
"use strict";

const hidden = new Set();  // keys of curves that are switched off, everywhere
const plots = new Set();   // those of the page that is shown

/// Finite values; for a logarithmic axis those that are not zero.
function visible(curve, log) {
  return numbers(curve.y).filter((y) => Number.isFinite(y) && (!log || y !== 0));
}

const isEmpty = (curve) => visible(curve, false).length === 0;
/// Where the axis is logarithmic, the program leaves zeros out and says so.
const isZero = (curve) => isEmpty(curve) ? /^zero/.test(curve.reason ?? "") : visible(curve, true).length === 0;

function slopeText(figure, curve) {
  if (typeof curve.slope !== "number" || !figure.slopes) return "";
  const order = figure.x.log && figure.y.log;
  return `<small>${order ? "slope" : "drift"} ${order ? curve.slope.toFixed(2) : shown(curve.slope)}</small>`;
}

/// What a button of the legend switches: a run, everywhere; of a figure with several series one of them.
const keyOf = (curve, figure) => severalSeries(figure) ? `${curve.run} ${curve.series}` : curve.run;
const severalSeries = (figure) => figure.curves.some((curve) => curve.series !== figure.curves[0].series);

/// The looks of the curves: each has the colour of its run, and where two would look alike the later one the next dash
/// that is free, then the next symbol.
function looks(figure, styles) {
  const taken = new Set(), turned = (list, entry, n) => list[(list.indexOf(entry) + n) % list.length];
  const name = (look, n) => `${look.colour} ${look.dash}${n < dashes.length ? "" : ` ${look.symbol}`}`;
  return figure.curves.map((curve) => {
    const style = styles.get(curve.run);
    let look = style, n = 0;
    for (; taken.has(name(look, n)) && n < dashes.length * symbols.length; ++n)
      look = {...style, dash: turned(dashes, style.dash, n + 1),
              symbol: turned(symbols, style.symbol, n + 1 + Math.floor((n + 1) / dashes.length))};
    taken.add(name(look, 0)).add(name(look, dashes.length));
    return look;
  });
}

/// What the diamonds are, by name where they are few.
function publishedMarks({marks = []}) {
  const names = marks.length > 6 ? "" : `: ${[...new Set(marks.map((m) => m.label))].join("; ")}`;
  return marks.length ? `<span class="published">◇ published${escaped(names)}</span>` : "";
}

function legend(figure, styles) {
  const styled = looks(figure, styles), points = figure.style === "lines_points";
  return `<div class="legend" role="group" aria-label="Methods on and off">${figure.curves.map((curve, i) => {
    const none = isZero(curve) ? "<small>0 throughout</small>" : isEmpty(curve) ? "<small>absent</small>" : "";
    const key = keyOf(curve, figure);
    return `<button data-key="${escaped(key)}" aria-pressed="${!hidden.has(key)}"
      title="${escaped(curve.reason ?? "Show or hide; double click: this one alone")}">
      ${sample(styled[i], points)} ${escaped(curve.label)} ${slopeText(figure, curve)}${none}</button>`;
  }).join("")}${publishedMarks(figure)}</div>`;
}

/// What stands behind the figure, for who cannot see it: each curve in a row.
function summary(figure) {
  const extremes = (curve) => {
    const y = visible(curve, false);
    let low = Infinity, high = -Infinity;
    for (const value of y) { low = Math.min(low, value); high = Math.max(high, value); }
    return {curve, n: curve.points ?? y.length, low, high, last: y[y.length - 1]};
  };
  const finite = (x) => Number.isFinite(x) ? shown(x) : "–";
  const columns = [
    {head: "curve", cell: (r) => escaped(r.curve.label)},
    {head: "points", number: true, cell: (r) => whole(r.n)},
    {head: "least", number: true, cell: (r) => finite(r.low)},
    {head: "greatest", number: true, cell: (r) => finite(r.high)},
    {head: "last", number: true, cell: (r) => finite(r.last)},
    {head: "slope", number: true, cell: (r) => shown(r.curve.slope)},
    {head: "", cell: (r) => escaped(r.curve.reason ?? "")},
  ];
  const marks = (figure.marks ?? []).map((m) =>
    `<li>published: ${escaped(m.label)}: (${shown(m.x)}, ${shown(m.y)})</li>`);
  return `<details><summary>The data as a table</summary>
    ${table(columns, figure.curves.map(extremes), `${figure.y.label} over ${figure.x.label}`)}
    ${marks.length ? `<ul>${marks.join("")}</ul>` : ""}</details>`;
}

function title(figure) {
  const where = figure.source ? `${figure.source.split(/[,(:]/)[0].trim()}, ` : "";
  const page = figure.page ? `, page ${figure.page}` : "";
  return `${figure.number ? `<span class="number-of">${escaped(where + figure.number + page)}</span>` : ""}
    ${escaped(figure.title)}`;
}

/// Why there is nothing to see, where there is not.
function nothing(figure) {
  if (!figure.curves.every((curve) => isEmpty(curve) && !isZero(curve))) return "";
  const reasons = new Set(figure.curves.map((curve) => curve.reason).filter(Boolean));
  return `<p class="soft">Nothing to draw: ${escaped([...reasons].join("; ") || "the runs are absent")}.</p>`;
}

/// @param options {lead: a sentence in the place of the caption, link: to the experiment}
function figureHtml(figure, experiment, options = {}) {
  const id = `${experiment.name}/${figure.name}`;
  const text = options.lead ?? figure.caption ?? "";
  const link = options.link ? ` <a href="#/${escaped(id)}">more</a>` : "";
  const label = `${figure.number ?? ""} ${figure.title}: ${figure.y.label} over ${figure.x.label}, ` +
                `${plural(figure.curves.length, "curve")}`;
  return `<figure class="figure${options.link ? " small" : ""}" id="${escaped(id)}">
    <figcaption><h3>${title(figure)}</h3><p>${escaped(text)}${link}</p></figcaption>
    ${nothing(figure) || `${window.Plotly ? legend(figure, experiment.styles) : ""}
    <div class="plot" tabindex="0" role="img" data-figure="${escaped(id)}" aria-label="${escaped(label)}. The data stand
      in the table below. Keys: plus, minus and arrows zoom and move, 0 shows all"></div>`}
    ${summary(figure)}</figure>`;
}

/// A curve on or off; alone: all others of the figure off, or all on where it is alone already.
function toggle(key, all, alone) {
  if (alone) {
    const single = all.every((each) => each === key || hidden.has(each)) && !hidden.has(key);
    for (const each of all) each === key || single ? hidden.delete(each) : hidden.add(each);
  } else if (!hidden.delete(key)) {
    hidden.add(key);
  }
  for (const button of document.querySelectorAll(".legend button"))
    button.setAttribute("aria-pressed", String(!hidden.has(button.dataset.key)));
  for (const plot of plots) plot.showRuns();
}
