// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ModelFile.h"

#include "InputFiles.h"
#include "RuntimeErrors.h"

#include "bundled_program_generated.h"

using namespace llvm;

namespace etprune {

Expected<ModelFile> ModelFile::open(StringRef Path) {
  ModelFile Result;
  Result.Path = Path.str();
  auto File = readFile(Path);
  if (!File)
    return File.takeError();
  Result.File = std::move(*File);
  const et::Result<et::Program> Program = Result.load();
  if (!Program.ok())
    return runtimeError(Path + ": the model cannot be read", Program.error());
  Result.Program = Program.get();
  return Result;
}

et::Result<et::Program> ModelFile::load() {
  const auto *Data = reinterpret_cast<const uint8_t *>(File->getBufferStart());
  const size_t Size = File->getBufferSize();
  if (Size < 8 || !et::bundled::BundledProgramBufferHasIdentifier(Data))
    return et::Program::load(Data, Size);
  flatbuffers::Verifier Verifier(Data, Size);
  if (!et::bundled::VerifyBundledProgramBuffer(Verifier))
    return et::Error::InvalidProgram;
  const et::bundled::BundledProgram *Root = et::bundled::GetBundledProgram(Data);
  if (!Root->program())
    return et::Error::InvalidProgram;
  Bundle = Root;
  return et::Program::load(Root->program()->data(), Root->program()->size());
}

Expected<std::vector<TestCase>> ModelFile::testCases(StringRef Method) {
  std::vector<TestCase> Cases;
  const auto *Suites =
      static_cast<const et::bundled::BundledProgram *>(Bundle)->method_test_suites();
  for (flatbuffers::uoffset_t S = 0; Suites && S < Suites->size(); ++S) {
    const et::bundled::MethodTestSuite &Suite = *Suites->Get(S);
    if (!Suite.method_name() || Method != Suite.method_name()->c_str() || !Suite.test_cases())
      continue;
    for (const et::bundled::MethodTestCase *Source : *Suite.test_cases()) {
      TestCase &Test = Cases.emplace_back();
      if (!readValues(Source->inputs(), Test.Inputs) ||
          !readValues(Source->expected_outputs(), Test.ExpectedOutputs))
        return createStringError(Path + ": test case " + Twine(Cases.size() - 1) + " of method '" +
                                 Method + "' contradicts itself");
    }
  }
  return Cases;
}

template <typename Values>
bool ModelFile::readValues(const Values *Sources, std::vector<et::EValue> &Result) {
  for (flatbuffers::uoffset_t I = 0; Sources && I < Sources->size(); ++I) {
    const et::bundled::Value &Value = *Sources->Get(I);
    if (const et::bundled::Int *Number = Value.val_as_Int()) {
      Result.emplace_back(Number->int_val());
    } else if (const et::bundled::Double *Number = Value.val_as_Double()) {
      Result.emplace_back(Number->double_val());
    } else if (const et::bundled::Bool *Flag = Value.val_as_Bool()) {
      Result.emplace_back(Flag->bool_val());
    } else if (const et::bundled::Tensor *Tensor = Value.val_as_Tensor()) {
      const size_t Dim = Tensor->sizes() ? Tensor->sizes()->size() : 0;
      if (Dim > et::kTensorDimensionLimit || !Tensor->data() ||
          (Tensor->dim_order() ? Tensor->dim_order()->size() : 0) != Dim)
        return false;
      TestTensor &Own = Tensors.emplace_back();
      Own.Strides.resize(Dim);
      Own.Impl = {static_cast<et::ScalarType>(Tensor->scalar_type()),
                  static_cast<uint8_t>(Dim),
                  Dim == 0 ? nullptr : Tensor->sizes()->data(),
                  Dim == 0 ? nullptr : Tensor->dim_order()->data(),
                  Own.Strides.data(),
                  const_cast<uint8_t *>(Tensor->data()->data())};
      if (!et::dim_order_to_strides(Own.Impl.sizes, Own.Impl.dim_order, Dim, Own.Strides.data()))
        return false;
      const et::Tensor View(&Own.Impl);
      const size_t Size = Tensor->data()->size(), ElementSize = View.element_size();
      if (ElementSize == 0 || Size % ElementSize != 0 || View.numel() != Size / ElementSize)
        return false;
      Result.emplace_back(View);
    } else {
      return false;
    }
  }
  return true;
}

} // namespace etprune
