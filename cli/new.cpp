// nonholo new system|experiment|tableau|method [FILE]: a start to change, with comments, that works as it is.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "commands.hpp"
#include "say.hpp"
#include "templates.hpp"

#include <nonholo/framework/base/catalogue.hpp>
#include <nonholo/verification/output/output_error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

namespace nonholo::cli {

namespace {

namespace fs = std::filesystem;

struct NewKind {
  std::string_view name, file, next;
  const std::string_view& text;
};

const Catalogue<NewKind>& kinds() {
  static const Catalogue<NewKind> all("kind of file",
                                      {{"system", "system.toml", "nonholo run {}", system_template},
                                       {"experiment", "experiment.toml", "nonholo run {}", experiment_template},
                                       {"tableau", "tableau.toml", "nonholo tableau check {}", tableau_template},
                                       {"method", "method.cpp", "compile it as its first lines say", method_template}});
  return all;
}

struct NewArguments {
  std::string kind, file;
};

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

/// What can stand in quotes and be called on a command line.
bool is_plain(std::string_view name) {
  return std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-' || c == '.'; });
}

std::string filled(const NewKind& kind, const fs::path& file) {
  const fs::path usual(kind.file);
  const std::string name = file.filename().string(), stem = file.stem().string();
  std::string text(kind.text);
  replace_all(text, "@FILE@", is_plain(name) ? name : usual.string());
  replace_all(text, "@NAME@", is_plain(stem) ? stem : usual.stem().string());
  return text;
}

/// @throws InputError where something of that name is there already.
void write_new(const fs::path& file, const std::string& text) {
  std::FILE* const to = std::fopen(file.c_str(), "wxe");  // x: only what is not there
  if (!to && errno == EEXIST)
    throw InputError("FILE", fmt::format("{} exists already and is not overwritten: give another name", file.string()));
  if (!to) throw OutputError(fmt::format("cannot write {}: {}", file.string(), std::strerror(errno)));
  const bool written = std::fwrite(text.data(), 1, text.size(), to) == text.size();
  if (const bool closed = std::fclose(to) == 0; written && closed) return;
  const std::string why = std::strerror(errno);
  std::error_code ignored;
  fs::remove(file, ignored);  // half of it is no start
  throw OutputError(fmt::format("cannot write {}: {}", file.string(), why));
}

int execute(const NewArguments& options) {
  const NewKind* const kind = kinds().find(options.kind);
  if (!kind) throw InputError("KIND", unknown_name_message("kind of file", options.kind, kinds().names()));
  const fs::path file = options.file.empty() ? fs::path(kind->file) : fs::path(options.file);
  if (const fs::path wanted = fs::path(kind->file).extension(); file.extension() != wanted)
    throw InputError(
        "FILE", fmt::format("{}: the name of a {} file must end in {}", file.string(), kind->name, wanted.string()));
  write_new(file, filled(*kind, file));
  tell(printable(
      fmt::format("{} is written; next: {}\n", file.string(), fmt::format(fmt::runtime(kind->next), file.string()))));
  return 0;
}

}  // namespace

void add_new(CLI::App& app, Choice& choice) {
  const auto options = std::make_shared<NewArguments>();
  CLI::App* command = app.add_subcommand("new", "Write a file to start from: it has comments, and works as it is");
  command->add_option("KIND", options->kind, "system, experiment, tableau or method (in C++)")->required();
  command->add_option("FILE", options->file, "its name; default: KIND.toml, method.cpp. It must not be there");
  command->callback([options, &choice] { choice.execute = [options] { return execute(*options); }; });
}

}  // namespace nonholo::cli
