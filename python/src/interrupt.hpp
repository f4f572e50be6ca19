// Ctrl-C while C++ works: Python's signal handlers run now and then, and a KeyboardInterrupt becomes a flag that the
// work looks at. Any other exception of a handler ends the work too, and is raised after it.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "parts.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

namespace nonholo::python {

class Interrupt {
 public:
  /// To be called often, without the GIL, by the thread that Python called. At most twenty times a second it takes the
  /// GIL and lets Python's signal handlers run: nobody notices the delay, and it costs nothing.
  void poll() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    const double seconds = static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
    if (seconds - last_ < every) return;
    last_ = seconds;
    const py::gil_scoped_acquire gil;
    ask();
  }

  /// Call it with the GIL.
  void ask() {
    if (PyErr_CheckSignals() == 0) return;
    stop_ = true;
    if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt)) PyErr_Clear();
    else other_.emplace();  // takes the exception
  }

  const std::atomic<bool>& stop() const { return stop_; }

  /// After the work, with the GIL: raises what a signal handler raised, unless it was a KeyboardInterrupt.
  void raise() {
    if (other_) throw *std::move(other_);
  }

  /// Does the work on a thread of its own, while this one, which holds the GIL, waits and lets signal handlers run.
  template <class Work> void wait_for(Work work) {
    std::mutex mutex;
    std::condition_variable done;
    bool over = false;
    std::exception_ptr thrown;
    {
      const py::gil_scoped_release released;
      std::jthread worker([&] {
        try {
          work();
        } catch (...) {
          thrown = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        over = true;
        done.notify_one();
      });
      std::unique_lock lock(mutex);
      while (!done.wait_for(lock, std::chrono::duration<double>(every), [&] { return over; })) {
        lock.unlock();
        {
          const py::gil_scoped_acquire gil;
          ask();
        }
        lock.lock();
      }
    }
    raise();
    if (thrown) std::rethrow_exception(thrown);
  }

 private:
  static constexpr double every = 0.05;  // [s]
  std::atomic<bool> stop_ = false;
  std::optional<py::error_already_set> other_;
  double last_ = 0;
};

}  // namespace nonholo::python
