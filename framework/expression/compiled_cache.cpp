// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/expression/compiled_cache.hpp>

#include <nonholo/framework/base/error.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace nonholo {

namespace {

namespace fs = std::filesystem;

constexpr const char* build_prefix = "build.";

[[noreturn]] void fail_in_cache(const std::string& reason) { throw InputError("compile", reason); }
[[noreturn]] void fail_at(const fs::path& path) {
  fail_in_cache(fmt::format("{}: {}; $XDG_CACHE_HOME chooses another folder", path.string(), std::strerror(errno)));
}

/// A file descriptor that is closed, unless somebody takes it over.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }
  bool open() const { return number_ >= 0; }
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

std::uint64_t fnv1a(std::string_view text, std::uint64_t hash) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  return hash;
}

/// 32 hexadecimal digits. It tells damage and mistakes; that nobody else writes there is held by owner and mode.
std::string checksum_of(std::string_view text) {
  const std::uint64_t first = fnv1a(text, 0xCBF29CE484222325u);
  return fmt::format("{:016x}{:016x}", first, fnv1a(text, first ^ 0x9E3779B97F4A7C15u));
}

/// Behind a library, where no loader looks.
std::string seal(const std::string& key, std::string_view library) {
  return checksum_of(fmt::format("{}\n{}", checksum_of(key), checksum_of(library)));
}

/// All bytes of an open file; nothing where they cannot be read.
std::optional<std::string> bytes_of(int descriptor, std::size_t size) {
  std::string bytes(size, '\0');
  for (std::size_t at = 0; at < size;) {
    const ssize_t got = ::pread(descriptor, bytes.data() + at, size - at, static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    at += static_cast<std::size_t>(got);
  }
  return bytes;
}

/// Whatever the umask is: it could keep the user out as well.
void make_private_folder(const fs::path& folder) {
  struct stat found {};
  if (::stat(folder.c_str(), &found) == 0) return;
  if (folder.has_parent_path() && folder.parent_path() != folder) make_private_folder(folder.parent_path());
  if (::mkdir(folder.c_str(), 0700) == 0) ::chmod(folder.c_str(), 0700);
  else if (errno != EEXIST) fail_at(folder);  // another program was faster
}

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

/// What programs left that were killed while they built: nobody holds its lock.
void remove_left_builds(const fs::path& cache) {
  std::error_code ignored;
  for (const fs::directory_entry& each : fs::directory_iterator(cache, ignored)) {
    if (!each.path().filename().string().starts_with(build_prefix)) continue;
    const Descriptor folder(::open(each.path().c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (folder.open() && ::flock(folder.number(), LOCK_EX | LOCK_NB) == 0) fs::remove_all(each.path(), ignored);
  }
}

}  // namespace

fs::path compiled_folder() {
  const fs::path cache = environment("XDG_CACHE_HOME"), home = environment("HOME");
  if (cache.is_absolute()) return cache / "nonholo";
  if (home.is_absolute()) return home / ".cache" / "nonholo";
  fail_in_cache("neither $XDG_CACHE_HOME nor $HOME tells where to keep what is compiled");
}

CompiledCache::CompiledCache() : folder_(compiled_folder()) {
  make_private_folder(folder_);
  const Descriptor opened(::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  struct stat found {};
  if (!opened.open() || ::fstat(opened.number(), &found) != 0) fail_at(folder_);
  if (found.st_uid != ::geteuid())
    fail_in_cache(fmt::format("{} is another user's folder; $XDG_CACHE_HOME chooses another", folder_.string()));
  // Earlier versions made it as the umask said. What others may have put there is no entry: those are checked.
  if ((found.st_mode & 0777) != 0700 && ::fchmod(opened.number(), 0700) != 0) fail_at(folder_);
}

fs::path CompiledCache::entry(const std::string& key) const { return folder_ / (checksum_of(key) + ".so"); }

std::shared_ptr<const SharedLibrary> CompiledCache::find(const std::string& key) const {
  const fs::path file = entry(key);
  Descriptor opened(::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat found {};
  if (!opened.open() || ::fstat(opened.number(), &found) != 0) return nullptr;
  if (!S_ISREG(found.st_mode) || found.st_uid != ::geteuid() || (found.st_mode & 07777) != 0600) return nullptr;
  const auto bytes = bytes_of(opened.number(), static_cast<std::size_t>(found.st_size));
  const std::size_t length = checksum_of("").size();
  if (!bytes || bytes->size() < length) return nullptr;
  const std::string_view library(bytes->data(), bytes->size() - length);
  if (std::string_view(*bytes).substr(library.size()) != seal(key, library)) return nullptr;
  try {
    return std::make_shared<const SharedLibrary>(opened.release());
  } catch (const InputError& error) {
    fail_in_cache(fmt::format("{}: {}", file.string(), error.message()));
  }
}

void CompiledCache::keep(const std::string& key, const fs::path& library) const {
  std::ifstream in(library, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  if (!in || bytes.empty()) fail_in_cache(fmt::format("{} cannot be read", library.string()));
  const fs::path whole = library.string() + ".sealed", file = entry(key);
  const Descriptor out(::open(whole.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!out.open() || ::fchmod(out.number(), 0600) != 0) fail_at(whole);
  const std::string all = bytes + seal(key, bytes);
  for (std::string_view left = all; !left.empty();) {
    const ssize_t written = ::write(out.number(), left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail_at(whole);
    left.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::rename(whole.c_str(), file.c_str()) != 0) fail_at(file);
}

BuildFolder::BuildFolder(const CompiledCache& cache) {
  remove_left_builds(cache.folder());
  for (;;) {
    std::string name = (cache.folder() / fmt::format("{}XXXXXX", build_prefix)).string();
    if (!::mkdtemp(name.data())) fail_at(name);
    ::chmod(name.c_str(), 0700);
    path_ = name;
    lock_ = ::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    // Another program that tidies up may have been between the two and taken it for one that was left.
    struct stat found {};
    const bool held = lock_ >= 0 && (::flock(lock_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK);
    if (held && ::stat(name.c_str(), &found) == 0) return;
    if (lock_ >= 0) ::close(lock_);
  }
}

BuildFolder::~BuildFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  ::close(lock_);
}

}  // namespace nonholo
