// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/expression/c_compiler.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/expression/compiled_program.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <vector>

extern char** environ;

namespace nonholo {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& reason) { throw InputError("compile", reason); }

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

std::vector<std::string> words(const std::string& text, char between) {
  std::istringstream in(text);
  std::vector<std::string> all;
  for (std::string word; std::getline(in, word, between);)
    if (!word.empty()) all.push_back(word);
  return all;
}

/// The executable that a command means; nothing where there is none.
fs::path executable(const std::string& command) {
  const auto runs = [](const fs::path& file) { return fs::is_regular_file(file) && access(file.c_str(), X_OK) == 0; };
  if (command.find('/') != command.npos) return runs(command) ? fs::canonical(command) : fs::path();
  for (const std::string& folder : words(variable("PATH"), ':'))
    if (runs(fs::path(folder) / command)) return fs::path(folder) / command;
  return {};
}

/// $CC and its options, or the first that is there.
std::vector<std::string> compiler() {
  if (std::vector<std::string> chosen = words(variable("CC"), ' '); !chosen.empty()) {
    if (executable(chosen.front()).empty()) fail(fmt::format("$CC is '{}', which is not there", variable("CC")));
    return chosen;
  }
  for (const char* command : {"cc", "gcc", "clang"})
    if (!executable(command).empty()) return {command};
  fail("no C compiler is there ($CC, cc, gcc, clang): install one, or leave compile out: the text runs without one");
}

std::vector<std::string> command() {
  std::vector<std::string> all = compiler();
  for (const char* option : {"-std=gnu11", "-O2", "-march=native", "-fno-math-errno", "-fPIC", "-shared", "-w"})
    all.emplace_back(option);
  return all;
}

/// What the code was optimised for: a cache may lie in a home that machines share.
std::string processor() {
  std::ifstream in("/proc/cpuinfo");
  std::string text;
  for (std::string line; std::getline(in, line) && !line.empty();)
    if (line.starts_with("model name") || line.starts_with("flags") || line.starts_with("Features")) text += line;
  return text;
}

/// An updated compiler is another one.
std::string identity(const std::string& program) {
  struct stat found {};
  const fs::path file = executable(program);
  if (stat(file.c_str(), &found) != 0) return program;
  return fmt::format("{} {} {}", file.string(), found.st_size, found.st_mtime);
}

std::uint64_t fnv1a(std::string_view text, std::uint64_t hash) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  return hash;
}

std::string checksum(const std::string& text) {
  const std::uint64_t first = fnv1a(text, 0xCBF29CE484222325u);
  return fmt::format("{:016x}{:016x}", first, fnv1a(text, first ^ 0x9E3779B97F4A7C15u));
}

/// Code is loaded from there: it has to be the user's alone.
fs::path private_folder() {
  fs::path folder = compiled_folder();
  std::error_code failed;
  fs::create_directories(folder, failed);
  struct stat found {};
  if (failed || stat(folder.c_str(), &found) != 0)
    fail(fmt::format("{}: {}; $XDG_CACHE_HOME chooses another folder", folder.string(),
                     failed ? failed.message() : std::strerror(errno)));
  if (found.st_uid != geteuid() || (found.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    fail(fmt::format("{} is not a folder that this user alone may write to", folder.string()));
  return folder;
}

/// Removes a file when it is no longer wanted, whatever happened.
struct Temporary {
  fs::path path;
  ~Temporary() {
    std::error_code ignored;
    fs::remove(path, ignored);
  }
};

std::string first_lines(const fs::path& file) {
  std::ifstream in(file);
  std::string text, line;
  for (int i = 0; i < 5 && std::getline(in, line); ++i) text += "\n    " + line;
  return text;
}

/// Runs the command, what it says to the file. Its exit status.
int run(const std::vector<std::string>& command, const fs::path& says) {
  std::vector<char*> arguments;
  for (const std::string& each : command) arguments.push_back(const_cast<char*>(each.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, says.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed) fail(fmt::format("{} does not start: {}", command.front(), std::strerror(failed)));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void build(std::vector<std::string> command, const std::string& source, const char* link_with, const fs::path& to) {
  static std::atomic<int> number = 0;
  const std::string own = fmt::format("{}.{}.{}", to.stem().string(), getpid(), ++number);
  const Temporary text{to.parent_path() / (own + ".c")}, made{to.parent_path() / (own + ".so")},
      said{to.parent_path() / (own + ".txt")};
  if (!(std::ofstream(text.path) << source).flush())
    fail(fmt::format("{}: {}", text.path.string(), std::strerror(errno)));
  for (const std::string& each : {text.path.string(), std::string("-o"), made.path.string(), std::string(link_with)})
    command.push_back(each);
  if (const int status = run(command, said.path); status != 0)
    fail(fmt::format("the compiler ended with {}: {}{}", status, fmt::join(command, " "), first_lines(said.path)));
  std::error_code failed;
  fs::rename(made.path, to, failed);
  if (failed) fail(fmt::format("{}: {}", to.string(), failed.message()));
}

}  // namespace

void want_compiler() { compiler(); }

fs::path compiled_folder() {
  const fs::path cache = variable("XDG_CACHE_HOME"), home = variable("HOME");
  if (cache.is_absolute()) return cache / "nonholo";
  if (home.is_absolute()) return home / ".cache" / "nonholo";
  fail("neither $XDG_CACHE_HOME nor $HOME tells where to keep what is compiled");
}

std::shared_ptr<const SharedLibrary> compiled_library(const std::string& source, const char* link_with) {
  const std::vector<std::string> with = command();
  const std::string key =
      checksum(fmt::format("{}\n{}\n{}\n{}", fmt::join(with, " "), identity(with.front()), processor(), source));
  const fs::path file = private_folder() / (key + ".so");
  if (fs::exists(file)) {
    try {
      return std::make_shared<const SharedLibrary>(file);
    } catch (const InputError&) {  // damaged: made once more
    }
  }
  build(with, source, link_with, file);
  try {
    return std::make_shared<const SharedLibrary>(file);
  } catch (const InputError& error) {
    fail(error.message());
  }
}

}  // namespace nonholo
