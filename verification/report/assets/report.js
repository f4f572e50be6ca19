// Starts the page: reads the data, inflates plotly, shows what the address asks for, and answers to theme and print.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
data.versions = JSON.parse(document.getElementById("versions").textContent);
data.experiments.push(...orderExperiments(data.studies ?? []));
for (const experiment of data.experiments) {
  experiment.figures ??= [];
  if (!(experiment.styles instanceof Map)) experiment.styles = stylesOf(experiment);  // those of orders are there
}
const main = document.getElementById("main");
const inSight = new IntersectionObserver((entries) => {
  for (const entry of entries) if (entry.isIntersecting) drawPlot(entry.target);
}, {rootMargin: "400px"});

function drawPlot(element) {
  inSight.unobserve(element);
  const plot = [...plots].find((each) => each.element === element);
  if (plot && !plot.drawn) plot.draw();
}

/// The page of an address: "", a paper, an experiment, a figure of one, "all".
function routed(path) {
  const experiment = data.experiments.find((e) => path === e.name || path.startsWith(e.name + "/"));
  if (experiment) return [experimentPage(experiment), experiment.title];
  if (groups().includes(path)) return [paper(path), paperName(path)];
  const run = data.experiments.filter((e) => e.runs.length);
  if (path === "all") return [run.map(experimentHtml).join("<hr>"), "everything"];
  if (path === "properties" && data.properties) return [propertiesPage(), "properties"];
  if (data.tableau) return [tableauPage(), data.tableau.title];
  return [front(), "report"];
}

function show() {
  const path = decodeURIComponent(location.hash.replace(/^#\/?/, ""));
  for (const player of players) player.play(false);
  for (const plot of plots) if (plot.drawn && window.Plotly) Plotly.purge(plot.element);
  plots.clear();
  players.clear();
  const [html, title] = routed(path);
  main.innerHTML = html;
  document.title = `nonholo: ${title}`;
  for (const link of document.querySelectorAll("#nav a"))
    link.toggleAttribute("aria-current", path.split("/")[0] === link.hash.slice(2));
  for (const element of main.querySelectorAll(".plot")) {
    const experiment = data.experiments.find((e) => element.dataset.figure.startsWith(e.name + "/"));
    const figure = experiment.figures.find((f) => `${experiment.name}/${f.name}` === element.dataset.figure);
    plots.add(new Plot(element, figure, experiment));
    inSight.observe(element);
  }
  for (const element of main.querySelectorAll("[data-motion]"))
    players.add(new Player(element, data.experiments.find((e) => e.name === element.dataset.motion)));
  const target = document.getElementById(path);
  if (target) target.scrollIntoView();
  else scrollTo(0, 0);
  main.focus({preventScroll: true});
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  for (const plot of plots) if (plot.drawn) plot.draw();
  for (const player of players) player.draw();
}

/// On paper: light, every figure drawn and as wide as the sheet, tables of data closed, verdicts whole.
function beforePrint() {
  beforePrint.theme = document.documentElement.dataset.theme;
  document.documentElement.dataset.theme = "light";
  Plot.sheet = {width: 700, height: 290};
  for (const plot of plots) plot.draw();
  for (const svg of document.querySelectorAll(".plot .main-svg"))
    svg.setAttribute("viewBox", `0 0 ${svg.width.baseVal.value} ${svg.height.baseVal.value}`);
  for (const player of players) player.seek(player.end);
}

function afterPrint() {
  for (const svg of document.querySelectorAll(".plot .main-svg")) svg.removeAttribute("viewBox");
  Plot.sheet = {};
  setTheme(beforePrint.theme);
  for (const plot of plots) if (plot.drawn && window.Plotly) Plotly.Plots.resize(plot.element);
}

async function inflate(base64) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const script = document.createElement("script");
  script.textContent = await new Response(stream).text();
  document.head.append(script);
}

function frame() {
  const pages = groups().map((group) => [group, paperName(group)]);
  if (data.properties) pages.push(["properties", "Properties"]);
  document.getElementById("nav").innerHTML = pages.map(([path, name]) =>
    `<a href="#/${escaped(path)}">${escaped(name)}</a>`).join("");
  document.getElementById("footer").innerHTML = `<p>nonholo ${escaped(data.version)}.
    <a href="#/all">Everything on one page</a>, to print.</p>
    ${window.Plotly ? "<p>Figures drawn by plotly.js, copyright Plotly, Inc., MIT licence.</p>" : ""}`;
}

function clicked(event) {
  const button = event.target.closest(".legend button");
  if (!button) return;
  const all = [...button.parentElement.querySelectorAll("button")].map((each) => each.dataset.key);
  toggle(button.dataset.key, all, event.type === "dblclick" || event.shiftKey);
}

async function start() {
  installPalette();
  const wantsDark = matchMedia("(prefers-color-scheme: dark)");
  document.documentElement.dataset.theme = wantsDark.matches ? "dark" : "light";
  wantsDark.addEventListener("change", () => setTheme(wantsDark.matches ? "dark" : "light"));
  document.getElementById("theme").addEventListener("click", () => setTheme(isDark() ? "light" : "dark"));
  document.getElementById("skip").addEventListener("click", () => main.focus());
  document.addEventListener("click", clicked);
  document.addEventListener("dblclick", clicked);
  addEventListener("beforeprint", beforePrint);
  addEventListener("afterprint", afterPrint);
  const code = document.getElementById("plotly").textContent.trim();
  if (code && window.DecompressionStream) await inflate(code);
  frame();
  addEventListener("hashchange", show);
  show();
  document.documentElement.dataset.ready = "yes";
}

start();
