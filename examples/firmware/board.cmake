# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sets variables for the board that BOARD names: ET_CPU_FLAGS for the toolchain file, and
# BOARD_SOURCES, BOARD_COMPILE_OPTIONS and BOARD_LINK_OPTIONS for the board's programs. Include
# this file before project(), because project() reads the toolchain file.

set(boards mps2-an386 mps2-an500 mps3-an547)
if(CMAKE_TOOLCHAIN_FILE MATCHES "riscv")
  set(boards virt)
endif()
list(GET boards 0 board)
set(BOARD ${board} CACHE STRING "QEMU's name of the board")
set_property(CACHE BOARD PROPERTY STRINGS ${boards})
if(NOT BOARD IN_LIST boards)
  message(FATAL_ERROR "no board '${BOARD}': write -DBOARD=<mps2-an386, mps2-an500 or mps3-an547> with "
                      "a toolchain file for Arm, -DBOARD=virt with riscv64-unknown-elf.cmake")
endif()
set(cpu_mps2-an386 -mcpu=cortex-m4 -mfpu=fpv4-sp-d16)
set(cpu_mps2-an500 -mcpu=cortex-m7 -mfpu=fpv5-d16)
set(cpu_mps3-an547 -mcpu=cortex-m55)
if(DEFINED cpu_${BOARD})
  list(JOIN cpu_${BOARD} " " cpu)
  set(ET_CPU_FLAGS "${cpu} -mthumb -mfloat-abi=hard" CACHE STRING "Compiler flags that choose the core")
endif()
if(BOARD STREQUAL "virt") # picolibc has start-up code for this board
  set(BOARD_SOURCES "")
  set(BOARD_COMPILE_OPTIONS "")
  set(BOARD_LINK_OPTIONS --crt0=hosted)
else() # newlib-nano: for gcc, the options below select it; for clang, the toolchain file does
  set(BOARD_SOURCES ${CMAKE_CURRENT_LIST_DIR}/startup.c)
  set(BOARD_COMPILE_OPTIONS $<$<C_COMPILER_ID:GNU>:--specs=nano.specs>)
  set(BOARD_LINK_OPTIONS $<$<C_COMPILER_ID:GNU>:-nostartfiles> ${BOARD_COMPILE_OPTIONS})
endif()
list(APPEND BOARD_SOURCES ${CMAKE_CURRENT_LIST_DIR}/semihosting.c)
if(NOT DEFINED FIRMWARE_BUILT_FOR)
  set(FIRMWARE_BUILT_FOR ${BOARD} CACHE INTERNAL "The board of the first configuration")
elseif(NOT FIRMWARE_BUILT_FOR STREQUAL BOARD)
  message(FATAL_ERROR "this build folder is for the board ${FIRMWARE_BUILT_FOR}: use another "
                      "build folder for ${BOARD}, or configure this folder with cmake --fresh")
endif()

