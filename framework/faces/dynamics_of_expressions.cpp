// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/faces/dynamics_of_expressions.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/expression/compiled_program.hpp>
#include <nonholo/framework/expression/rounding.hpp>
#include <nonholo/framework/faces/kick_drift_of_expressions.hpp>
#include <nonholo/framework/faces/rounded_positions.hpp>
#include <nonholo/framework/faces/underlying_ode_of_expressions.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <memory>
#include <mutex>
#include <utility>

namespace nonholo {

/// Lists of nodes in the order in which a program's results are taken: vectors as they are, matrices by rows.
class ExpressionDerivatives {
  using Nodes = std::vector<Node>;

 public:
  explicit ExpressionDerivatives(ExpressionSystem system) : system_(std::move(system)), at_(system_.variables()) {
    for (int i = 0; i < at_.n; ++i) {
      q_.push_back(at_.q(i));
      v_.push_back(at_.v(i));
      a_.push_back(at_.beside(i));
    }
    for (int j = 0; j < at_.m; ++j) lambda_.push_back(at_.beside(j));
    find();
  }

  const Graph& graph() const { return system_.graph; }
  const ExpressionVariables& at() const { return at_; }
  DynamicsTraits traits() const { return traits_; }
  const Nodes& position() const { return system_.position; }
  const Nodes& basis() const { return system_.basis; }

  Nodes p, f, F, k, K, k_q, p_v, energy;
  Nodes reaction;  // R, R_lambda; none of ideal ones
  Nodes p_q, F_v;
  Nodes linearisation;         // p_q, p_v, f_q, f_v, reaction_q, reaction_v, k_q, K, R_lambda
  Nodes rates;                 // p_dot, k_dot
  Nodes rates_linearisation;   // p_dot_q, p_dot_v, k_dot_q, k_dot_v
  Nodes reaction_gradient;     // K, K_q[0], ...
  Nodes entries;               // of p_v that are not zero, column by column, ...
  std::vector<int> places;     // ... and where they stand: i + j n
  Nodes lagrangian_rate;       // L_t
  OdeNodes ode;                // or none
  KickDriftNodes kick_drift;   // or none
  Nodes turning, along_basis;  // of the basis X: p . (dX/dq_i) y and p . (sum_i z_i dX_a/dq_i), p in the place of v

 private:
  Graph& g() { return system_.graph; }

  Nodes by(const Nodes& y, std::span<const int> variables) {
    Nodes rows;
    for (const Node each : y) {
      const Nodes row = gradient(g(), each, variables);
      rows.insert(rows.end(), row.begin(), row.end());
    }
    return rows;
  }

  void find() {
    const Node L = system_.lagrangian;
    p = gradient(g(), L, v_);
    f = gradient(g(), L, q_);
    F = system_.force.empty() ? Nodes(f.size(), g().constant(0)) : system_.force;
    for (std::size_t i = 0; i < f.size(); ++i) f[i] = g().add(f[i], F[i]);
    k = system_.constraint;
    K = by(k, v_);
    k_q = by(k, q_);
    p_v = by(p, v_);
    Node sum = g().negate(L);
    for (int i = 0; i < at_.n; ++i) sum = g().add(sum, g().multiply(p[static_cast<std::size_t>(i)], variable(v_, i)));
    energy = {sum};
    lagrangian_rate = by({L}, std::array{at_.t()});
    find_linearisations();
    find_traits();
    if (!system_.basis.empty()) find_basis();
    const bool natural = traits_.linear_constraint && traits_.ideal && traits_.holonomic == 0 && !depends_on(p_v, v_);
    if (natural && has_ode_nodes(at_.n)) find_ode();
    if (traits_.conservative && traits_.constant_mass && traits_.holonomic == 0 && at_.m > 0 && has_ode_nodes(at_.n))
      kick_drift =
          kick_drift_nodes(g(), {.n = at_.n, .m = at_.m, .q = q_, .M = p_v, .force = f, .k = k, .K = K, .k_q = k_q});
  }

  void find_ode() {
    const Nodes at_no_acceleration = without(g(), rates, a_);
    const auto n = static_cast<std::size_t>(at_.n);
    OdeParts parts{.n = at_.n, .m = at_.m, .v = v_, .p_v = p_v, .force = f, .k = k, .K = K, .k_rate = {}};
    for (std::size_t i = 0; i < n; ++i) parts.force[i] = g().subtract(f[i], at_no_acceleration[i]);
    parts.k_rate.assign(at_no_acceleration.begin() + at_.n, at_no_acceleration.end());
    ode = ode_nodes(g(), parts);
  }

  void find_linearisations() {
    const bool ideal = system_.reaction.empty();
    const Nodes R = ideal ? times_transposed(K, lambda_) : system_.reaction;
    const Nodes R_lambda = ideal ? Nodes() : by(R, lambda_);
    if (!ideal) reaction = joined({R, R_lambda});
    p_q = by(p, q_);
    F_v = by(F, v_);
    linearisation = joined({p_q, p_v, by(f, q_), by(f, v_), by(R, q_), by(R, v_), k_q, K, R_lambda});
    const Nodes p_dot = along(p), k_dot = along(k);
    rates = joined({p_dot, k_dot});
    rates_linearisation = joined({by(p_dot, q_), by(p_dot, v_), by(k_dot, q_), by(k_dot, v_)});
    reaction_gradient = K;
    const Nodes by_entries = by(K, q_);
    for (int i = 0; i < at_.n; ++i)
      for (std::size_t entry = 0; entry < K.size(); ++entry)
        reaction_gradient.push_back(by_entries[entry * static_cast<std::size_t>(at_.n) + static_cast<std::size_t>(i)]);
  }

  /// y, and z, stand beside.
  void find_basis() {
    const auto n = static_cast<std::size_t>(at_.n), free = n - static_cast<std::size_t>(at_.m);
    traits_.adapted_basis = true;
    Node all = g().constant(0);
    for (std::size_t a = 0; a < free; ++a) {
      Node column = g().constant(0);
      for (std::size_t j = 0; j < n; ++j)
        column = g().add(column, g().multiply(system_.basis[j * free + a], variable(v_, static_cast<int>(j))));
      all = g().add(all, g().multiply(column, variable(a_, static_cast<int>(a))));
      const Nodes slope = gradient(g(), column, q_);
      Node along = g().constant(0);
      for (std::size_t i = 0; i < n; ++i)
        along = g().add(along, g().multiply(slope[i], variable(a_, static_cast<int>(i))));
      along_basis.push_back(along);
    }
    turning = gradient(g(), all, q_);
  }

  void find_traits() {
    const bool with_time = depends_on(joined({p, f, k, energy}), {at_.t()});  // a term of t alone is in the last
    for (int place = 0; place < at_.n * at_.n; ++place) {
      const Node entry = p_v[static_cast<std::size_t>(place)];  // p_v is symmetric
      if (vanish({entry})) continue;
      entries.push_back(entry);
      places.push_back(place);
    }
    const bool diagonal = std::ranges::all_of(places, [n = at_.n](int place) { return place % n == place / n; });
    std::vector<int> state = joined_numbers({{at_.t()}, q_, v_});
    const Claims& known = system_.claims;
    traits_.constant_mass = known.constant_mass || !depends_on(p_v, state);
    traits_.linear_constraint = known.linear_constraint || (!depends_on(K, v_) && !jumps(k));
    traits_.coupled = !vanish(p_q) || !vanish(F_v);
    // L quadratic in v without a linear term; constraints without an offset do no work
    traits_.natural = known.natural || (!depends_on(p_v, v_) && vanish(at_rest(p)) && !jumps(p));
    traits_.ideal = system_.reaction.empty();
    traits_.holonomic = static_cast<int>(system_.position.size());
    traits_.conservative = known.conservative || (traits_.natural && traits_.ideal && traits_.linear_constraint &&
                                                  vanish(at_rest(k)) && !with_time && vanish(F));
    const auto n = static_cast<std::size_t>(at_.n);
    traits_.sparse_mass = traits_.constant_mass && (diagonal || entries.size() <= n * n / 10);
  }

  /// Whether the sign of something that depends on v is among these: derivatives by v and what is left at v = 0 do not
  /// tell of it.
  bool jumps(const Nodes& nodes) const {
    const std::vector<bool> depends = system_.graph.dependent(v_);
    std::vector<bool> seen(depends.size());
    Nodes left = nodes;
    while (!left.empty()) {
      const Node x = left.back();
      left.pop_back();
      const auto place = static_cast<std::size_t>(x.index);
      if (!depends[place] || seen[place]) continue;
      seen[place] = true;
      const Operation operation = system_.graph.operation(x);
      if (operation == Operation::sign) return true;
      if (operation == Operation::variable) continue;
      left.push_back(system_.graph.first(x));
      if (const Node other = system_.graph.second(x); other.index >= 0) left.push_back(other);
    }
    return false;
  }

  bool vanish(const Nodes& nodes) const {
    return std::ranges::all_of(nodes, [&](Node x) { return system_.graph.is(x, 0); });
  }

  Nodes at_rest(const Nodes& nodes) { return without(g(), nodes, v_); }

  bool depends_on(const Nodes& nodes, const std::vector<int>& numbers) {
    const std::vector<bool> depends = g().dependent(numbers);
    return std::ranges::any_of(nodes, [&](Node x) { return depends[static_cast<std::size_t>(x.index)]; });
  }

  Node variable(const std::vector<int>& numbers, int i) { return g().variable(numbers[static_cast<std::size_t>(i)]); }

  /// y_t + y_q v + y_v a
  Nodes along(const Nodes& y) {
    const std::vector<int> numbers = joined_numbers({{at_.t()}, q_, v_});
    Nodes all;
    for (const Node each : y) {
      const Nodes d = gradient(g(), each, numbers);
      Node sum = d[0];
      const auto n = static_cast<std::size_t>(at_.n);
      for (int i = 0; i < at_.n; ++i) {
        sum = g().add(sum, g().multiply(d[1 + static_cast<std::size_t>(i)], variable(v_, i)));
        sum = g().add(sum, g().multiply(d[1 + n + static_cast<std::size_t>(i)], variable(a_, i)));
      }
      all.push_back(sum);
    }
    return all;
  }

  /// A^T x
  Nodes times_transposed(const Nodes& A, const std::vector<int>& x) {
    const auto n = static_cast<std::size_t>(at_.n);
    Nodes product(n, g().constant(0));
    for (int j = 0; j < at_.m; ++j)
      for (int i = 0; i < at_.n; ++i) {
        Node& to = product[static_cast<std::size_t>(i)];
        to =
            g().add(to, g().multiply(A[static_cast<std::size_t>(j) * n + static_cast<std::size_t>(i)], variable(x, j)));
      }
    return product;
  }

  static Nodes joined(const std::vector<Nodes>& parts) {
    Nodes all;
    for (const Nodes& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
  }
  static std::vector<int> joined_numbers(const std::vector<std::vector<int>>& parts) {
    std::vector<int> all;
    for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
  }

  ExpressionSystem system_;
  ExpressionVariables at_;
  std::vector<int> q_, v_, a_, lambda_;
  DynamicsTraits traits_{};
};

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

namespace {

/// What is made when the first method asks for it, and once: most methods do not.
template <class T> class MadeOnce {
 public:
  template <class Make> const std::shared_ptr<const T>& operator()(const Make& make) {
    std::call_once(once_, [&] { made_ = make(); });
    return made_;
  }

 private:
  std::once_flag once_;
  std::shared_ptr<const T> made_;
};

/// Makes programs of a system.
template <class Real> struct ProgramMaker {
  std::shared_ptr<const ExpressionDerivatives> of;
  std::vector<Real> parameters;
  bool compiled;
  HeldNumbers<Real> held = {};

  Program<Real> operator()(const std::vector<Node>& outputs) const {
    return Program<Real>(of->graph(), of->at().parameter(0), parameters, outputs, held);
  }
  void finish(std::initializer_list<Program<Real>*> programs) const {
    if (compiled) compile(std::span<Program<Real>* const>(programs.begin(), programs.size()));
  }
};

}  // namespace

template <class Real>
MakeUnderlyingOde<Real> underlying_ode_of(const std::shared_ptr<const ExpressionDerivatives>& derivatives,
                                          std::span<const Real> parameters, bool compiled,
                                          const HeldNumbers<Real>& held) {
  using Programs = OdePrograms<Real>;
  if (derivatives->ode.n == 0) return {};
  return [program = ProgramMaker<Real>{derivatives, {parameters.begin(), parameters.end()}, compiled, held},
          once = std::make_shared<MadeOnce<Programs>>()] {
    return ode_of<Real>((*once)([&program] {
      const OdeNodes& of = program.of->ode;
      const auto made = std::make_shared<Programs>(Programs{of.n, of.m, program(of.rate), program(of.settle)});
      program.finish({&made->rate, &made->settle});
      return made;
    }));
  };
}

template <class Real> MakeKickDrift<Real> kick_drift_of(const std::shared_ptr<const ExpressionDerivatives>& derivatives,
                                                        std::span<const Real> parameters, bool compiled) {
  using Programs = KickDriftPrograms<Real>;
  if (derivatives->kick_drift.n == 0) return {};
  return [program = ProgramMaker<Real>{derivatives, {parameters.begin(), parameters.end()}, compiled},
          once = std::make_shared<MadeOnce<Programs>>()] {
    return kick_drift_of<Real>((*once)([&program] {
      const KickDriftNodes& of = program.of->kick_drift;
      const Program<Real> mass = program(of.M);
      mass.inputs();
      const MatrixX<Real> M = Eigen::Map<const MatrixX<Real>>(mass.run(), of.n, of.n);
      const auto made =
          std::make_shared<Programs>(Programs{of.n, of.m, of.affine, M, program(of.here), program(of.ahead)});
      program.finish({&made->here, &made->ahead});
      return made;
    }));
  };
}

template AnyDynamics<double> dynamics_of(std::shared_ptr<const ExpressionDerivatives>, std::span<const double>, bool,
                                         const HeldNumbers<double>&);
template AnyDynamics<quad> dynamics_of(std::shared_ptr<const ExpressionDerivatives>, std::span<const quad>, bool,
                                       const HeldNumbers<quad>&);

template MakeUnderlyingOde<double> underlying_ode_of(const std::shared_ptr<const ExpressionDerivatives>&,
                                                     std::span<const double>, bool, const HeldNumbers<double>&);
template MakeUnderlyingOde<quad> underlying_ode_of(const std::shared_ptr<const ExpressionDerivatives>&,
                                                   std::span<const quad>, bool, const HeldNumbers<quad>&);

template MakeKickDrift<double> kick_drift_of(const std::shared_ptr<const ExpressionDerivatives>&,
                                             std::span<const double>, bool);
template MakeKickDrift<quad> kick_drift_of(const std::shared_ptr<const ExpressionDerivatives>&, std::span<const quad>,
                                           bool);

}  // namespace nonholo
