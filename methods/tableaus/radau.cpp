// Radau IA: c are the zeros of d^(s-1)/dx^(s-1) [x^s (x - 1)^(s-1)], so c_1 = 0; b from B(s), A from D(s). Although c_1 = 0, the
// first row of A is not zero: the first stage is not the step's start.
#include <nonholo/methods/tableaus/generate.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

namespace nonholo::tableaus {

Tableau radau_ia(int s) {
  const VectorX<Exact> c = nodes(s, s, s - 1);
  const VectorX<Exact> b = weights(c);
  return {"radau_ia", {adjoint_collocation(c, b), b, c}};
}

}  // namespace nonholo::tableaus
