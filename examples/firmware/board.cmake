# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The boards: BOARD, and what the toolchain file wants to know of it. Included before a language is
# enabled.

set(BOARD mps2-an386 CACHE STRING "QEMU's name of the board")
set_property(CACHE BOARD PROPERTY STRINGS mps2-an386 mps2-an500 mps3-an547)
if(BOARD STREQUAL "mps2-an386")
  set(cpu -mcpu=cortex-m4 -mfpu=fpv4-sp-d16)
elseif(BOARD STREQUAL "mps2-an500")
  set(cpu -mcpu=cortex-m7 -mfpu=fpv5-d16)
elseif(BOARD STREQUAL "mps3-an547")
  set(cpu -mcpu=cortex-m55)
else()
  message(FATAL_ERROR "no board '${BOARD}': write -DBOARD=<mps2-an386, mps2-an500 or mps3-an547>")
endif()
list(JOIN cpu " " cpu)
set(ET_CPU_FLAGS "${cpu} -mthumb -mfloat-abi=hard" CACHE STRING "Compiler flags that choose the core")
if(NOT DEFINED FIRMWARE_BUILT_FOR)
  set(FIRMWARE_BUILT_FOR ${BOARD} CACHE INTERNAL "The board of the first configuration")
elseif(NOT FIRMWARE_BUILT_FOR STREQUAL BOARD)
  message(FATAL_ERROR "this build folder is for the ${FIRMWARE_BUILT_FOR}: "
                      "take another for the ${BOARD}, or start over with --fresh")
endif()

