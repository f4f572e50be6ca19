// Independent pieces of work, taken by threads one after the other. Private header of verification/.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace nonholo {

/// Calls work(i) for i = 0 ... count-1 from `jobs` threads. @throws the last exception that a piece of work threw;
/// those not begun are then left out.
template <class F> void work_off(std::size_t count, int jobs, F&& work) {
  std::atomic<std::size_t> next = 0;
  std::exception_ptr thrown;
  std::mutex mutex;
  const auto take = [&] {
    for (std::size_t i = next++; i < count; i = next++) try {
        work(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        thrown = std::current_exception();
        next = count;
      }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < std::min(count, static_cast<std::size_t>(std::max(1, jobs))); ++i)
      threads.emplace_back(take);
  }
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace nonholo
