// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linkers keep this constructor and everything that it needs.

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
