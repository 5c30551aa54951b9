// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the model in model.h once and prints the last element of its output. model.pte, in the
// same folder, has the same bytes. platformio.ini names model.pte, so that the link keeps the
// kernels that the model calls.

#ifdef ARDUINO
#include <Arduino.h>
#else
#include <cstdio>
#endif

#include "model.h"
#include "run_model.h"

#ifdef ARDUINO
void setup() {
  Serial.begin(115200);
  const char *error;
  const float last = run_model(model, sizeof(model), error);
  if (error)
    Serial.println(error);
  else
    Serial.println(last);
}

void loop() {}
#else
int main() { return print_model(model, sizeof(model), std::printf); }
#endif
