// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/faces/hessenberg_of_expressions.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/expression/compiled_program.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace nonholo {

/// Lists of nodes in the order in which a program's results are taken: vectors as they are, matrices by rows.
class DaeDerivatives {
  using Nodes = std::vector<Node>;

 public:
  explicit DaeDerivatives(ExpressionDae dae) : dae_(std::move(dae)) {
    const DaeVariables at = dae_.variables();
    for (int i = 0; i < at.ny; ++i) y_.push_back(at.y(i));
    for (int j = 0; j < at.nz; ++j) z_.push_back(at.z(j));
    for (const Nodes& part : dae_.f) append(rates, part);
    for (const Nodes& part : dae_.f) {
      append(linearisation, by(part, y_));
      append(linearisation, by(part, z_));
    }
    append(linearisation, by(dae_.g, y_));
    for (const Node g : dae_.g) hidden.push_back(along(g));
    hidden_linearisation = hidden;
    append(hidden_linearisation, by(hidden, y_));
    append(hidden_linearisation, by(hidden, z_));
  }

  const ExpressionDae& dae() const { return dae_; }

  Nodes rates;                 // of one part after the other
  Nodes linearisation;         // f_y, f_z of each part; g_y
  Nodes hidden;                // c
  Nodes hidden_linearisation;  // c, c_y, c_z

 private:
  static void append(Nodes& to, const Nodes& more) { to.insert(to.end(), more.begin(), more.end()); }

  Nodes by(const Nodes& of, std::span<const int> variables) {
    Nodes rows;
    for (const Node each : of) append(rows, gradient(dae_.graph, each, variables));
    return rows;
  }

  /// g_t + g_y f
  Node along(Node g) {
    Graph& graph = dae_.graph;
    const int t[] = {dae_.variables().t()};
    Node sum = gradient(graph, g, t)[0];
    const Nodes g_y = gradient(graph, g, y_);
    for (std::size_t i = 0; i < g_y.size(); ++i) {
      Node f = graph.constant(0);
      for (const Nodes& part : dae_.f) f = graph.add(f, part[i]);
      sum = graph.add(sum, graph.multiply(g_y[i], f));
    }
    return sum;
  }

  ExpressionDae dae_;
  std::vector<int> y_, z_;
};

std::shared_ptr<const DaeDerivatives> derivatives_of(ExpressionDae dae) {
  return std::make_shared<const DaeDerivatives>(std::move(dae));
}

const Graph& graph_of(const DaeDerivatives& derivatives) { return derivatives.dae().graph; }

namespace {

/// Shared by all faces of one DAE: programs have no scratch of their own.
template <class Real> struct DaePrograms {
  DaePrograms(const DaeDerivatives& of, std::span<const Real> parameters, bool compiled)
      : ny(of.dae().ny),
        nz(of.dae().nz),
        parts(static_cast<int>(of.dae().f.size())) {
    const auto program = [&](const std::vector<Node>& outputs) {
      return Program<Real>(graph_of(of), of.dae().variables().parameter(0), parameters, outputs);
    };
    rates = program(of.rates);
    constraint = program(of.dae().g);
    linearisation = program(of.linearisation);
    hidden = program(of.hidden);
    hidden_linearisation = program(of.hidden_linearisation);
    if (compiled)
      compile(std::span<Program<Real>* const>(
          std::array{&rates, &constraint, &linearisation, &hidden, &hidden_linearisation}));
  }

  int ny, nz, parts;
  Program<Real> rates, constraint, linearisation, hidden, hidden_linearisation;
};

template <class Real> class HessenbergOfExpressions final : public ReducibleHessenberg<Real> {
  using Y = VectorX<Real>;
  using Z = VectorX<Real>;

 public:
  explicit HessenbergOfExpressions(std::shared_ptr<const DaePrograms<Real>> programs)
      : ReducibleHessenberg<Real>(programs->ny, programs->nz, programs->parts),
        programs_(std::move(programs)),
        no_z_(Z::Zero(programs_->nz)) {}

  void rates(Real t, const Y& y, const Z& z, MatrixX<Real>& f) override {
    const Real* const all = run(programs_->rates, t, y, z);
    std::copy_n(all, f.size(), f.data());  // column by column
  }

  void constraint(Real t, const Y& y, Z& g) override {
    g = Eigen::Map<const Z>(run(programs_->constraint, t, y, no_z_), programs_->nz);
  }

  void linearise(Real t, const Y& y, const Z& z, HessenbergLinearisation<Real>& out) override {
    const Real* from = run(programs_->linearisation, t, y, z);
    for (std::size_t k = 0; k < out.f_y.size(); ++k) from = take(take(from, out.f_y[k]), out.f_z[k]);
    take(from, out.g_y);
  }

  void hidden(Real t, const Y& y, const Z& z, Z& c) override {
    c = Eigen::Map<const Z>(run(programs_->hidden, t, y, z), programs_->nz);
  }

  void linearise_hidden(Real t, const Y& y, const Z& z, HiddenLinearisation<Real>& out) override {
    take(take(take(run(programs_->hidden_linearisation, t, y, z), out.c), out.c_y), out.c_z);
  }

 private:
  template <class M> static const Real* take(const Real* from, M& out) {
    for (Eigen::Index i = 0; i < out.rows(); ++i)
      for (Eigen::Index j = 0; j < out.cols(); ++j) out(i, j) = *from++;
    return from;
  }

  static const Real* run(const Program<Real>& program, const Real& t, const Y& y, const Z& z) {
    Real* const in = program.inputs();
    in[0] = t;
    std::copy_n(z.data(), z.size(), std::copy_n(y.data(), y.size(), in + 1));
    return program.run(in);
  }

  std::shared_ptr<const DaePrograms<Real>> programs_;
  Z no_z_;  // g has none in it
};

}  // namespace

template <class Real> MakeHessenberg<Real> hessenberg_of(const std::shared_ptr<const DaeDerivatives>& derivatives,
                                                         std::span<const Real> parameters, bool compiled) {
  return [programs = std::make_shared<const DaePrograms<Real>>(*derivatives, parameters, compiled)] {
    return std::make_unique<HessenbergOfExpressions<Real>>(programs);
  };
}

template MakeHessenberg<double> hessenberg_of(const std::shared_ptr<const DaeDerivatives>&, std::span<const double>,
                                              bool);
template MakeHessenberg<quad> hessenberg_of(const std::shared_ptr<const DaeDerivatives>&, std::span<const quad>, bool);

}  // namespace nonholo
