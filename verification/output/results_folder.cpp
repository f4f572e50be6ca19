// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/output/results_folder.hpp>

#include <nonholo/verification/nesting.hpp>
#include <nonholo/verification/output/below.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <set>
#include <sstream>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

namespace nonholo {

namespace fs = std::filesystem;

namespace {

using Line = nlohmann::ordered_json;

constexpr const char *journal_name = "journal.jsonl", *results_name = "results.json";

Line json(const std::vector<KeptFile>& files) {
  Line list = Line::array();
  for (const KeptFile& each : files)
    list.push_back(
        {{"name", each.name}, {"bytes", each.stamp.bytes}, {"checksum", fmt::format("{:016x}", each.stamp.checksum)}});
  return list;
}

/// @throws std::exception where it is no such list, or names files outside.
std::vector<KeptFile> files_in(const Line& list) {
  std::vector<KeptFile> files;
  for (const Line& each : list) {
    const std::string name = each.at("name");
    if (!leads_below(name)) throw std::invalid_argument(name);
    files.push_back({name, {each.at("bytes"), std::stoull(each.at("checksum").get<std::string>(), nullptr, 16)}});
  }
  return files;
}

std::string text(const Line& line) { return line.dump(-1, ' ', false, Line::error_handler_t::replace); }

std::string sum_of(const Line& line) { return fmt::format("{:016x}", checksum(text(line))); }

std::string with_sum(Line line) {
  line["sum"] = sum_of(line);
  return text(line);
}

/// The line without its checksum, which holds. @throws std::exception where it does not.
Line held(Line line) {
  const std::string sum = line.at("sum");
  line.erase("sum");
  if (sum != sum_of(line)) throw std::invalid_argument("sum");
  return line;
}

std::string line_of(const KeptRun& run) {
  return with_sum({{"run", run.label},
                   {"experiment", run.experiment},
                   {"fingerprint", run.fingerprint},
                   {"files", json(run.files)}});
}

/// `done`, `left`: files that go once the line is there, finished ones and unfinished ones.
std::string line_of(const KeptExperiment& kept, const std::vector<KeptFile>& done = {},
                    const std::vector<std::string>& left = {}) {
  return with_sum({{"experiment", kept.name},
                   {"fingerprint", kept.fingerprint},
                   {"exit_code", kept.exit_code},
                   {"files", json(kept.files)},
                   {"done", json(done)},
                   {"left", left},
                   {"document", Line::parse(kept.document)}});
}

std::string line_of_begun(const std::string& experiment, const std::set<std::string>& files) {
  return with_sum({{"begun", files}, {"experiment", experiment}});
}

/// Whether runs of the experiment write files of this name: into its folder, with an ending of ours.
bool is_of(const std::string& experiment, const std::string& name) {
  constexpr std::array endings{".csv", ".run", ".checkpoint", ".part", "/figures.json"};
  return name.starts_with(experiment + "/") && name.find('/', experiment.size() + 1) == name.npos &&
         std::ranges::any_of(endings, [&name](const char* ending) { return name.ends_with(ending); });
}

/// An experiment of which only the document is known: it is computed again when it is asked for.
KeptExperiment only_shown(const Line& document) { return {document.at("name"), "", 0, text(document), {}}; }

fs::path made(fs::path folder) {
  std::error_code failed;  // told when it is locked
  fs::create_directories(folder, failed);
  return folder;
}

/// The one of that name, in its place among the others.
void put(std::vector<KeptExperiment>& all, KeptExperiment one) {
  const auto old = std::ranges::find(all, one.name, &KeptExperiment::name);
  if (old == all.end()) all.push_back(std::move(one));
  else *old = std::move(one);
}

}  // namespace

ResultsFolder::ResultsFolder(fs::path folder) : folder_(made(std::move(folder))), lock_(folder_) {
  std::error_code failed;
  if (fs::exists(fs::symlink_status(folder_ / journal_name, failed))) read_journal();
  else read_results();
  rewrite_journal();
}

ResultsFolder::~ResultsFolder() { ::close(journal_); }

void ResultsFolder::read_journal() {
  const auto text = text_of(folder_ / journal_name);
  std::error_code failed;
  if (!text && fs::file_size(folder_ / journal_name, failed) > most_text && !failed)
    throw OutputError(fmt::format("{} is too large to read: choose another folder, or remove this file",
                                  (folder_ / journal_name).string()));
  std::istringstream in(text.value_or(""));
  for (std::string each; std::getline(in, each);) try {
      read_line(each);
    } catch (const std::exception&) {  // one that was not written to its end, or changed since
    }
}

/// @throws std::exception where it is no line of ours.
void ResultsFolder::read_line(const std::string& each) {
  const Line read = document_in<Line>(each);
  const std::string name = read.at("experiment");
  if (!why_no_folder(name).empty()) throw std::invalid_argument(name);
  const Line line = held(read);
  if (line.contains("begun")) {
    for (const Line& file : line["begun"]) begun_[name].insert(file.get<std::string>());
  } else if (line.contains("run")) {
    KeptRun run{name, line["run"], line.at("fingerprint"), files_in(line.at("files"))};
    runs_.insert_or_assign({name, run.label}, run);
  } else {
    KeptExperiment kept{name, line.at("fingerprint"), line.at("exit_code"), text(line.at("document")),
                        files_in(line.at("files"))};
    if (line["document"].at("name") != name) throw std::invalid_argument(name);
    put(experiments_, std::move(kept));
    std::erase_if(runs_, [&](const auto& run) { return run.first.first == name; });
    begun_.erase(name);
    // a program may have been killed before it did
    remove(name, files_in(line.at("done")), line.at("left").get<std::vector<std::string>>());
  }
}

void ResultsFolder::read_results() {
  const Line document = document_in<Line>(text_of(folder_ / results_name).value_or(""));
  if (!document.is_object() || !document.contains("experiments")) return;
  for (const Line& each : document["experiments"])
    if (each.is_object() && each.contains("name") && each["name"].is_string())
      if (const std::string name = each["name"]; why_no_folder(name).empty()) put(experiments_, only_shown(each));
}

/// Without what was superseded or torn.
void ResultsFolder::rewrite_journal() {
  const fs::path file = folder_ / journal_name;
  std::string lines;
  for (const KeptExperiment& each : experiments_) lines += line_of(each) + "\n";
  for (const auto& [name, files] : begun_) lines += line_of_begun(name, files) + "\n";
  for (const auto& [key, run] : runs_) lines += line_of(run) + "\n";
  if (text_of(file) != lines) write_whole(file, lines);
  journal_ = ::open(file.c_str(), O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
  if (journal_ < 0) throw OutputError::of(file);
}

void ResultsFolder::append(const std::string& line) {
  const std::string all = line + "\n";
  struct stat before {};
  if (::fstat(journal_, &before) != 0) throw OutputError::of(folder_ / journal_name);
  const ssize_t written = ::write(journal_, all.data(), all.size());
  if (written == static_cast<ssize_t>(all.size()) && ::fdatasync(journal_) == 0) return;
  const int why = written >= 0 && written < static_cast<ssize_t>(all.size()) ? ENOSPC : errno;
  // If that fails, too: what was torn is passed over when it is read.
  [[maybe_unused]] const int cut = ::ftruncate(journal_, before.st_size);
  errno = why;
  throw OutputError::of(folder_ / journal_name);
}

bool ResultsFolder::unharmed(const std::vector<KeptFile>& files) const {
  // one byte more tells a longer file, whose length is anybody's
  return std::ranges::all_of(
      files, [&](const KeptFile& each) { return stamp_below(folder_, each.name, each.stamp.bytes + 1) == each.stamp; });
}

const KeptExperiment* ResultsFolder::experiment(const std::string& name, const std::string& fingerprint) const {
  const auto found = std::ranges::find(experiments_, name, &KeptExperiment::name);
  const bool same = found != experiments_.end() && found->fingerprint == fingerprint && unharmed(found->files);
  return same ? &*found : nullptr;
}

const KeptRun* ResultsFolder::run(const std::string& experiment, const std::string& label,
                                  const std::string& fingerprint) const {
  const std::lock_guard guard(mutex_);
  const auto found = runs_.find({experiment, label});
  const bool same = found != runs_.end() && found->second.fingerprint == fingerprint && unharmed(found->second.files);
  return same ? &found->second : nullptr;
}

void ResultsFolder::begin(const std::string& experiment, const std::vector<std::string>& files) {
  const std::lock_guard guard(mutex_);
  const auto known = begun_.find(experiment);
  std::set<std::string> all = known == begun_.end() ? std::set<std::string>() : known->second;
  const std::size_t before = all.size();
  all.insert(files.begin(), files.end());
  if (all.size() == before) return;
  append(line_of_begun(experiment, all));
  begun_.insert_or_assign(experiment, std::move(all));
}

void ResultsFolder::keep(const KeptRun& run) {
  const std::lock_guard guard(mutex_);
  append(line_of(run));
  runs_.insert_or_assign({run.experiment, run.label}, run);
}

/// What nothing needs any more once the experiment is finished: of what it was before, and of runs that were begun
/// under other labels.
std::vector<KeptFile> ResultsFolder::superseded(const KeptExperiment& experiment,
                                                const std::vector<KeptFile>& done) const {
  std::vector<KeptFile> gone = done;
  const auto add = [&gone](const std::vector<KeptFile>& files) { gone.insert(gone.end(), files.begin(), files.end()); };
  if (const auto old = std::ranges::find(experiments_, experiment.name, &KeptExperiment::name);
      old != experiments_.end())
    add(old->files);
  for (const auto& [key, run] : runs_)
    if (key.first == experiment.name) add(run.files);
  std::set<std::string> needed;
  for (const KeptFile& each : experiment.files) needed.insert(each.name);
  std::erase_if(gone, [&needed](const KeptFile& each) { return needed.contains(each.name); });
  return gone;
}

/// Names of what runs may have left that were begun and killed.
std::vector<std::string> ResultsFolder::unfinished_files(const std::string& experiment) const {
  std::vector<std::string> names{experiment + "/figures.json.part"};
  if (const auto begun = begun_.find(experiment); begun != begun_.end())
    for (const std::string& file : begun->second)
      for (const char* ending : {".csv.part", ".run.part", ".checkpoint", ".checkpoint.part"})
        names.push_back(experiment + "/" + file + ending);
  std::erase_if(names, [this](const std::string& name) { return !stamp_below(folder_, name, 0); });  // not there
  return names;
}

/// Those that are the experiment's.
void ResultsFolder::remove(const std::string& experiment, const std::vector<KeptFile>& done,
                           const std::vector<std::string>& left) {
  for (const KeptFile& each : done)
    if (is_of(experiment, each.name)) remove_below(folder_, each.name, each.stamp);
  for (const std::string& each : left)
    if (is_of(experiment, each)) remove_below(folder_, each);
}

void ResultsFolder::keep(KeptExperiment experiment, const std::vector<KeptFile>& done) {
  const std::lock_guard guard(mutex_);
  const std::vector<KeptFile> gone = superseded(experiment, done);
  const std::vector<std::string> left = unfinished_files(experiment.name);
  append(line_of(experiment, gone, left));
  remove(experiment.name, gone, left);
  std::erase_if(runs_, [&](const auto& run) { return run.first.first == experiment.name; });
  begun_.erase(experiment.name);
  unfinished_.erase(experiment.name);
  put(experiments_, std::move(experiment));
}

std::vector<std::string> ResultsFolder::documents() const {
  std::vector<std::string> all;
  auto left = unfinished_;
  for (const KeptExperiment& each : experiments_) {
    const auto instead = left.extract(each.name);
    all.push_back(instead ? instead.mapped() : Line::parse(each.document).dump(1));
  }
  for (const auto& [name, document] : left) all.push_back(document);
  return all;
}

std::string why_no_folder(const std::string& name) {
  constexpr std::array taken{".json", ".jsonl", ".html", ".csv", ".part", ".run", ".checkpoint", ".svg"};
  for (const fs::path& part : fs::path(name)) {
    const std::string each = part.string();
    if (each.empty() || each.front() == '.') return "a part of the name is empty or begins with a dot";
    if (std::ranges::any_of(taken, [&](const char* end) { return each.ends_with(end); }))
      return fmt::format("a folder of results cannot have the ending of a file of results: {}", each);
  }
  return name.empty() || fs::path(name).is_absolute() ? "the name must be a relative path" : "";
}

}  // namespace nonholo
