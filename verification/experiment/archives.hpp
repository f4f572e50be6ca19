// What of results a checkpoint holds as well, for archives. Private header of verification/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/verification/experiment/result.hpp>
#include <nonholo/verification/output/archive.hpp>

namespace nonholo {

void archive(Archive& with, Summary& x);
void archive(Archive& with, Extremes& x);
void archive(Archive& with, VitalSigns& x);
void archive(Archive& with, RaisedFlag& x);
void archive(Archive& with, Opinion& x);
void archive(Archive& with, Located& x);
void archive(Archive& with, RecordedReduction& x);
void archive(Archive& with, RecordedHistogram& x);
void archive(Archive& with, Drift& x);
void archive(Archive& with, GrowthEvidence& x);
void archive(Archive& with, MotionRun& x);
void archive(Archive& with, Endpoint& x);
void archive(Archive& with, Series& x);
void archive(Archive& with, Reading& x);
void archive(Archive& with, Curve& x);
void archive(Archive& with, RecordedCurve& x);
void archive(Archive& with, RunResult& x);

}  // namespace nonholo
