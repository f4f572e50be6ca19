# Figures of what benchmarks/run measured, one for each question.
# usage: gnuplot -e "out = 'FOLDER'" benchmarks/figures.gp
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
set datafile separator ","
set terminal svg size 800,540 dynamic background "white"
set grid
set key outside

# lines of a file that begin with these two columns, the second of which may stand in quotes
rows(file, first, second) = sprintf("< grep -F -e '%s,%s,' -e '%s,\"%s\",' '%s/%s.csv'", \
                                    first, second, first, second, out, file)

# work and precision: ours with lines, the others dashed
array names = ["MP", "blanes_moan_4", "least_error_8", "gauss 4", "adams 10", "adams 13", "dormand_prince_8", \
               "dopri5 by hand", "rkf78 by hand", "dopri5 by hand, reduced", "rkf78 by hand, reduced", "dopri5", \
               "radau (deSolve)", "IDA, index 1", "IDA, index 2"]
set logscale xy
set format "10^{%L}"
set xlabel "processor time [microseconds]"
set ylabel "error of (q, v) at the end"
do for [problem in "contact particle gearbox disk sleigh"] {
  set output sprintf("%s/work_precision_%s.svg", out, problem)
  set title problem
  plot for [i = 1:|names|] rows("work_precision", problem, names[i]) using 4:3 with linespoints linetype i \
       dashtype 1 + i / 8 title names[i] noenhanced
}

# growth in n
set xlabel "coordinates"
set ylabel "microseconds per step"
do for [system in "particles chain"] {
  set output sprintf("%s/growth_%s.svg", out, system)
  set title system
  plot for [method in "'MP' 'gni' 'kahan_li_8(MP)' 'gauss 2'"] rows("growth", system, method) using 3:4 \
       with linespoints title method noenhanced
}

# bars, on logarithmic scales but for the last
unset ylabel
unset logscale y
set style fill solid 0.6
set yrange [] reverse
set ytics noenhanced
set key noenhanced bottom
do for [problem in "contact particle gearbox disk sleigh"] {
  set output sprintf("%s/step_cost_%s.svg", out, problem)
  set title problem
  set xlabel "ns per step (evaluate(): a call)"
  plot [1:] [] sprintf("< grep '^%s,' '%s/step_cost.csv'", problem, out) \
       using 3:0:(1):3:($0 - 0.4):($0 + 0.4):ytic(2) with boxxyerror notitle
}
set output out."/ensemble.svg"
set title "ensemble"
set xlabel "steps a second"
plot [1e6:] [] out."/ensemble.csv" skip 1 every 2::0 using 3:0:(1e6):3:($0 - 0.4):($0):ytic(1) \
     with boxxyerror title "one thread", \
     "" skip 1 every 2::1 using 3:0:(1e6):3:($0):($0 + 0.4) with boxxyerror title "all cores"
set output out."/long_run.svg"
set title "contact, t = 50 000 with energy errors of at most 1e-2"
set xlabel "milliseconds"
plot [1:] [] out."/long_run.csv" skip 1 using 4:0:(1):4:($0 - 0.4):($0 + 0.4):ytic(1) with boxxyerror notitle
unset logscale
set format x "%g"
set output out."/compile_time.svg"
set title "compiler"
set xlabel "processor seconds"
plot [0:] [] out."/compile_time.csv" skip 1 using 2:0:(0):2:($0 - 0.4):($0 + 0.4):ytic(1) with boxxyerror notitle
