// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The model and its memory: a program that runs one known model needs nothing else of et-prune's
// runtime. The memory is static and its sizes fit this model; if they do not, a message says how
// much is needed.
//
// The model is trusted (`Verification::Minimal`): it is part of the image.

#pragma once

#include <cstddef>

#include "et/program.h"
#include "mfcc.h"

constexpr size_t kWordCount = 12;
extern const char *const kWords[kWordCount];

// Functions return false after a failure, with a message on stderr.

class KeywordSpotter {
public:
  bool load();
  /// Returns the score of each word; the largest score is the recognised word.
  bool run(const float (&features)[kFeatureCount], const float *&scores);

  /// Returns the method's metadata, which has the needed memory.
  const et::MethodMeta &meta() const { return meta_; }
  et::Method &method() { return method_; }

private:
  et::Program program_ = {};
  et::MethodMeta meta_ = {};
  et::Method method_ = {};
};
