// The folder where compiled texts are kept, $XDG_CACHE_HOME/nonholo or ~/.cache/nonholo. Code is loaded from there, so
// nothing in it is taken on trust: the folder is the user's alone; an entry is opened once, has to be a plain file of
// the user's alone whose last bytes are the checksum of its key and of all before them, and is loaded from the
// descriptor that was checked. Whatever else lies there under its name is replaced.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/shared_library.hpp>

#include <filesystem>
#include <memory>
#include <string>

namespace nonholo {

/// Where compiled texts are kept. @throws InputError (key "compile") where no variable of the environment tells.
std::filesystem::path compiled_folder();

class CompiledCache {
 public:
  /// Makes the folder where it is not there, with access for the user alone, and takes access from others where they
  /// have some. @throws InputError (key "compile") where there can be none, or it is another user's.
  CompiledCache();

  /// The library kept under the key, any text; nothing where none is, or what is there is not what was kept.
  /// @throws InputError (key "compile") where the loader refuses it.
  std::shared_ptr<const SharedLibrary> find(const std::string& key) const;

  /// Keeps the library in the file under the key; it appears there whole or not at all. @throws InputError
  void keep(const std::string& key, const std::filesystem::path& library) const;

  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path entry(const std::string& key) const;

  std::filesystem::path folder_;
};

/// A folder in the cache to build in, gone with this object; one whose program was killed goes when the next is made.
class BuildFolder {
 public:
  /// @throws InputError (key "compile") where it cannot be made.
  explicit BuildFolder(const CompiledCache& cache);
  BuildFolder(const BuildFolder&) = delete;
  BuildFolder& operator=(const BuildFolder&) = delete;
  ~BuildFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int lock_ = -1;
};

}  // namespace nonholo
