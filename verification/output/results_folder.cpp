// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/output/results_folder.hpp>

#include <nonholo/verification/nesting.hpp>

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
    const fs::path path = name;
    if (path.is_absolute() || std::find(path.begin(), path.end(), "..") != path.end())
      throw std::invalid_argument(name);
    files.push_back({name, {each.at("bytes"), std::stoull(each.at("checksum").get<std::string>(), nullptr, 16)}});
  }
  return files;
}

std::string text(const Line& line) { return line.dump(-1, ' ', false, Line::error_handler_t::replace); }

std::string line_of(const KeptRun& run) {
  return text({{"run", run.label},
               {"experiment", run.experiment},
               {"fingerprint", run.fingerprint},
               {"files", json(run.files)}});
}

/// `done`: files that go once the line is there.
std::string line_of(const KeptExperiment& kept, const std::vector<KeptFile>& done = {}) {
  return text({{"experiment", kept.name},
               {"fingerprint", kept.fingerprint},
               {"exit_code", kept.exit_code},
               {"files", json(kept.files)},
               {"done", json(done)},
               {"document", Line::parse(kept.document)}});
}

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
  std::istringstream in(text_of(folder_ / journal_name).value_or(""));
  for (std::string each; std::getline(in, each);) try {
      const Line line = document_in<Line>(each);
      if (line.contains("run")) {
        KeptRun run{line.at("experiment"), line.at("run"), line.at("fingerprint"), files_in(line.at("files"))};
        runs_.insert_or_assign({run.experiment, run.label}, run);
      } else {
        const std::string name = line.at("experiment");
        put(experiments_, {name, line.at("fingerprint"), line.at("exit_code"), text(line.at("document")),
                           files_in(line.at("files"))});
        std::erase_if(runs_, [&](const auto& run) { return run.first.first == name; });
        for (const KeptFile& done : files_in(line.value("done", Line::array())))
          ::unlink((folder_ / done.name).c_str());  // a program may have been killed before it did
      }
    } catch (const std::exception&) {  // a line that was not written to its end
    }
}

void ResultsFolder::read_results() {
  const Line document = document_in<Line>(text_of(folder_ / results_name).value_or(""));
  if (!document.is_object() || !document.contains("experiments")) return;
  for (const Line& each : document["experiments"])
    if (each.is_object() && each.contains("name") && each["name"].is_string())
      put(experiments_, {each["name"], "", 0, text(each), {}});
}

/// Without what was superseded or torn.
void ResultsFolder::rewrite_journal() {
  const fs::path file = folder_ / journal_name;
  std::string lines;
  for (const KeptExperiment& each : experiments_) lines += line_of(each) + "\n";
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
  return std::ranges::all_of(files, [&](const KeptFile& each) { return stamp_of(folder_ / each.name) == each.stamp; });
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
  std::error_code none;  // an experiment without files has no folder
  for (const fs::directory_entry& each : fs::directory_iterator(folder_ / experiment.name, none))
    if (const fs::path& file = each.path(); file.extension() == ".checkpoint" || file.extension() == ".part")
      gone.push_back({(fs::path(experiment.name) / file.filename()).string(), {}});
  std::set<std::string> needed;
  for (const KeptFile& each : experiment.files) needed.insert(each.name);
  std::erase_if(gone, [&needed](const KeptFile& each) { return needed.contains(each.name); });
  return gone;
}

void ResultsFolder::keep(KeptExperiment experiment, const std::vector<KeptFile>& done) {
  const std::lock_guard guard(mutex_);
  const std::vector<KeptFile> gone = superseded(experiment, done);
  append(line_of(experiment, gone));
  for (const KeptFile& each : gone) ::unlink((folder_ / each.name).c_str());
  std::erase_if(runs_, [&](const auto& run) { return run.first.first == experiment.name; });
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
    if (each.empty() || each.front() == '.') return "its name begins with a dot or is empty";
    if (std::ranges::any_of(taken, [&](const char* end) { return each.ends_with(end); }))
      return fmt::format("it would be a folder called like a file of results: {}", each);
  }
  return name.empty() || fs::path(name).is_absolute() ? "it has no name below a folder" : "";
}

}  // namespace nonholo
