// A folder of results and what is known to be finished in it.
//
// One program at a time writes there: it holds the lock. What is finished stands in journal.jsonl, a line for each run
// and for each experiment, appended when the files that it names, with their sizes and checksums, have their final
// names. So a kill, a full disk or a loss of power costs what was not finished, and nothing else; what was damaged
// since is noticed. results.json is made from the journal.
//
// What stands in the folder is not trusted. Each line of the journal ends with a checksum of itself, and is passed over
// where that does not hold. A file is removed only if runs of this folder wrote it: its name stands in the journal, it
// lies in the folder of its experiment, no link leads there, and it is what the journal says it was.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/output/folder_lock.hpp>
#include <nonholo/verification/output/new_file.hpp>

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace nonholo {

/// A file of the folder, by its name below it.
struct KeptFile {
  std::string name;
  FileStamp stamp;
};

/// A finished run, whose files are of it alone.
struct KeptRun {
  std::string experiment, label;
  std::string fingerprint;  ///< of what was run: equal ones give equal results
  std::vector<KeptFile> files;
};

/// An experiment whose runs are all finished.
struct KeptExperiment {
  std::string name, fingerprint;
  int exit_code = 0;
  std::string document;  ///< as it stands in results.json
  std::vector<KeptFile> files;
};

class ResultsFolder {
 public:
  /// Makes the folder where it is not there, locks it and reads its journal; without one, the experiments of a
  /// results.json there are kept in it, to be shown and to be computed again when asked for.
  /// @throws OutputError: not to be written, or in use, by whom
  explicit ResultsFolder(std::filesystem::path folder);
  ResultsFolder(const ResultsFolder&) = delete;
  ResultsFolder& operator=(const ResultsFolder&) = delete;
  ~ResultsFolder();

  const std::filesystem::path& path() const { return folder_; }

  /// What is finished under this fingerprint, its files being as they were; nothing else.
  const KeptExperiment* experiment(const std::string& name, const std::string& fingerprint) const;
  const KeptRun* run(const std::string& experiment, const std::string& label, const std::string& fingerprint) const;

  /// Runs of the experiment begin, whose files in its folder have these names without their endings: what they leave
  /// unfinished is known to be ours.
  void begin(const std::string& experiment, const std::vector<std::string>& files);

  /// From several threads; in the place of a run of that label. @throws OutputError; what was kept before is so still.
  void keep(const KeptRun& run);
  /// In the place of one of that name. What nobody needs any more is removed: `done`, files of its runs; those of the
  /// one before, and those of runs that were begun and are none of it now.
  void keep(KeptExperiment experiment, const std::vector<KeptFile>& done);

  /// The document of an experiment that is not finished, for results.json as long as this object is there.
  void show(const std::string& name, std::string document) { unfinished_.insert_or_assign(name, std::move(document)); }
  /// Of all experiments, in the order in which they came to the folder first.
  std::vector<std::string> documents() const;

 private:
  void read_journal();
  void read_line(const std::string& text);
  void read_results();
  void rewrite_journal();
  void append(const std::string& line);
  std::vector<KeptFile> superseded(const KeptExperiment& experiment, const std::vector<KeptFile>& done) const;
  std::vector<std::string> unfinished_files(const std::string& experiment) const;
  void remove(const std::string& experiment, const std::vector<KeptFile>& done, const std::vector<std::string>& left);
  bool unharmed(const std::vector<KeptFile>& files) const;

  std::filesystem::path folder_;
  FolderLock lock_;
  int journal_ = -1;
  mutable std::mutex mutex_;
  std::vector<KeptExperiment> experiments_;
  std::map<std::pair<std::string, std::string>, KeptRun> runs_;
  std::map<std::string, std::set<std::string>> begun_;  // files of experiments that are not finished
  std::map<std::string, std::string> unfinished_;
};

/// Whether a result may be called so: every part of the name is that of a folder of its own, here and nowhere else.
/// Empty, or why not.
std::string why_no_folder(const std::string& name);

}  // namespace nonholo
