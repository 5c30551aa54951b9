// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// No object refers to this archive member, so link bundles omit the member.

int unneeded() { return 0; }
