// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/expression/c_compiler.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/expression/compiled_cache.hpp>
#include <nonholo/framework/expression/compiled_program.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <thread>
#include <utility>
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

std::vector<std::string> parts(const std::string& text, char between) {
  std::istringstream in(text);
  std::vector<std::string> all;
  for (std::string part; std::getline(in, part, between);)
    if (!part.empty()) all.push_back(part);
  return all;
}

/// What blanks part.
std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

/// The executable that a command means; nothing where there is none.
fs::path executable(const std::string& command) {
  const auto runs = [](const fs::path& file) {
    std::error_code none;  // a text that is too long for a path means no file either
    return fs::is_regular_file(file, none) && access(file.c_str(), X_OK) == 0;
  };
  if (command.find('/') != command.npos) return runs(command) ? fs::canonical(command) : fs::path();
  for (const std::string& folder : parts(variable("PATH"), ':'))
    if (runs(fs::path(folder) / command)) return fs::path(folder) / command;
  return {};
}

/// A command and its options. The path of a command may have blanks in it: it stands in quotes, or is the longest
/// beginning of the text that is an executable.
std::vector<std::string> command_in(const std::string& text) {
  constexpr const char* blanks = " \t\n";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == text.npos) return {};
  const auto with_options = [&text](std::string path, std::size_t options) {
    std::vector<std::string> all = words(text.substr(options));
    all.insert(all.begin(), std::move(path));
    return all;
  };
  if (const char quote = text[begin]; quote == '"' || quote == '\'')
    if (const std::size_t end = text.find(quote, begin + 1); end != text.npos)
      return with_options(text.substr(begin + 1, end - begin - 1), end + 1);
  for (std::size_t end = text.find_last_not_of(blanks) + 1; end > begin;) {
    const std::string path = text.substr(begin, end - begin);
    if (!executable(path).empty()) return with_options(path, end);
    const std::size_t blank = text.find_last_of(blanks, end - 1);
    if (blank == text.npos || blank < begin) break;
    end = text.find_last_not_of(blanks, blank) + 1;
  }
  return words(text);
}

/// $CC and its options, or the first that is there.
std::vector<std::string> compiler() {
  if (std::vector<std::string> chosen = command_in(variable("CC")); !chosen.empty()) {
    if (executable(chosen.front()).empty())
      fail(fmt::format("$CC is '{}', but no such program exists", variable("CC")));
    return chosen;
  }
  for (const char* command : {"cc", "gcc", "clang"})
    if (!executable(command).empty()) return {command};
  fail("no C compiler was found ($CC, cc, gcc, clang): install one, or leave compile out");
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

std::string first_lines(const fs::path& file) {
  std::ifstream in(file);
  std::string text, line;
  for (int i = 0; i < 5 && std::getline(in, line); ++i) text += "\n    " + line;
  return text;
}

/// What a process runs in its own group, so that all that it started ends with it.
class Spawned {
 public:
  /// Runs the command, what it says to the file.
  Spawned(const std::vector<std::string>& command, const fs::path& says) {
    std::vector<char*> arguments;
    for (const std::string& each : command) arguments.push_back(const_cast<char*>(each.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, says.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    posix_spawnattr_t group;
    posix_spawnattr_init(&group);
    posix_spawnattr_setflags(&group, POSIX_SPAWN_SETPGROUP);
    const int failed = posix_spawnp(&process_, arguments[0], &actions, &group, arguments.data(), environ);
    posix_spawnattr_destroy(&group);
    posix_spawn_file_actions_destroy(&actions);
    if (failed) fail(fmt::format("{} does not start: {}", command.front(), std::strerror(failed)));
  }

  /// Its exit status once it has ended.
  std::optional<int> ended() const {
    int status = 0;
    const pid_t found = waitpid(process_, &status, WNOHANG);
    if (found == 0 || (found < 0 && errno == EINTR)) return std::nullopt;
    if (found < 0) return 128;  // somebody else has waited for it
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  void kill() const {
    ::kill(-process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }

 private:
  pid_t process_ = 0;
};

// gcc 12 at -O2 takes a second for 170 kB of such a text, whatever its length (functions are short), and twice as long
// in quad. Forty times as long, and a minute to start, are for a machine that is slow and shared.
constexpr double start_seconds = 60, bytes_in_a_second = 4000;

std::function<bool()>& stopping() {
  static std::function<bool()> asked;
  return asked;
}

/// Runs the command on a text of that size. Its exit status.
int run(const std::vector<std::string>& command, const fs::path& says, std::size_t size) {
  constexpr auto between_looks = std::chrono::milliseconds(5);
  const double most = start_seconds + static_cast<double>(size) / bytes_in_a_second;
  const auto begin = std::chrono::steady_clock::now();
  const Spawned compiler(command, says);
  for (;; std::this_thread::sleep_for(between_looks)) {
    if (const auto status = compiler.ended()) return *status;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (stopping() && stopping()()) {
      compiler.kill();
      fail(fmt::format("{} was stopped after {:.1f} s, before it had compiled the system", command.front(), seconds));
    }
    if (seconds > most) {
      compiler.kill();
      fail(fmt::format("{} has not compiled the {:.0f} kB of C of this system in {:.0f} s: leave compile out",
                       command.front(), static_cast<double>(size) / 1000, most));
    }
  }
}

/// What the text makes goes into the cache.
void build(std::vector<std::string> command, const std::string& source, const char* link_with,
           const CompiledCache& cache, const std::string& key) {
  const BuildFolder folder(cache);
  const fs::path text = folder.path() / "text.c", made = folder.path() / "made.so", said = folder.path() / "said.txt";
  if (!(std::ofstream(text) << source).flush()) fail(fmt::format("{}: {}", text.string(), std::strerror(errno)));
  for (const std::string& each : {text.string(), std::string("-o"), made.string(), std::string(link_with)})
    command.push_back(each);
  if (const int status = run(command, said, source.size()); status != 0)
    fail(fmt::format("the compiler ended with {}: {}{}", status, fmt::join(command, " "), first_lines(said)));
  cache.keep(key, made);
}

}  // namespace

void want_compiler() { compiler(); }

void stop_compiler_when(std::function<bool()> asked) { stopping() = std::move(asked); }

std::shared_ptr<const SharedLibrary> compiled_library(const std::string& source, const char* link_with) {
  const std::vector<std::string> with = command();
  const std::string key =
      fmt::format("{}\n{}\n{}\n{}\n{}", fmt::join(with, " "), identity(with.front()), processor(), link_with, source);
  const CompiledCache cache;
  if (auto found = cache.find(key)) return found;
  build(with, source, link_with, cache, key);
  if (auto made = cache.find(key)) return made;
  fail(fmt::format("the compiled system was removed from {}: run again", cache.folder().string()));
}

}  // namespace nonholo
