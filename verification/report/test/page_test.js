// What the page does in a browser, tried from inside: scripts/check_page appends this to a copy of a page and reads the
// verdict, the failures as a JSON list, from the document.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
"use strict";

(async () => {
  const failures = [];
  // Time is the browser's virtual one here, which frames do not follow.
  window.requestAnimationFrame = (frame) => setTimeout(() => frame(performance.now()), 16);
  const check = (holds, what) => { if (!holds) failures.push(what); };
  const settled = (ms = 60) => new Promise((done) => setTimeout(done, ms));
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];

  const go = async (path) => {
    location.hash = `#/${path}`;
    await settled();
    for (const plot of plots) if (!plot.drawn) plot.draw();
    await settled();
  };
  const drawnLines = (element) => all(".scatterlayer .trace", element).filter((trace) =>
    all("path.js-line", trace).some((path) => (path.getAttribute("d") ?? "").length > 4) ||
    all("path.point", trace).length > 0).length;

  /// Every curve with a value is there, colours are those of the legend, and words stand behind the picture.
  function checkFigure(plot) {
    const {figure, element} = plot, where = `${plot.experiment.name}/${figure.name}`;
    check(element.getAttribute("aria-label")?.includes(figure.title), `${where}: no aria-label`);
    const rows = all("details table tbody tr", element.parentElement);
    check(rows.length === figure.curves.length, `${where}: no table`);
    if (!window.Plotly) return check(element.querySelector("img, p"), `${where}: neither plot nor picture`);
    const wanted = figure.curves.filter((curve) => !isEmpty(curve) || isZero(curve)).length;
    check(drawnLines(element) >= wanted, `${where}: ${drawnLines(element)} of ${wanted} curves are drawn`);
    check(wanted > 0, `${where}: empty`);
    check(!element.querySelector("[data-title^=Share]"), `${where}: offers to send the figure to a server`);
    for (const trace of element.data ?? [])
      if (trace.key)
        check(trace.line.color === shade(plot.experiment.styles.get(trace.run).colour), `${where}: colour`);
    const looks = (element.data ?? []).filter((trace) => trace.key)
      .map(({line, marker}) => `${line.color} ${line.dash} ${marker.symbol}`);
    check(new Set(looks).size === looks.length, `${where}: two curves look alike`);
  }

  async function checkSwitch(plot) {
    const button = plot.element.parentElement.querySelector(".legend button"), {key} = button.dataset;
    const shownBy = () => [...plots].filter((p) => p.drawn).flatMap((p) => p.element.data ?? [])
      .filter((trace) => trace.key === key && trace.visible !== false).length;
    const before = shownBy();
    check(before > 0, "no curve to switch off");
    button.click();
    await settled();
    check(shownBy() === 0 && button.getAttribute("aria-pressed") === "false", "a method does not switch off");
    button.click();
    await settled();
    check(shownBy() === before && button.getAttribute("aria-pressed") === "true", "a method does not switch on again");
  }

  async function checkZoom(timed) {
    const {element} = timed[0], ends = () => element.layout.xaxis.range, [first, last] = ends();
    const part = [first + 0.3 * (last - first), first + 0.6 * (last - first)], near = 1e-6 * (last - first);
    const press = async (key) => {
      element.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
      await settled();
    };
    await Plotly.relayout(element, {"xaxis.range[0]": part[0], "xaxis.range[1]": part[1]});
    await settled();
    for (const plot of timed)
      check(Math.abs(plot.element.layout.xaxis.range[1] - part[1]) < near, `${plot.figure.name}: its time stays`);
    await press("0");
    check(ends()[1] > part[1] + near, `${timed[0].figure.name}: the key 0 does not show all again, but ${ends()}`);
    const wide = ends()[1] - ends()[0];
    await press("+");
    check(ends()[1] - ends()[0] < 0.6 * wide, "the key + does not zoom");
  }

  async function checkMotion(player) {
    const canvas = player.canvases[0], picture = () => canvas.toDataURL();
    player.element.scrollIntoView();  // out of sight it pauses by itself
    await settled(200);
    if (stillness.matches) check(!player.playing && player.t === player.end, "moves, though less motion is asked for");
    player.play(false);
    player.seek(player.start);
    const before = picture();
    player.button.click();
    await settled(400);
    check(player.t > player.start && picture() !== before, `${player.experiment.name}: nothing moves`);
    player.button.click();
    const stopped = player.t;
    await settled(200);
    check(player.t === stopped, `${player.experiment.name}: does not pause`);
    player.bar.value = "500";
    player.bar.dispatchEvent(new Event("input"));
    check(Math.abs(player.t - (player.start + player.end) / 2) < 1e-3 * player.end, "the slider does not set the time");
  }

  async function checkRoutes() {
    const group = groupOf(data.experiments[0]);
    await go(group);
    check(main.querySelector("h1").textContent === paperName(group), "the page of a paper does not open");
    const title = document.title;
    await go(data.experiments[0].name);
    check(main.querySelector("h1").textContent === data.experiments[0].title, "an experiment does not open");
    history.back();
    await settled(200);
    check(document.title === title, "the back button does not lead back");
  }

  /// Advice stands before all but the first figures; our own experiments apart from papers.
  async function checkFront() {
    await go("");
    const heads = all("h2").map((head) => head.textContent), at = (text) => heads.findIndex((h) => h.startsWith(text));
    const own = all(".card", all("h2").find((h) => h.textContent === "Our own experiments")?.parentElement ?? main);
    check(at("Which method") >= 0 && at("Which method") <= 1, `the front has: ${heads}`);
    if (at("The papers") >= 0 && at("Our own") >= 0)
      check(own.every((card) => !isPaper(decodeURIComponent(card.hash.slice(2)))), "a paper among our own experiments");
    check(!all(".legend").some((box) => box.scrollHeight > box.clientHeight + 1), "a legend is cut");
  }

  async function checkTheme() {
    const colour = () => getComputedStyle(document.body).backgroundColor, before = colour();
    document.getElementById("theme").click();
    check(colour() !== before, "the theme does not change");
    document.getElementById("theme").click();
    check(colour() === before, "the theme does not change back");
  }

  /// Nothing sticks out of the page as it stands: what is too wide scrolls in a box of its own, or is cut on paper.
  function checkWidth(what, scrolls) {
    const edge = document.documentElement.clientWidth + 1;
    for (const element of all("main h1, main p, figure, .plot, .main-svg, canvas, .legend button, table, pre, .card")) {
      if (scrolls && element.closest(".scroll, pre, nav, .plot")) continue;
      const {right, width} = element.getBoundingClientRect();
      if (width > 0) check(right <= edge, `${what}: ${element.tagName} ${element.className} ends at ${right}`);
    }
  }

  function asPrinted(on) {
    for (const sheet of document.styleSheets)
      for (const rule of sheet.cssRules)
        if (rule.media && (on ? rule.media.mediaText === "print" : rule.media.mediaText === "all"))
          rule.media.mediaText = on ? "all" : "print";
  }

  /// Everything on one page, as it goes to paper.
  async function checkPaper() {
    await go("all");
    const printed = data.experiments.filter((e) => e.runs.length).flatMap((e) => e.figures);
    check(plots.size === printed.filter((figure) => !nothing(figure)).length, "not everything is on the page");
    beforePrint();
    asPrinted(true);
    await settled();
    checkWidth("on paper", false);
    for (const plot of plots) checkFigure(plot);
    asPrinted(false);
    afterPrint();
  }

  try {
    while (!document.documentElement.dataset.ready) await settled();
    checkWidth("front", true);
    await checkRoutes();
    await checkFront();
    await checkTheme();
    let figures = 0, motions = 0;
    const phone = innerWidth < 500;  // a few there: what differs is the width
    const tried = data.experiments.filter((experiment, i) => !phone || experiment.motion || i % 4 === 0);
    for (const experiment of tried) {
      await go(experiment.name);
      for (const plot of plots) checkFigure(plot);
      checkWidth(experiment.name, true);
      for (const figure of experiment.figures.filter(nothing))
        check(figure.curves.every((curve) => curve.reason), `${experiment.name}: empty ${figure.name}, no reason`);
      const timed = [...plots].filter((plot) => plot.figure.x.name === "t");
      if (plots.size && window.Plotly) await checkSwitch([...plots][0]);
      if (timed.length && window.Plotly) await checkZoom(timed);
      for (const player of players) await checkMotion(player);
      figures += plots.size;
      motions += players.size;
    }
    check(all("main").length === 1 && figures + motions > 0, "there is nothing to see");
    if (!phone) await checkPaper();
  } catch (error) {
    failures.push(`the test itself: ${error.stack}`);
  }
  const verdict = document.createElement("pre");
  verdict.id = "test-verdict";
  verdict.textContent = JSON.stringify(failures);
  document.body.append(verdict);
})();
