// Looking at a state of a system whose size is known only at run time: energy, constraint residual, consistent multipliers.
#pragma once

#include <nonholo/framework/system.hpp>

#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace nonholo {

template <class Real> struct ConstraintResidual {
  Real absolute;  ///< infinity norm of k
  Real scaled;    ///< largest |k_i| / (|K_i| |v|) in 2-norms, over rows where the denominator is not zero
};

/// Scratch for one thread; no function allocates. q and v have coordinates() entries, lambda constraints().
template <class Real> class Probe {
 public:
  using Values = std::span<const Real>;
  virtual ~Probe() = default;
  virtual Real energy(Real t, Values q, Values v) = 0;
  virtual ConstraintResidual<Real> constraint(Real t, Values q, Values v) = 0;
  /// The constraint that is most violated beyond |k_i| <= 1e-12 |K_i| |v| + 1e-14, with its k_i; nothing when all hold.
  virtual std::optional<std::pair<Eigen::Index, Real>> violated(Real t, Values q, Values v) = 0;
  /// False when K p_v^-1 K^T is singular.
  virtual bool multipliers(Real t, Values q, Values v, std::span<Real> lambda) = 0;
  /// Replaces v by the nearest velocity with k = 0 in the mass metric; false when singular.
  virtual bool project(Real t, Values q, std::span<Real> v) = 0;
};

template <class Real> std::unique_ptr<Probe<Real>> make_probe(const System<Real>& system);
extern template std::unique_ptr<Probe<double>> make_probe(const System<double>&);

}  // namespace nonholo
