# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every target and linker that pruning is shown on.

A target is a set of objects (objects.mk), what its link adds, and how its image runs. laws.py shows
the same laws on every one.
"""

from typing import NamedTuple


class Target(NamedTuple):
    name: str
    objects: str  # SET of objects.mk
    link: str = ""  # the driver's further arguments
    run: str = ""  # what runs an image, which follows
    kind: str = "executable"  # or "shared"
    dynamic: bool = False  # the table needs relocations at load time
    any_order: bool = False  # of archive members, see laws.py
    needs: tuple = ()  # features of lit.cfg.py


M4 = "qemu-system-arm -M mps2-an386 -display none -monitor none -serial none"
RISCV64 = "qemu-system-riscv64 -M virt -bios none -display none -monitor none -serial none"
RISCV32 = RISCV64.replace("riscv64", "riscv32")
SEMIHOSTING = " -semihosting-config enable=on,target=native -kernel"
AARCH64 = "qemu-aarch64 -L /usr/aarch64-linux-gnu"

GCC = ("gcc",)
CLANG = ("clang", "gcc")
LLD = ("clang", "ld.lld", "gcc")
ARM = ("arm-none-eabi-gcc", "qemu-system-arm")
RISCV = ("riscv64-unknown-elf-gcc", "qemu-system-riscv64", "arm-none-eabi-gcc")
CROSS = ("aarch64-linux-gnu-gcc", "qemu-aarch64")

TARGETS = (
    Target("x86_64-gcc-bfd-pie", "x86_64-gcc", "-pie", dynamic=True, needs=GCC),
    Target("x86_64-gcc-bfd-no-pie", "x86_64-gcc", "-no-pie", needs=GCC),
    Target("x86_64-gcc-bfd-static", "x86_64-gcc", "-static -no-pie", needs=GCC),
    Target("x86_64-gcc-bfd-static-pie", "x86_64-gcc", "-static-pie", dynamic=True, needs=GCC),
    Target("x86_64-gcc-bfd-shared", "x86_64-gcc", "", kind="shared", dynamic=True, needs=GCC),
    Target("x86_64-clang-bfd-pie", "x86_64-clang", "-pie", dynamic=True, needs=CLANG),
    Target("x86_64-clang-lld-pie", "x86_64-clang", "-fuse-ld=lld -pie", dynamic=True, needs=LLD),
    Target("x86_64-clang-lld-no-pie", "x86_64-clang", "-fuse-ld=lld -no-pie", needs=LLD),
    Target("x86_64-clang-lld-static", "x86_64-clang", "-fuse-ld=lld -static -no-pie", needs=LLD),
    Target(
        "x86_64-clang-lld-shared",
        "x86_64-clang",
        "-fuse-ld=lld",
        kind="shared",
        dynamic=True,
        needs=LLD,
    ),
    Target("arm-gcc-bfd", "arm-gcc", "", M4 + SEMIHOSTING, needs=ARM),
    Target("arm-clang-lld", "arm-clang", "", M4 + SEMIHOSTING, needs=ARM + LLD),
    # A Cortex-M4 runs what is compiled for a smaller core.
    Target("arm-gcc-bfd-m0plus", "arm-gcc-m0plus", "", M4 + SEMIHOSTING, needs=ARM),
    Target("riscv64-gcc-bfd", "riscv64-gcc", "", RISCV64 + SEMIHOSTING, needs=RISCV),
    # In another order members of libgcc relax to other sizes; test/firmware/riscv.test relaxes
    # them.
    Target(
        "riscv32-gcc-bfd",
        "riscv32-gcc",
        "-Wl,--no-relax",
        RISCV32 + SEMIHOSTING,
        any_order=True,
        needs=RISCV,
    ),
    Target("aarch64-gcc-bfd-pie", "aarch64-gcc", "-pie", AARCH64, dynamic=True, needs=CROSS),
    Target("aarch64-gcc-bfd-static", "aarch64-gcc", "-static -no-pie", "qemu-aarch64", needs=CROSS),
    Target(
        "aarch64-gcc-bfd-shared",
        "aarch64-gcc",
        "",
        AARCH64,
        kind="shared",
        dynamic=True,
        needs=CROSS,
    ),
    Target(
        "aarch64-clang-lld-pie",
        "aarch64-clang",
        "-fuse-ld=lld -pie",
        AARCH64,
        dynamic=True,
        needs=CROSS + LLD,
    ),
)
