// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "signals.hpp"

#include <csignal>
#include <ctime>

namespace nonholo::cli {

namespace {

std::atomic<bool> stop_flag = false;
std::atomic<int> latest_signal = 0;
std::atomic<double> first_at = 0;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free &&
              std::atomic<double>::is_always_lock_free);

// timeout(1) and batch systems send one signal twice, to the program and to its group.
constexpr double same_signal_s = 0.5;

double seconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

extern "C" void note_signal(int number) {
  if (latest_signal.exchange(number) == 0) {
    first_at = seconds();
    stop_flag = true;
  } else if (seconds() - first_at > same_signal_s) {
    std::signal(number, SIG_DFL);
    std::raise(number);  // taken when this returns
  }
}

}  // namespace

void answer_signals() {
  struct sigaction answer {};
  answer.sa_handler = note_signal;
  answer.sa_flags = SA_RESTART;
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    sigaction(number, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(number, &answer, nullptr);  // as nohup wants it
  }
  std::signal(SIGPIPE, SIG_IGN);
}

const std::atomic<bool>& stop_requested() { return stop_flag; }
void request_stop() { stop_flag = true; }
int signal_received() { return latest_signal; }

}  // namespace nonholo::cli
