# arm-none-eabi-gcc for a bare-metal Cortex-M. The default is a Cortex-M4 with FPU, the core of
# QEMU's mps2-an386; set ET_CPU_FLAGS for another core.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_CXX_COMPILER arm-none-eabi-g++)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)

set(ET_CPU_FLAGS "-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16"
    CACHE STRING "Compiler flags that choose the core")
set(CMAKE_C_FLAGS_INIT "${ET_CPU_FLAGS}")
set(CMAKE_CXX_FLAGS_INIT "${ET_CPU_FLAGS}")
set(CMAKE_ASM_FLAGS_INIT "${ET_CPU_FLAGS}")
