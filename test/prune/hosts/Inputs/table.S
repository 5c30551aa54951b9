/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
        .section .data.rel.ro, "aw"
        .globl __et_kernels_start, __et_kernels_end
        .globl __et_kernels_missing__link_with_et_ld_or_INCLUDE_et_kernels_ld
        .hidden __et_kernels_start, __et_kernels_end
__et_kernels_start:
__et_kernels_missing__link_with_et_ld_or_INCLUDE_et_kernels_ld:
__et_kernels_end:
        .section .note.GNU-stack, "", %progbits
