// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A member of the archive that nothing needs, so link bundles omit it.

int unneeded() { return 0; }
