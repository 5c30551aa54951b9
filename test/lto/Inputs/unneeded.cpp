// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A member of the archive that nothing asks for: link bundles leave it out.

int unneeded() { return 0; }
