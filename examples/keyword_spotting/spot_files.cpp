// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "spot_files.h"

#include "console.h"
#include "keyword_spotter.h"
#include "semihosting.h"

namespace {

bool read_features(const char *path, float (&features)[kFeatureCount]) {
  static char text[10000];
  const long size = semihosting_read_file(path, text, sizeof(text));
  const char *problem = size < 0 ? "it cannot be read, or is larger than 10000 bytes"
                                 : parse_features(text, static_cast<size_t>(size), features);
  if (problem)
    err << "error: " << path << ": " << problem << "\n";
  return !problem;
}

void print(const float *scores) {
  size_t best = 0;
  for (size_t i = 0; i < kWordCount; ++i) {
    out << kWords[i] << " " << static_cast<double>(scores[i]) << "\n";
    if (scores[i] > scores[best])
      best = i;
  }
  out << "word: " << kWords[best] << "\n";
}

} // namespace

int spot_files(const char *const *paths, size_t count) {
  if (count == 0) {
    err << "error: no features: give .csv files of 49 rows of 10 numbers\n";
    return 1;
  }
  KeywordSpotter spotter;
  if (!spotter.load())
    return 1;
  int status = 0;
  for (size_t i = 0; i < count; ++i) {
    static float features[kFeatureCount];
    const float *scores = nullptr;
    if (read_features(paths[i], features) && spotter.run(features, scores))
      print(scores);
    else
      status = 1;
  }
  return status;
}
