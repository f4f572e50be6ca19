// What a contract check found: one finding per property, with the worst number seen, what is allowed and where.
#pragma once

#include <string>
#include <vector>

namespace nonholo {

struct Finding {
  std::string check;  ///< the property, as a clause: "the mass matrix is symmetric positive definite"
  bool holds;
  double observed, allowed;
  std::string detail;  ///< where the worst was seen and what to look at; empty when there is nothing to add
};

struct ContractReport {
  std::string subject;
  std::vector<Finding> findings;

  bool holds() const;
  /// A line for each finding, "holds" or "FAILS" first, its detail below it when it fails.
  std::string text() const;
};

}  // namespace nonholo
