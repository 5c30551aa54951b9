/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The start of a program that uses semihosting: enables the FPU, then starts newlib.
 */
    .syntax unified
    .thumb
    .section .isr_vector,"a"
    .word __stack_top
    .word reset
    .rept 14
    .word fault
    .endr
    .text
    .thumb_func
reset:
    /* CPACR: the FPU is off at reset */
    ldr r0, =0xe000ed88
    ldr r1, [r0]
    orr r1, r1, #(0xf << 20)
    str r1, [r0]
    dsb
    isb
    b _start
    .thumb_func
fault:
    b fault
    /* std::random_device calls getentropy(). The board has no source of random numbers, so this
     * getentropy() only returns an error. The symbol has the type STT_FUNC, because LLD warns of
     * calls to symbols of another type. */
    .section .text.getentropy,"ax"
    .global getentropy
    .type getentropy, %function
    .thumb_func
getentropy:
    mov r0, #-1
    bx lr
