// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares the runtime's verifier with a verifier that FlatBuffers generates. Neither verifier
// checks the fields that the runtime never reads. For the generated verifier, CMakeLists.txt marks
// these fields as deprecated. The generated verifier must accept every program that our verifier
// accepts. Our verifier may refuse more programs, because it checks the alignment of vectors and
// limits its running time.

#include "test_program.h"

#include "reference_generated.h"
#include <random>

static bool passes(test::AlignedBytes &file) {
  return Program::load(file.data(), file.size()).ok();
}

static bool passes_flatbuffers(test::AlignedBytes &file) {
  size_t size = file.size();
  if (size >= 32 && std::memcmp(file.data() + 8, "eh00", 4) == 0) {
    uint64_t tables;
    std::memcpy(&tables, file.data() + 16, sizeof(tables));
    size = static_cast<size_t>(std::min<uint64_t>(tables, size));
  }
  flatbuffers::Verifier::Options options;
  options.max_tables = 1 << 30;
  flatbuffers::Verifier verifier(file.data(), size, options);
  return reference::VerifyProgramBuffer(verifier);
}

TEST(TableVerifier, RefusesWhatFlatBuffersRefuses) {
  std::mt19937 random(20261121);
  size_t both = 0, refused = 0;
  for (const char *name :
       {"add.pte", "mlp.pte", "cnn.pte", "mlp--segments.pte", "cnn--segments.pte"}) {
    const std::vector<uint8_t> good = test::read_model(name);
    ASSERT_FALSE(good.empty());
    for (int round = 0; round < 10000; ++round) {
      std::vector<uint8_t> bytes = good;
      for (int change = 1 + round % 3; change > 0; --change) {
        uint8_t &byte = bytes[random() % bytes.size()];
        switch (random() % 4) {
        case 0:
          byte = static_cast<uint8_t>(random());
          break;
        case 1:
          byte = 0xff;
          break;
        default:
          byte = static_cast<uint8_t>(byte + random() % 17 - 8);
        }
      }
      test::AlignedBytes file(bytes);
      const bool passed = passes(file), reference = passes_flatbuffers(file);
      ASSERT_TRUE(!passed || reference) << name << ", round " << round;
      both += passed;
      refused += !reference;
    }
  }
  EXPECT_GT(both, 5000u);
  EXPECT_GT(refused, 5000u);
}
