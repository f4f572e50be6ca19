// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "progress_bar.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <unistd.h>

namespace nonholo::cli {

namespace {

constexpr int width = 30;
constexpr auto interval = std::chrono::milliseconds(100);
constexpr const char* erase_line = "\r\033[K";

}  // namespace

ProgressBar::ProgressBar(const Progress& progress, double total, bool wanted)
    : progress_(progress),
      total_(total),
      begin_(std::chrono::steady_clock::now()) {
  if (!wanted || total <= 0 || !isatty(STDERR_FILENO)) return;
  painter_ = std::jthread([this](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      draw();
      std::this_thread::sleep_for(interval);
    }
  });
}

ProgressBar::~ProgressBar() {
  if (!painter_.joinable()) return;
  painter_.request_stop();
  painter_.join();
  fmt::print(stderr, "{}", erase_line);
}

void ProgressBar::draw() const {
  const double part = progress_.done / total_;
  const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  const std::string left = part > 0.01 ? fmt::format("{:.0f} s left", elapsed * (1 - part) / part) : "";
  const int filled = static_cast<int>(part * width);
  fmt::print(stderr, "{}[{:#<{}}{:.<{}}] {:3.0f} %  {}", erase_line, "", filled, "", width - filled, 100 * part, left);
  std::fflush(stderr);
}

}  // namespace nonholo::cli
