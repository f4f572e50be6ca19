// One table of the keys of experiment files and one of the quantities that runs report: they feed the reader, the JSON
// writer and the docs. The options of methods are not among them: each stands beside its method (option.hpp).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/catalogue.hpp>
#include <nonholo/framework/run/option.hpp>
#include <nonholo/verification/experiment/result.hpp>
#include <nonholo/verification/toml/key.hpp>

#include <string_view>
#include <variant>
#include <vector>

namespace nonholo {

/// Keys at the top of a file, of [problem], of [[run]] (beside the options of its method), of [[expect]], of
/// [[event]], [[section]], [[reduce]], [[ensemble]] and
/// [[figure]], of what is published beside one, and of [motion].
const Catalogue<Key>& file_keys();
const Catalogue<Key>& problem_keys();
const Catalogue<Key>& system_keys();
const Catalogue<Key>& input_keys();  ///< of an entry of [input] that is a table
const Catalogue<Key>& exact_keys();  ///< of system.exact
const Catalogue<Key>& run_keys();
const Catalogue<Key>& expect_keys();
const Catalogue<Key>& event_keys();
const Catalogue<Key>& section_keys();
const Catalogue<Key>& reduce_keys();
const Catalogue<Key>& ensemble_keys();
const Catalogue<Key>& random_keys();  ///< of ensemble.random
const Catalogue<Key>& figure_keys();
const Catalogue<Key>& mark_keys();
const Catalogue<Key>& motion_keys();

/// The key of a [[run]] that gives the option.
Key key_of(const Option& option);

/// An option with the methods of the catalogue that take it.
struct DescribedOption {
  Option option;
  std::vector<std::string_view> methods;
};

/// Every option of the catalogue, in its order; those of one key apart where they differ.
std::vector<DescribedOption> described_options();

/// What a run has to say for itself under one name. monostate: does not apply, or is not finite.
using QuantityValue = std::variant<std::monostate, double, long, std::vector<double>, std::string>;

struct Quantity {
  std::string_view name;
  std::string_view meaning;
  QuantityValue (*of)(const RunResult&);
  /// of a list: what its entries belong to, coordinates or invariants
  std::vector<std::string> Experiment::*components = nullptr;
};

const Catalogue<Quantity>& quantities();

}  // namespace nonholo
