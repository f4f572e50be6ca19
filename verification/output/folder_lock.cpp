// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/output/folder_lock.hpp>

#include <nonholo/verification/output/new_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/file.h>
#include <unistd.h>

namespace nonholo {

namespace fs = std::filesystem;

namespace {

/// Who this is, for those who come later.
std::string own_name() {
  std::ifstream in("/proc/self/cmdline", std::ios::binary);
  std::string command{std::istreambuf_iterator<char>(in), {}};
  while (!command.empty() && command.back() == '\0') command.pop_back();
  std::ranges::replace(command, '\0', ' ');
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  return fmt::format("process {} on {}: {}", ::getpid(), host.data(), command);
}

}  // namespace

FolderLock::FolderLock(const fs::path& folder) {
  const fs::path file = folder / ".lock";
  descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (descriptor_ < 0) throw OutputError::of(file);
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    const bool taken = errno == EWOULDBLOCK;
    ::close(descriptor_);
    if (!taken) throw OutputError::of(file);
    throw OutputError(
        fmt::format("folder in use: {} is held by {}", folder.string(), text_of(file).value_or("another program")));
  }
  const std::string name = own_name();
  if (::ftruncate(descriptor_, 0) != 0 || ::write(descriptor_, name.data(), name.size()) < 0) return;  // a courtesy
}

FolderLock::~FolderLock() { ::close(descriptor_); }  // which unlocks

}  // namespace nonholo
