// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts the processor's instructions for each instruction of the keyword-spotting model.
// instructions.sh builds examples/keyword_spotting with this file in place of spot_files.cpp.
//
// On the board, QEMU advances time by a fixed amount with each processor instruction (-icount). The
// amount is more than one tick of the timer SysTick, so the count is exact. On a host, valgrind
// writes one file for each instruction of the model.

#include <cstring>

#include "console.h"
#include "keyword_spotter.h"
#include "semihosting.h"
#include "spot_files.h"

#ifdef __arm__

// SysTick is a 24-bit counter that counts down at the core's clock, CORE_MHZ.
static volatile uint32_t *const systick = reinterpret_cast<volatile uint32_t *>(0xe000e010);
static constexpr uint32_t kTicks = 1 << 24;

/// With QEMU's -icount shift=6, an instruction takes 64 ns.
static uint64_t instructions_of(uint32_t ticks) {
  constexpr uint32_t scale = CORE_MHZ * 64;
  return (uint64_t(ticks) * 1000 + scale / 2) / scale;
}

static void start_counter() {
  systick[1] = kTicks - 1; // reload
  systick[2] = 0;          // value
  systick[0] = 5;          // enable, count at the core's clock
}
static uint32_t count_before() { return systick[2]; }
static uint64_t count_after(uint32_t before) {
  return instructions_of((before - systick[2]) % kTicks);
}

#else

#include <valgrind/callgrind.h>

static void start_counter() {}
static uint32_t count_before() {
  CALLGRIND_ZERO_STATS;
  return 0;
}
static uint64_t count_after(uint32_t) {
  CALLGRIND_DUMP_STATS;
  return 0;
}

#endif

static void print(const et::InstructionInfo &instruction, uint64_t count) {
  out << count << " " << instruction.name << "\n";
}

/// Sets the input again, because the first inference reused the input's memory for other tensors.
static bool set_features(et::Method &method, float *features) {
  et::TensorImpl input = *method.get_input(0).toTensor().unsafeGetTensorImpl();
  input.data = features;
  return method.set_input(et::EValue(et::Tensor(&input)), 0) == et::Error::Ok;
}

int spot_files(const char *const *paths, size_t count) {
  static char text[10000];
  static float features[kFeatureCount];
  KeywordSpotter spotter;
  const long size = count == 1 ? semihosting_read_file(paths[0], text, sizeof(text)) : -1;
  const float *scores = nullptr;
  if (size < 0 || parse_features(text, static_cast<size_t>(size), features) || !spotter.load() ||
      !spotter.run(features, scores))
    return 1;
  const et::Result<size_t> planned = spotter.meta().memory_planned_buffer_size(0);
  const et::Result<size_t> own = spotter.meta().method_allocator_size();
  if (!planned.ok() || !own.ok())
    return 1;
  err << "planned memory: " << planned.get() << " B, method: " << own.get() << " B\n";
  float expected[kWordCount];
  std::memcpy(expected, scores, sizeof(expected));
  et::Method &method = spotter.method();
  if (!set_features(method, features))
    return 1;
  start_counter();
  const uint32_t nothing = count_before();
  const uint64_t overhead = count_after(nothing);
  method.reset_execution();
  uint64_t total = 0;
  for (;;) {
    const et::Result<et::InstructionInfo> next = method.next_instruction();
    if (!next.ok())
      break;
    const uint32_t before = count_before();
    const et::Error error = method.step();
    const uint64_t taken = count_after(before) - overhead;
    if (error != et::Error::Ok)
      return 1;
    total += taken;
    print(next.get(), taken);
  }
  out << total << " total\n";
  return std::memcmp(expected, scores, sizeof(expected)) != 0;
}
