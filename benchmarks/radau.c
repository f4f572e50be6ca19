/* The problems as DAEs of index 2 for deSolve's radau, in compiled callbacks: M y' = f(t, y), y = (q, v, lambda). And
   the processor time of the process, to nanoseconds.
   SPDX-FileCopyrightText: 2026 The nonholo authors
   SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <time.h>

void processor_seconds(double *seconds) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  *seconds = now.tv_sec + 1e-9 * now.tv_nsec;
}

#define EQUATIONS(name) void name(int *n, double *t, double *y, double *f, double *out, int *ip)
#define POSITIONS(n) \
  for (int i = 0; i < n; ++i) f[i] = y[n + i]

EQUATIONS(contact) {
  POSITIONS(3);
  f[3] = -y[0] * (1 + 0.3 * y[2] * y[2]) + y[6];
  f[4] = -y[1];
  f[5] = -y[2] * (1 + 0.3 * y[0] * y[0]) + y[1] * y[6];
  f[6] = y[3] + y[1] * y[5];
}

EQUATIONS(particle) {
  POSITIONS(3);
  f[3] = -2 * y[0] - y[1] * y[6];
  f[4] = -2 * y[1];
  f[5] = y[6];
  f[6] = y[5] - y[1] * y[3];
}

EQUATIONS(gearbox) {
  const double s = sin(y[2]), c = cos(y[2]);
  POSITIONS(3);
  f[3] = -y[0] + y[6];
  f[4] = -y[1] + s * y[6];
  f[5] = s + 0.4 * (c * c - s * s);
  f[6] = y[3] + s * y[4];
}

EQUATIONS(disk) {
  const double s = sin(y[2]), c = cos(y[2]), R = 0.25;
  POSITIONS(4);
  f[4] = y[8];
  f[5] = y[9];
  f[6] = 0;
  f[7] = -R * (c * y[8] + s * y[9]);
  f[8] = y[4] - R * c * y[7];
  f[9] = y[5] - R * s * y[7];
}

/* m = a = I = 1, g = 0.1; v' from M v' = r by elimination: (1 0 -s; 0 1 c; -s c 2), whose Schur complement is 1. */
EQUATIONS(sleigh) {
  const double s = sin(y[2]), c = cos(y[2]), w = y[5], g = 0.1;
  const double rx = c * w * w - s * y[6], ry = s * w * w - g + c * y[6], rw = -g * c;
  POSITIONS(3);
  f[5] = rw + s * rx - c * ry;
  f[3] = rx + s * f[5];
  f[4] = ry - c * f[5];
  f[6] = -s * y[3] + c * y[4];
}
