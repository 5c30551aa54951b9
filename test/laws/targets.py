# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""All targets on which the tests check pruning. A target is a set of objects
(objects.mk), the options of its link, and a command that runs its image.
"""

from typing import NamedTuple


class Target(NamedTuple):
    name: str
    objects: str  # the name of a set of objects: SET in objects.mk
    link: str = ""  # further arguments of the compiler driver
    run: str = ""  # the command that runs an image
    kind: str = "executable"  # or "shared"
    dynamic: bool = False  # the table needs relocations at load time
    any_order: bool = False  # pruning may reorder archive members, see laws.py
    kinds: tuple = ("records", "registering")  # kinds of programs, see laws.py
    needs: tuple = ()  # features of lit.cfg.py


SILENT = " -display none -monitor none -serial none"
SEMIHOSTING = " -semihosting-config enable=on,target=native -kernel"
ON_M4 = "qemu-system-arm -M mps2-an386" + SILENT + SEMIHOSTING
ON_RISCV64 = "qemu-system-riscv64 -M virt -bios none" + SILENT + SEMIHOSTING
ON_RISCV32 = ON_RISCV64.replace("riscv64", "riscv32")
ON_XTENSA = "qemu-system-xtensa -M sim -cpu lx106 -semihosting" + SILENT + " -kernel"
ON_AARCH64 = "qemu-aarch64 -L /usr/aarch64-linux-gnu"

GCC = ("gcc",)
CLANG = ("clang", "gcc")
LLD = ("clang", "ld.lld", "gcc")
ARM = ("arm-none-eabi-gcc", "qemu-system-arm")
RISCV = ("riscv64-unknown-elf-gcc", "qemu-system-riscv64", "arm-none-eabi-gcc")
XTENSA = ("xtensa-lx106-elf-gcc", "qemu-system-xtensa", "arm-none-eabi-gcc")
CROSS = ("aarch64-linux-gnu-gcc", "qemu-aarch64")
# The loader chooses the address of these images, so the table needs relocations.
MOVED = {"dynamic": True}
LIBRARY = {"dynamic": True, "kind": "shared"}

TARGETS = (
    Target("x86_64-gcc-bfd-pie", "x86_64-gcc", "-pie", needs=GCC, **MOVED),
    Target("x86_64-gcc-bfd-no-pie", "x86_64-gcc", "-no-pie", needs=GCC),
    Target("x86_64-gcc-bfd-static", "x86_64-gcc", "-static -no-pie", needs=GCC),
    Target("x86_64-gcc-bfd-static-pie", "x86_64-gcc", "-static-pie", needs=GCC, **MOVED),
    Target("x86_64-gcc-bfd-shared", "x86_64-gcc", needs=GCC, **LIBRARY),
    Target("x86_64-clang-bfd-pie", "x86_64-clang", "-pie", needs=CLANG, **MOVED),
    Target("x86_64-clang-lld-pie", "x86_64-clang", "-fuse-ld=lld -pie", needs=LLD, **MOVED),
    Target("x86_64-clang-lld-no-pie", "x86_64-clang", "-fuse-ld=lld -no-pie", needs=LLD),
    Target("x86_64-clang-lld-static", "x86_64-clang", "-fuse-ld=lld -static -no-pie", needs=LLD),
    Target("x86_64-clang-lld-shared", "x86_64-clang", "-fuse-ld=lld", needs=LLD, **LIBRARY),
    Target("arm-gcc-bfd", "arm-gcc", run=ON_M4, needs=ARM),
    Target("arm-clang-lld", "arm-clang", run=ON_M4, needs=ARM + LLD),
    # QEMU's Cortex-M4 also runs code for a smaller core.
    Target("arm-gcc-bfd-m0plus", "arm-gcc-m0plus", run=ON_M4, needs=ARM),
    Target("riscv64-gcc-bfd", "riscv64-gcc", run=ON_RISCV64, needs=RISCV),
    # Relaxation would make the code's size depend on the order of libgcc's members.
    Target("riscv32-gcc-bfd", "riscv32-gcc", "-Wl,--no-relax", ON_RISCV32, any_order=True,
           needs=RISCV),
    Target("xtensa-gcc-bfd", "xtensa-gcc", run=ON_XTENSA, kinds=("records",), needs=XTENSA),
    Target("xtensa-gcc-bfd-no-relax", "xtensa-gcc", "-Wl,--no-relax", ON_XTENSA,
           kinds=("records",), needs=XTENSA),
    Target("aarch64-gcc-bfd-pie", "aarch64-gcc", "-pie", ON_AARCH64, needs=CROSS, **MOVED),
    Target("aarch64-gcc-bfd-static", "aarch64-gcc", "-static -no-pie", "qemu-aarch64", needs=CROSS),
    Target("aarch64-gcc-bfd-shared", "aarch64-gcc", run=ON_AARCH64, needs=CROSS, **LIBRARY),
    Target("aarch64-clang-lld-pie", "aarch64-clang", "-fuse-ld=lld -pie", ON_AARCH64,
           needs=CROSS + LLD, **MOVED),
)
