// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads the model that is linked into the program, and runs the model with et-prune's runtime. The
// model's memory is static, and is large enough for the model of make_model.py. For a larger model,
// the runtime's message says how much memory is needed.

#pragma once

#include <cstddef>

#include "et/program.h"
#include "mfcc.h"

constexpr size_t kWordCount = 12;
extern const char *const kWords[kWordCount];

// After a failure, load() and run() print a message to stderr and return false.

class KeywordSpotter {
public:
  bool load();
  /// `scores` becomes a pointer to one score for each word, in the method's memory. The recognised
  /// word is the word with the largest score.
  bool run(const float (&features)[kFeatureCount], const float *&scores);

  const et::MethodMeta &meta() const { return meta_; }
  et::Method &method() { return method_; }

private:
  et::Program program_ = {};
  et::MethodMeta meta_ = {};
  et::Method method_ = {};
};
