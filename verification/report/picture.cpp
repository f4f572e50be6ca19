// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/report/picture.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/verification/report/figure_text.hpp>

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>
#include <unistd.h>

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

[[noreturn]] void cannot_write(const fs::path& file) {
  throw InputError("--out", fmt::format("cannot write {}", file.string()));
}

void describe_file(const fs::path& file, const Figure& figure) {
  std::ifstream in(file);
  const std::string svg = described({std::istreambuf_iterator<char>(in), {}}, figure);
  std::ofstream out(file);
  out << svg;
  out.close();
  if (!in || !out) cannot_write(file);
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
  std::error_code failed;
  if (file.has_parent_path()) fs::create_directories(file.parent_path(), failed);
  fs::remove(file, failed);
  if (!std::ofstream(file)) cannot_write(file);
  const std::string script = gnuplot_script(figure, format, file.string());
  std::FILE* pipe = popen("LC_ALL=C.UTF-8 gnuplot", "w");
  if (!pipe) throw InputError("gnuplot", "cannot be called");
  const bool taken = std::fwrite(script.data(), 1, script.size(), pipe) == script.size();
  if (pclose(pipe) != 0 || !taken || fs::file_size(file, failed) == 0)
    throw InputError("gnuplot", fmt::format("did not draw {}", figure.name));
  if (format == PictureFormat::svg) describe_file(file, figure);
}

std::string described(std::string svg, const Figure& figure) {
  replace_between(svg, "<title>", "</title>", escaped(heading(figure)));
  replace_between(svg, "<desc>", "</desc>", escaped(figure.caption));
  replace_all(svg, "font-family=\"Helvetica\"", "font-family=\"Helvetica, Arial, Liberation Sans, sans-serif\"");
  return svg;
}

}  // namespace nonholo
