// Bodies on a plane, drawn on a canvas: a rolling disk, a sleigh, a skate, a robot. Each is drawn in its own frame, the
// contact point at the origin and the heading along x, in units of its size.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
"use strict";

function polygon(c, points) {
  c.beginPath();
  points.forEach(([x, y], i) => i ? c.lineTo(x, y) : c.moveTo(x, y));
  c.closePath();
}

function wheel(c, x, y, heading, spin, length, width) {
  c.save();
  c.translate(x, y);
  c.rotate(heading);
  polygon(c, [[-length, -width], [length, -width], [length, width], [-length, width]]);
  c.fill();
  c.stroke();
  c.strokeStyle = "rgba(255, 255, 255, 0.8)";  // the tread, as seen from above
  for (let k = 0; k < 4; ++k) {
    const at = Math.cos(spin + (k * Math.PI) / 2), above = Math.sin(spin + (k * Math.PI) / 2) > 0;
    if (!above) continue;
    c.beginPath();
    c.moveTo(length * at, -width);
    c.lineTo(length * at, width);
    c.stroke();
  }
  c.restore();
}

/// The outline at hand, faintly filled, and the blade that it stands on, so long to either side.
function onBlade(c, half) {
  c.globalAlpha *= 0.25;
  c.fill();
  c.globalAlpha *= 4;
  c.stroke();
  c.beginPath();
  c.lineWidth *= 2.4;
  c.moveTo(-half, 0);
  c.lineTo(half, 0);
  c.stroke();
}

const bodies = {
  /// A knife edge under a body whose mass lies ahead of it.
  sleigh(c, state) {
    c.rotate(state.heading);
    polygon(c, [[-0.5, -0.45], [0.7, -0.45], [1.25, 0], [0.7, 0.45], [-0.5, 0.45]]);
    onBlade(c, 0.35);
    c.beginPath();
    c.arc(0.85, 0, 0.1, 0, 7);
    c.fill();
  },

  /// A blade.
  skate(c, state) {
    c.rotate(state.heading);
    c.beginPath();
    c.ellipse(0, 0, 0.62, 0.26, 0, 0, 7);
    onBlade(c, 1);
    polygon(c, [[1.3, 0], [0.95, 0.17], [0.95, -0.17]]);
    c.fill();
  },

  /// Three wheels that all point along the heading, under a body that does not turn.
  robot(c, state) {
    c.beginPath();
    c.arc(0, 0, 1, 0, 7);
    c.globalAlpha *= 0.2;
    c.fill();
    c.globalAlpha *= 5;
    c.stroke();
    for (let k = 0; k < 3; ++k) {
      const angle = (k * 2 * Math.PI) / 3;
      wheel(c, 0.62 * Math.cos(angle), 0.62 * Math.sin(angle), state.heading, state.spin, 0.26, 0.1);
    }
  },
};

/// An upright coin, seen from the front and above: the ground is flattened by `tilt`, height goes up the picture. Its
/// angles are those of the plane, so this one is drawn in screen coordinates: y down.
function disk(c, state, size, tilt) {
  const up = Math.sqrt(1 - tilt * tilt), cos = Math.cos(state.heading), sin = Math.sin(state.heading);
  const at = (angle, radius) => [size * radius * Math.cos(angle) * cos,
                                 -size * radius * Math.cos(angle) * sin * tilt -
                                   size * (1 + radius * Math.sin(angle)) * up];
  const rim = Array.from({length: 40}, (_, k) => at((k * Math.PI) / 20, 1));
  polygon(c, rim);
  c.globalAlpha *= 0.25;
  c.fill();
  c.globalAlpha *= 4;
  c.stroke();
  for (let k = 0; k < 3; ++k) {
    c.beginPath();
    c.moveTo(...at(-state.spin + (k * 2 * Math.PI) / 3, 0));
    c.lineTo(...at(-state.spin + (k * 2 * Math.PI) / 3, 1));
    c.stroke();
  }
}

/// @param c canvas at the contact point in pixels, y up the picture negative; @param size [px]
function drawBody(c, shape, state, size, tilt, colour, ghost) {
  c.save();
  c.strokeStyle = c.fillStyle = colour;
  c.globalAlpha = ghost ? 0.35 : 1;
  if (ghost) c.setLineDash([4, 3]);
  if (shape === "disk") {
    c.lineWidth = 1.8;
    disk(c, state, size, tilt);
  } else {
    c.scale(size, -size);
    c.setLineDash(ghost ? [4 / size, 3 / size] : []);
    c.lineWidth = 1.8 / size;
    (bodies[shape] ?? bodies.skate)(c, state);
  }
  c.restore();
}
