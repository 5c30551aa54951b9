# riscv64-unknown-elf-gcc with picolibc for a bare-metal RISC-V. The default is a 64-bit core with
# the standard extensions, like QEMU's virt board. Set ET_CPU_FLAGS for another core, for instance a
# 32-bit core:
#
#     "-DET_CPU_FLAGS=-march=rv32imac -mabi=ilp32 --specs=picolibc.specs"
#
# Debian has no C++ library for this compiler. The runtime and the kernels need only some C++
# headers. This file takes these headers from arm-none-eabi-gcc. The headers do not depend on the
# machine. They need newlib's C headers, and picolibc's C headers come from newlib. gcc, not g++,
# links the programs, without a C++ library. So std::string, std::vector and new are missing.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR riscv64)
set(CMAKE_C_COMPILER riscv64-unknown-elf-gcc)
set(CMAKE_CXX_COMPILER riscv64-unknown-elf-g++)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)

set(ET_CPU_FLAGS "-march=rv64gc -mabi=lp64d -mcmodel=medany --specs=picolibc.specs"
    CACHE STRING "Compiler flags that choose the core and the C library")

separate_arguments(flags UNIX_COMMAND "${ET_CPU_FLAGS}")
execute_process(COMMAND ${CMAKE_CXX_COMPILER} ${flags} -include type_traits -E -x c++ /dev/null
                OUTPUT_QUIET ERROR_QUIET RESULT_VARIABLE has_no_headers)
if(has_no_headers)
  execute_process(COMMAND arm-none-eabi-gcc -print-file-name=libc.a OUTPUT_VARIABLE libc
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND arm-none-eabi-gcc -dumpfullversion OUTPUT_VARIABLE version
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  cmake_path(GET libc PARENT_PATH lib)
  cmake_path(SET headers NORMALIZE "${lib}/../include/c++/${version}")
  set(headers "-nostdinc++ -isystem ${headers} -isystem ${headers}/arm-none-eabi")
  set(CMAKE_CXX_LINK_EXECUTABLE "${CMAKE_C_COMPILER} <FLAGS> <CMAKE_CXX_LINK_FLAGS> <LINK_FLAGS> \
<OBJECTS> -o <TARGET> <LINK_LIBRARIES> -lm")
endif()

set(CMAKE_C_FLAGS_INIT "${ET_CPU_FLAGS}")
set(CMAKE_CXX_FLAGS_INIT "${ET_CPU_FLAGS} ${headers}")
set(CMAKE_ASM_FLAGS_INIT "${ET_CPU_FLAGS}")
