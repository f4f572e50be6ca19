// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/output/below.hpp>

#include <nonholo/verification/output/file_reader.hpp>

#include <algorithm>

namespace nonholo {

namespace fs = std::filesystem;

namespace {

/// The folder that holds a file below another, open; and the file's name in it.
class HoldingFolder {
 public:
  HoldingFolder(const fs::path& folder, const std::string& name) {
    if (!leads_below(name)) return;
    const fs::path path = name;
    last_ = path.filename().string();
    descriptor_ = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (const fs::path& part : path.parent_path()) {
      const int next =
          descriptor_ < 0 ? -1 : ::openat(descriptor_, part.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      close();
      descriptor_ = next;
    }
  }
  HoldingFolder(const HoldingFolder&) = delete;
  HoldingFolder& operator=(const HoldingFolder&) = delete;
  ~HoldingFolder() { close(); }

  /// A descriptor of the file; negative where there is none.
  int open_file() const { return descriptor_ < 0 ? -1 : ::openat(descriptor_, last_.c_str(), FileReader::flags); }
  void remove_file() const { ::unlinkat(descriptor_, last_.c_str(), 0); }

 private:
  void close() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
  }

  std::string last_;
  int descriptor_ = -1;
};

}  // namespace

bool leads_below(const std::string& name) {
  const fs::path path = name;
  return !name.empty() && !path.is_absolute() && name.find('\0') == name.npos &&
         std::ranges::none_of(path, [](const fs::path& part) { return part.empty() || part == "." || part == ".."; });
}

std::optional<FileStamp> stamp_below(const fs::path& folder, const std::string& name, std::uint64_t most) {
  return FileReader(HoldingFolder(folder, name).open_file()).stamp(most);
}

std::optional<std::string> text_below(const fs::path& folder, const std::string& name) {
  return FileReader(HoldingFolder(folder, name).open_file()).text();
}

void remove_below(const fs::path& folder, const std::string& name, const std::optional<FileStamp>& stamp) {
  const HoldingFolder holding(folder, name);
  const FileReader file(holding.open_file());
  // one byte more tells a longer file, whose length is anybody's
  if (file.open() && (!stamp || file.stamp(stamp->bytes + 1) == *stamp)) holding.remove_file();
}

}  // namespace nonholo
