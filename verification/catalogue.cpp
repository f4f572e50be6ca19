#include <nonholo/verification/catalogue.hpp>

#include <nonholo/adapters/catalogue.hpp>
#include <nonholo/methods/catalogue.hpp>

namespace nonholo {

const Catalogue<MethodEntry>& method_catalogue() {
  static const Catalogue<MethodEntry> catalogue("method", [] {
    std::vector<MethodEntry> all = integrator_entries();
    for (MethodEntry& entry : baseline_entries()) all.push_back(std::move(entry));
    return all;
  }());
  return catalogue;
}

}  // namespace nonholo
