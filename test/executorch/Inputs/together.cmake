# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DLIBRARY=portable [-DEVERY=N -DSEED=S] -P together.cmake: writes source files that include
# the files of a kernel library, as kernels/together.cmake does for users' projects. Each file
# LIBRARY-<number>.cpp includes up to sixteen operators. With EVERY, the files include only each Nth
# operator, and SEED chooses the first operator. LIBRARY-helpers.cpp includes the files that
# operators share. With -DSOURCES=FILE;... the script writes only LIBRARY-some.cpp, which includes
# these files.

cmake_path(SET kernels NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../../../kernels)
include(${kernels}/together.cmake)

function(write number sources)
  file(WRITE ${LIBRARY}-${number}.cpp
       "#define ET_KERNEL_LIBRARY ${LIBRARY}\n#include \"${LIBRARY}-${number}.inc\"\n")
  _et_write_together(${LIBRARY}-${number}.inc ${LIBRARY} "${sources}")
endfunction()

if(SOURCES)
  # The shared files come first, because _et_write_together() changes the macro ET_KERNEL_LIBRARY,
  # the namespace of all later files, before each operator.
  set(shared "${SOURCES}")
  list(FILTER shared EXCLUDE REGEX "/op_[^/]*$")
  list(FILTER SOURCES INCLUDE REGEX "/op_[^/]*$")
  list(APPEND shared ${SOURCES})
  write(some "${shared}")
  return()
endif()
file(GLOB helpers ${kernels}/${LIBRARY}/*.cpp)
file(GLOB operators ${kernels}/${LIBRARY}/op_*.cpp)
list(REMOVE_ITEM helpers ${operators})
write(helpers "${helpers}")
if(EVERY)
  math(EXPR place "${SEED} % ${EVERY}")
  set(all ${operators})
  set(operators "")
  list(LENGTH all count)
  while(place LESS count)
    list(GET all ${place} operator)
    list(APPEND operators ${operator})
    math(EXPR place "${place} + ${EVERY}")
  endwhile()
endif()
set(number 0)
while(operators)
  list(SUBLIST operators 0 16 some)
  list(REMOVE_ITEM operators ${some})
  write(${number} "${some}")
  math(EXPR number "${number} + 1")
endwhile()
