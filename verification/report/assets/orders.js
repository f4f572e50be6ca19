// The studies of `nonholo verify` as experiments: for each method the error over the step size on every problem, one
// figure for each variable, and what theory says of the slopes.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
"use strict";

const orderSource = "Orders of convergence";

function studyMethod(study) {
  const inner = [study.tableau, study.stages].filter((x) => x != null).join(",");
  return [study.method + (inner ? `(${inner})` : ""), study.formulation, study.options].filter(Boolean).join(" ");
}

function orderFigure(variable, studies) {
  const curves = studies.filter((s) => s.points.length).map((s) => ({
    run: s.problem, label: s.problem, series: variable, slope: s.measured_order, points: s.points.length,
    x: s.points.map((p) => p.h), y: s.points.map((p) => p.error),
  }));
  const expected = [...new Set(studies.map((s) => s.expected_order).filter((order) => order > 0))];
  return {name: variable, title: `Error of ${variable} at the end over the step size`, curves, slopes: true,
          caption: expected.length ? `Theory: order ${expected.sort().join(" or ")}.` : "No theorem tells the order.",
          x: {name: "h", label: "h", log: true}, y: {name: "error", label: `error of ${variable}`, log: true},
          style: "lines_points", triangles: expected, marks: []};
}

function orderExpectation(study) {
  const theory = study.expected_order == null ? "order measured, no theorem" : `order ${study.expected_order} ± 0.15`;
  return {text: `${study.problem}, ${study.variable}: ${theory}${study.note ? ` (${study.note})` : ""}`,
          run: study.problem, quantity: "order", observed: study.measured_order, published: null, holds: study.holds};
}

/// Problems have no kind of their own: they take turns with the colours.
function orderStyles(problems) {
  const names = Object.keys(palette);
  return new Map(problems.map((problem, i) => {
    const turn = Math.floor(i / names.length) % dashes.length;
    return [problem, {colour: names[i % names.length], group: "kept", dash: dashes[turn], symbol: symbols[turn]}];
  }));
}

function orderExperiments(studies) {
  const styles = orderStyles([...new Set(studies.map((s) => s.problem))].sort());
  const methods = new Map();
  for (const study of studies) {
    const method = studyMethod(study);
    methods.set(method, [...(methods.get(method) ?? []), study]);
  }
  return [...methods].map(([method, own]) => {
    const variables = [...new Set(own.map((s) => s.variable))];
    return {name: `orders/${method.replaceAll(/[^\w.,-]+/g, "_")}`, title: `${method}: orders of convergence`,
            source: orderSource, problem: "", parameters: {}, runs: [], styles, motion: null,
            expectations: own.map(orderExpectation), command: `nonholo verify ${own[0].tableau ?? own[0].method}`,
            figures: variables.map((v) => orderFigure(v, own.filter((s) => s.variable === v)))
              .filter((figure) => figure.curves.length)};
  });
}
