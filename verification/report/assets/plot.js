// The plot of a figure, by plotly.js: drawn when it comes into sight; the time axes of one experiment move together.
// Without plotly the picture that gnuplot drew stands in its place.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
"use strict";

/// Where a logarithmic axis begins and ends, when the file does not say: without the few points next to the start,
/// where errors are no errors yet and come as near to zero as they like.
function logRange(figure) {
  let low = Infinity, high = 0;
  const take = (values) => {
    const sorted = values.map(Math.abs).sort();
    if (!sorted.length) return;
    low = Math.min(low, sorted[Math.floor(sorted.length * 0.03)]);
    high = Math.max(high, sorted[sorted.length - 1]);
  };
  for (const curve of figure.curves) take(Float64Array.from(visible(curve, true)));
  take(Float64Array.from((figure.marks ?? []).map((m) => m.y)));
  if (high === 0) low = high = 1e-16;
  if (figure.y.range) return {low: figure.y.range[0], high: figure.y.range[1], zero: figure.y.range[0]};
  return {low: low / 3, high: high * 3, zero: figure.curves.some(isZero) ? low / 30 : null};
}

/// A curve as a logarithmic axis shows it: sizes of its values. One that is zero throughout lies on a line at the foot;
/// of others, which come to zero now and then, those points are left out.
function logarithmic(figure, curve, zero) {
  if (isZero(curve)) {
    const ends = span(figure);
    return {x: ends, y: ends.map(() => zero), customdata: ends.map(() => 0)};
  }
  const x = numbers(curve.x), y = numbers(curve.y), kept = [...y.keys()].filter((i) => y[i] !== 0);
  return {x: kept.map((i) => x[i]), y: kept.map((i) => Math.abs(y[i])), customdata: kept.map((i) => y[i])};
}

/// From the first x to the last of all curves.
function span(figure) {
  let low = Infinity, high = -Infinity;
  for (const curve of figure.curves)
    for (const x of numbers(curve.x)) { low = Math.min(low, x); high = Math.max(high, x); }
  return low < high ? [low, high] : figure.x.range ?? [0, 1];
}

/// A slope triangle below the curve whose slope comes nearest: a unit of x wide is a factor of two.
function triangle(figure, slope) {
  const rated = figure.curves.filter((c) => c.slope != null && visible(c, true).length > 1);
  if (!rated.length) return null;
  const near = rated.reduce((a, b) => Math.abs(a.slope - slope) <= Math.abs(b.slope - slope) ? a : b);
  const x = numbers(near.x), y = numbers(near.y), i = Math.floor((x.length - 1) / 2);
  const left = x[i] / Math.SQRT2, right = x[i] * Math.SQRT2, low = y[i] / 2 ** (slope / 2) / 4;
  return {x: [left, right, right, left], y: [low, low, low * 2 ** slope, low], text: ["", "", ` ${slope}`, ""],
          mode: "lines+text", textposition: "bottom right", line: {color: shade("ink"), width: 1.2}, hoverinfo: "skip",
          cliponaxis: false};
}

/// Points as one line that is drawn at the points alone: with round ends (report.css) each is a dot. A page draws one
/// element for each curve then, and not one for each of thousands of points.
function dots(points) {
  const spread = (values) => [...values].flatMap((value) => [value, value, null]);
  return {x: spread(points.x), y: spread(points.y), customdata: spread(points.customdata)};
}

function traces(figure, styles) {
  const shapes = {lines: "lines", points: "lines", lines_points: "lines+markers"};
  const range = figure.y.log ? logRange(figure) : null;
  const styled = looks(figure, styles);
  const curves = figure.curves.map((curve, i) => {
    const style = styled[i], colour = shade(style.colour), y = numbers(curve.y);
    const points = range ? logarithmic(figure, curve, range.zero) : {x: numbers(curve.x), y, customdata: y};
    const scattered = figure.style === "points";
    return {...(scattered ? dots(points) : points), name: curve.label, key: keyOf(curve, figure), run: curve.run,
            mode: shapes[figure.style], visible: !hidden.has(keyOf(curve, figure)),
            line: scattered ? {color: colour, width: 3, simplify: false}
              : {color: colour, width: style.group === "standard" ? 2 : 1.7, dash: style.dash},
            marker: {color: colour, symbol: style.symbol, size: 7},
            hovertemplate: `<b>${escaped(curve.label)}</b><br>${escaped(figure.x.label)} = %{x:.6~g}<br>` +
                           `${escaped(figure.y.label)} = %{customdata:.4~g}<extra></extra>`};
  });
  const marks = figure.marks ?? [];
  const published = {x: marks.map((m) => m.x), y: marks.map((m) => m.y), text: marks.map((m) => escaped(m.label)),
                     mode: "markers", marker: {symbol: "diamond-open", size: 11, color: shade("ink"), line: {width: 2}},
                     cliponaxis: false,
                     hovertemplate: "published: %{text}<br>(%{x:.6~g}, %{y:.4~g})<extra></extra>"};
  const triangles = (figure.triangles ?? []).filter(Number.isFinite).map((slope) => triangle(figure, slope)).filter(Boolean);
  return [...curves, ...(marks.length ? [published] : []), ...triangles];
}

/// A label that a small figure has no room for, in two lines.
function twoLines(label) {
  const middle = label.indexOf(", ", label.length / 3);
  return label.length < 32 || middle < 0 ? escaped(label)
    : `${escaped(label.slice(0, middle + 1))}<br>${escaped(label.slice(middle + 2))}`;
}

function axis(description) {
  const css = getComputedStyle(document.documentElement);
  const grid = css.getPropertyValue("--rule").trim(), range = description.range;
  const log = description.log;
  return {title: {text: twoLines(description.label), standoff: 6}, automargin: true, type: log ? "log" : "linear",
          gridcolor: grid, zerolinecolor: grid, linecolor: grid, exponentformat: "power", nticks: log ? 9 : 0,
          ...(log ? {minor: {showgrid: false, ticks: ""}} : {}),
          ...(range ? {range: log ? range.map(Math.log10) : [...range]} : {autorange: true})};
}

function layout(figure) {
  const css = getComputedStyle(document.documentElement), ink = css.getPropertyValue("--ink-soft").trim();
  const range = figure.y.log ? logRange(figure) : null;
  const free = range && !figure.y.range;
  const y = axis(free ? {...figure.y, range: [(range.zero ?? range.low) / 1.5, range.high]} : figure.y);
  const foot = !range || range.zero === null || !free ? {} : {
    shapes: [{type: "line", xref: "paper", x0: 0, x1: 1, y0: range.zero, y1: range.zero, layer: "below",
              line: {color: ink, width: 1, dash: "dot"}}],
    annotations: [{xref: "paper", x: 1, xanchor: "right", y: Math.log10(range.zero), yanchor: "bottom", text: "zero",
                   showarrow: false, font: {size: 11}}]};
  if (figure.equal) Object.assign(y, {scaleanchor: "x", scaleratio: 1});
  return {...foot, ...Plot.sheet, xaxis: axis(figure.x), yaxis: y, showlegend: false, hovermode: "closest",
          dragmode: "zoom", paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
          margin: {l: figure.y.log ? 70 : 86, r: 14, t: 26, b: 46},
          font: {family: css.getPropertyValue("--sans"), size: 12.5, color: ink},
          modebar: {bgcolor: "rgba(0,0,0,0)", color: ink, activecolor: css.getPropertyValue("--accent").trim()},
          hoverlabel: {bgcolor: css.getPropertyValue("--card").trim(), font: {color: ink}}};
}

/// Without the button that would send the figure to a server.
const settings = (figure) => ({displaylogo: false, responsive: true, displayModeBar: "hover", plotlyServerURL: "",
                               modeBarButtonsToRemove: ["sendChartToCloud", "select2d", "lasso2d", "autoScale2d"],
                               toImageButtonOptions: {format: "svg", filename: figure.name}});

class Plot {
  static following = false;  // time axes follow one that somebody moves
  static sheet = {};         // width and height on paper [px], scaled to the width of the sheet


  constructor(element, figure, experiment) {
    Object.assign(this, {element, figure, experiment, drawn: false});
    element.addEventListener("keydown", (event) => this.key(event));
  }

  draw() {
    const {element, figure} = this;
    if (!window.Plotly) return this.still();
    const data = traces(figure, this.experiment.styles);
    if (this.drawn) return void Plotly.react(element, data, {...layout(figure), ...this.ranges()});
    this.drawn = true;
    element.classList.toggle("scattered", figure.style === "points");
    Plotly.newPlot(element, data, layout(figure), settings(figure));
    element.on("plotly_relayout", (change) => this.moved(change));
  }

  /// Without plotly: the picture that gnuplot drew, where there is one.
  still() {
    this.drawn = true;
    this.element.classList.add("still");
    this.element.innerHTML = this.figure.svg
      ? `<img alt="" src="data:image/svg+xml;base64,${escaped(this.figure.svg)}">`
      : "<p>No picture here: this program was built without plotly.js, and gnuplot drew none. The data follow.</p>";
  }

  /// Axes as somebody moved them, to be kept when the figure is drawn again.
  ranges() {
    const old = this.element.layout;
    return old ? {xaxis: {...layout(this.figure).xaxis, range: old.xaxis.range, autorange: old.xaxis.autorange},
                  yaxis: {...layout(this.figure).yaxis, range: old.yaxis.range, autorange: old.yaxis.autorange}} : {};
  }

  linked() {
    return [...plots].filter((other) => other !== this && other.drawn && other.experiment === this.experiment &&
                                        other.figure.x.name === "t" && this.figure.x.name === "t");
  }

  /// Somebody zoomed: the other time axes follow, which does not make them lead in turn.
  moved(change) {
    if (Plot.following || !("xaxis.range[0]" in change || "xaxis.autorange" in change)) return;
    const follow = "xaxis.autorange" in change
      ? {"xaxis.autorange": true}
      : {"xaxis.range": [change["xaxis.range[0]"], change["xaxis.range[1]"]]};
    Plot.following = true;
    Promise.all(this.linked().map((other) => Plotly.relayout(other.element, {...follow})))
      .finally(() => { Plot.following = false; });
  }

  key(event) {
    if (!window.Plotly || event.ctrlKey || event.metaKey || event.altKey) return;
    const [low, high] = this.element.layout.xaxis.range, width = high - low;
    const to = {"+": [low + width / 4, high - width / 4], "=": [low + width / 4, high - width / 4],
                "-": [low - width / 2, high + width / 2], ArrowLeft: [low - width / 5, high - width / 5],
                ArrowRight: [low + width / 5, high + width / 5]}[event.key];
    if (to) Plotly.relayout(this.element, {"xaxis.range[0]": to[0], "xaxis.range[1]": to[1]});
    else if (event.key === "0") this.reset();
    else return;
    event.preventDefault();
  }

  /// All that there is to see, here and on the other time axes.
  reset() {
    Plot.following = true;
    Promise.all([this, ...this.linked()].map((plot) => {
      const {xaxis, yaxis} = layout(plot.figure), change = {};
      for (const [name, {range}] of Object.entries({xaxis, yaxis}))
        change[range ? `${name}.range` : `${name}.autorange`] = range ?? true;
      return Plotly.relayout(plot.element, change);
    })).finally(() => { Plot.following = false; });
  }

  showRuns() {
    if (!window.Plotly || !this.drawn) return;
    const {curves} = this.figure;
    const visible = curves.map((curve) => !hidden.has(keyOf(curve, this.figure)));
    Plotly.restyle(this.element, {visible}, curves.map((c, i) => i));
  }
}
