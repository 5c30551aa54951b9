// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The constructor of `table` is a root: if the linker loads this archive member, the constructor
// stays in the image.

namespace {
struct Table {
  Table() {
    for (int i = 0; i < 8; ++i)
      squares[i] = i * i;
  }
  volatile int squares[8];
} table;
} // namespace

extern "C" int table_entry(int index) { return table.squares[index]; }
