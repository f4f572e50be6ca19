// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/catalogue.hpp>

#include <nonholo/adapters/catalogue.hpp>
#include <nonholo/methods/catalogue.hpp>
#include <nonholo/verification/tableau/tableau_source.hpp>

namespace nonholo {

std::vector<SolverEntry> solvers() {
  std::vector<SolverEntry> all = method_solvers();
  for (SolverEntry& entry : baseline_solvers()) all.push_back(std::move(entry));
  return all;
}

namespace {

Catalogue<MethodEntry>& known() {
  static Catalogue<MethodEntry> catalogue("method", [] {
    // Asked when a method is made, long after this list is.
    const FindMethod find_base = [](std::string_view name) { return method_catalogue().find(name); };
    std::vector<MethodEntry> all = integrator_entries(solvers(), find_tableau, find_base);
    for (MethodEntry& entry : baseline_entries()) all.push_back(std::move(entry));
    return all;
  }());
  return catalogue;
}

}  // namespace

const Catalogue<MethodEntry>& method_catalogue() { return known(); }

void add_methods(std::vector<MethodEntry> methods) {
  for (MethodEntry& method : methods) known().add(std::move(method));
}

}  // namespace nonholo
