// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Program::verify() checks that the tables can be read, and that the segments are in the .pte file.
// The function has its own source file, so that images that load programs only with
// Verification::Minimal do not contain these checks.

#include "et/program.h"

#include "log_line.h"
#include "schema.h"
#include "table_verifier.h"

namespace et {
namespace {

using namespace fields;

/// The numbers of the tables in `description`. The members of each union must be adjacent and in
/// the union's order, because kUnion is followed by the first member and the number of members.
enum Table : uint8_t {
  Null,
  Int,
  Bool,
  Double,
  Tensor,
  String,
  IntList,
  DoubleList,
  BoolList,
  TensorList,
  OptionalTensorList,
  KernelCall,
  DelegateCall,
  MoveCall,
  JumpFalseCall,
  FreeCall,
  EValue,
  Instruction,
  AllocationDetails,
  ExtraTensorInfo,
  Operator,
  Chain,
  CompileSpec,
  DataReference,
  Delegate,
  BufferDevice,
  ExecutionPlan,
  Buffer,
  DelegateData,
  DataSegment,
  SubsegmentOffsets,
  NamedData,
  ProgramTable
};

// Each table must have its fields in the order of schema/program.fbs.
constexpr uint8_t description[] = {
    /*Null*/ kEnd,
    /*Int*/ kLong,
    kEnd,
    /*Bool*/ kByte,
    kEnd,
    /*Double*/ kLong,
    kEnd,
    /*Tensor*/ kByte,
    kWord,
    kWords,
    kBytes,
    kSkip,
    kWord,
    kTable + AllocationDetails,
    kByte,
    kByte,
    kTable + ExtraTensorInfo,
    kEnd,
    /*String*/ kString,
    kEnd,
    /*IntList*/ kLongs,
    kEnd,
    /*DoubleList*/ kLongs,
    kEnd,
    /*BoolList*/ kBytes,
    kEnd,
    /*TensorList*/ kWords,
    kEnd,
    /*OptionalTensorList*/ kWords,
    kEnd,
    /*KernelCall*/ kWord,
    kWords,
    kEnd,
    /*DelegateCall*/ kWord,
    kWords,
    kEnd,
    /*MoveCall*/ kWord,
    kWord,
    kEnd,
    /*JumpFalseCall*/ kWord,
    kWord,
    kEnd,
    /*FreeCall*/ kWord,
    kEnd,
    /*EValue*/ kUnion,
    Null,
    OptionalTensorList + 1 - Null,
    kEnd,
    /*Instruction*/ kUnion,
    KernelCall,
    FreeCall + 1 - KernelCall,
    kEnd,
    /*AllocationDetails*/ kWord,
    kWord,
    kWord,
    kEnd,
    /*ExtraTensorInfo*/ kLong,
    kString,
    kByte,
    kByte,
    kEnd,
    /*Operator*/ kString,
    kString,
    kEnd,
    /*Chain*/ kSkip,
    kSkip,
    kTables + Instruction,
    kEnd,
    /*CompileSpec*/ kString,
    kBytes,
    kEnd,
    /*DataReference*/ kByte,
    kWord,
    kEnd,
    /*Delegate*/ kString,
    kTable + DataReference,
    kTables + CompileSpec,
    kEnd,
    /*BufferDevice*/ kWord,
    kByte,
    kEnd,
    /*ExecutionPlan*/ kString,
    kSkip,
    kTables + EValue,
    kWords,
    kWords,
    kTables + Chain,
    kTables + Operator,
    kTables + Delegate,
    kLongs,
    kTables + BufferDevice,
    kEnd,
    /*Buffer*/ kBytes,
    kEnd,
    /*DelegateData*/ kBytes,
    kEnd,
    /*DataSegment*/ kLong,
    kLong,
    kEnd,
    /*SubsegmentOffsets*/ kWord,
    kLongs,
    kEnd,
    /*NamedData*/ kString,
    kWord,
    kEnd,
    /*Program*/ kSkip,
    kTables + ExecutionPlan,
    kTables + Buffer,
    kTables + DelegateData,
    kTables + DataSegment,
    kTable + SubsegmentOffsets,
    kTables + SubsegmentOffsets,
    kTables + NamedData,
    kEnd,
};

} // namespace

Error Program::verify() const {
  if (!verify_tables(tables_, description, ProgramTable)) {
    log_message("the program is damaged: its tables are inconsistent");
    return Error::InvalidProgram;
  }
  for (size_t i = 0; i < length_of(program_->segments()); ++i) {
    if (!is_inside(*item_of(program_->segments(), i), segments_)) {
      log_message("segment %zu lies outside the program: is the file truncated?", i);
      return Error::InvalidProgram;
    }
  }
  return Error::Ok;
}

} // namespace et
