// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is wanted: models, and lists of operators in every form.

#include "Targets.h"

#include "Selection/ModelReader.h"
#include "Selection/TextForms.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace etprune::fuzz {

namespace {

/// What was read can be written, and read again as the same.
void useSelection(const Selection &Read) {
  std::string Text;
  raw_string_ostream OS(Text);
  if (Error E = writeSelectedOperatorsYaml(Read, OS))
    return consumeError(std::move(E));
  auto Again = readSelectedOperatorsText("again", Text);
  require(isRead(Again), "a written selection cannot be read");
  require(Again->AllOperators == Read.AllOperators && Again->Ops.size() == Read.Ops.size(),
          "a written selection has changed");
}

} // namespace

void fuzzModel(StringRef Bytes) {
  std::vector<uint64_t> Aligned(Bytes.size() / 8 + 1);
  llvm::copy(Bytes, reinterpret_cast<char *>(Aligned.data()));
  StringRef Content(reinterpret_cast<const char *>(Aligned.data()), Bytes.size());
  auto Read = readModelContent("x.pte", Content);
  if (isRead(Read))
    useSelection(*Read);
}

void fuzzSelection(StringRef Bytes) {
  for (auto *Reader : {readSelectedOperatorsText, readOpListFileText}) {
    auto Read = Reader("x", Bytes);
    if (isRead(Read))
      useSelection(*Read);
  }
  auto Listed = readOpListText(Bytes, "--op-list");
  if (isRead(Listed))
    useSelection(*Listed);
}

} // namespace etprune::fuzz
