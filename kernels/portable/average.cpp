// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See average.h.

#include "average.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

void average_windows(const Planes &out, const Planes &in, const Window *windows,
                     void (*find)(const Window &window, int32_t position, Extent &extent),
                     int64_t divisor, const AverageKernel &kernel) {
  for (int32_t row = 0; row < out.sizes[2]; ++row) {
    Extent rows;
    find(windows[0], row, rows);
    for (int32_t column = 0; column < out.sizes[3]; ++column) {
      Extent columns;
      find(windows[1], column, columns);
      const int64_t count = divisor != 0 ? divisor : rows.counted * columns.counted;
      for (SizesType n = 0; n < out.sizes[0]; ++n)
        for (SizesType c = 0; c < out.sizes[1]; ++c) {
          ProductSum sum;
          const char *data = in.at(n, c, rows.first, columns.first);
          for (int32_t y = rows.first; y < rows.last; ++y) {
            kernel.add(sum, data, in.strides[3], static_cast<size_t>(columns.last - columns.first));
            data += in.strides[2];
          }
          kernel.store(out.at(n, c, row, column), sum, count);
        }
    }
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
