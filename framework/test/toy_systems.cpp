// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "toy_systems.hpp"

namespace nonholo {

template class DynamicsOf<test::Curved, double>;
template class DynamicsOf<test::Driven, double>;
template class DynamicsOf<test::Wide, double>;
template class DynamicsOf<test::Long, double>;
template class DynamicsOf<test::Flat, double>;
template class DynamicsOf<test::FlatByHand, double>;
template class DynamicsOf<test::Lift, double>;
template class DynamicsOf<test::Drivable, double>;
template class DynamicsOf<test::DependentRows, double>;
template class DynamicsOf<test::IndefiniteMass, double>;

namespace detail {

template SystemParts<double> parts_of(const test::Curved&);
template SystemParts<double> parts_of(const test::Driven&);
template SystemParts<double> parts_of(const test::Wide&);
template SystemParts<double> parts_of(const test::Flat&);
template SystemParts<double> parts_of(const test::FlatByHand&);
template SystemParts<double> parts_of(const test::Lift&);
template SystemParts<double> parts_of(const test::Drivable&);
template SystemParts<double> parts_of(const test::DependentRows&);
template SystemParts<double> parts_of(const test::IndefiniteMass&);

}  // namespace detail

}  // namespace nonholo
