// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In ExecuTorch's libraries, static initialisers register the kernels. et-prune reads these
// registrations from the initialisers' machine code. The cases are the forms of code that compilers
// emit, and the reasons for which et-prune refuses an initialiser.

#include "Assembler.h"
#include "TestObjects.h"

#include "Runtimes/StaticInitializer.h"

constexpr StringLiteral Definitions = R"(
    .section .data.array,"aw",%progbits
array: .zero 72
    .section .bss.span,"aw",%nobits
span: .zero 16
    .section .rodata.name,"a",%progbits
name: .asciz "a::b"
    .section .text.boxed,"ax",%progbits
    .type boxed,%function
boxed: .zero 4
    .section .data.other,"aw",%progbits
    .globl other
other: .zero 16
    .section .bss.guard,"aw",%nobits
    .globl guard
guard: .zero 8
    .section .text.init,"ax",%progbits
    .p2align 2
    .type init,%function
init:
)";

static void print(raw_ostream &Out, const ParsedObject &Object, const Value &V) {
  if (V.Kind == Value::Section)
    Out << Object->Sections[V.Base].Name.rsplit('.').second;
  else if (V.Kind == Value::Symbol)
    Out << Object->Symbols[V.Base].Name;
  else if (V.Kind != Value::Number)
    Out << "?";
  if (V.Offset || V.Kind == Value::Number)
    Out << (V.Kind == Value::Number ? "" : "+") << V.Offset;
}

/// Returns the error, or the registrations of `init`: "array, 3" for an array of three kernels, and
/// the words "name 0 boxed" (name, key, function) for a kernel on the stack.
static std::string meaning(StringRef Triple, StringRef Code) {
  ParsedObject Object(assembled(Triple, (Definitions + Code + "\n").str()));
  std::string Registered;
  raw_string_ostream Out(Registered);
  auto Visit = [&](CodeState &State, const Value &Pointer, const Value &Count) -> Expected<Value> {
    Out << (Registered.empty() ? "" : "; ");
    if (Pointer.Kind == Value::Section && Count.isNumber()) {
      print(Out, Object, Pointer);
      Out << ", " << Count.Offset;
      return Value();
    }
    if (Pointer.Kind != Value::Stack || !Count.isNumber())
      return createStringError("registers what is not known");
    for (unsigned I = 0; I < 3 * Count.Offset; ++I) {
      auto Word = State.load(State.sum(Pointer, Value::number(I * State.Word)), State.Word);
      if (!Word)
        return Word.takeError();
      Out << (I ? " " : "");
      print(Out, Object, *Word);
    }
    return Value();
  };
  const bool Thumb = Triple.starts_with("thumb");
  auto Parts =
      followInitializer(*Object, Object.section(".text.init"), Thumb, {{"register", Visit}});
  if (!Parts)
    return toString(Parts.takeError());
  return Registered;
}

const std::pair<StringRef, const char *> Registrations[] = {
    {"x86_64", "leaq array(%rip), %rdi; movl $3, %esi; jmp register"},
    {"aarch64", "adrp x0, array; add x0, x0, :lo12:array; mov w1, #3; b register"},
    {"thumbv7m", "movw r0, :lower16:array; movt r0, :upper16:array; movs r1, #3; b.w register"},
    {"armv7a", "movw r0, :lower16:array; movt r0, :upper16:array; mov r1, #3; b register"},
    {"riscv64", "lla a0, array; li a1, 3; tail register"},
};

/// meaning() of each "triple: code" must contain the "= text" above. REGISTER registers `array`.
static void check(StringRef Text) {
  StringRef Meaning;
  Strings Cases;
  for (StringRef Line : llvm::split(Text.trim(), '\n'))
    if (Line.starts_with(" "))
      Cases.back() += Line.drop_front();
    else
      Cases.push_back(Line.str());
  for (StringRef Case : Cases) {
    SCOPED_TRACE(Case.str());
    const StringRef Triple = Case.split(": ").first;
    std::string Code = Case.split(": ").second.str();
    for (const auto &[Of, Registration] : Registrations)
      if (size_t At = Code.find("REGISTER"); Triple == Of && At != std::string::npos)
        Code.replace(At, strlen("REGISTER"), Registration);
    if (Case.consume_front("= "))
      Meaning = Case;
    else if (Case[0] != '#') {
      EXPECT_TRUE(contains(meaning(Triple, Code), Meaning));
    }
  }
}

TEST(StaticInitializer, AsCompilersWriteIt) {
  check(R"(
= array, 3
x86_64: leaq array(%rip), %rdi; movl $3, %esi; jmp register@PLT
x86_64: movl $array, %edi; movl $3, %esi; jmp register
x86_64: endbr64; movabsq $array, %rdi; movl $3, %esi; jmp register
x86_64: leaq array(%rip), %rdi; movq $3, span+8(%rip); movq %rdi, span(%rip); movl $3, %esi;
  jmp register@PLT
x86_64: pushq %rax; leaq array(%rip), %rdi; pushq $3; popq %rsi; callq register@PLT; popq %rcx;
  retq
x86_64: leaq array(%rip), %rdi; movl $3, %esi; jmpq *register@GOTPCREL(%rip)
aarch64: adrp x0, array; add x0, x0, :lo12:array; mov w1, #3; b register
aarch64: bti c; stp x29, x30, [sp, #-16]!; mov x29, sp; adrp x0, array; add x0, x0, :lo12:array;
  mov x1, #3; bl register; ldp x29, x30, [sp], #16; ret
thumbv7m: movw r0, :lower16:array; movt r0, :upper16:array; movs r1, #3; b.w register
thumbv7m: ldr r0, 1f; movs r1, #3; b.w register; .p2align 2; 1: .long array
thumbv6m: push {r4, lr}; ldr r0, 1f; movs r1, #3; bl register; pop {r4, pc}; .p2align 2;
  1: .long array
armv7a: movw r0, :lower16:array; movt r0, :upper16:array; mov r1, #3; b register
riscv64: lla a0, array; li a1, 3; tail register
riscv32: lui a0, %hi(array); addi a0, a0, %lo(array); li a1, 3; tail register
riscv64: addi sp, sp, -16; sd ra, 8(sp); lla a0, array; li a1, 3; call register; ld ra, 8(sp);
  addi sp, sp, 16; ret
)");
}

/// EXECUTORCH_LIBRARY builds its Kernel on the stack.
TEST(StaticInitializer, OnTheStack) {
  check(R"(
= name 0 boxed; name+3 0 boxed
x86_64: subq $0x18, %rsp; leaq name(%rip), %rax; movl $1, %esi; movq %rax, (%rsp); xorl %eax, %eax;
  movq %rax, 8(%rsp); movq %rsp, %rdi; leaq boxed(%rip), %rax; movq %rax, 0x10(%rsp);
  callq register@PLT; leaq name+3(%rip), %rax; movq %rsp, %rdi; movl $1, %esi; movq %rax, (%rsp);
  callq register@PLT; addq $0x18, %rsp; retq
# The function is in another object, so the code loads the address from the GOT.
= name 0 foreign
x86_64: subq $0x18, %rsp; leaq name(%rip), %rax; movq %rax, %xmm0;
  movq foreign@GOTPCREL(%rip), %rcx; movups %xmm0, (%rsp); movq %rcx, 0x10(%rsp); movq %rsp, %rdi;
  movl $1, %esi; callq *register@GOTPCREL(%rip); addq $0x18, %rsp; retq
= name 0 boxed
aarch64: stp x29, x30, [sp, #-48]!; adrp x0, name; add x0, x0, :lo12:name; stp x0, xzr, [sp, #24];
  adrp x1, boxed; add x1, x1, :lo12:boxed; str x1, [sp, #40]; add x0, sp, #24; mov x1, #1;
  bl register; ldp x29, x30, [sp], #48; ret
= name 0 foreign
aarch64: stp x29, x30, [sp, #-48]!; adrp x0, name; add x0, x0, :lo12:name; fmov d0, x0;
  str q0, [sp, #24]; adrp x1, :got:foreign; ldr x1, [x1, :got_lo12:foreign]; str x1, [sp, #40];
  add x0, sp, #24; mov x1, #1; bl register; ldp x29, x30, [sp], #48; ret
= name 0 boxed
thumbv7m: push {r4, r5, r6, lr}; sub sp, #24; add r6, sp, #12; movs r5, #1; strd r6, r5, [sp, #4];
  add r4, sp, #4; ldr r3, 1f; str r3, [sp, #12]; ldm.w r4, {r0, r1}; ldr r3, 2f; str r3, [sp, #20];
  movs r3, #0; str r3, [sp, #16]; bl register; add sp, #24; pop {r4, r5, r6, pc}; .p2align 2;
  1: .long name; 2: .long boxed
thumbv6m: push {r4, lr}; sub sp, #16; movs r1, #1; movs r4, #0; ldr r3, 1f; str r3, [sp, #4];
  str r4, [sp, #8]; ldr r3, 2f; str r3, [sp, #12]; add r0, sp, #4; bl register; add sp, #16;
  pop {r4, pc}; .p2align 2; 1: .long name; 2: .long boxed
armv7a: push {r4, lr}; sub sp, sp, #16; movw r3, :lower16:name; movt r3, :upper16:name;
  str r3, [sp, #4]; mov r3, #0; str r3, [sp, #8]; movw r3, :lower16:boxed; movt r3, :upper16:boxed;
  str r3, [sp, #12]; add r0, sp, #4; mov r1, #1; bl register; add sp, sp, #16; pop {r4, pc}
riscv64: addi sp, sp, -32; sd ra, 24(sp); lla a0, name; sd a0, 0(sp); sd zero, 8(sp); lla a0, boxed;
  sd a0, 16(sp); mv a0, sp; li a1, 1; call register; ld ra, 24(sp); addi sp, sp, 32; ret
riscv32: addi sp, sp, -16; sw ra, 12(sp); lla a0, name; sw a0, 0(sp); sw zero, 4(sp); lla a0, boxed;
  sw a0, 8(sp); mv a0, sp; li a1, 1; call register; lw ra, 12(sp); addi sp, sp, 16; ret
)");
}

TEST(StaticInitializer, FollowsCalls) {
  check(R"(
= array, 3
x86_64: movl $0xffff, %esi; movl $1, %edi; jmp all; .section .text.all,"ax",%progbits;
  all: cmpl $1, %edi; jne 1f; cmpl $0xffff, %esi; jne 1f; REGISTER; 1: retq
thumbv7m: push {r3, lr}; movw r1, #65535; movs r0, #1; bl all; pop {r3, pc};
  .section .text.all,"ax",%progbits; .p2align 2; .type all,%function; .thumb_func; all: cmp r0, #1;
  it eq; movweq r3, #65535; it eq; cmpeq r1, r3; beq 1f; bx lr; 1: ldr r0, 2f; movs r1, #3;
  b register; .p2align 2; 2: .long array
thumbv7a: movw r3, :lower16:all; movt r3, :upper16:all; bx r3; .section .text.all,"ax",%progbits;
  .p2align 2; .type all,%function; .arm; all: movw r0, :lower16:array; movt r0, :upper16:array;
  mov r1, #3; b register
aarch64: mov w1, #65535; mov w0, #1; b all; .section .text.all,"ax",%progbits; all: cmp w0, #1;
  b.ne 1f; mov w2, #65535; cmp w1, w2; b.eq 2f; 1: ret; 2: adrp x0, array; add x0, x0, :lo12:array;
  mov x1, #3; b register
riscv64: li a1, 65535; slli a1, a1, 1; srli a1, a1, 1; li a0, 1; tail all;
  .section .text.all,"ax",%progbits; all: li a5, 1; beq a0, a5, 1f; 3: ret; 1: li a5, 65535;
  bne a1, a5, 3b; REGISTER
# The branch is always taken, so the call of 'another' never runs.
x86_64: xorl %eax, %eax; testl %eax, %eax; je 1f; callq another; 1: REGISTER
# The value of the stack protector is unknown, but et-prune knows that the value does not change.
x86_64: subq $0x18, %rsp; movq %fs:0x28, %rax; movq %rax, 8(%rsp); xorl %eax, %eax;
  leaq array(%rip), %rdi; movl $3, %esi; callq register; movq 8(%rsp), %rax; subq %fs:0x28, %rax;
  jne 1f; addq $0x18, %rsp; retq; 1: callq __stack_chk_fail
aarch64: stp x29, x30, [sp, #-32]!; adrp x0, :got:__stack_chk_guard;
  ldr x0, [x0, :got_lo12:__stack_chk_guard]; ldr x1, [x0]; str x1, [sp, #24]; adrp x0, array;
  add x0, x0, :lo12:array; mov x1, #3; bl register; adrp x0, :got:__stack_chk_guard;
  ldr x0, [x0, :got_lo12:__stack_chk_guard]; ldr x2, [sp, #24]; ldr x1, [x0]; subs x2, x2, x1;
  b.ne 1f; ldp x29, x30, [sp], #32; ret; 1: bl __stack_chk_fail
# The called function also writes to a variable.
= calls 'all', which writes to '.data.other', which other code may use, too
x86_64: callq all; REGISTER; .section .text.all,"ax",%progbits; .type all,%function;
  all: movl $1, other(%rip); retq; .size all, .-all
)");
}

/// Code may write variables that other objects can use, if they are in .bss, as `guard` is.
TEST(StaticInitializer, GuardsAndConditions) {
  check(R"(
= array, 3
x86_64: movb guard(%rip), %al; testb %al, %al; jne 1f; pushq %rbx; leaq guard(%rip), %rbx;
  movq %rbx, %rdi; callq __cxa_guard_acquire; testl %eax, %eax; je 2f; leaq array(%rip), %rdi;
  movl $3, %esi; callq register; movq %rbx, %rdi; popq %rbx; jmp __cxa_guard_release; 2: popq %rbx;
  1: retq
# After __cxa_guard_release, __cxa_guard_acquire returns 0.
x86_64: pushq %rbx; leaq guard(%rip), %rdi; callq __cxa_guard_release; leaq guard(%rip), %rdi;
  callq __cxa_guard_acquire; popq %rbx; testl %eax, %eax; jne 1f; REGISTER; 1: jmp another
aarch64: adrp x0, guard; add x0, x0, :lo12:guard; ldarb w1, [x0]; tbnz w1, #0, 1f; REGISTER;
  1: b another
thumbv7m: ldr r3, 2f; ldr r3, [r3]; dmb ish; and r3, r3, #1; cmp r3, #0; ite eq; moveq r3, #1;
  movne r3, #0; uxtb r3, r3; cmp r3, #0; beq 1f; REGISTER; 1: b another; .p2align 2; 2: .long guard
# Instructions that set a register, or a part of a register, by a condition.
= array, 3
x86_64: leaq array(%rip), %rdi; testq %rdi, %rdi; sete %al; xorl %edx, %edx; testl %edx, %edx;
  setne %cl; orb %cl, %al; jne 1f; movl $3, %esi; jmp register; 1: jmp another
x86_64: xorl %eax, %eax; leaq array(%rip), %rdi; leaq other(%rip), %rdx; testl %eax, %eax;
  cmovneq %rdx, %rdi; movl $3, %esi; jmp register
aarch64: mov w1, #3; cmp w1, #3; cset w2, eq; cbz w2, 1f; REGISTER; 1: b another
# et-prune does not know the value of %ah, the second byte of a register.
= branches on a condition that et-prune cannot determine
x86_64: movl $0x100, %eax; movb %ah, %cl; testb %cl, %cl; je 1f; REGISTER; 1: retq
)");
}

/// A value is unknown if it was never set, was partly overwritten or mixes two addresses.
TEST(StaticInitializer, DoesNotGuessValues) {
  check(R"(
# A part of the array's address, or of a word on the stack, is overwritten.
= registers what is not known
x86_64: leaq array(%rip), %rdi; movb $1, %dil; movl $3, %esi; jmp register
x86_64: leaq array(%rip), %rax; movq %rax, -8(%rsp); movb $1, -7(%rsp); movq -8(%rsp), %rdi;
  movl $3, %esi; jmp register
# A callee may overwrite memory below the stack pointer of its caller.
x86_64: leaq array(%rip), %rax; movq %rax, -16(%rsp); movl $3, %esi; movq %rax, %rdi; subq $8, %rsp;
  callq register; addq $8, %rsp; movq -16(%rsp), %rdi; movl $3, %esi; jmp register
aarch64: adrp x0, array; add x0, x0, :lo12:name; mov x1, #3; b register
riscv64: lui a0, %hi(array); addi a0, a0, %lo(other); li a1, 3; tail register
thumbv7m: movw r0, :lower16:array; movt r0, :upper16:name; movs r1, #3; b.w register
= writes to its caller's stack
x86_64: movq $1, 16(%rsp); REGISTER
= registers what is not known
x86_64: leaq array(%rip), %rdi; movl %eax, %esi; jmp register
x86_64: leaq array(%rip), %rdi; movl $3, %esi; addl %eax, %esi; jmp register
x86_64: leaq array(%rip), %rdi; jmp register
x86_64: movl $3, %esi; jmp register
= ? ? ?
x86_64: leaq -72(%rsp), %rdi; movl $3, %esi; jmp register
aarch64: add x0, sp, #8; mov w1, #3; b register
= registers what is not known
aarch64: adrp x0, array; add x0, x0, :lo12:array; b register
= ? ? ?
thumbv7m: add r0, sp, #8; movs r1, #3; b.w register
riscv64: addi a0, sp, 8; li a1, 3; tail register
= registers what is not known
riscv64: lla a0, array; mv a1, a2; tail register
# The arguments of the first call are unknown.
x86_64: callq register; REGISTER
)");
}

TEST(StaticInitializer, DoesSomethingElse) {
  check(R"(
# Stores to a fixed address, to data that other code may use, and to an unknown address.
= memory at a fixed address
x86_64: movb $1, 0x10000; REGISTER
aarch64: mov x2, #65536; str w2, [x2]; REGISTER
thumbv7m: mov.w r2, #65536; str r2, [r2]; REGISTER
riscv64: li a2, 65536; sw a2, 0(a2); REGISTER
= writes to '.data.other', which other code may use, too
x86_64: movl $1, other(%rip); REGISTER
aarch64: adrp x2, other; str w1, [x2, :lo12:other]; REGISTER
riscv64: lla a2, other; sw a1, 0(a2); REGISTER
= writes to memory at an address that et-prune cannot determine
x86_64: movl $1, (%rdi); REGISTER
# Calls.
= calls 'another'
x86_64: callq another; REGISTER
aarch64: bl another; REGISTER
thumbv7m: bl another; REGISTER
riscv64: call another; REGISTER
= calls a function that et-prune cannot determine
x86_64: callq *%rax; REGISTER
aarch64: blr x3; REGISTER
thumbv7m: blx r3; REGISTER
riscv64: jalr a3; REGISTER
)");
}

TEST(StaticInitializer, CannotBeFollowed) {
  check(R"(
= branches on a condition that et-prune cannot determine
x86_64: testl %eax, %eax; je 1f; REGISTER; 1: retq
aarch64: cbz x0, 1f; REGISTER; 1: ret
thumbv7m: cbz r0, 1f; REGISTER; 1: bx lr
riscv64: beqz a0, 1f; REGISTER; 1: ret
= executes an instruction under an unknown condition
armv7a: movw r0, :lower16:array; movt r0, :upper16:array; moveq r1, #3; b register
= has the instruction OUT8rr
x86_64: outb %al, %dx; REGISTER
= has the instruction HLT
x86_64: hlt; REGISTER
= has the instruction MSR
aarch64: msr daifset, #2; REGISTER
= has the instruction
thumbv7m: cpsid i; REGISTER
= has the instruction ECALL
riscv64: ecall; REGISTER
= its code cannot be read at offset 0
x86_64: .byte 0x06; jmp register
= its code cannot be read at offset 12
x86_64: leaq array(%rip), %rdi; movl $3, %esi
= it does not end within 10000 instructions
x86_64: 1: jmp 1b
= shares its section with 'more'; compile with -ffunction-sections
x86_64: REGISTER; .globl more; .type more,%function; more: retq
= et-prune cannot read code of this object's machine and byte order
armebv7a: movw r0, :lower16:array; movt r0, :upper16:array; mov r1, #3; b register
)");
}
