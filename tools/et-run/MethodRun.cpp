// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MethodRun.h"

#include "RuntimeErrors.h"

#include "Registry/KernelRecord.h"
#include "Selection/Readers/ModelCalls.h"
#include "Support/Numbers.h"
#include "Support/Problems.h"
#include "Support/Try.h"

#include "et/bundled_program.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace etprune {

/// The operators and schemas of this program's kernels, sorted by operator.
static constexpr std::pair<StringLiteral, StringLiteral> Schemas[] = {
#include "KernelSchemas.inc"
};

/// Returns why no kernel of `Op` takes arguments of these kinds (SelectedOp::ArgumentKinds). Empty
/// if a kernel takes the arguments, or if `Op` has no kernel.
static std::string whyNotTaken(StringRef Op, StringRef Kinds) {
  std::string Why;
  for (const auto &[Name, Schema] : Schemas) {
    if (Name != Op)
      continue;
    const std::optional<CallArguments> Taken = callArguments(Schema);
    Why = Taken ? whyNotTaken(Kinds, *Taken) : "";
    if (Why.empty())
      return Why;
  }
  return Why;
}

/// Checks that a method's calls have the arguments that our kernels expect, because most kernels
/// would accept too many, and may use wrong ones. The text of the method's askers begins with
/// `Method`.
static Error checkCalls(const ModelFile &Model, StringRef Method) {
  // Ignore the errors of readModelCalls(), because the runtime itself reports errors in the model.
  Problems Errors, OfOthers;
  const Selection Calls = readModelCalls(Model.Path, *Model.Tables, Model.Bytes.size(), OfOthers);
  consumeError(OfOthers.take());
  for (const auto &[Op, Selected] : Calls.Ops)
    for (const auto &[Kinds, Askers] : Selected.ArgumentKinds)
      if (const std::string Why = whyNotTaken(Op, Kinds); !Why.empty())
        for (const Asker &Call : Askers)
          if (StringRef(Call.Text).starts_with((Method + ", ").str()))
            Errors.add(Call.Text + ": operator '" + Op + "' " + Why +
                       "; the model is of another version than et-run's kernels");
  return Errors.take();
}

Expected<std::unique_ptr<MethodRun>> MethodRun::load(const ModelFile &Model, StringRef Name,
                                                     const Options &Opts, const DataFiles &Data) {
  std::unique_ptr<MethodRun> Run(new MethodRun(Model, Opts, Name));
  RETURN_IF_ERROR(Run->load(Data));
  return Run;
}

MethodRun::~MethodRun() {
  if (IsLoaded)
    Method.destroy();
}

Error MethodRun::allocate(Block &Into, size_t Size, const Twine &WhatFor) const {
  Into = Block(Size);
  if (Into.data())
    return Error::success();
  return createStringError(What + ": there is not enough memory: " + WhatFor + " needs " +
                           Twine(Size) + " bytes");
}

Error MethodRun::load(const DataFiles &Data) {
  ASSIGN_OR_RETURN(Meta,
                   checked(What + " cannot be read", Model.Program.method_meta(Name.c_str())));
  RETURN_IF_ERROR(checkCalls(Model, What));
  for (size_t I = 0; I < Meta.num_memory_planned_buffers(); ++I) {
    const std::string Buffer = "planned buffer " + std::to_string(I);
    ASSIGN_OR_RETURN(auto Size, checked(What + ": " + Buffer, Meta.memory_planned_buffer_size(I)));
    RETURN_IF_ERROR(allocate(Planned.emplace_back(), Size, Buffer));
    PlannedSpans.push_back(Planned.back().span());
  }
  ASSIGN_OR_RETURN(auto Size, checked(What, Meta.method_allocator_size()));
  RETURN_IF_ERROR(allocate(RuntimeMemory, Size, "the runtime"));
  RETURN_IF_ERROR(allocate(Scratch, Opts.ScratchSize, "scratch memory"));
  RETURN_IF_ERROR(allocate(Unbound, Opts.UnboundSize, "memory for tensors of unbound shape"));
  if (Opts.Memory) {
    Scratch.mark();
    Unbound.mark();
  }

  et::MemoryAllocator Allocator(RuntimeMemory.span());
  et::MemoryManager Memory{&Allocator, {PlannedSpans.data(), PlannedSpans.size()}};
  Memory.temp = Scratch.span();
  Memory.unbound = Unbound.span();
  ASSIGN_OR_RETURN(Method, checked(What + " cannot be loaded",
                                   Model.Program.load_method(Name.c_str(), Memory, &Data)));
  IsLoaded = true;
  return Error::success();
}

Error MethodRun::takeShape(Input &Input, et::Tensor Own, const std::vector<et::SizesType> &Sizes) {
  const bool IsStatic = Own.shape_dynamism() == et::TensorShapeDynamism::STATIC;
  const std::string Wanted = shapeText({Sizes.data(), Sizes.size()});
  const std::string Which = What + ": input " + std::to_string(Input.Index) + " must be " +
                            describe(Own) +
                            (IsStatic ? "" : ", or a smaller tensor of the same rank");
  if (Sizes.size() != Own.dim() ||
      (IsStatic && ArrayRef(Sizes) != ArrayRef(Own.sizes().data(), Own.dim())))
    return createStringError(Which + ", but --shape gives " + Wanted);
  Input.Sizes = Sizes;
  Input.Strides.resize(Sizes.size());
  Input.Impl = *Own.unsafeGetTensorImpl();
  Input.Impl.sizes = Input.Sizes.data();
  Input.Impl.strides = Input.Strides.data();
  const et::Result<et::TensorInfo> Info = Meta.input_tensor_meta(Input.Index);
  // Check the size before makeInput() allocates: a wrong shape may need more memory than exists.
  uint64_t Bytes = Own.element_size();
  for (et::SizesType Size : Sizes)
    Bytes = SaturatingMultiply(Bytes, static_cast<uint64_t>(Size));
  if (!et::dim_order_to_strides(Input.Impl.sizes, Input.Impl.dim_order, Sizes.size(),
                                Input.Strides.data()) ||
      (Own.shape_dynamism() == et::TensorShapeDynamism::DYNAMIC_BOUND && Info.ok() &&
       Bytes > Info.get().nbytes))
    return createStringError(Which + "; the shape " + Wanted + " is too large");
  return Error::success();
}

Error MethodRun::makeInput(size_t Index, size_t Number, ArrayRef<InputFile> Files) {
  const et::Tensor Own = Method.get_input(Index).toTensor();
  Inputs.push_back(std::make_unique<Input>());
  Input &Made = *Inputs.back();
  Made.Index = Index;
  const InputFile *File = Number < Files.size() ? &Files[Number] : nullptr;

  std::vector<et::SizesType> Sizes(Own.sizes().begin(), Own.sizes().end());
  if (Number < Opts.Shapes.size())
    Sizes = Opts.Shapes[Number];
  RETURN_IF_ERROR(takeShape(Made, Own, Sizes));
  const size_t Size = et::Tensor(&Made.Impl).nbytes();
  for (Block *Into : {&Made.Memory, &Made.Contents})
    RETURN_IF_ERROR(allocate(*Into, Size, "input " + Twine(Index)));
  Made.Impl.data = Made.Contents.data();
  const et::Tensor Tensor(&Made.Impl);
  if (File) {
    Made.Origin = File->Path;
    RETURN_IF_ERROR(File->fill(Tensor));
  } else {
    fill(Tensor, Opts.Rest, Numbers);
    Made.Origin = FillNames[size_t(Opts.Rest)].second.str();
  }
  Made.Impl.data = Made.Memory.data();
  return Error::success();
}

Error MethodRun::makeInputs(ArrayRef<InputFile> Files) {
  size_t Tensors = 0;
  for (size_t I = 0; I < Method.inputs_size(); ++I)
    if (Method.get_input(I).isTensor())
      RETURN_IF_ERROR(makeInput(I, Tensors++, Files));
  if (Tensors < Files.size())
    return createStringError(What + " has " + counted(Tensors, "input tensor") + ": " +
                             Files[Tensors].Path + " is one too many");
  if (Tensors < Opts.Shapes.size())
    return createStringError(What + " has " + counted(Tensors, "input tensor") +
                             ", and --shape is given " + counted(Opts.Shapes.size(), "time") +
                             "; leave out the rest");
  return Error::success();
}

/// Gives memory to the output tensors that are in no planned buffer. Outputs of unbound shape are
/// skipped, because kernels allocate their elements.
Error MethodRun::giveOutputsMemory() {
  for (size_t I = 0; I < Method.outputs_size(); ++I) {
    const et::EValue &Output = Method.get_output(I);
    if (!Output.isTensor() || Output.toTensor().const_data_ptr() ||
        Output.toTensor().shape_dynamism() == et::TensorShapeDynamism::DYNAMIC_UNBOUND)
      continue;
    const std::string Which = "output " + std::to_string(I);
    ASSIGN_OR_RETURN(auto Info, checked(What + ": " + Which, Meta.output_tensor_meta(I)));
    Block &Memory = Outputs.emplace_back();
    RETURN_IF_ERROR(allocate(Memory, Info.nbytes, Which));
    RETURN_IF_ERROR(
        checked(What + ": " + Which, Method.set_output_data_ptr(Memory.data(), Memory.size(), I)));
  }
  return Error::success();
}

Error MethodRun::runInstructions(Profile &Costs) {
  using Clock = std::chrono::steady_clock;
  const bool IsProfiled = Opts.Profile || !Opts.ProfileJson.empty();
  Method.reset_execution();
  Costs.startRun();
  for (;;) {
    const et::Result<et::InstructionInfo> Next = Method.next_instruction();
    const Clock::time_point Start = Clock::now();
    // The first step() also checks the inputs, so call it even for a method without instructions.
    const et::Error Code = Method.step();
    if (Code == et::Error::EndOfMethod)
      return Error::success();
    RETURN_IF_ERROR(checked(What + " failed", Code));
    if (Next.ok() && IsProfiled)
      Costs.add(Next.get(), Clock::now() - Start);
  }
}

Error MethodRun::execute(Profile &Costs) {
  for (const std::unique_ptr<Input> &Made : Inputs) {
    if (Made->Memory.size() != 0)
      std::memcpy(Made->Memory.data(), Made->Contents.data(), Made->Memory.size());
    RETURN_IF_ERROR(checked(What + ": input " + Twine(Made->Index),
                            Method.set_input(et::EValue(et::Tensor(&Made->Impl)), Made->Index)));
  }
  RETURN_IF_ERROR(giveOutputsMemory());
  return runInstructions(Costs);
}

Expected<size_t> MethodRun::testCases() const {
  return checked(What, et::num_test_cases(Model.Bytes, Name.c_str()));
}

Error MethodRun::runTest(size_t Index, Profile &Costs) {
  const std::string Which = What + ": test case " + std::to_string(Index);
  RETURN_IF_ERROR(checked(Which, et::load_bundled_input(Method, Model.Bytes, Index)));
  RETURN_IF_ERROR(giveOutputsMemory());
  RETURN_IF_ERROR(runInstructions(Costs));
  const et::Error Code = et::verify_method_outputs(Method, Model.Bytes, Index,
                                                   Opts.RelativeTolerance, Opts.AbsoluteTolerance);
  // For NotFound, checked() would add advice about external data.
  return Code == et::Error::NotFound ? loggedError(Which + " failed") : checked(Which, Code);
}

void MethodRun::printInputs(raw_ostream &OS) const {
  for (const std::unique_ptr<Input> &Made : Inputs)
    OS << "input " << Made->Index << ": " << describe(et::Tensor(&Made->Impl)) << ", "
       << Made->Origin << "\n";
}

void MethodRun::printOutputs(raw_ostream &OS) const {
  for (size_t I = 0; I < Method.outputs_size(); ++I) {
    const et::EValue &Output = Method.get_output(I);
    OS << "output " << I << ": " << describe(Output) << "\n";
    if (Output.isTensor())
      OS << elementsText(Output.toTensor(), Opts.Longest) << "\n";
  }
}

void MethodRun::printMemory(raw_ostream &OS) const {
  const auto Row = [&](const Twine &What, size_t Size) {
    OS << left_justify(What.str(), 28) << right_justify(std::to_string(Size), 12) << " B\n";
  };
  OS << "memory of method " << Name << "\n";
  for (auto [I, Buffer] : enumerate(Planned))
    Row("planned buffer " + Twine(I), Buffer.size());
  Row("method", RuntimeMemory.size());
  Row("scratch, at most", Scratch.used());
  Row("tensors of unbound shape", Unbound.used());
}

} // namespace etprune
