// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The model and its memory: everything that a program which runs one known model needs of
// et-prune's runtime. The memory is static, and of sizes that suit this model; where they do not,
// the message says how much it takes.
//
// The model is trusted (`Verification::Minimal`): it is part of the image.

#pragma once

#include <cstddef>

#include "et/program.h"
#include "mfcc.h"

constexpr size_t kWordCount = 12;
extern const char *const kWords[kWordCount];

// Functions return false when something failed, and have said what on stderr.

class KeywordSpotter {
public:
  bool load();
  /// How much each word sounds like what was said; the largest is the word.
  bool run(const float (&features)[kFeatureCount], const float *&scores);

  /// The method's metadata: what memory it takes.
  const et::MethodMeta &meta() const { return meta_; }
  et::Method &method() { return method_; }

private:
  et::Program program_ = {};
  et::MethodMeta meta_ = {};
  et::Method method_ = {};
};
