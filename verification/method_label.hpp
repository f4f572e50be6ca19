// How a method with its options is called in labels and tables: "spark(gauss,2)", "discrete_gradient(gonzalez)
// basis=qr".
#pragma once

#include <nonholo/framework/run/method_entry.hpp>

#include <string>

namespace nonholo {

/// The name with what the method is not without (base, scheme, gradient, tableau, stages) in brackets.
std::string method_with_choices(const MethodEntry& method, const MethodOptions& options);

/// The other options, tolerances apart, each with a space before it; empty when there are none.
std::string other_choices(const MethodOptions& options);

}  // namespace nonholo
