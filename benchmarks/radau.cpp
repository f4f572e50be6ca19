// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "radau.hpp"

#include "radau_equations.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <dlfcn.h>
#include <map>
#include <memory>

// What RADAU5 has to say goes through R's console, which nobody started: it comes here instead, where nobody listens.
// Its return code says the same.
extern "C" {
void Rprintf(const char*, ...) {}
void REprintf(const char*, ...) {}
void Rf_warning(const char*, ...) {}
}

namespace nonholo::benchmarks {

namespace {

// RADAU5's own interface, Fortran's: everything by address.
using Equations = void (*)(const int* n, const double* t, const double* y, double* f, double* rpar, int* ipar);
using Jacobian = void (*)(int*, double*, double*, double*, int*, double*, int*);
using Mass = void (*)(int* n, double* M, int* rows, double*, int*);
using Output = void (*)(int*, double*, double*, double*, double*, int*, int*, double*, int*, int*);
using Radau5 = void (*)(int* n, Equations, double* t, double* y, double* t_end, double* h, double* rtol, double* atol,
                        int* itol, Jacobian, int* ijac, int* mljac, int* mujac, Mass, int* imas, int* mlmas, int* mumas,
                        Output, int* iout, double* work, int* lwork, int* iwork, int* liwork, double* rpar, int* ipar,
                        int* idid);

constexpr int most = 10;  // numbers of y
constexpr int work_size = 4 * most * most + 13 * most + 20, index_size = 3 * most + 20;

void no_jacobian(int*, double*, double*, double*, int*, double*, int*) {}
void no_output(int*, double*, double*, double*, double*, int*, int*, double*, int*, int*) {}

/// A diagonal: ones for q and v, of which there are *ipar.
void mass(int* n, double* M, int* rows, double*, int* ipar) {
  for (std::ptrdiff_t i = 0; i < *n; ++i) M[i * *rows] = i < *ipar ? 1 : 0;
}

/// Stays loaded. deSolve wants the library of R, which is not started.
Radau5 loaded() {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(
      popen("Rscript -e \"cat(file.path(R.home('lib'), 'libR.so'), system.file('libs', 'deSolve.so', "
            "package = 'deSolve'), sep = '\\n')\" 2>/dev/null",
            "r"),
      pclose);
  void* library = nullptr;
  char line[4096];
  while (pipe && std::fgets(line, sizeof line, pipe.get())) {
    std::string file(line);
    if (!file.empty() && file.back() == '\n') file.pop_back();
    if (!file.empty()) library = dlopen(file.c_str(), RTLD_LAZY | RTLD_GLOBAL);
  }
  return library ? reinterpret_cast<Radau5>(dlsym(library, "radau5_")) : nullptr;
}

std::vector<double> end_of(Radau5 radau5, Equations equations, const SolvedProblem<double>& on, double tolerance) {
  int state = 2 * static_cast<int>(on.start.q.size()), n = state + static_cast<int>(on.system.constraints());
  std::array<double, most> y{};
  std::ranges::copy(on.start.v, std::ranges::copy(on.start.q, y.begin()).out);
  std::array<double, work_size> work{};
  std::array<int, index_size> index{};
  index[1] = 1'000'000;  // steps
  index[4] = state;      // variables of index 1
  index[5] = n - state;  // of index 2
  double t = 0, t_end = on.t_end, h = 1e-4, rtol = tolerance, atol = tolerance, rpar = 0;
  int no = 0, yes = 1, lwork = work_size, liwork = index_size, idid = 0;
  radau5(&n, equations, &t, y.data(), &t_end, &h, &rtol, &atol, &no, no_jacobian, &no, &n, &n, mass, &yes, &no, &no,
         no_output, &no, work.data(), &lwork, index.data(), &liwork, &rpar, &state, &idid);
  std::vector<double> end(y.begin(), y.begin() + state);
  if (idid == -1) throw InputError("radau", "RADAU5 was called with input that is not consistent");
  if (idid != 1) end.front() = std::nan("");
  return end;
}

}  // namespace

std::optional<Contender> radau(const Ground& on) {
  static const Radau5 radau5 = loaded();
  static const std::map<std::string, Equations> equations{{"contact", radau_equations::contact},
                                                          {"particle", radau_equations::particle},
                                                          {"gearbox", radau_equations::gearbox},
                                                          {"disk", radau_equations::disk},
                                                          {"sleigh", radau_equations::sleigh}};
  if (!radau5) return std::nullopt;
  return Contender{"radau (deSolve)", Kind::elsewhere, tolerances,
                   [problem = on.problem, own = equations.at(on.name)](int k) -> Run {
                     return [=] { return end_of(radau5, own, problem, 1e-2 * fraction(k, tolerances)); };
                   }};
}

}  // namespace nonholo::benchmarks
