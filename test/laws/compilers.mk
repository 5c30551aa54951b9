# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Defines commands for SET, a set of objects in targets.py: COMPILE compiles C++, C compiles C, LINK
# links. The commands lack the inputs and the output. The including makefile defines FIRMWARE, the
# folder of examples/firmware.

ARM_arm-gcc := -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16
ARM_arm-clang := $(ARM_arm-gcc)
ARM_arm-gcc-m0plus := -mcpu=cortex-m0plus -mthumb
ARM = $(ARM_$(SET))
RISCV_riscv64-gcc := -march=rv64gc -mabi=lp64d -mcmodel=medany
RISCV_riscv32-gcc := -march=rv32imac -mabi=ilp32
XTENSA_PICOLIBC := /usr/lib/xtensa-lx106-elf/picolibc.specs
SYSTEM_x86_64-gcc := hosted
SYSTEM_x86_64-clang := hosted
SYSTEM_aarch64-gcc := hosted
SYSTEM_aarch64-clang := hosted
SYSTEM_riscv64-gcc := hosted
SYSTEM_riscv32-gcc := hosted
SYSTEM_xtensa-gcc := xtensa
SYSTEM_arm-gcc := firmware
SYSTEM_arm-gcc-m0plus := firmware
SYSTEM_arm-clang := firmware
SYSTEM := $(or $(SYSTEM_$(SET)),$(error no such set of objects: '$(SET)'))

COMPILER_x86_64-gcc := g++ -fPIC
COMPILER_x86_64-clang := clang++-19 -fPIC
COMPILER_aarch64-gcc := aarch64-linux-gnu-g++ -fPIC
COMPILER_aarch64-clang := clang++-19 --target=aarch64-linux-gnu -fPIC
COMPILER_arm-gcc = arm-none-eabi-g++ $(ARM) --specs=nano.specs
COMPILER_arm-gcc-m0plus = $(COMPILER_arm-gcc)
# clang does not search for the headers of newlib and of its C++ library; ARM_HEADERS names both.
COMPILER_arm-clang = clang++-19 --target=thumbv7em-none-eabihf $(ARM) -nostdlibinc -nostdinc++ $(ARM_HEADERS)
# Debian has no C++ library for the RISC-V and Xtensa compilers. The headers of Arm's C++ library
# fit, because they do not depend on the machine. They are made for newlib, and picolibc is derived
# from newlib.
COMPILER_riscv64-gcc = riscv64-unknown-elf-g++ $(RISCV_$(SET)) --specs=picolibc.specs -nostdinc++ $(ARM_CXX_HEADERS)
COMPILER_riscv32-gcc = $(COMPILER_riscv64-gcc)
COMPILER_xtensa-gcc = xtensa-lx106-elf-g++ -mlongcalls --specs=$(XTENSA_PICOLIBC) -nostdinc++ $(ARM_CXX_HEADERS)
ifneq ($(filter arm-clang riscv% xtensa-gcc,$(SET)),)
NEWLIB := $(dir $(shell arm-none-eabi-gcc -print-file-name=libc.a))../include
ARM_CXX := $(NEWLIB)/c++/$(shell arm-none-eabi-gcc -dumpfullversion)
endif
ARM_CXX_HEADERS = -isystem $(ARM_CXX) -isystem $(ARM_CXX)/arm-none-eabi
ARM_HEADERS = $(ARM_CXX_HEADERS) -isystem $(NEWLIB)
COMPILE = $(COMPILER_$(SET)) -MMD -MP -Os -DNDEBUG -Wall -Wextra -ffunction-sections -fdata-sections

ARM_LIB = $(shell arm-none-eabi-gcc $(ARM) -print-file-name=$(1))
LINK_x86_64-gcc := g++
LINK_x86_64-clang := clang++-19
LINK_aarch64-gcc := aarch64-linux-gnu-g++
LINK_aarch64-clang := clang++-19 --target=aarch64-linux-gnu
LINK_arm-gcc = arm-none-eabi-g++ $(ARM) -nostartfiles --specs=nano.specs -T $(abspath $(FIRMWARE))/mps2_an386.ld
LINK_arm-gcc-m0plus = $(LINK_arm-gcc)
LINK_arm-clang = clang++-19 --target=thumbv7em-none-eabihf $(ARM) -fuse-ld=lld -nostdlib \
  -T $(abspath $(FIRMWARE))/mps2_an386.ld -L $(dir $(call ARM_LIB,libc_nano.a)) -L $(dir $(call ARM_LIB,libgcc.a))
LINK_riscv64-gcc = riscv64-unknown-elf-gcc $(RISCV_$(SET)) --specs=picolibc.specs --oslib=semihost --crt0=semihost \
  -Wl,--defsym=__flash=0x80000000,--defsym=__flash_size=8M,--defsym=__ram=0x80800000,--defsym=__ram_size=8M
LINK_riscv32-gcc = $(LINK_riscv64-gcc)
LINK_xtensa-gcc = xtensa-lx106-elf-gcc -mlongcalls -nostartfiles --specs=$(XTENSA_PICOLIBC) -T $(abspath xtensa.ld)
LINK = $(LINK_$(SET))

C = $(filter-out -nostdinc++,$(patsubst clang++%,clang%,$(COMPILE:%g++=%gcc)))
