// Independent pieces of work, taken by threads one after the other. Private header of verification/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace nonholo {

/// Calls work(i) for i = 0 ... count-1, begun in this order, from `jobs` threads, the caller's among them; from fewer
/// where the system gives no more. @throws what the first piece that failed threw, the same for any number of threads;
/// pieces not begun by then are left out.
template <class F> void work_off(std::size_t count, int jobs, F&& work) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::size_t failed = count;
  std::exception_ptr thrown;
  const auto take = [&] {
    for (std::size_t i = next++; i < count; i = next++) try {
        work(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        next = count;
        if (i >= failed) continue;
        failed = i;
        thrown = std::current_exception();
      }
  };
  {
    std::vector<std::jthread> helpers;
    try {
      while (helpers.size() + 1 < std::min(count, static_cast<std::size_t>(std::max(1, jobs))))
        helpers.emplace_back(take);
    } catch (const std::system_error&) {  // no thread to be had: those there are do it all
    }
    take();
  }
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace nonholo
