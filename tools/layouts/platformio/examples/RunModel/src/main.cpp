// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the model in model.h once and prints the last element of its output. model.pte, beside it,
// is the same program: platformio.ini names it, so that the link keeps its kernels.

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
int main() {
  const char *error;
  const float last = run_model(model, sizeof(model), error);
  if (error)
    std::puts(error);
  else
    std::printf("%d.%02d\n", static_cast<int>(last), static_cast<int>(last * 100) % 100);
  return error ? 1 : 0;
}
#endif
