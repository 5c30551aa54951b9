# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A program that looks up no kernels.
        .section .text.start, "ax", %progbits
        .global start
        .type start, %function
start:  b start
