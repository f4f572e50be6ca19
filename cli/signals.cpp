// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "signals.hpp"

#include <csignal>

namespace nonholo::cli {

namespace {

std::atomic<bool> stop_flag = false;
std::atomic<int> latest_signal = 0;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

extern "C" void note_signal(int number) {
  latest_signal = number;
  stop_flag = true;
}

}  // namespace

void answer_signals() {
  struct sigaction answer {};
  answer.sa_handler = note_signal;
  answer.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
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
