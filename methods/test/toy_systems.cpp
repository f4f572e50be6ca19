// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "toy_systems.hpp"

namespace nonholo::detail {

template SystemParts<double> parts_of(const test::Driven&);
template SystemParts<double> parts_of(const test::Free&);
template SystemParts<double> parts_of(const test::FivePendula&);
template SystemParts<double> parts_of(const test::SpringChain&);
template SystemParts<double> parts_of(const test::RigidBody&);
template SystemParts<double> parts_of(const test::CoupledTops&);
template SystemParts<double> parts_of(const test::TurningSkate&);
template SystemParts<double> parts_of(const test::TurningSkateWithBasis&);

}  // namespace nonholo::detail
