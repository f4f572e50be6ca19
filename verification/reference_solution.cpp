#include <nonholo/verification/reference_solution.hpp>

#include <nonholo/framework/integrate.hpp>
#include <nonholo/methods/spark.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

#include <algorithm>

namespace nonholo {

namespace {

constexpr long first_steps = 64, most_steps = 1L << 17;
constexpr double good_enough = 1e-12, usable = 1e-9;

double relative_change(const VectorX<double>& from, const VectorX<double>& to) {
  return (to - from).cwiseAbs().cwiseQuotient((to.cwiseAbs().array() + 1).matrix()).maxCoeff();
}

}  // namespace

std::optional<ReferenceSolution> reference_solution(const System<double>& system, const Start<double>& start, double t0, double t_end) {
  if (t_end == t0) return ReferenceSolution{start.q, start.v, 0};
  const auto gauss = spark(system, tableau_catalogue().at("gauss")(4));
  const Eigen::Index n = system.coordinates();
  VectorX<double> last, best;
  double uncertainty = std::numeric_limits<double>::infinity();
  for (long steps = first_steps; steps <= most_steps && uncertainty > good_enough; steps *= 2) {
    const Summary summary = integrate(*gauss, start, TimeSpan<double>::fixed(t0, (t_end - t0) / static_cast<double>(steps), steps), [](const auto&) {});
    if (summary.outcome != Outcome::success) continue;  // too large a step
    VectorX<double> state(2 * n);
    std::ranges::copy(gauss->view().q, state.begin());
    std::ranges::copy(gauss->view().v, state.begin() + n);
    if (last.size() > 0) {
      const double change = relative_change(last, state);
      if (change < uncertainty) best = state;
      else if (uncertainty <= usable) break;  // round-off
      uncertainty = std::min(change, uncertainty);
    }
    last = state;
  }
  if (!(uncertainty <= usable)) return std::nullopt;
  return ReferenceSolution{best.head(n), best.tail(n), uncertainty};
}

}  // namespace nonholo
