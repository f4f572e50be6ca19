// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/faces/dynamics_of_expressions.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/expression/compiled_program.hpp>
#include <nonholo/framework/expression/rounding.hpp>
#include <nonholo/framework/faces/expression_derivatives.hpp>
#include <nonholo/framework/faces/rounded_positions.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <memory>
#include <utility>

namespace nonholo {

std::shared_ptr<const ExpressionDerivatives> derivatives_of(ExpressionSystem system) {
  return std::make_shared<const ExpressionDerivatives>(std::move(system));
}

const Graph& graph_of(const ExpressionDerivatives& derivatives) { return derivatives.graph(); }

DynamicsTraits traits_of(const ExpressionDerivatives& derivatives) { return derivatives.traits(); }

namespace {

template <class Real, int n, int m> class DynamicsOfExpressions final : public Dynamics<Real, n, m>,
                                                                        public RoundedPositions<Real> {
  using Base = Dynamics<Real, n, m>;
  using typename Base::Coordinates;
  using typename Base::Jacobian;
  using typename Base::Mass;
  using typename Base::Multipliers;
  using Nodes = std::vector<Node>;

 public:
  DynamicsOfExpressions(const ExpressionDerivatives& of, std::span<const Real> parameters, bool compiled,
                        const HeldNumbers<Real>& held)
      : n_(of.at().n),
        m_(of.at().m),
        traits_(of.traits()) {
    const auto program = [&](std::initializer_list<const Nodes*> parts) {
      Nodes all;
      for (const Nodes* part : parts) all.insert(all.end(), part->begin(), part->end());
      return Program<Real>(of.graph(), of.at().parameter(0), parameters, all, held);
    };
    const Nodes none;
    evaluate_ = program({&of.p, &of.f, &of.k, &of.K, traits_.constant_mass ? &none : &of.p_v});
    momentum_ = program({&of.p});
    force_ = program({&of.f});
    external_ = program({&of.F});
    constraint_ = program({&of.k, &of.K});
    if (!traits_.ideal) reaction_ = program({&of.reaction});
    if (traits_.holonomic > 0) position_ = program({&of.position()});
    mass_ = program({&of.p_v});
    sparse_ = program({&of.entries});
    places_ = of.places;
    momentum_gradient_ = program({&of.p_q});
    force_slope_ = program({&of.F_v});
    constraint_gradient_ = program({&of.k_q});
    linearise_ = program({&of.linearisation});
    rates_ = program({&of.rates});
    linearise_rates_ = program({&of.rates_linearisation});
    reaction_gradient_ = program({&of.reaction_gradient});
    energy_ = program({&of.energy});
    lagrangian_rate_ = program({&of.lagrangian_rate});
    basis_ = program({&of.basis()});
    turning_ = program({&of.turning});
    along_basis_ = program({&of.along_basis});
    if (compiled)
      compile(std::span<Program<Real>* const>(std::array{
                  &evaluate_,  &momentum_, &force_,           &external_,          &constraint_,  &reaction_,
                  &position_,  &mass_,     &sparse_,          &momentum_gradient_, &force_slope_, &constraint_gradient_,
                  &linearise_, &rates_,    &linearise_rates_, &reaction_gradient_, &energy_,      &lagrangian_rate_,
                  &basis_,     &turning_,  &along_basis_}),
              where_blocks_stand(of.at()));
  }

  using Base::evaluate;

  Eigen::Index coordinates() const override { return n_; }
  Eigen::Index constraints() const override { return m_; }
  DynamicsTraits traits() const override { return traits_; }

  void evaluate(Real t, const Coordinates& q, const Coordinates& v, Block<Real, n, m>& out) const override {
    if (evaluate_.in_place()) evaluate_in_place(t, q, v, out);
    else take_block(run(evaluate_, t, q, v), out);
  }

  /// Stages in packs; those of compiled programs one by one: what packs save is less than their copies cost.
  void evaluate(std::span<const Real> t, std::span<const Coordinates> q, std::span<const Coordinates> v,
                std::span<Block<Real, n, m>> out) const override {
    constexpr std::size_t most = Program<Real>::lanes;
    const std::size_t size = t.size();
    if (evaluate_.in_place())
      for (std::size_t i = 0; i < size; ++i) evaluate_in_place(t[i], q[i], v[i], out[i]);
    else
      for (std::size_t i = 0; i < size; i += most) {
        const std::size_t points = std::min(most, size - i);
        if (points < 2) evaluate(t[i], q[i], v[i], out[i]);
        else evaluate_pack(t.subspan(i, points), q.subspan(i), v.subspan(i), out.subspan(i));
      }
  }

  bool in_packs() const override { return in_double && !evaluate_.in_place(); }

  /// As interpreted programs have packs themselves; where the compiler knows the sizes one point alone takes half of
  /// the time.
  void evaluate(const Pack& t, const Vector<Pack, n>& q, const Vector<Pack, n>& v, int points,
                Block<Pack, n, m>& out) const override {
    if constexpr (in_double)
      if ((points > 1 || n == dynamic) && in_packs()) return evaluate_lanes(t, q, v, points, out);
    Base::evaluate(t, q, v, points, out);
  }

  void momentum(Real t, const Coordinates& q, const Coordinates& v, Coordinates& p) const override {
    run(momentum_, t, q, v).take(p);
  }
  void force(Real t, const Coordinates& q, const Coordinates& v, Coordinates& f) const override {
    run(force_, t, q, v).take(f);
  }
  void external_force(Real t, const Coordinates& q, const Coordinates& v, Coordinates& F) const override {
    run(external_, t, q, v).take(F);
  }
  void constraint(Real t, const Coordinates& q, const Coordinates& v, Multipliers& k, Jacobian& K) const override {
    run(constraint_, t, q, v).take(k).take(K);
  }
  void position_constraint(Real t, const Coordinates& q, Multipliers& g) const override {
    g.setZero();
    if (traits_.holonomic > 0) std::copy_n(run(position_, t, q, q).at, traits_.holonomic, g.data());  // no v in it
  }
  std::vector<Real> position_rounding(const Real& t, const std::vector<Real>& q) const override {
    std::vector<Real> inputs(static_cast<std::size_t>(position_.number_of_inputs()), Real(0));
    inputs[0] = t;
    std::ranges::copy(q, inputs.begin() + 1);
    return rounding_of(position_, inputs);
  }
  void reaction(Real t, const Coordinates& q, const Coordinates& v, const Multipliers& lambda, Coordinates& r,
                Matrix<Real, n, m>& r_lambda) const override {
    assert(!traits_.ideal);
    run(reaction_, t, q, v, lambda).take(r).take(r_lambda);
  }
  void mass(Real t, const Coordinates& q, const Coordinates& v, Mass& p_v) const override {
    run(mass_, t, q, v).take(p_v);
  }
  Sparse<Real> sparse_mass(Real t, const Coordinates& q) const override {
    VectorX<Real> entries(static_cast<Eigen::Index>(places_.size()));
    run(sparse_, t, q, Coordinates(Coordinates::Zero(n_))).take(entries);
    std::vector<Eigen::Triplet<Real>> triplets;
    const auto size = static_cast<int>(n_);
    for (std::size_t k = 0; k < places_.size(); ++k)
      triplets.emplace_back(places_[k] % size, places_[k] / size, entries[static_cast<Eigen::Index>(k)]);
    Sparse<Real> M(n_, n_);
    M.setFromTriplets(triplets.begin(), triplets.end());
    return M;
  }
  void momentum_gradient(Real t, const Coordinates& q, const Coordinates& v, Mass& p_q) const override {
    run(momentum_gradient_, t, q, v).take(p_q);
  }
  void force_slope(Real t, const Coordinates& q, const Coordinates& v, Mass& F_v) const override {
    run(force_slope_, t, q, v).take(F_v);
  }
  void constraint_gradient(Real t, const Coordinates& q, const Coordinates& v, Jacobian& k_q) const override {
    run(constraint_gradient_, t, q, v).take(k_q);
  }

  void linearise(Real t, const Coordinates& q, const Coordinates& v, const Multipliers& lambda,
                 Linearisation<Real, n, m>& out) const override {
    Taken<> from = run(linearise_, t, q, v, lambda);
    from.take(out.p_q).take(out.p_v).take(out.f_q).take(out.f_v).take(out.reaction_q).take(out.reaction_v);
    from.take(out.k_q).take(out.K);
    if (traits_.ideal) out.reaction_lambda = out.K.transpose();
    else from.take(out.reaction_lambda);
  }

  void rates(Real t, const Coordinates& q, const Coordinates& v, const Coordinates& a,
             Rates<Real, n, m>& out) const override {
    run(rates_, t, q, v, a).take(out.p_dot).take(out.k_dot);
  }

  void linearise_rates(Real t, const Coordinates& q, const Coordinates& v, const Coordinates& a,
                       RatesLinearisation<Real, n, m>& out) const override {
    run(linearise_rates_, t, q, v, a).take(out.p_dot_q).take(out.p_dot_v).take(out.k_dot_q).take(out.k_dot_v);
  }

  void reaction_gradient(Real t, const Coordinates& q, const Coordinates& v, Jacobian& K,
                         std::vector<Jacobian>& K_q) const override {
    Taken<> from = run(reaction_gradient_, t, q, v);
    from.take(K);
    for (Jacobian& each : K_q) from.take(each);
  }

  void adapted_basis(const Coordinates& q, typename Base::Frame& X) const override {
    X.resize(n_, n_ - m_);
    run(basis_, Real(0), q, q).take(X);  // neither t nor v is in it
  }
  void basis_turning(const Coordinates& q, const Coordinates& p, const typename Base::Reduced& y,
                     Coordinates& turning) const override {
    run(turning_, Real(0), q, p, y).take(turning);
  }
  void basis_along(const Coordinates& q, const Coordinates& p, const Coordinates& z,
                   typename Base::Reduced& along) const override {
    run(along_basis_, Real(0), q, p, z).take(along);
  }

  Real energy(Real t, const Coordinates& q, const Coordinates& v) const override { return *run(energy_, t, q, v).at; }

  Real lagrangian_rate(Real t, const Coordinates& q, const Coordinates& v) const override {
    return *run(lagrangian_rate_, t, q, v).at;
  }

 private:
  static constexpr bool in_double = std::is_same_v<Real, double>;

  void evaluate_in_place(const Real& t, const Coordinates& q, const Coordinates& v, Block<Real, n, m>& out) const {
    evaluate_.in_place()(&t, q.data(), v.data(), evaluate_.held(), evaluate_.constants(), out.p.data(), out.f.data(),
                         out.k.data(), out.K.data(), out.p_v.data());
  }

  /// evaluate_'s numbers for the function above; its matrices are by rows, those of blocks by columns.
  Hot<Real> where_blocks_stand(const ExpressionVariables& at) const {
    Hot<Real> hot{.program = &evaluate_, .inputs = {"in0[0]"}};
    const auto add = [](std::vector<std::string>& to, const char* place, Eigen::Index rows, Eigen::Index columns = 1) {
      for (Eigen::Index i = 0; i < rows; ++i)
        for (Eigen::Index j = 0; j < columns; ++j) to.push_back(fmt::format("{}[{}]", place, j * rows + i));
    };
    add(hot.inputs, "in1", n_);
    add(hot.inputs, "in2", n_);
    hot.inputs.resize(static_cast<std::size_t>(at.held(0)));  // none of those beside is in a block
    add(hot.inputs, "held", at.held_numbers);
    add(hot.outputs, "out0", n_);
    add(hot.outputs, "out1", n_);
    add(hot.outputs, "out2", m_);
    add(hot.outputs, "out3", m_, n_);
    if (!traits_.constant_mass) add(hot.outputs, "out4", n_, n_);
    return hot;
  }

  /// The results of a program, taken one after the other; those of one point of a pack.
  template <int stride = 1> struct Taken {
    const Real* at;
    template <class M> Taken& take(M& out) {
      for (Eigen::Index i = 0; i < out.rows(); ++i)
        for (Eigen::Index j = 0; j < out.cols(); ++j, at += stride) out(i, j) = alone(*at);
      return *this;
    }
  };

  template <int stride> void take_block(Taken<stride> from, Block<Real, n, m>& out) const {
    from.take(out.p).take(out.f).take(out.k).take(out.K);
    if (!traits_.constant_mass) from.take(out.p_v);
  }

  void evaluate_pack(std::span<const Real> t, std::span<const Coordinates> q, std::span<const Coordinates> v,
                     std::span<Block<Real, n, m>> out) const {
    constexpr int lanes = Program<Real>::lanes;
    Real* const in = evaluate_.pack_inputs();
    for (std::size_t j = 0; j < t.size(); ++j) {
      Real* to = in + j;
      *to = t[j];
      for (Eigen::Index i = 0; i < q[j].size(); ++i) *(to += lanes) = q[j][i];
      for (Eigen::Index i = 0; i < v[j].size(); ++i) *(to += lanes) = v[j][i];
    }
    const Real* const results = evaluate_.run_pack(in, static_cast<int>(t.size()));
    for (std::size_t j = 0; j < t.size(); ++j) take_block(Taken<lanes>{results + j}, out[j]);
  }

  void evaluate_lanes(const Pack& t, const Vector<Pack, n>& q, const Vector<Pack, n>& v, int points,
                      Block<Pack, n, m>& out) const {
    static_assert(!in_double || Program<Real>::lanes == Pack::width);
    double* const in = evaluate_.pack_inputs();
    t.store(in);
    for (Eigen::Index i = 0; i < q.size(); ++i) q[i].store(in + (1 + i) * Pack::width);
    for (Eigen::Index i = 0; i < v.size(); ++i) v[i].store(in + (1 + v.size() + i) * Pack::width);
    const double* at = evaluate_.run_pack(in, points);
    const auto take = [&at](auto& to) {
      for (Eigen::Index i = 0; i < to.rows(); ++i)
        for (Eigen::Index j = 0; j < to.cols(); ++j, at += Pack::width) to(i, j) = Pack::load(at);
    };
    take(out.p);
    take(out.f);
    take(out.k);
    take(out.K);
    if (!traits_.constant_mass) take(out.p_v);
  }

  Taken<> run(const Program<Real>& program, const Real& t, const Coordinates& q, const Coordinates& v) const {
    return {program.run(t, q.data(), v.data(), static_cast<std::size_t>(q.size()))};
  }

  template <class Beside> Taken<> run(const Program<Real>& program, const Real& t, const Coordinates& q,
                                      const Coordinates& v, const Beside& beside) const {
    Real* const in = program.inputs();
    Real* to = in;
    *to++ = t;
    for (Eigen::Index i = 0; i < q.size(); ++i) *to++ = alone(q[i]);
    for (Eigen::Index i = 0; i < v.size(); ++i) *to++ = alone(v[i]);
    for (Eigen::Index i = 0; i < beside.size(); ++i) *to++ = beside[i];
    return {program.run(in)};
  }

  Eigen::Index n_, m_;
  DynamicsTraits traits_;
  std::vector<int> places_;  // of the results of sparse_
  Program<Real> evaluate_, momentum_, force_, external_, constraint_, reaction_, mass_, sparse_, momentum_gradient_,
      force_slope_, constraint_gradient_, linearise_, rates_, linearise_rates_, reaction_gradient_, position_, energy_,
      lagrangian_rate_, basis_, turning_, along_basis_;
};

template <class Real, class... Sizes> AnyDynamics<Real> made(SizeClasses<Sizes...>, const ExpressionDerivatives& of,
                                                             std::span<const Real> parameters, bool compiled,
                                                             const HeldNumbers<Real>& held) {
  AnyDynamics<Real> result = std::shared_ptr<const Dynamics<Real, dynamic, dynamic>>();
  const bool fixed =
      ((of.at().n == Sizes::n && of.at().m == Sizes::m &&
        (result = std::shared_ptr<const Dynamics<Real, Sizes::n, Sizes::m>>(
             std::make_shared<DynamicsOfExpressions<Real, Sizes::n, Sizes::m>>(of, parameters, compiled, held)),
         true)) ||
       ...);
  if (!fixed)
    result = std::shared_ptr<const Dynamics<Real, dynamic, dynamic>>(
        std::make_shared<DynamicsOfExpressions<Real, dynamic, dynamic>>(of, parameters, compiled, held));
  return result;
}

}  // namespace

template <class Real> AnyDynamics<Real> dynamics_of(std::shared_ptr<const ExpressionDerivatives> derivatives,
                                                    std::span<const Real> parameters, bool compiled,
                                                    const HeldNumbers<Real>& held) {
  return made<Real>(FixedSizeClasses<Real>(), *derivatives, parameters, compiled, held);
}

template AnyDynamics<double> dynamics_of(std::shared_ptr<const ExpressionDerivatives>, std::span<const double>, bool,
                                         const HeldNumbers<double>&);
template AnyDynamics<quad> dynamics_of(std::shared_ptr<const ExpressionDerivatives>, std::span<const quad>, bool,
                                       const HeldNumbers<quad>&);

}  // namespace nonholo
