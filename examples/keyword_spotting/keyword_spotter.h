// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The model and its memory: all that a program for one known model needs of et-prune's runtime. The
// memory is static, and its sizes fit this model. For a larger model, a message says how much
// memory is needed.

#pragma once

#include <cstddef>

#include "et/program.h"
#include "mfcc.h"

constexpr size_t kWordCount = 12;
extern const char *const kWords[kWordCount];

// After a failure, the functions print a message to stderr and return false.

class KeywordSpotter {
public:
  bool load();
  /// `scores` becomes the scores of the words; the word with the largest score is recognised.
  bool run(const float (&features)[kFeatureCount], const float *&scores);

  /// The method's metadata, which says how much memory the method needs.
  const et::MethodMeta &meta() const { return meta_; }
  et::Method &method() { return method_; }

private:
  et::Program program_ = {};
  et::MethodMeta meta_ = {};
  et::Method method_ = {};
};
