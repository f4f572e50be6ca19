// Files that are there whole or not at all: written aside, under their name with .part behind it, and renamed. Nothing
// is written through a link.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/output/checksum.hpp>
#include <nonholo/verification/output/output_error.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace nonholo {

/// What a file holds, as far as one wants to know it again.
struct FileStamp {
  std::uint64_t bytes = 0, checksum = 0;
  bool operator==(const FileStamp&) const = default;
};

/// Of a file that is there and is no link, up to `most` bytes.
std::optional<FileStamp> stamp_of(const std::filesystem::path& file, std::uint64_t most = ~std::uint64_t(0));

/// Longer texts are not ours, and would take all memory: 256 MB hold the results of 80 000 runs, 3 kB each.
inline constexpr std::uint64_t most_text = std::uint64_t(1) << 28;

/// Its whole text; nothing where it cannot be read, is no plain file, or longer than most_text.
std::optional<std::string> text_of(const std::filesystem::path& file);

class NewFile {
 public:
  /// @throws OutputError, as every function that writes
  explicit NewFile(std::filesystem::path file);
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  /// What was neither committed nor left is gone.
  ~NewFile();

  /// Goes on with what was left of the file, from where the stamp was taken; nothing where that is not there any more.
  static std::unique_ptr<NewFile> continued(const std::filesystem::path& file, const FileStamp& stamp);

  void write(std::string_view text);

  /// Of all that was written, which is with the system then; with `durable` on the disk.
  FileStamp stamp(bool durable);

  /// The file takes its name. With `durable` no loss of power takes it away again.
  FileStamp commit(bool durable);

  /// What is written is on the disk and stays there for continued(), whether or not there is more to come.
  void leave();

 private:
  NewFile(std::filesystem::path file, int descriptor) : file_(std::move(file)), descriptor_(descriptor) {}
  void flush();
  void close();
  std::filesystem::path part() const { return file_.string() + ".part"; }

  std::filesystem::path file_;
  int descriptor_;
  std::string buffer_;
  Checksum checksum_;
  std::uint64_t bytes_ = 0, on_its_way_ = 0;  // to the disk
  bool stays_ = false;
};

/// By this program, to all of its files.
std::uint64_t bytes_written();

/// The text as a file of that name, and its stamp.
FileStamp write_whole(const std::filesystem::path& file, std::string_view text, bool durable = true);

/// Makes the folders of a path below one that is there. @throws OutputError where one is a link or no folder.
void make_folders(const std::filesystem::path& below, const std::filesystem::path& path);

/// What was renamed or made in the folder is so after a loss of power.
void sync_folder(const std::filesystem::path& folder);

}  // namespace nonholo
