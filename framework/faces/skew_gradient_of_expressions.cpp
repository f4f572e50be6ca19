// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/faces/skew_gradient_of_expressions.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/expression/compiled_program.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace nonholo {

std::shared_ptr<const SkewGradientDerivatives> derivatives_of(ExpressionSkewGradient system) {
  Graph& graph = system.graph;
  std::vector<int> zeta(static_cast<std::size_t>(system.n));
  std::iota(zeta.begin(), zeta.end(), system.variables().y(0));
  const std::vector<Node> slope = gradient(graph, system.hamiltonian, zeta);
  std::vector<Node> rate;
  for (std::size_t i = 0; i < zeta.size(); ++i) {
    Node sum = graph.constant(0);
    for (std::size_t j = 0; j < zeta.size(); ++j)
      sum = graph.add(sum, graph.multiply(system.structure[i * zeta.size() + j], slope[j]));
    rate.push_back(sum);
  }
  ExpressionDae equation{.graph = std::move(graph), .ny = system.n, .nz = 0, .f = {rate}, .g = {}};
  return std::make_shared<const SkewGradientDerivatives>(SkewGradientDerivatives{
      derivatives_of(std::move(equation)), system.n, {system.hamiltonian}, slope, system.structure});
}

namespace {

/// Shared by all faces of one system: programs have no scratch of their own.
template <class Real> struct SkewGradientPrograms {
  SkewGradientPrograms(const SkewGradientDerivatives& of, std::span<const Real> parameters, bool compiled) : n(of.n) {
    const auto program = [&](const std::vector<Node>& outputs) {
      return Program<Real>(graph_of(*of.equation), DaeVariables{of.n, 0}.parameter(0), parameters, outputs);
    };
    hamiltonian = program(of.hamiltonian);
    gradient = program(of.gradient);
    structure = program(of.structure);
    if (compiled) compile(std::span<Program<Real>* const>(std::array{&hamiltonian, &gradient, &structure}));
  }

  int n;
  Program<Real> hamiltonian, gradient, structure;
};

template <class Real> class SkewGradientOfExpressions final : public SkewGradient<Real> {
  using Zeta = VectorX<Real>;

 public:
  explicit SkewGradientOfExpressions(std::shared_ptr<const SkewGradientPrograms<Real>> programs)
      : programs_(std::move(programs)) {}

  Eigen::Index size() const override { return programs_->n; }
  Real energy(const Zeta& zeta) override { return *run(programs_->hamiltonian, zeta); }
  void gradient(const Zeta& zeta, Zeta& H_zeta) override {
    H_zeta = Eigen::Map<const Zeta>(run(programs_->gradient, zeta), size());
  }
  void flow(const Zeta& zeta, const Zeta& d, Zeta& rate) override {
    const Real* entry = run(programs_->structure, zeta);
    rate.resize(size());
    for (Eigen::Index i = 0; i < size(); ++i) {
      Real sum = 0;
      for (Eigen::Index j = 0; j < size(); ++j) sum += *entry++ * d[j];
      rate[i] = sum;
    }
  }
  void flow_sizes(const Zeta& zeta, const Zeta& d, Zeta& size_of) override {
    using std::abs;
    const Real* entry = run(programs_->structure, zeta);
    size_of.resize(size());
    for (Eigen::Index i = 0; i < size(); ++i) {
      Real sum = 0;
      for (Eigen::Index j = 0; j < size(); ++j) sum += abs(Real(*entry++ * d[j]));
      size_of[i] = sum;
    }
  }

 private:
  /// It stands still at time 0, as all systems of this kind: they know no time.
  static const Real* run(const Program<Real>& program, const Zeta& zeta) {
    Real* const in = program.inputs();
    in[0] = 0;
    std::copy_n(zeta.data(), zeta.size(), in + 1);
    return program.run(in);
  }

  std::shared_ptr<const SkewGradientPrograms<Real>> programs_;
};

}  // namespace

template <class Real>
MakeSkewGradient<Real> skew_gradient_of(const std::shared_ptr<const SkewGradientDerivatives>& derivatives,
                                        std::span<const Real> parameters, bool compiled) {
  return [programs = std::make_shared<const SkewGradientPrograms<Real>>(*derivatives, parameters, compiled)] {
    return std::make_unique<SkewGradientOfExpressions<Real>>(programs);
  };
}

template MakeSkewGradient<double> skew_gradient_of(const std::shared_ptr<const SkewGradientDerivatives>&,
                                                   std::span<const double>, bool);
template MakeSkewGradient<quad> skew_gradient_of(const std::shared_ptr<const SkewGradientDerivatives>&,
                                                 std::span<const quad>, bool);

}  // namespace nonholo
