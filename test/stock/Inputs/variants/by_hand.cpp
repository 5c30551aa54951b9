// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Handwritten registrations, each with one operator. et-prune can drop each of these operators, at
// every optimisation level.

#include "shared.h"

namespace by_hand {

using executorch::runtime::EValue;

#define ONE_KERNEL(name, number)                                                                   \
  Kernel("by_hand::" name ".out", BOXED(*stack[5] = EValue(int64_t(number))))

const Kernel of_function[] = {ONE_KERNEL("retained_function", 6001)};
__attribute__((constructor, used, retain)) static void retained_function() {
  (void)register_kernels(KernelSpan(of_function, 1));
}
__attribute__((used, retain)) static const Kernel of_variable[] = {ONE_KERNEL("retained", 6002)};
__attribute__((used, retain)) static auto retained = register_kernels(KernelSpan(of_variable, 1));

const Kernel of_entry[] = {ONE_KERNEL("entry", 6003)};
static void register_entry() { (void)register_kernels(KernelSpan(of_entry, 1)); }
__attribute__((section(".init_array.00300"), used)) static void (*const entry)() = register_entry;

// Nothing calls register_by_call(), so the program does not register this kernel.
const Kernel for_others[] = {ONE_KERNEL("by_call", 6004)};
static void register_for_others() { (void)register_kernels(KernelSpan(for_others, 1)); }
void register_by_call();
void register_by_call() { register_for_others(); }

} // namespace by_hand
