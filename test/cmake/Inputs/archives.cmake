# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Gives a user's project the objects of et-prune's build, so that tests need not compile the runtime
# and the kernels again:
#
#     cmake ... -DCMAKE_PROJECT_INCLUDE=archives.cmake "-DARCHIVES=libet_runtime.a;libet_kernels_x.a"
#
# Each archive is named after a target of the package. At the end of the configuration, the members
# of the archive replace the sources of the target.

cmake_minimum_required(VERSION 3.25)

function(et_take_archives)
  foreach(archive IN LISTS ARCHIVES)
    cmake_path(GET archive STEM name)
    string(REGEX REPLACE "^lib" "" target ${name})
    if(NOT TARGET ${target})
      message(FATAL_ERROR "no target '${target}' for ${archive}")
    endif()
    set(folder ${CMAKE_BINARY_DIR}/objects/${target})
    if(NOT EXISTS ${folder})
      file(MAKE_DIRECTORY ${folder})
      execute_process(COMMAND ar x ${archive} WORKING_DIRECTORY ${folder}
                      COMMAND_ERROR_IS_FATAL ANY)
    endif()
    file(GLOB objects ${folder}/*)
    set_source_files_properties(${objects} TARGET_DIRECTORY ${target}
                                PROPERTIES EXTERNAL_OBJECT ON)
    set_target_properties(${target} PROPERTIES SOURCES "${objects}" LINKER_LANGUAGE CXX)
  endforeach()
endfunction()

if(NOT ET_ARCHIVES_DEFERRED)
  set(ET_ARCHIVES_DEFERRED ON)
  cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} CALL et_take_archives)
endif()
