// Work shared by threads: everything once, no more threads than asked for, the same failure for any number of them.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/work_queue.hpp>

#include "catch.hpp"

#include <chrono>
#include <pthread.h>
#include <set>
#include <stdexcept>
#include <string>

using nonholo::work_off;

namespace {

/// How often each of `count` pieces was done.
std::vector<int> done(std::size_t count, int jobs) {
  std::vector<int> times(count);
  work_off(count, jobs, [&](std::size_t i) { ++times[i]; });
  return times;
}

std::set<std::thread::id> threads_of_pieces(std::size_t count, int jobs) {
  std::mutex mutex;
  std::set<std::thread::id> seen;
  work_off(count, jobs, [&](std::size_t) {
    const std::lock_guard lock(mutex);
    seen.insert(std::this_thread::get_id());
  });
  return seen;
}

/// As long as this lives, no thread can be made: its stack would be larger than the address space.
class NoMoreThreads {
 public:
  NoMoreThreads() {
    pthread_getattr_default_np(&before_);
    pthread_attr_t huge = before_;
    pthread_attr_setstacksize(&huge, std::size_t{1} << 47);
    pthread_setattr_default_np(&huge);
  }
  ~NoMoreThreads() {
    pthread_setattr_default_np(&before_);
    pthread_attr_destroy(&before_);
  }
  NoMoreThreads(const NoMoreThreads&) = delete;
  NoMoreThreads& operator=(const NoMoreThreads&) = delete;

 private:
  pthread_attr_t before_;
};

}  // namespace

TEST_CASE("every piece of work is done once, by any number of threads") {
  for (const int jobs : {-1, 0, 1, 2, 5, 100})
    for (const std::size_t count : {0u, 1u, 7u, 50u}) CHECK(done(count, jobs) == std::vector<int>(count, 1));
}

TEST_CASE("one job is the caller's thread alone, several are at most so many") {
  CHECK(threads_of_pieces(20, 1) == std::set{std::this_thread::get_id()});
  CHECK(threads_of_pieces(20, 3).size() <= 3);
  CHECK(threads_of_pieces(2, 100).size() <= 2);
}

TEST_CASE("two jobs run at the same time") {
  std::atomic<int> begun = 0;
  work_off(2, 2, [&](std::size_t) {
    ++begun;
    while (begun < 2) std::this_thread::yield();  // a single thread would stay here
  });
  CHECK(begun == 2);
}

TEST_CASE("the first piece that fails is the one told, whatever the number of threads, and no new one is begun") {
  for (const int jobs : {1, 2, 8}) {
    std::atomic<int> begun = 0;
    const auto work = [&](std::size_t i) {
      ++begun;
      if (i == 3) std::this_thread::sleep_for(std::chrono::milliseconds(2));  // the others fail before it
      if (i >= 3) throw std::runtime_error("piece " + std::to_string(i));
    };
    CHECK_THROWS_WITH(work_off(1000, jobs, work), "piece 3");
    CHECK(begun <= 3 + jobs);
  }
}

TEST_CASE("where no thread can be made the caller does it all") {
  const NoMoreThreads none;
  REQUIRE_THROWS_AS(std::thread([] {}), std::system_error);
  CHECK(threads_of_pieces(20, 4) == std::set{std::this_thread::get_id()});
  CHECK(done(20, 4) == std::vector<int>(20, 1));
}
