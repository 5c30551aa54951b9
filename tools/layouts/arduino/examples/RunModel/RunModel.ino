// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the model in model.h once and prints the last element of its output. model.pte, in the
// same folder, has the same bytes. The linker reads model.pte to know which kernels to keep; see
// README.md.

#include <et_prune.h>

#include "model.h"
#include "run_model.h"

void setup() {
  Serial.begin(115200);
  while (!Serial) {
  }
  const char *error;
  const float last = run_model(model, sizeof(model), error);
  if (error)
    Serial.println(error);
  else
    Serial.println(last);
}

void loop() {}
