/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The firmware's start-up code, as a chip vendor ships it: the vector table, and a reset handler
 * that prepares the memory for C and C++ before main. Nothing here is special to et-prune.
 *
 * The linker script defines the address of .data in flash (_sidata) and in RAM (_sdata, _edata),
 * the bounds of .bss (_sbss, _ebss) and the top of the stack (_estack). On boards with ITCM it also
 * defines the address of ITCM code in flash (_siitcm) and in ITCM (_sitcm, _eitcm). Only the
 * addresses of these symbols matter, not their types.
 */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "semihosting.h"

extern uint32_t _sidata[], _sdata[], _edata[], _sbss[], _ebss[], _estack[];
extern uint32_t _siitcm[] __attribute__((weak)), _sitcm[] __attribute__((weak)),
    _eitcm[] __attribute__((weak));

int main(void);
void __libc_init_array(void);

/* volatile keeps the compiler from calling memcpy, whose code may not be copied to ITCM yet. */
static void copy(const uint32_t *from, volatile uint32_t *to, const uint32_t *end) {
  while (to < end)
    *to++ = *from++;
}

/* The handler calls no library function before the FPU, ITCM, .data and .bss are ready. */
__attribute__((noreturn)) void Reset_Handler(void) {
#ifdef __ARM_FP
  /* CPACR: full access to the FPU, which is off after reset. */
  *(volatile uint32_t *)0xE000ED88 |= 0xFu << 20;
  __asm volatile("dsb\n\tisb");
#endif

  copy(_siitcm, _sitcm, _eitcm);
  copy(_sidata, _sdata, _edata);
  for (volatile uint32_t *to = _sbss; to < _ebss; ++to)
    *to = 0;
  /* The copied bytes may be code; the barriers make the core fetch the new instructions. */
  __asm volatile("dsb\n\tisb");

  __libc_init_array();
  exit(main());
}

/* newlib's __libc_init_array calls _init. crti.o usually defines _init and _fini, but
 * -nostartfiles leaves crti.o out. */
void _init(void) {}
void _fini(void) {}

/* A fault ends the program with a message, because an emulator that hangs tells nothing. */
static void die(const char *handler) {
  semihosting_write(2, handler, strlen(handler));
  semihosting_write(2, "\n", 1);
  semihosting_exit(70);
}

#define FAULT_HANDLER(name)                                                                        \
  __attribute__((weak)) void name(void) { die(#name); }

FAULT_HANDLER(NMI_Handler)
FAULT_HANDLER(HardFault_Handler)
FAULT_HANDLER(MemManage_Handler)
FAULT_HANDLER(BusFault_Handler)
FAULT_HANDLER(UsageFault_Handler)
FAULT_HANDLER(SVC_Handler)
FAULT_HANDLER(DebugMon_Handler)
FAULT_HANDLER(PendSV_Handler)
FAULT_HANDLER(SysTick_Handler)
FAULT_HANDLER(Default_Handler)

/* Only the linker script refers to the table. `used` keeps the compiler from dropping it; KEEP in
 * the script keeps the linker from dropping it. */
typedef void (*Vector)(void);
__attribute__((used, section(".isr_vector"))) static const Vector vectors[16 + 32] = {
    (Vector)_estack,
    Reset_Handler,
    NMI_Handler,
    HardFault_Handler,
    MemManage_Handler,
    BusFault_Handler,
    UsageFault_Handler,
    0,
    0,
    0,
    0,
    SVC_Handler,
    DebugMon_Handler,
    0,
    PendSV_Handler,
    SysTick_Handler,
    [16 ... 16 + 31] = Default_Handler,
};
