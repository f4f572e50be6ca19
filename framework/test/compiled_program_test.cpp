// Programs that the C compiler of this machine made: the values of those that are interpreted, a cache that holds, and
// what is said where there is no compiler.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/expression/c_compiler.hpp>
#include <nonholo/framework/expression/compiled_cache.hpp>
#include <nonholo/framework/expression/compiled_program.hpp>
#include <nonholo/framework/expression/graph_parser.hpp>
#include <nonholo/framework/system/text_system.hpp>

#include "catch.hpp"

#include <fmt/format.h>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

using namespace nonholo;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

/// An environment variable with another value, or without one, while this lives.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* const known = std::getenv(name)) before_ = known;
    set(value);
  }
  Variable(const Variable&) = delete;
  ~Variable() { set(before_ ? before_->c_str() : nullptr); }

 private:
  void set(const char* value) const {
    if (value) setenv(name_, value, 1);
    else unsetenv(name_);
  }
  const char* name_;
  std::optional<std::string> before_;
};

/// A cache of its own.
struct Cache {
  fs::path folder = fs::temp_directory_path() / fmt::format("nonholo_cache_{}", getpid());
  Variable variable{"XDG_CACHE_HOME", folder.c_str()};
  Cache() { fs::remove_all(folder); }
  Cache(const Cache&) = delete;
  ~Cache() { fs::remove_all(folder); }
  /// A program of its own beside the folder of nonholo.
  fs::path script(const char* name, const std::string& text) const {
    fs::create_directories(folder);
    std::ofstream(folder / name) << "#!/bin/sh\n" << text << "\n";
    fs::permissions(folder / name, fs::perms(0700));
    return folder / name;
  }
  /// Those that were kept.
  std::vector<fs::path> files() const {
    std::vector<fs::path> all;
    if (fs::exists(folder))
      for (const auto& each : fs::recursive_directory_iterator(folder))
        if (each.is_regular_file() && each.path().extension() == ".so") all.push_back(each.path());
    return all;
  }
};

mode_t mode_of(const fs::path& path) {
  struct stat found {};
  return lstat(path.c_str(), &found) == 0 ? found.st_mode & 07777 : 0;
}

bool has_compiler() {
  try {
    want_compiler();
  } catch (const InputError&) {
    return false;
  }
  return true;
}

/// Every function of a graph, and what is fused, of x and y; p is a parameter.
struct Everything {
  Graph graph;
  std::vector<Node> outputs;
  Everything() {
    const NamedNodes names{{"x", graph.variable(0)}, {"y", graph.variable(1)}, {"p", graph.variable(2)}};
    for (const FunctionName& f : function_names()) {
      const bool steep = f.name == "acosh";
      outputs.push_back(parsed(graph,
                               f.arguments == 2 ? fmt::format("{}(x*y, p + y)", f.name)
                               : steep          ? "acosh(1 + x*y)"
                                                : fmt::format("{}(x*y + p/4)", f.name),
                               names));
    }
    for (const char* text : {"x*y + p", "x*y - p*x", "p - x*y", "-x", "x/y", "x", "3", "sin(x)*cos(x)", "sign(-x)"})
      outputs.push_back(parsed(graph, text, names));
  }
  template <class Real> Program<Real> program() const {
    return Program<Real>(graph, 2, std::array{Real(3) / 5}, outputs);
  }
};

/// Runs are compiled, those in place too: input i stands in in0 or in1, output i in out0, out1, ... by
/// turns.
template <class Real> Program<Real> compiled_program(Program<Real> program) {
  Program<Real>* const all[] = {&program};
  Hot<Real> hot{.program = &program};
  for (int i = 0; i < program.number_of_inputs(); ++i)
    hot.inputs.push_back("in" + std::to_string(i % 2) + "[" + std::to_string(i / 2) + "]");
  for (int i = 0; i < program.number_of_outputs(); ++i)
    hot.outputs.push_back("out" + std::to_string(i % 5) + "[" + std::to_string(i / 5) + "]");
  compile<Real>(all, hot);
  REQUIRE(program.in_place());
  REQUIRE(program.is_compiled());
  return program;
}

/// Its outputs in place, of inputs 0.3 and 0.7.
template <class Real> std::vector<Real> in_place(const Program<Real>& program) {
  const Real in0[] = {Real(3) / 10}, in1[] = {Real(7) / 10};
  const auto size = static_cast<std::size_t>(program.number_of_outputs());
  std::vector<std::vector<Real>> out(5, std::vector<Real>(size / 5 + 1));
  program.in_place()(in0, in1, nullptr, nullptr, program.constants(), out[0].data(), out[1].data(), out[2].data(),
                     out[3].data(), out[4].data());
  std::vector<Real> all;
  for (std::size_t i = 0; i < size; ++i) all.push_back(out[i % 5][i / 5]);
  return all;
}

template <class Real> void has_same_values() {
  const Everything of;
  const Program<Real> usual = of.program<Real>(), compiled = compiled_program(of.program<Real>());
  const auto values = [&](const Program<Real>& program) {
    Real* const in = program.inputs();
    in[0] = Real(3) / 10;
    in[1] = Real(7) / 10;
    const Real* const out = program.run(in);
    return std::vector<Real>(out, out + of.outputs.size());
  };
  const std::vector<Real> x = values(usual), y = values(compiled);
  CHECK(in_place(compiled) == y);
  for (std::size_t i = 0; i < x.size(); ++i) {
    INFO(i);
    using std::abs;
    CHECK(static_cast<double>(abs(Real(x[i] - y[i]))) <=
          static_cast<double>(4 * epsilon<Real>) * (1 + std::abs(static_cast<double>(x[i]))));
  }
}

double sum_of_compiled(std::string_view text) {
  Graph graph;
  const NamedNodes names{{"x", graph.variable(0)}};
  const std::array node{parsed(graph, text, names)};
  Program<double> program(graph, 1, {}, node);
  Program<double>* const all[] = {&program};
  compile<double>(all);
  program.inputs()[0] = 2;
  return *program.run();
}

}  // namespace

TEST_CASE("A compiled program has the values of the interpreted one, in every precision") {
  if (!has_compiler()) return;
  const Cache cache;
  has_same_values<double>();
  has_same_values<quad>();
  CHECK(cache.files().size() == 2);  // one library each, nothing else
}

TEST_CASE("A long program is compiled in parts, each of which finds what those before it made") {
  if (!has_compiler()) return;
  const Cache cache;
  Graph graph;
  const Node x = graph.variable(0), y = graph.variable(1);
  std::vector<Node> outputs = {x, graph.apply(Operation::sin, x)};
  Node sum = y;
  for (int i = 0; i < 1000; ++i) {
    sum = graph.divide(graph.add(sum, outputs[1]), graph.add(graph.constant(2), y));
    if (i % 250 == 0) outputs.push_back(sum);
  }
  outputs.push_back(sum);
  const Program<double> usual(graph, 2, {}, outputs), compiled = compiled_program(usual);
  REQUIRE(usual.size() > 2000);
  const auto values = [&](const Program<double>& program) {
    double* const in = program.inputs();
    in[0] = 0.3;
    in[1] = 0.7;
    const double* const out = program.run(in);
    return std::vector<double>(out, out + outputs.size());
  };
  const std::vector<double> a = values(usual), b = values(compiled);
  for (std::size_t i = 0; i < outputs.size(); ++i) CHECK(a[i] == Approx(b[i]).epsilon(1e-14));
  CHECK(in_place(compiled) == b);
}

TEST_CASE("What was compiled is taken from the cache, and made again where it is damaged") {
  if (!has_compiler()) return;
  const Cache cache;
  CHECK(sum_of_compiled("x + 40") == 42);
  REQUIRE(cache.files().size() == 1);
  const fs::path file = cache.files().front();
  const auto made = fs::last_write_time(file);
  CHECK(sum_of_compiled("x + 40") == 42);
  CHECK(fs::last_write_time(file) == made);
  std::ofstream(file, std::ios::trunc) << "no library";
  CHECK(sum_of_compiled("x + 40") == 42);
  CHECK(fs::file_size(file) > 1000);
  CHECK(sum_of_compiled("x + 41") == 43);  // a constant is no part of the text
  CHECK(cache.files().size() == 1);
  CHECK(sum_of_compiled("x*x + 40") == 44);
  CHECK(cache.files().size() == 2);
}

TEST_CASE("Two processes that compile the same at once both have it") {
  if (!has_compiler()) return;
  const Cache cache;
  const pid_t child = fork();
  if (child == 0) _exit(sum_of_compiled("sin(x)^2 + cos(x)^2 + 1") == 2 ? 0 : 1);
  CHECK(sum_of_compiled("sin(x)^2 + cos(x)^2 + 1") == Approx(2));
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) <= 1);  // it did not crash, whatever the last bit
  CHECK(cache.files().size() == 1);
}

TEST_CASE("A compiler that is missing or fails is reported") {
  const TextSystem text{.coordinates = {"x"}, .parameters = {}, .lagrangian = "vx^2/2", .compile = true};
  const Cache cache;
  {
    const Variable path("PATH", "/nowhere"), chosen("CC", nullptr);
    CHECK_THROWS_WITH(problem_entry(text),
                      Contains("compile: no C compiler was found") && Contains("leave compile out"));
  }
  {
    const Variable chosen("CC", "/nowhere/cc");
    CHECK_THROWS_WITH(problem_entry(text), Contains("$CC is '/nowhere/cc', but no such program exists"));
  }
  {
    const Variable chosen("CC", "false");
    const ProblemEntry entry = problem_entry(text);
    CHECK_THROWS_WITH(entry.make({}), Contains("the compiler ended with 1"));
  }
  {
    const Variable chosen("XDG_CACHE_HOME", "/proc/nowhere");
    if (has_compiler()) CHECK_THROWS_WITH(problem_entry(text).make({}), Contains("$XDG_CACHE_HOME chooses another"));
  }
  CHECK(cache.files().empty());
}

TEST_CASE("The cache is made for the user alone, whatever the umask, and one of earlier versions is mended") {
  if (!has_compiler()) return;
  for (const mode_t mask : {0002, 0022, 0077, 0000}) {
    const Cache cache;
    const mode_t before = umask(mask);
    CHECK(sum_of_compiled("x + 40") == 42);
    umask(before);
    CHECK(mode_of(compiled_folder()) == 0700);
    REQUIRE(cache.files().size() == 1);
    CHECK(mode_of(cache.files().front()) == 0600);
    fs::permissions(compiled_folder(), fs::perms(0775));
    CHECK(sum_of_compiled("x + 40") == 42);
    CHECK(mode_of(compiled_folder()) == 0700);
  }
}

TEST_CASE("An entry of the cache that is not what was kept there is made again") {
  if (!has_compiler()) return;
  const Cache cache;
  CHECK(sum_of_compiled("x*x*x + 1") == 9);
  REQUIRE(cache.files().size() == 1);
  const fs::path other = cache.folder / "other.so", entry = cache.files().front();
  fs::rename(entry, other);
  CHECK(sum_of_compiled("x + 40") == 42);
  const fs::path file = cache.files().front() == other ? cache.files().back() : cache.files().front();
  const auto size = fs::file_size(file);
  const auto is_made_again = [&](const char* what) {
    INFO(what);
    CHECK(sum_of_compiled("x + 40") == 42);
    CHECK(fs::symlink_status(file).type() == fs::file_type::regular);
    CHECK(fs::file_size(file) == size);
    CHECK(mode_of(file) == 0600);
  };
  fs::resize_file(file, size - 1);
  is_made_again("cut");
  fs::copy_file(other, file, fs::copy_options::overwrite_existing);
  is_made_again("the library of another text");
  fs::permissions(file, fs::perms(0620));
  is_made_again("open to others");
  fs::rename(file, cache.folder / "mine.so");
  fs::create_symlink(cache.folder / "mine.so", file);
  is_made_again("a link");
  fs::remove(file);
  REQUIRE(mkfifo(file.c_str(), 0600) == 0);
  is_made_again("a pipe");
  if (geteuid() != 0) return;
  REQUIRE(chown(file.c_str(), 65534, 65534) == 0);
  is_made_again("another user's");
}

TEST_CASE("What a program left that was killed while it compiled goes when the next one compiles") {
  if (!has_compiler()) return;
  const Cache cache;
  const fs::path endless = cache.script("endless", "exec sleep 20");
  const pid_t child = fork();
  if (child == 0) {
    const Variable chosen("CC", endless.c_str());
    sum_of_compiled("x + 1");
    _exit(0);
  }
  const auto building = [&] { return fs::exists(compiled_folder()) && !fs::is_empty(compiled_folder()); };
  for (int i = 0; i < 1000 && !building(); ++i) usleep(10'000);
  REQUIRE(building());
  CHECK(sum_of_compiled("x*x + 40") == 44);  // what is being built stays
  CHECK(std::distance(fs::directory_iterator(compiled_folder()), {}) == 2);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  CHECK(sum_of_compiled("x*x*x + 40") == 48);
  CHECK(std::distance(fs::directory_iterator(compiled_folder()), {}) == 2);
}

TEST_CASE("$CC may have blanks, in the path of the compiler, before it and behind it") {
  if (!has_compiler()) return;
  const Cache cache;
  const fs::path path = cache.script("a compiler", "exec cc \"$@\"");
  int i = 0;
  for (const std::string& chosen : {path.string(), path.string() + " -O1", " " + path.string() + "  -O1  -w ",
                                    "'" + path.string() + "' -O1", std::string("  "), std::string("\tcc -O1")}) {
    INFO(chosen);
    const Variable variable("CC", chosen.c_str());
    CHECK(sum_of_compiled(fmt::format("x + x^{}", 3 + i)) == 2 + std::pow(2, 3 + i));
    ++i;
  }
  const Variable missing("CC", "/nowhere/a compiler -O1");
  CHECK_THROWS_WITH(want_compiler(), Contains("$CC is '/nowhere/a compiler -O1', but no such program exists"));
}

TEST_CASE("A compiler that is told to stop is killed, with all that it started, and says so") {
  if (!has_compiler()) return;
  const Cache cache;
  const fs::path mark = cache.folder / "mark";
  const fs::path endless = cache.script("endless", "(sleep 1; echo > '" + mark.string() + "') & wait");
  const Variable chosen("CC", endless.c_str());
  int asked = 0;
  stop_compiler_when([&asked] { return ++asked == 20; });
  CHECK_THROWS_WITH(sum_of_compiled("x + 1"), Contains("compile: ") && Contains("was stopped after"));
  stop_compiler_when({});
  CHECK(asked == 20);
  CHECK(fs::is_empty(compiled_folder()));
  usleep(1'500'000);
  CHECK_FALSE(fs::exists(mark));
}
