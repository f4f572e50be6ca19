#include "toy_systems.hpp"

namespace nonholo {

template class MechanicalDynamics<test::Curved, double>;
template class MechanicalDynamics<test::Driven, double>;
template class MechanicalDynamics<test::Wide, double>;
template class MechanicalDynamics<test::Flat, double>;
template class MechanicalDynamics<test::FlatByHand, double>;
template class MechanicalDynamics<test::Lift, double>;
template class MechanicalDynamics<test::DependentRows, double>;
template class MechanicalDynamics<test::IndefiniteMass, double>;

}  // namespace nonholo
