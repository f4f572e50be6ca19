// What the user gave is wrong: said by exception, with the place and what would be right. Exit code 2.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace nonholo {

/// Wrong input. Where it is found it says what is wrong and with which of its own arguments, and knows nothing of
/// files, options or commands; readers of files add file and line, and put their key and what a user can do about it
/// in place, on the way up.
class InputError : public std::runtime_error {
 public:
  /// `key` is the name of the offending input ("h", "problem.name"), `message` the value found and what is allowed.
  InputError(std::string key, std::string message);

  /// The same error with its place. An already known place or key is kept.
  InputError at(std::string_view file, int line, std::string_view key) const;

  const std::string& file() const { return file_; }
  int line() const { return line_; }  ///< 1-based, 0 when unknown
  const std::string& key() const { return key_; }
  const std::string& message() const { return message_; }

 private:
  InputError(std::string file, int line, std::string key, std::string message);
  std::string file_, key_, message_;
  int line_ = 0;
};

/// "unknown METHOD 'x'; did you mean 'y' or 'z'? Known: ...": the nearest of `known` by edit distance first.
std::string unknown_name_message(std::string_view kind, std::string_view name,
                                 const std::vector<std::string_view>& known);

}  // namespace nonholo
