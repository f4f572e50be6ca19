// An open file that is read, block by block. Private header of verification/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/output/new_file.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace nonholo {

class FileReader {
 public:
  /// O_NONBLOCK: without waiting for somebody to write where it is a pipe, which is then not read.
  static constexpr int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;

  explicit FileReader(const std::filesystem::path& file) : FileReader(::open(file.c_str(), flags)) {}
  /// Of a descriptor, which it closes; negative where there is none.
  explicit FileReader(int descriptor) : descriptor_(descriptor) {
    struct stat about {};
    if (descriptor_ >= 0 && (::fstat(descriptor_, &about) != 0 || !S_ISREG(about.st_mode))) close();
  }
  FileReader(const FileReader&) = delete;
  FileReader& operator=(const FileReader&) = delete;
  ~FileReader() { close(); }

  /// There is a plain file.
  bool open() const { return descriptor_ >= 0; }

  /// Hands on the bytes, block by block. False where they cannot be read.
  template <class F> bool read(std::uint64_t most, F take) const {
    std::array<char, std::size_t(1) << 16> bytes;
    while (most > 0) {
      const ssize_t got = ::read(descriptor_, bytes.data(), std::min<std::uint64_t>(bytes.size(), most));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return got == 0;
      take(std::string_view(bytes.data(), static_cast<std::size_t>(got)));
      most -= static_cast<std::uint64_t>(got);
    }
    return true;
  }

  /// Of its bytes, `most` at most; nothing where they cannot be read.
  std::optional<FileStamp> stamp(std::uint64_t most) const {
    Checksum sum;
    FileStamp stamp;
    const auto take = [&](std::string_view bytes) {
      sum.add(bytes);
      stamp.bytes += bytes.size();
    };
    if (!open() || !read(most, take)) return std::nullopt;
    stamp.checksum = sum.value();
    return stamp;
  }

  /// All of it; nothing where it cannot be read, or is longer than any text of ours.
  std::optional<std::string> text() const {
    std::string all;
    struct stat about {};
    if (open() && ::fstat(descriptor_, &about) == 0 && static_cast<std::uint64_t>(about.st_size) > most_text)
      return std::nullopt;
    if (!open() || !read(most_text + 1, [&all](std::string_view bytes) { all += bytes; })) return std::nullopt;
    return all.size() > most_text ? std::nullopt : std::optional(std::move(all));
  }

 private:
  void close() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
  }

  int descriptor_;
};

}  // namespace nonholo
