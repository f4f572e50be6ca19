// Numbers, tables and other pieces of text, as strings of HTML in which everything that comes from the data is escaped.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
"use strict";

const escapes = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"};
const escaped = (text) => String(text).replace(/[&<>"']/g, (c) => escapes[c]);

/// Three digits; powers of ten outside of 0.01 ... 99999.
function shown(x) {
  if (!Number.isFinite(x)) return typeof x === "number" || x == null ? "–" : escaped(x);
  if (x === 0) return "0";
  if (Number.isInteger(x) && Math.abs(x) < 1e6) return String(x);
  const size = Math.abs(x);
  if (size >= 0.01 && size < 99999) return String(Number(x.toPrecision(3))).replace("-", "−");
  const [digits, power] = x.toExponential(2).split("e");
  return `${digits.replace("-", "−")}·10<sup>${power.replace("+", "").replace("-", "−")}</sup>`;
}

/// All digits; what is no number as it is written.
const whole = (n) => typeof n === "number" ? String(n) : shown(n);

const plural = (n, one, many = one + "s") => `${n} ${n === 1 ? one : many}`;

/// How many of our checks hold, as a badge.
function badge(verdicts) {
  const good = verdicts.filter((v) => v.holds).length;
  if (verdicts.length === 0) return '<span class="badge none">no checks</span>';
  const all = good === verdicts.length;
  const [look, sign] = all ? ["holds", "✓"] : ["fails", "✗"];
  return `<span class="badge ${look}">${sign} ${good} of ${verdicts.length} checks hold</span>`;
}

const verdict = (holds) => `<span class="${holds ? "yes" : "no"}">${holds ? "✓ holds" : "✗ does not hold"}</span>`;

/// @param columns [{head, cell(row) -> HTML, number: right-aligned}]
function table(columns, rows, caption) {
  const side = (c) => c.number ? ' class="number"' : "";
  const head = columns.map((c) => `<th scope="col"${side(c)}>${c.head}</th>`).join("");
  const cell = (c, row, i) => i === 0 ? `<th scope="row"${side(c)}>${c.cell(row)}</th>`
                                      : `<td${side(c)}>${c.cell(row)}</td>`;
  const body = rows.map((row) => `<tr>${columns.map((c, i) => cell(c, row, i)).join("")}</tr>`).join("\n");
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(caption)}"><table>
    <caption>${escaped(caption)}</caption><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

/// A bar on a logarithmic axis from 1e-17 to 1, behind a number: how much is lost.
function lossBar(x) {
  if (typeof x !== "number") return "–";
  const part = x === 0 ? 0 : Math.min(1, Math.max(0.01, (Math.log10(Math.abs(x)) + 17) / 17));
  const kept = Math.abs(x) < 1e-12;
  return `<span class="loss ${kept ? "kept" : "lost"}"><i style="width:${(100 * part).toFixed(0)}%"></i>
    <b>${shown(x)}</b></span>`;
}

/// Arrays of the data: lists of numbers, or little-endian floats in base64 where they are long.
function numbers(data) {
  if (typeof data !== "string") return data ?? [];
  const bytes = Uint8Array.from(atob(data.slice(4)), (c) => c.charCodeAt(0));
  return new Float32Array(bytes.buffer);
}
