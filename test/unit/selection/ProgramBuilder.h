// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes .pte and .bpte files for tests. flatc generates a struct for each table of the schema. A
// test adds a value or a call in one line, and can set every field of the structs to a wrong value.

#pragma once

#include "TestSupport.h"
#include "bundled_program_generated.h"
#include "object_api/program_generated.h"

namespace etprune {

using et::schema::ScalarType;

/// One method. Functions that add a value return its index.
class MethodBuilder {
public:
  MethodBuilder() : MethodBuilder("forward") {}
  explicit MethodBuilder(const std::string &Name) {
    Plan.name = Name;
    Plan.chains.push_back(std::make_unique<et::schema::ChainT>());
  }

  template <typename T> int value(T Content) {
    auto Value = std::make_unique<et::schema::EValueT>();
    Value->val.Set(std::move(Content));
    Plan.values.push_back(std::move(Value));
    return static_cast<int>(Plan.values.size()) - 1;
  }
  int tensor(ScalarType Dtype, std::vector<uint8_t> DimOrder) {
    et::schema::TensorT Tensor;
    Tensor.scalar_type = Dtype;
    Tensor.sizes.assign(DimOrder.size(), 2);
    Tensor.dim_order = std::move(DimOrder);
    return value(std::move(Tensor));
  }
  int null() { return value(et::schema::NullT()); }
  int number() { return value(et::schema::IntT()); }
  int tensorList(std::vector<int> Items) {
    return value(et::schema::TensorListT{{}, std::move(Items)});
  }
  int optionalTensorList(std::vector<int> Items) {
    return value(et::schema::OptionalTensorListT{{}, std::move(Items)});
  }

  template <typename T> void instruction(T Content) {
    auto Instruction = std::make_unique<et::schema::InstructionT>();
    Instruction->instr_args.Set(std::move(Content));
    Plan.chains.back()->instructions.push_back(std::move(Instruction));
  }
  void call(const std::string &Name, const std::string &Overload, std::vector<int> Arguments) {
    auto Op = std::make_unique<et::schema::OperatorT>();
    Op->name = Name;
    Op->overload = Overload;
    Plan.operators.push_back(std::move(Op));
    callIndex(static_cast<int>(Plan.operators.size()) - 1, std::move(Arguments));
  }
  void callIndex(int Operator, std::vector<int> Arguments) {
    instruction(et::schema::KernelCallT{{}, Operator, std::move(Arguments)});
  }
  void delegate(const std::string &Backend) {
    auto Delegate = std::make_unique<et::schema::BackendDelegateT>();
    Delegate->id = Backend;
    Plan.delegates.push_back(std::move(Delegate));
  }

  et::schema::ExecutionPlanT Plan;
};

class ProgramBuilder {
public:
  MethodBuilder &method(const std::string &Name = "forward") {
    Methods.push_back(std::make_unique<MethodBuilder>(Name));
    return *Methods.back();
  }

  /// Returns a .pte without extended header. Destroys the MethodBuilders that method() returned.
  std::string finish() {
    for (auto &Method : Methods)
      Program.execution_plan.push_back(
          std::make_unique<et::schema::ExecutionPlanT>(std::move(Method->Plan)));
    Methods.clear();
    flatbuffers::FlatBufferBuilder Builder;
    Builder.Finish(et::schema::Program::Pack(Builder, &Program), "ET12");
    return {reinterpret_cast<const char *>(Builder.GetBufferPointer()), Builder.GetSize()};
  }

  et::schema::ProgramT Program;

private:
  std::vector<std::unique_ptr<MethodBuilder>> Methods;
};

/// Adds an extended header and segments. The root's offset counts from byte 0, so it grows.
inline std::string withExtendedHeader(std::string Pte, const std::string &Segments) {
  constexpr size_t HeaderLength = 32, SegmentAlignment = 16;
  using namespace support::endian;
  write32le(Pte.data(), read32le(Pte.data()) + HeaderLength);
  Pte.insert(8, HeaderLength, '\0');
  Pte.replace(8, 4, "eh00");
  uint64_t ProgramSize = Pte.size();
  Pte.resize((Pte.size() + SegmentAlignment - 1) / SegmentAlignment * SegmentAlignment);
  write32le(&Pte[12], HeaderLength);
  write64le(&Pte[16], ProgramSize);
  write64le(&Pte[24], Pte.size());
  write64le(&Pte[32], Segments.size());
  return Pte + Segments;
}

inline std::string bundle(const std::string &Pte) {
  flatbuffers::FlatBufferBuilder Builder;
  Builder.ForceVectorAlignment(Pte.size(), 1, 32);
  auto Bytes = Builder.CreateVector(reinterpret_cast<const uint8_t *>(Pte.data()), Pte.size());
  auto Root = et::bundled::CreateBundledProgram(Builder, 0, 0, Bytes);
  Builder.Finish(Root, "BP08");
  return {reinterpret_cast<const char *>(Builder.GetBufferPointer()), Builder.GetSize()};
}

/// A program of one method, and the selection that is read from it.
class OfOneMethod : public testing::Test {
protected:
  static Expected<Selection> readBytes(StringRef Bytes) {
    std::unique_ptr<char[]> Aligned(new char[Bytes.size()]);
    llvm::copy(Bytes, Aligned.get());
    return readAs(ModelForm, "m.pte", {Aligned.get(), Bytes.size()});
  }
  Selection read() { return take(readBytes(Program.finish())); }

  ProgramBuilder Program;
  MethodBuilder &M = Program.method();
};

} // namespace etprune
