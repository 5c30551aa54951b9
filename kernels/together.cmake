# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Several operators in one compilation, for projects that use the kernels: a library is a tenth of
# the build steps and half of the time, and a fifth of it with ExecuTorch's headers. A kernel has
# sections of its own either way, so a linker drops each alone.
#
# CMAKE_UNITY_BUILD=OFF compiles each file alone, as et-prune's own build does. Compilers then inline
# small functions in one place that several operators of a file share otherwise: an image of a few
# kernels is up to 0.5% of their bytes smaller, one of all kernels larger.
#
# CMake's own unity build does not do: each operator's file has names and macros of its own, which
# would meet. Here each has a namespace within the library's, and its macros end with it. The headers
# come first, in the library's namespace. The names of the files that operators share do not meet.

# et_together(<out> <library> <sources>): files to compile in the place of `sources`. Those with
# COMPILE_OPTIONS stay as they are.
function(et_together out library sources)
  set(together 32)
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
