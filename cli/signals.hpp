// Signals that ask the program to end, answered by ending well: runs stop after the step that they are at, and what is
// finished is kept. A second one, half a second later or more, ends it at once.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>

namespace nonholo::cli {

/// Answers SIGINT, SIGTERM and SIGHUP from now on, and takes a pipe that nobody reads for an output that fails.
void answer_signals();

/// Becomes true when one came, or by request_stop().
const std::atomic<bool>& stop_requested();
void request_stop();

/// Which one came; 0 when none did.
int signal_received();

}  // namespace nonholo::cli
