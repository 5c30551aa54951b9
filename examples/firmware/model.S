/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Puts the model, an unchanged .pte file, into flash. The file is aligned, because the runtime
 * reads the file and its constant tensors in place. MODEL_PATH is the file's name as a
 * string.
 */

        .section .rodata.model, "a", %progbits
        .balign 16
        .global model_begin
        .type model_begin, %object
model_begin:
        .incbin MODEL_PATH
        .size model_begin, . - model_begin
        .global model_end
model_end:

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
