// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Creates the values of a method. (The program's schema calls a method an execution plan.) Tensors
// point to planned buffers, constants or external data. A list of ints or a list of tensors
// points to other values. Lists of doubles and bools point into the file. The loader checks every
// index, size and offset that a value uses.
//
// If a FlatBuffers vector is missing, the loader treats the vector as empty. ExecuTorch refuses
// such a program. This runtime does not, because the check would cost flash in every image.

#pragma once

#include "et/error.h"
#include "et/evalue.h"
#include "et/memory.h"
#include "et/program.h"
#include "method_memory.h"
#include "schema.h"

namespace et {

class ValueLoader {
public:
  ValueLoader(const Program &program, const schema::ExecutionPlan &plan,
              const MemoryManager &memory, const NamedDataMap *named_data, PieceAllocator &pieces,
              UnboundMemory &unbound)
      : program_(program), plan_(plan), memory_(memory), named_data_(named_data), pieces_(pieces),
        unbound_(unbound) {}

  /// Returns an array: the method's values, and after them a None. Logs each invalid value.
  Result<EValue *> load();

private:
  Error load_value(size_t index);
  Error load_tensor(size_t index, const schema::Tensor &tensor);
  Result<void *> locate_data(size_t index, const schema::Tensor &tensor, const TensorInfo &layout);
  Result<const uint8_t *> find_external(size_t index, const char *name, const TensorInfo &layout);
  Result<uint8_t *> locate_planned(size_t index, const schema::AllocationDetails &allocation,
                                   size_t nbytes);
  Error load_int_list(size_t index, const schema::IntList &list);
  template <typename List> Error load_tensor_list(size_t index, Tag tag, const List &list);
  schema::KernelTypes type_of(int64_t index) const;

  const Program &program_;
  const schema::ExecutionPlan &plan_;
  const MemoryManager &memory_;
  const NamedDataMap *named_data_;
  PieceAllocator &pieces_;
  UnboundMemory &unbound_;
  Span<EValue> values_ = {};
};

} // namespace et
