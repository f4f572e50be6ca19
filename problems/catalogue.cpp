#include <nonholo/problems/catalogue.hpp>

#include <nonholo/problems/entries.hpp>

namespace nonholo {

const Catalogue<ProblemEntry>& problem_catalogue() {
  static const Catalogue<ProblemEntry> catalogue("problem", {
      problems::chaplygin_sleigh(),
      problems::vertical_rolling_disk(),
  });
  return catalogue;
}

}  // namespace nonholo
