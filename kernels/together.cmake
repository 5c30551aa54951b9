# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compiles several operators as one file, which halves the build time. With ExecuTorch's headers,
# the build takes only a fifth of the time. Each kernel has its own sections, so a linker can drop
# each kernel separately.
#
# With CMAKE_UNITY_BUILD=OFF, as in et-prune's own build, each file is compiled by itself. Then more
# functions have only one caller in their file, and the compiler inlines them. So the operators do
# not share copies of these functions. An image with a few kernels then becomes smaller, by up to
# 0.5% of the kernels' bytes. An image with all kernels becomes larger.
#
# CMake's own unity build does not work, because operator files define the same names and macros.
# Here each operator gets a namespace inside of the library's namespace, and its macros are
# undefined after its code. All headers are included before the first operator. So the headers'
# names are in the library's namespace, where all operators find them. The shared files (not
# op_*.cpp) need no namespaces of their own, because their definitions do not conflict.

# et_together(<out> <library> <sources>): sets <out> to the files to compile instead of <sources>. A
# source with COMPILE_OPTIONS stays a file of its own, because no other source may get the options.
function(et_together out library sources)
  set(together 32) # operators in a file
  if(DEFINED CMAKE_UNITY_BUILD AND NOT CMAKE_UNITY_BUILD)
    set(${out} "${sources}" PARENT_SCOPE)
    return()
  endif()
  set(operators "")
  set(shared "")
  set(files "")
  foreach(source IN LISTS sources)
    get_source_file_property(options ${source} COMPILE_OPTIONS)
    if(options)
      list(APPEND files ${source})
    elseif(source MATCHES "/op_[^/]*$")
      list(APPEND operators ${source})
    else()
      list(APPEND shared ${source})
    endif()
  endforeach()
  set(number 0)
  while(operators OR shared)
    set(some ${shared})
    set(shared "")
    if(NOT some)
      list(SUBLIST operators 0 ${together} some)
      list(REMOVE_ITEM operators ${some})
    endif()
    set(file ${CMAKE_CURRENT_BINARY_DIR}/${library}_${number}.cpp)
    _et_write_together(${file} ${library} "${some}")
    list(APPEND files ${file})
    math(EXPR number "${number} + 1")
  endwhile()
  set(${out} "${files}" PARENT_SCOPE)
endfunction()

function(_et_write_together file library sources)
  set(headers "")
  set(text "")
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(GET source STEM name)
    file(READ ${source} contents)
    string(REGEX MATCHALL "#include \"[^\"./]+\\.h\"" own "${contents}")
    list(TRANSFORM own REPLACE "\"(.+)\"" "\"${folder}/\\1\"")
    list(APPEND headers ${own})
    if(name MATCHES "^op_")
      string(APPEND text "#undef ET_KERNEL_LIBRARY\n#define ET_KERNEL_LIBRARY ${library}::${name}\n")
    endif()
    string(APPEND text "#include \"${source}\"\n")
    string(REGEX MATCHALL "\n#define [A-Za-z0-9_]+" macros "${contents}")
    list(TRANSFORM macros REPLACE "\n#define" "#undef")
    list(JOIN macros "\n" macros)
    string(APPEND text "${macros}\n")
  endforeach()
  list(REMOVE_DUPLICATES headers)
  list(SORT headers)
  list(JOIN headers "\n" headers)
  file(CONFIGURE OUTPUT ${file} @ONLY CONTENT
       "// Written by CMake.\n#define ET_KERNEL_LIBRARY_NAME \"${library}\"\n${headers}\n${text}")
endfunction()
