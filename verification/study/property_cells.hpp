// The cells of the properties table: what each column measures of a line.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/study/order_study.hpp>
#include <nonholo/verification/study/properties.hpp>

namespace nonholo {

/// "2", or two decimals where it is near no whole number.
std::string shown_order(double order);

Property order_constant_mass(const PropertySubject& subject, StudyReferences& references);
Property order_varying_mass(const PropertySubject& subject, StudyReferences& references);
Property order_on_own(const PropertySubject& subject, StudyReferences& references);
Property reversible(const PropertySubject& subject, StudyReferences& references);
Property energy(const PropertySubject& subject, StudyReferences& references);
Property energy_on_disk(const PropertySubject& subject, StudyReferences& references);
Property half_step_energy(const PropertySubject& subject, StudyReferences& references);
Property constraint(const PropertySubject& subject, StudyReferences& references);
Property half_step_constraint(const PropertySubject& subject, StudyReferences& references);

}  // namespace nonholo
