// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What static initialisers do, told from their machine code: the forms that compilers write, and
// one for each thing that is a reason to leave an initialiser alone.

#include "Assembler.h"
#include "TestObjects.h"

#include "Registry/StaticInitializer.h"

#include <gtest/gtest.h>

using namespace etprune;
using namespace etprune::test;
using namespace llvm;

namespace {

/// What the code of `init` does: "array, 3" or why that cannot be told.
std::string meaning(StringRef Triple, StringRef Code) {
  const std::string Text = (R"(
    .section .data.array,"aw",%progbits
array: .zero 72
    .section .bss.span,"aw",%nobits
span: .zero 16
    .section .data.other,"aw",%progbits
    .globl other
other: .zero 16
    .section .text.init,"ax",%progbits
    .p2align 2
    .type init,%function
init:
)" + Code + "\n")
                               .str();
  ParsedObject Object(assembled(Triple, Text));
  auto Call = readSpanCall(*Object, Object.section(".text.init"), "register");
  if (!Call)
    return toString(Call.takeError());
  return (Object->Sections[Call->Array].Name.drop_front(6) + ", " + Twine(Call->Count)).str();
}

struct Case {
  const char *Triple, *Code, *Meaning;
};

void check(ArrayRef<Case> Cases) {
  for (const Case &C : Cases) {
    SCOPED_TRACE(std::string(C.Triple) + C.Code);
    const std::string Found = meaning(C.Triple, C.Code);
    EXPECT_TRUE(StringRef(Found).contains(C.Meaning)) << Found << " instead of " << C.Meaning;
  }
}

TEST(StaticInitializer, AsCompilersWriteIt) {
  check({
      {"x86_64", "leaq array(%rip), %rdi; movl $3, %esi; jmp register@PLT", "array, 3"},
      {"x86_64", "movl $array, %edi; movl $3, %esi; jmp register", "array, 3"},
      {"x86_64", "endbr64; movabsq $array, %rdi; movl $3, %esi; jmp register", "array, 3"},
      {"x86_64",
       "leaq array(%rip), %rdi; movq $3, span+8(%rip); movq %rdi, span(%rip); movl $3, %esi; jmp "
       "register@PLT",
       "array, 3"},
      {"x86_64",
       "pushq %rax; leaq array(%rip), %rdi; pushq $3; popq %rsi; callq register@PLT; popq "
       "%rcx; retq",
       "array, 3"},
      {"x86_64", "leaq array(%rip), %rdi; movl $3, %esi; jmpq *register@GOTPCREL(%rip)",
       "array, 3"},
      {"aarch64", "adrp x0, array; add x0, x0, :lo12:array; mov w1, #3; b register", "array, 3"},
      {"aarch64",
       "bti c; stp x29, x30, [sp, #-16]!; mov x29, sp; adrp x0, array; add x0, x0, :lo12:array; "
       "mov x1, #3; bl register; ldp x29, x30, [sp], #16; ret",
       "array, 3"},
      {"thumbv7m", "movw r0, :lower16:array; movt r0, :upper16:array; movs r1, #3; b.w register",
       "array, 3"},
      {"thumbv7m", "ldr r0, 1f; movs r1, #3; b.w register; .p2align 2; 1: .long array", "array, 3"},
      {"thumbv6m",
       "push {r4, lr}; ldr r0, 1f; movs r1, #3; bl register; pop {r4, pc}; .p2align 2; "
       "1: .long array",
       "array, 3"},
      {"armv7a", "movw r0, :lower16:array; movt r0, :upper16:array; mov r1, #3; b register",
       "array, 3"},
      {"riscv64", "lla a0, array; li a1, 3; tail register", "array, 3"},
      {"riscv32", "lui a0, %hi(array); addi a0, a0, %lo(array); li a1, 3; tail register",
       "array, 3"},
      {"riscv64",
       "addi sp, sp, -16; sd ra, 8(sp); lla a0, array; li a1, 3; call register; ld ra, 8(sp); addi "
       "sp, sp, 16; ret",
       "array, 3"},
  });
}

TEST(StaticInitializer, DoesSomethingElse) {
  check({
      // Stores: to a fixed address, to what others see, and to who knows where.
      {"x86_64", "movb $1, 0x10000; leaq array(%rip), %rdi; movl $3, %esi; jmp register",
       "memory at a fixed address"},
      {"aarch64",
       "mov x2, #65536; str w2, [x2]; adrp x0, array; add x0, x0, :lo12:array; mov w1, #3; b "
       "register",
       "writes to memory that is not known"},
      {"thumbv7m",
       "mov.w r2, #65536; str r2, [r2]; movw r0, :lower16:array; movt r0, :upper16:array; movs r1, "
       "#3; b.w register",
       "writes to memory that is not known"},
      {"riscv64", "li a2, 65536; sw a2, 0(a2); lla a0, array; li a1, 3; tail register",
       "writes to memory that is not known"},
      {"x86_64", "movl $1, other(%rip); leaq array(%rip), %rdi; movl $3, %esi; jmp register",
       "writes to '.data.other', which is not used here alone"},
      {"aarch64",
       "adrp x2, other; str w1, [x2, :lo12:other]; adrp x0, array; add x0, x0, :lo12:array; mov "
       "w1, "
       "#3; b register",
       "writes to '.data.other', which is not used here alone"},
      {"riscv64", "lla a2, other; sw a1, 0(a2); lla a0, array; li a1, 3; tail register",
       "writes to '.data.other', which is not used here alone"},
      {"x86_64", "movl $1, (%rdi); leaq array(%rip), %rdi; movl $3, %esi; jmp register",
       "writes to memory that is not known"},
      // Calls.
      {"x86_64", "callq another; leaq array(%rip), %rdi; movl $3, %esi; jmp register",
       "refers to 'another'"},
      {"aarch64", "bl another; adrp x0, array; add x0, x0, :lo12:array; mov w1, #3; b register",
       "refers to 'another'"},
      {"thumbv7m",
       "bl another; movw r0, :lower16:array; movt r0, :upper16:array; movs r1, #3; b.w register",
       "refers to 'another'"},
      {"riscv64", "call another; lla a0, array; li a1, 3; tail register", "refers to 'another'"},
      {"x86_64", "callq *%rax; leaq array(%rip), %rdi; movl $3, %esi; jmp register",
       "calls another function"},
      {"aarch64", "blr x3; adrp x0, array; add x0, x0, :lo12:array; mov w1, #3; b register",
       "calls another function"},
      {"thumbv7m",
       "blx r3; movw r0, :lower16:array; movt r0, :upper16:array; movs r1, #3; b.w register",
       "calls another function"},
      {"riscv64", "jalr a3; lla a0, array; li a1, 3; tail register", "calls another function"},
      {"x86_64",
       "leaq array(%rip), %rdi; movl $3, %esi; callq register; leaq array(%rip), %rdi; movl $3, "
       "%esi; jmp register",
       "calls the function a second time"},
      // Branches and conditions.
      {"x86_64",
       "testl %eax, %eax; je 1f; leaq array(%rip), %rdi; movl $3, %esi; jmp register; 1: "
       "retq",
       "branches"},
      {"aarch64",
       "cbz x0, 1f; adrp x0, array; add x0, x0, :lo12:array; mov w1, #3; b register; 1: "
       "ret",
       "branches"},
      {"thumbv7m",
       "cbz r0, 1f; movw r0, :lower16:array; movt r0, :upper16:array; movs r1, #3; b.w register; "
       "1: bx lr",
       "branches"},
      {"riscv64", "beqz a0, 1f; lla a0, array; li a1, 3; tail register; 1: ret", "branches"},
      {"armv7a", "movw r0, :lower16:array; movt r0, :upper16:array; moveq r1, #3; b register",
       "does something under a condition"},
      // What no instruction for computing does.
      {"x86_64", "outb %al, %dx; leaq array(%rip), %rdi; movl $3, %esi; jmp register",
       "has the instruction OUT8rr"},
      {"x86_64", "hlt; leaq array(%rip), %rdi; movl $3, %esi; jmp register",
       "has the instruction HLT"},
      {"aarch64",
       "msr daifset, #2; adrp x0, array; add x0, x0, :lo12:array; mov w1, #3; b register",
       "has the instruction MSR"},
      {"thumbv7m",
       "cpsid i; movw r0, :lower16:array; movt r0, :upper16:array; movs r1, #3; b.w register",
       "has the instruction"},
      {"riscv64", "ecall; lla a0, array; li a1, 3; tail register", "has the instruction ECALL"},
  });
}

TEST(StaticInitializer, PassesSomethingElse) {
  const char NoArray[] = "calls the function with something that is not an array and its size";
  check({
      {"x86_64", "leaq array(%rip), %rdi; movl %eax, %esi; jmp register", NoArray},
      {"x86_64", "leaq array(%rip), %rdi; movl $3, %esi; addl %eax, %esi; jmp register", NoArray},
      {"x86_64", "leaq array(%rip), %rdi; jmp register", NoArray},
      {"x86_64", "movl $3, %esi; jmp register", NoArray},
      {"x86_64", "leaq -72(%rsp), %rdi; movl $3, %esi; jmp register", NoArray},
      {"aarch64", "add x0, sp, #8; mov w1, #3; b register", NoArray},
      {"aarch64", "adrp x0, array; add x0, x0, :lo12:array; b register", NoArray},
      {"thumbv7m", "add r0, sp, #8; movs r1, #3; b.w register", NoArray},
      {"riscv64", "addi a0, sp, 8; li a1, 3; tail register", NoArray},
      {"riscv64", "lla a0, array; mv a1, a2; tail register", NoArray},
      // A call in between changes registers.
      {"x86_64", "leaq array(%rip), %rdi; movl $3, %esi; retq", "it does not call the function"},
  });
}

TEST(StaticInitializer, CannotBeRead) {
  check({
      {"x86_64", ".byte 0x06; jmp register", "its code cannot be read at offset 0"},
      {"x86_64", "leaq array(%rip), %rdi; movl $3, %esi", "its code cannot be read at offset 12"},
      {"x86_64", ".rept 300; nop; .endr; jmp register", "bytes do more than register kernels"},
      {"x86_64",
       "leaq array(%rip), %rdi; movl $3, %esi; jmp register; .type more,%function; more: retq",
       "shares its section with 'more'; compile with -ffunction-sections"},
      {"x86_64",
       "leaq array(%rip), %rdi; movl $3, %esi; jmp register; leaq other(%rip), %rdi; retq",
       "has code behind its end"},
      {"armebv7a", "movw r0, :lower16:array; movt r0, :upper16:array; mov r1, #3; b register",
       "big-endian code is not understood here"},
  });
}

} // namespace
