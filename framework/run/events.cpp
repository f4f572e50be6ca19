// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/events.hpp>

#include <nonholo/framework/base/quad.hpp>

#include <boost/math/tools/minima.hpp>
#include <boost/math/tools/toms748_solve.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace nonholo {

template <class Real> EventFinder<Real>::EventFinder(std::vector<Event<Real>> events, Found found)
    : found_(std::move(found)) {
  for (Event<Real>& event : events) {
    if (!event.when) throw InputError("event", "needs a function of the state");
    if (event.terminal < 0) throw InputError("terminal", "must be >= 0");
    watched_.push_back({.event = std::move(event)});
  }
}

template <class Real> bool EventFinder<Real>::operator()(const DenseStep<Real>& step) {
  if (step.number == 0) {
    end_.reset();
    for (Watched& each : watched_) {
      each.now = each.before = each.event.when(step.end());
      each.count = 0;
    }
    return true;
  }
  if (end_) return false;
  of_step_.clear();
  for (std::size_t i = 0; i < watched_.size(); ++i) search(i, step);
  std::ranges::stable_sort(of_step_, {}, &Occurrence<Real>::t);
  return deliver();
}

template <class Real> void EventFinder<Real>::search(std::size_t event, const DenseStep<Real>& step) {
  Watched& watched = watched_[event];
  const Real earlier = std::exchange(watched.before, watched.now);
  watched.now = watched.event.when(step.end());
  const Real &at_a = watched.before, &at_b = watched.now;
  if (at_a * at_b < 0) {
    locate(event, step, {step.t_before(), at_a}, {step.t(), at_b});
  } else if (at_b == 0 && at_a != 0) {
    keep(event, step.end(), at_a < 0);
  } else if (at_a * at_b > 0 && may_touch(watched, step, earlier)) {
    if (const auto beyond = beyond_zero(watched, step)) {
      locate(event, step, {step.t_before(), at_a}, *beyond);
      locate(event, step, *beyond, {step.t(), at_b});
    }
  }
}

/// A parabola w whose lowest point in the step is 0 has w(a) <= |w'(a)| h / 2, and w'(a) is no steeper than its
/// difference over the step before. Twice that leaves room for higher derivatives. In the first step nothing is known.
template <class Real>
bool EventFinder<Real>::may_touch(const Watched& watched, const DenseStep<Real>& step, const Real& earlier) {
  using std::abs;
  const Real past = step.length_before();
  if (past == 0) return true;
  const Real fall = abs(earlier) - abs(watched.before);
  return abs(watched.before) <= fall / past * (step.t() - step.t_before());
}

/// Where the function has the other sign within the step, if it is smallest there.
template <class Real> auto EventFinder<Real>::beyond_zero(const Watched& watched, const DenseStep<Real>& step) const
    -> std::optional<At> {
  const Real sign = watched.now > 0 ? 1 : -1;
  std::uintmax_t most = 100;
  const auto [t, least] = boost::math::tools::brent_find_minima(
      [&](const Real& at) { return Real(sign * watched.event.when(step.state(at))); }, step.t_before(), step.t(),
      std::numeric_limits<Real>::digits / 2, most);
  if (!(least < 0)) return std::nullopt;
  return At(t, sign * least);
}

/// a and b have values of opposite signs.
template <class Real>
void EventFinder<Real>::locate(std::size_t event, const DenseStep<Real>& step, const At& a, const At& b) {
  using std::abs;
  const auto value = [&](const Real& t) { return watched_[event].event.when(step.state(t)); };
  const auto close = [](const Real& x, const Real& y) {
    return abs(y - x) <= 2 * epsilon<Real> * std::max<Real>(abs(x), abs(y));
  };
  std::uintmax_t most = 200;
  const auto [low, high] = boost::math::tools::toms748_solve(value, a.first, b.first, a.second, b.second, close, most);
  const Real t = abs(value(low)) < abs(value(high)) ? low : high;
  keep(event, step.state(t), a.second < 0);
}

template <class Real> void EventFinder<Real>::keep(std::size_t event, const View<Real>& at, bool up) {
  const Crossing wanted = watched_[event].event.direction;
  if (wanted != Crossing::both && (wanted == Crossing::up) != up) return;
  of_step_.push_back({.event = event,
                      .t = at.t,
                      .up = up,
                      .q = vector_of(at.q),
                      .v = vector_of(at.v),
                      .lambda = vector_of(at.lambda_stage)});
}

template <class Real> bool EventFinder<Real>::deliver() {
  for (const Occurrence<Real>& each : of_step_) {
    Watched& watched = watched_[each.event];
    ++watched.count;
    if (found_) found_(each);
    if (watched.count != watched.event.terminal) continue;
    end_ = each;
    return false;
  }
  return true;
}

template <class Real> std::vector<Real> EventFinder<Real>::memory() const {
  std::vector<Real> numbers;
  for (const Watched& each : watched_)
    numbers.insert(numbers.end(), {each.now, each.before, static_cast<Real>(each.count)});
  return numbers;
}

template <class Real> void EventFinder<Real>::remember(std::span<const Real> numbers) {
  for (std::size_t i = 0; i < watched_.size(); ++i) {
    watched_[i].now = numbers[3 * i];
    watched_[i].before = numbers[3 * i + 1];
    watched_[i].count = static_cast<long>(numbers[3 * i + 2]);
  }
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template class EventFinder<double>;
#else
template class EventFinder<quad>;
#endif

}  // namespace nonholo
