// Every tableau set the SPARK engine knows by name.
#include <nonholo/methods/tableaus/tableaus.hpp>

#include <fmt/format.h>

namespace nonholo {

namespace {

// Generated coefficients are checked against their defining conditions up to this many stages.
constexpr int most_stages = 12;

TableauSet gauss(int s) { return tableaus::gauss(s); }
TableauSet radau_ia(int s) { return tableaus::radau_ia(s); }
TableauSet lobatto_iiia_b(int s) {
  const Tableau b = tableaus::lobatto_iiib(s);
  return {"lobatto_iiia_b", tableaus::lobatto_iiia(s), b, b};
}

}  // namespace

TableauSet TableauFamily::operator()(long stages) const {
  if (stages < min_stages || stages > max_stages)
    throw InputError("stages", fmt::format("{} has {} to {} stages, not {}", name, min_stages, max_stages, stages));
  return make(static_cast<int>(stages));
}

const Catalogue<TableauFamily>& tableau_catalogue() {
  // clang-format off
  static const Catalogue<TableauFamily> catalogue("tableau", {
      {"gauss", "Gauss: order 2s, symmetric", 1, most_stages, &gauss, {"kuntzmann1961", "butcher1964"}},
      {"radau_ia", "Radau IA: order 2s - 1", 2, most_stages, &radau_ia, {"ehle1969"}},
      {"lobatto_iiia_b", "Lobatto IIIA for q, IIIB for forces and reactions: order 2s - 2, symmetric", 2, most_stages, &lobatto_iiia_b, {"jay1996", "jay2009"}},
      {"symplectic_euler_1", "explicit in q, implicit in v: order 1", 1, 1, &tableaus::symplectic_euler_1, {"jay2009"}},
      {"symplectic_euler_2", "implicit in q, explicit in v: order 1, adjoint of the other", 1, 1, &tableaus::symplectic_euler_2, {"jay2009"}},
  });
  // clang-format on
  return catalogue;
}

}  // namespace nonholo
