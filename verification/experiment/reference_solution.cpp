// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/reference_solution.hpp>

#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/methods/runge_kutta/spark.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace nonholo {

namespace {

constexpr long first_steps = 64, most_steps = 1L << 17;
constexpr double usable = 1000;  // times good enough
// A kink of a force leaves ends that hardly agree better from one number of steps to twice as many. In quad the rest
// takes minutes, elsewhere it is worth a try.
template <class Real> constexpr int most_slow = std::is_same_v<Real, quad> ? 4 : 100;

/// Stages of Gauss, and the relative change that is good enough.
template <class Real> struct Effort {
  int stages;
  double good_enough;
};
template <class Real> Effort<Real> effort() {
  if constexpr (std::is_same_v<Real, double>) return {4, 1e-12};
  else return {10, 1e-28};
}

template <class Real> std::unique_ptr<Integrator<Real>> reference_method(const System<Real>& system) {
  return spark(system, tableau_catalogue().at("gauss")(effort<Real>().stages));
}

/// How much two ends of one motion differ: every number relative to itself and to a hundredth of the largest of its
/// kind on the way, whatever their units; at the ends all of a kind may vanish. Velocities of a motion that rests are
/// round-off: they count by what would move q.
template <class Real> class Difference {
 public:
  Difference(Eigen::Index n, Real time) : n_(n), time_(time) {}

  /// A state on the way, the first of it at the start.
  void see(const Observation<Real>& at) {
    if (at.step == 0) q_ = v_ = 0;
    raise(q_, at.state.q);
    raise(v_, at.state.v);
  }

  double operator()(const VectorX<Real>& from, const VectorX<Real>& to) const {
    using std::abs;
    const VectorX<Real> moved = (to - from).cwiseAbs();
    const Eigen::Index velocities = to.size() - n_;
    const Real rest = q_ / abs(time_);
    return std::max(share(moved.head(n_), to.head(n_), q_),
                    share(moved.tail(velocities), to.tail(velocities), v_ > Real(1e-9) * rest ? v_ : rest));
  }

 private:
  static void raise(Real& most, std::span<const Real> x) {
    using std::abs;
    for (const Real& each : x) most = std::max<Real>(most, abs(each));
  }
  static double share(const VectorX<Real>& moved, const VectorX<Real>& to, Real size) {
    if (moved.isZero(0)) return 0;
    return static_cast<double>(moved.cwiseQuotient((to.cwiseAbs().array() + size / Real(100)).matrix()).maxCoeff());
  }

  Eigen::Index n_;
  Real q_ = 0, v_ = 0, time_;
};

}  // namespace

template <class Real> std::optional<ReferenceSolution<Real>> reference_solution(const System<Real>& system,
                                                                                const AdmissibleStart<Real>& start,
                                                                                std::type_identity_t<Real> t_end,
                                                                                const std::function<bool()>& stopped) {
  const Real t0 = start.t;
  if (t_end == t0) return ReferenceSolution<Real>{start.q, start.v, 0, 0};
  const double good_enough = effort<Real>().good_enough;
  const auto gauss = reference_method(system);
  const Eigen::Index n = system.coordinates(), velocities = system.velocities();
  Difference<Real> difference(n, t_end - t0);  // of the way seen last
  VectorX<Real> last, best;
  long best_steps = 0;
  double uncertainty = std::numeric_limits<double>::infinity(), latest = uncertainty;
  int slow = 0;       // in a row, with less to gain than order 4 has
  bool told = false;  // to stop
  // Empty where a step is too large or it was.
  const auto end_after = [&](long steps) {
    const auto span = TimeSpan<Real>::fixed(t0, (t_end - t0) / static_cast<Real>(steps), steps);
    const Summary summary = integrate(*gauss, start, span, [&](const Observation<Real>& at) {
      difference.see(at);
      return !(told = stopped());
    });
    VectorX<Real> state(summary.outcome == Outcome::success ? n + velocities : 0);
    if (state.size() == 0) return state;
    std::ranges::copy(gauss->view().q, state.begin());
    std::ranges::copy(gauss->view().v, state.begin() + n);
    return state;
  };
  for (long steps = first_steps; steps <= most_steps && uncertainty > good_enough && slow < most_slow<Real>;
       steps *= 2) {
    const VectorX<Real> state = end_after(steps);
    if (told) return std::nullopt;
    if (state.size() == 0) continue;
    if (last.size() > 0) {
      const double change = difference(last, state);
      if (change < uncertainty) {
        best = state;
        best_steps = steps;
      } else if (uncertainty <= usable * good_enough) break;  // round-off
      uncertainty = std::min(change, uncertainty);
      slow = change < 1e-3 && change > latest / 16 ? slow + 1 : 0;
      latest = change;
    }
    last = state;
  }
  const double good = usable * good_enough;
  if (!(uncertainty <= good)) return std::nullopt;
  const VectorX<Real> aside = end_after(best_steps * 5 / 7);
  if (aside.size() == 0 || !(difference(aside, best) <= std::max(good, 10 * uncertainty))) return std::nullopt;
  return ReferenceSolution<Real>{best.head(n), best.tail(velocities), uncertainty,
                                 (t_end - t0) / static_cast<Real>(best_steps)};
}

template <class Real>
ReferenceTrajectory<Real>::ReferenceTrajectory(const System<Real>& system, const AdmissibleStart<Real>& start,
                                               std::type_identity_t<Real> h)
    : gauss_(reference_method(system)),
      h_(h) {
  gauss_->guess_multipliers(values(start.lambda));
  gauss_->start(start.t, values(start.q), values(start.v));
}

template <class Real> bool ReferenceTrajectory<Real>::advance(Real t) {
  const Real from = gauss_->view().t, span = t - from;
  if (!good_ || !(span > 0)) return good_;
  const double wanted = h_ > 0 ? static_cast<double>(span / h_) : 1;
  const long steps = std::max(1L, static_cast<long>(std::ceil(wanted - 1e-9)));
  for (long k = 0; good_ && k < steps; ++k)
    good_ = gauss_->step(span / static_cast<Real>(steps)).outcome == Outcome::success;
  gauss_->set_time(t);
  return good_;
}

template <class Real> void ReferenceTrajectory<Real>::archive(Archive& with) {
  std::vector<Real> numbers;
  gauss_->save(numbers);
  with(numbers, good_);
  if (!with.reads() || !with.good()) return;
  std::span<const Real> left = numbers;
  gauss_->restore(left);
}

template <class Real> double SolvedProblem<Real>::error(const View<Real>& at) const {
  const auto off = [](std::span<const Real> x, const VectorX<Real>& exact) {
    return static_cast<double>((Eigen::Map<const VectorX<Real>>(x.data(), exact.size()) - exact).norm());
  };
  return std::hypot(off(at.q, end.q), off(at.v, end.v));
}

template <class Real> SolvedProblem<Real> solved(const ProblemChoice& problem, std::type_identity_t<Real> t_end) {
  const System<Real> system = problem.system<Real>();
  const Start<Real> start = problem.start<Real>();
  auto end = reference_solution(system, checked(start, system, Real(0)), t_end);
  if (!end)
    throw InputError("", fmt::format("{} has no reference solution at t = {}", problem.label(), decimal(t_end)));
  return {system, start, t_end, std::move(*end)};
}

template std::optional<ReferenceSolution<double>> reference_solution(const System<double>&,
                                                                     const AdmissibleStart<double>&, double,
                                                                     const std::function<bool()>&);
template std::optional<ReferenceSolution<quad>> reference_solution(const System<quad>&, const AdmissibleStart<quad>&,
                                                                   quad, const std::function<bool()>&);

template class ReferenceTrajectory<double>;
template class ReferenceTrajectory<quad>;

template struct SolvedProblem<double>;
template struct SolvedProblem<quad>;
template SolvedProblem<double> solved(const ProblemChoice&, double);
template SolvedProblem<quad> solved(const ProblemChoice&, quad);

}  // namespace nonholo
