// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifdef CHANGED
extern "C" int another() { return 1; }
#endif
extern "C" int own() { return 0; }
