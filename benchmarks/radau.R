# deSolve's radau (Hairer & Wanner's RADAU5) on a DAE of index 2 of radau.c, rtol = atol from 1e-3 on, four to a decade.
# One line for each tolerance: tolerance, microseconds of processor time, the state (q, v) at the end. What a call costs
# that goes nowhere, R's and a first step, is not counted; it may be more than the run itself, and so is measured beside
# it, in turns. Jacobians by differences: ten evaluations of compiled code.
# usage: Rscript radau.R FOLDER PROBLEM n m T_END q... v...
#        FOLDER holds radau.so (R CMD SHLIB radau.c)
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
suppressMessages(library(deSolve))
arguments <- commandArgs(trailingOnly = TRUE)
dyn.load(file.path(arguments[1], "radau.so"))
problem <- arguments[2]
n <- as.integer(arguments[3])
m <- as.integer(arguments[4])
t_end <- as.numeric(arguments[5])
y <- c(as.numeric(arguments[-(1:5)]), rep(0, m))
mass <- c(rep(1, 2 * n), rep(0, m))

run <- function(tolerance, to = t_end)
  radau(y, c(0, to), problem, parms = NULL, dllname = "radau", nind = c(2 * n, m, 0), mass = diag(mass), massup = 0,
        massdown = 0, rtol = tolerance, atol = tolerance, hini = 1e-4, maxsteps = 1e6)

# proc.time() knows thousandths of a second
used <- function() .C("processor_seconds", 0)[[1]]

# of one call
seconds_of <- function(call) {
  calls <- 0
  begin <- used()
  while (used() - begin < 0.01) {
    call()
    calls <- calls + 1
  }
  (used() - begin) / calls
}

for (k in 0:40) {
  tolerance <- 10^(-3 - k / 4)
  end <- suppressWarnings(try(run(tolerance), silent = TRUE))
  if (inherits(end, "try-error") || nrow(end) < 2 || end[2, 1] < t_end) next
  seconds <- median(sapply(1:15, function(i)
    seconds_of(function() run(tolerance)) - seconds_of(function() run(tolerance, 1e-9))))
  cat(tolerance, 1e6 * seconds, sprintf("%.17g", end[2, 1 + 1:(2 * n)]), "\n")
}
