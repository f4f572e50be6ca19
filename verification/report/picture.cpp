// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/report/picture.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/verification/output/new_file.hpp>
#include <nonholo/verification/report/figure_text.hpp>

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace nonholo {

namespace {

namespace fs = std::filesystem;

/// As text of an XML element.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') out += "&amp;";
    else if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return out;
}

/// Replaces what stands between the two, if it does.
void replace_between(std::string& text, std::string_view from, std::string_view to, const std::string& with) {
  const std::size_t begin = text.find(from);
  if (begin == text.npos) return;
  const std::size_t inside = begin + from.size(), end = text.find(to, inside);
  if (end != text.npos) text.replace(inside, end - inside, with);
}

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

/// A folder of its own, gone with it.
class Scratch {
 public:
  Scratch() : folder_((fs::temp_directory_path() / "nonholo_picture_XXXXXX").string()) {
    if (!mkdtemp(folder_.data())) throw OutputError::of(folder_);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  fs::path path() const { return folder_; }

 private:
  std::string folder_;
};

/// What gnuplot draws.
std::string drawn(const Figure& figure, PictureFormat format) {
  const Scratch scratch;
  const fs::path file = scratch.path() / "picture";
  const std::string script = gnuplot_script(figure, format, file.string());
  std::FILE* pipe = popen("LC_ALL=C.UTF-8 gnuplot", "w");
  if (!pipe) throw InputError("gnuplot", "cannot be called");
  const bool taken = std::fwrite(script.data(), 1, script.size(), pipe) == script.size();
  const bool done = pclose(pipe) == 0 && taken;
  std::string picture = text_of(file).value_or("");
  if (!done || picture.empty()) throw InputError("gnuplot", fmt::format("did not draw {}", figure.name));
  return picture;
}

}  // namespace

bool has_gnuplot() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((fs::path(folder) / "gnuplot").c_str(), X_OK) == 0) return true;
  return false;
}

void need_gnuplot() {
  if (!has_gnuplot())
    throw InputError("gnuplot", "is not installed, and pictures are drawn with it: on Debian, apt install gnuplot-nox");
}

void draw(const Figure& figure, PictureFormat format, const fs::path& file) {
  need_gnuplot();
  std::string picture = drawn(figure, format);
  if (format == PictureFormat::svg) picture = described(std::move(picture), figure);
  std::error_code failed;  // told when the file is written
  if (file.has_parent_path()) fs::create_directories(file.parent_path(), failed);
  write_whole(file, picture, false);
}

std::string described(std::string svg, const Figure& figure) {
  replace_between(svg, "<title>", "</title>", escaped(heading(figure)));
  replace_between(svg, "<desc>", "</desc>", escaped(figure.caption));
  replace_all(svg, "font-family=\"Helvetica\"", "font-family=\"Helvetica, Arial, Liberation Sans, sans-serif\"");
  return svg;
}

}  // namespace nonholo
