// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "progress_bar.hpp"
#include "say.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace nonholo::cli {

namespace {

constexpr int width = 30;
constexpr auto interval = std::chrono::milliseconds(100);
constexpr double between_lines = 60, unnoticed = 1;  // [s]
constexpr std::size_t most_words = 38;               // the bar takes 40 columns of a terminal, which has 80 at least
constexpr const char* erase_line = "\r\033[K";

}  // namespace

ProgressBar::ProgressBar(const Progress& progress, double total, bool wanted, std::function<void()> watch)
    : progress_(progress),
      total_(total),
      shows_(wanted && total > 0),
      draws_(shows_ && isatty(STDERR_FILENO)),
      next_line_(between_lines),
      watch_(std::move(watch)),
      begin_(std::chrono::steady_clock::now()) {
  if (!shows_ && !watch_) return;
  try {
    painter_ = std::jthread([this](const std::stop_token& stop) {
      for (; !stop.stop_requested(); std::this_thread::sleep_for(interval)) show();
    });
  } catch (const std::system_error&) {
    remark("no thread could be started: progress is not shown, and budgets are not watched");
  }
}

ProgressBar::~ProgressBar() {
  if (!painter_.joinable()) return;
  painter_.request_stop();
  painter_.join();
  if (draws_) std::fputs(erase_line, stderr);
}

void ProgressBar::show() {
  if (watch_) watch_();
  if (draws_) draw();
  else if (shows_) tell();
}

/// Where no bar is drawn: a line when a task beside the runs begins that has to be waited for, and one a minute.
void ProgressBar::tell() {
  const std::string task = progress_.task();
  if (task != task_) task_begin_ = elapsed();
  task_ = task;
  if (!task.empty() && !task_told_ && elapsed() - task_begin_ > unnoticed) {
    task_told_ = true;
    remark(fmt::format("computing the {}; reference = false leaves it out", task));
  }
  if (elapsed() < next_line_) return;
  next_line_ += between_lines;
  remark(fmt::format("{:.0f} % after {:.0f} min  {}", 100 * progress_.done / total_, elapsed() / 60, rest()));
}

double ProgressBar::elapsed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

std::string ProgressBar::rest() const {
  if (std::string task = progress_.task(); !task.empty()) return task;
  const double part = progress_.done / total_;
  return part > 0.01 ? fmt::format("{:.0f} s left", elapsed() * (1 - part) / part) : "";
}

void ProgressBar::draw() const {
  const double part = progress_.done / total_;
  const int filled = static_cast<int>(part * width);
  std::string words = printable(rest());
  while (words.size() > most_words || (!words.empty() && (words.back() & 0xC0) == 0x80)) words.pop_back();
  const std::string bar =
      fmt::format("{}[{:#<{}}{:.<{}}] {:3.0f} %  {}", erase_line, "", filled, "", width - filled, 100 * part, words);
  std::fputs(bar.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace nonholo::cli
