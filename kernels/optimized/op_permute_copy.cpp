// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::permute_copy.out: dimension d of the output is dimension dims[d] of self. One kernel serves
// all dtypes; it has a loop for each element size.
//
// If the same dimension is contiguous in the output and in the input, rows of elements are copied.
// Otherwise the dimension that is contiguous in the output and the dimension that is contiguous in
// the input form a matrix. The kernel transposes this matrix (transpose.h). A walk visits the
// remaining dimensions.

#include "../common/copy.h"
#include "../common/copy_memory.h"
#include "transpose.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename Bits> void transpose_run(const ElementRun &run) {
  char *out = run.data[0];
  const char *in = run.data[1];
  for (size_t left = run.count; left != 0; --left) {
    transpose<Bits>(out, in, *static_cast<const Matrix *>(run.params));
    out += run.strides[0];
    in += run.strides[1];
  }
}

/// Transposes matrices of 16-byte elements, for which transpose() has no advantage: one element
/// fills a vector. The run's params point to a Matrix.
void copy_wide_run(const ElementRun &run) {
  const Matrix &matrix = *static_cast<const Matrix *>(run.params);
  for (size_t i = 0; i < run.count; ++i)
    for (size_t row = 0; row < matrix.rows; ++row)
      copy_elements(run.data[0] + static_cast<ptrdiff_t>(i) * run.strides[0] +
                        static_cast<ptrdiff_t>(row) * matrix.out_row,
                    16,
                    run.data[1] + static_cast<ptrdiff_t>(i) * run.strides[1] +
                        static_cast<ptrdiff_t>(row) * 16,
                    matrix.in_row, 16, matrix.columns);
}

ElementRunFunction transposition_of(size_t size) {
  switch (size) {
  case 1:
    return transpose_run<uint8_t>;
  case 2:
    return transpose_run<uint16_t>;
  case 4:
    return transpose_run<uint32_t>;
  case 8:
    return transpose_run<uint64_t>;
  default:
    return copy_wide_run;
  }
}

/// The run's params point to the number of bytes in a row.
void copy_rows_run(const ElementRun &run) {
  const size_t bytes = *static_cast<const size_t *>(run.params);
  char *out = run.data[0];
  const char *in = run.data[1];
  for (size_t left = run.count; left != 0; --left) {
    copy_memory(out, in, bytes);
    out += run.strides[0];
    in += run.strides[1];
  }
}

/// The dimensions in the output's memory order, outermost first. `out` and `in` are byte strides.
/// add() merges neighbouring dimensions that one loop with one stride can visit in both tensors.
struct Levels {
  struct Level {
    SizesType size;
    ptrdiff_t out;
    ptrdiff_t in;
  };
  Level levels[kTensorDimensionLimit];
  size_t count = 0;

  void add(const Level &level) {
    if (level.size == 1)
      return;
    Level *const last = levels + count - 1;
    if (count != 0 && last->out == level.out * level.size && last->in == level.in * level.size)
      *last = {last->size * level.size, level.out, level.in};
    else
      levels[count++] = level;
  }
};

void permute(const CopyOperands &operands, const uint8_t *dims) {
  const auto &[self, out] = operands;
  const ptrdiff_t size = static_cast<ptrdiff_t>(out.element_size());
  Levels levels;
  for (uint8_t d : out.dim_order())
    levels.add({out.size(d), byte_stride(out, d), byte_stride(self, dims[d])});
  size_t row = 0;
  while (row < levels.count && levels.levels[row].in != size)
    ++row;
  ElementWalk walk;
  Matrix matrix = {};
  // The last level is contiguous in the output. If an earlier level is contiguous in the input, the
  // two levels are transposed. If the last level is contiguous in both tensors, its elements are
  // copied as a row. If no level is contiguous in the input, each row is a single element.
  const bool transposes = row + 1 < levels.count;
  size_t row_bytes = out.element_size();
  if (!transposes && row < levels.count && levels.levels[row].out == size)
    row_bytes *= static_cast<size_t>(levels.levels[--levels.count].size);
  for (size_t i = 0; i < levels.count; ++i) {
    const Levels::Level &level = levels.levels[i];
    const ptrdiff_t strides[kMaxOperands] = {level.out, level.in, 0};
    if (transposes && i == row) {
      matrix.rows = static_cast<size_t>(level.size);
      matrix.out_row = level.out;
    } else if (transposes && i + 1 == levels.count) {
      matrix.columns = static_cast<size_t>(level.size);
      matrix.in_row = level.in;
    } else {
      walk.add_dimension(level.size, strides);
    }
  }
  walk.run.data[0] = out.mutable_data_ptr<char>();
  walk.run.data[1] = self.mutable_data_ptr<char>();
  walk.run.params = transposes ? static_cast<const void *>(&matrix) : &row_bytes;
  walk.for_each_run(transposes ? transposition_of(out.element_size()) : copy_rows_run);
}

} // namespace

ET_FALLBACK_KERNEL(aten, permute_copy.out,
                   "permute_copy.out(Tensor self, int[] dims, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kDims, kOut, kCount };
  Call call(context, args, kCount);
  const CopyOperands operands = take_copy_operands(call, kOut);
  uint8_t dims[kTensorDimensionLimit];
  if (take_permutation(call, operands, call.list(kDims), dims) && operands.out.numel() != 0)
    permute(operands, dims);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
