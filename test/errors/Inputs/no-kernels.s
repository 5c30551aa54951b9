# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
        .section .text.start, "ax", %progbits
        .global start
        .type start, %function
start:  b start
