# clang and LLD for a bare-metal Cortex-M. clang has no C library, headers or libgcc, so
# arm-none-eabi-gcc must be installed, too. The default is a Cortex-M4 with FPU; set ET_CPU_FLAGS
# for another core.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER clang)
set(CMAKE_CXX_COMPILER clang++)
set(CMAKE_ASM_COMPILER clang)
foreach(language IN ITEMS C CXX ASM)
  set(CMAKE_${language}_COMPILER_TARGET arm-none-eabi)
endforeach()
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)

set(ET_CPU_FLAGS "-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16"
    CACHE STRING "Compiler flags that choose the core")

# Runs gcc with the options ARGN, for this core and newlib-nano. Sets `result` to gcc's output.
function(et_ask_gcc result)
  separate_arguments(cpu UNIX_COMMAND "${ET_CPU_FLAGS}")
  execute_process(COMMAND arm-none-eabi-g++ ${cpu} --specs=nano.specs ${ARGN}
    OUTPUT_VARIABLE answer ERROR_VARIABLE messages OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
  set(${result} "${answer}${messages}" PARENT_SCOPE)
endfunction()

et_ask_gcc(own -print-file-name=include)
et_ask_gcc(fixed -print-file-name=include-fixed)
et_ask_gcc(search -E -v -x c++ /dev/null)
string(REGEX REPLACE "^.*\n#include <[^\n]*\n|\nEnd of search list.*$" "" search "${search}")
string(REGEX MATCHALL "/[^\n]+" search "${search}")
list(REMOVE_ITEM search ${own} ${fixed})
list(TRANSFORM search PREPEND "-isystem ")
list(JOIN search " " headers)
et_ask_gcc(libc -print-file-name=libc_nano.a)
et_ask_gcc(libgcc -print-libgcc-file-name)
cmake_path(GET libc PARENT_PATH libc)
cmake_path(GET libgcc PARENT_PATH libgcc)

set(CMAKE_C_FLAGS_INIT "${ET_CPU_FLAGS} -nostdlibinc ${headers}")
set(CMAKE_CXX_FLAGS_INIT "${ET_CPU_FLAGS} -nostdlibinc ${headers}")
set(CMAKE_ASM_FLAGS_INIT "${ET_CPU_FLAGS}")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-nostdlib -L${libc} -L${libgcc}")
set(CMAKE_C_STANDARD_LIBRARIES_INIT "-lc_nano -lm -lgcc")
set(CMAKE_CXX_STANDARD_LIBRARIES_INIT "-lc_nano -lm -lgcc")
