// Lobatto: c are the zeros of d^(s-2)/dx^(s-2) [x^(s-1) (x - 1)^(s-1)], so c_1 = 0 and c_s = 1; b from B(s). IIIA takes A from
// C(s) (its first row is zero), IIIB from D(s) (its last column is zero); the two form a Lagrange-d'Alembert pair.
#include <nonholo/methods/tableaus/generate.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

namespace nonholo::tableaus {

Tableau lobatto_iiia(int s) {
  const VectorX<Exact> c = nodes(s, s - 1, s - 1);
  return {"lobatto_iiia", {collocation(c), weights(c), c}};
}

Tableau lobatto_iiib(int s) {
  const VectorX<Exact> c = nodes(s, s - 1, s - 1);
  const VectorX<Exact> b = weights(c);
  return {"lobatto_iiib", {adjoint_collocation(c, b), b, c}};
}

}  // namespace nonholo::tableaus
