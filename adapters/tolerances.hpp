// Local error tolerances of the adaptive baselines.
#pragma once

namespace nonholo {

struct Tolerances {
  double relative, absolute;
};

}  // namespace nonholo
