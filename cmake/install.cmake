# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The folder that cmake --install makes can be moved, because the tools and the CMake package find
# each other by relative paths. share/EtPrune has the layout of the source tree. The build folder
# has the same layout as an installation, with symbolic links to the sources.
#
#     bin/                    the tools
#     libexec/et-prune/       et-lld, and the linker wrapper under names such as ld and ld.lld
#     share/EtPrune/          CMake package, rules for Bazel and Buck, linker scripts, the scripts
#                             that report sizes in CI jobs, sources of runtime and kernels, examples
#     share/pkgconfig/        et-prune.pc
#     share/man/, share/bash-completion/, share/zsh/    see tools/CMakeLists.txt

install(TARGETS et-prune et-ld et-oplist et-make-pte RUNTIME DESTINATION bin)
# The build preset `tools` omits et-run, because et-run needs every kernel for the host.
install(TARGETS et-run RUNTIME DESTINATION bin OPTIONAL)
install(TARGETS et-lld RUNTIME DESTINATION libexec/et-prune)
install(DIRECTORY ${ET_PRUNE_LIBEXEC_DIR}/ DESTINATION libexec/et-prune
        USE_SOURCE_PERMISSIONS REGEX "et-lld$" EXCLUDE)

install(FILES LICENSE DESTINATION share/EtPrune)
install(PROGRAMS ci/size-report.py DESTINATION share/EtPrune/ci)
install(DIRECTORY ci/size_report DESTINATION share/EtPrune/ci FILES_MATCHING PATTERN "*.py")
# Users' builds compile every file of a kernel library's folder, so remove an older version's files.
# If the prefix is the build folder, `kernels` is a symbolic link to the sources, and stays.
install(CODE [[
  set(kernels "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/share/EtPrune/kernels")
  if(NOT IS_SYMLINK "${kernels}")
    file(REMOVE_RECURSE "${kernels}")
  endif()
]])
install(DIRECTORY runtime kernels linker-scripts bazel buck DESTINATION share/EtPrune
        USE_SOURCE_PERMISSIONS)
install(DIRECTORY examples/firmware examples/host DESTINATION share/EtPrune/examples
        PATTERN build EXCLUDE PATTERN .gitignore EXCLUDE)
install(FILES test/models/add.json test/models/cnn.json test/models/mlp.json
        DESTINATION share/EtPrune/examples/models)
# With these headers, firmware builds need no FlatBuffers compiler.
install(DIRECTORY $<TARGET_PROPERTY:et_program_schema,INTERFACE_INCLUDE_DIRECTORIES>/
        DESTINATION share/EtPrune/runtime/schema-include)
install(DIRECTORY cmake DESTINATION share/EtPrune PATTERN install.cmake EXCLUDE PATTERN *.in EXCLUDE)
configure_file(cmake/et-prune.pc.in share/pkgconfig/et-prune.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/share/pkgconfig/et-prune.pc DESTINATION share/pkgconfig)

set(package ${PROJECT_BINARY_DIR}/share/EtPrune)
file(MAKE_DIRECTORY ${package}/runtime)
foreach(entry IN ITEMS LICENSE bazel buck ci cmake kernels linker-scripts)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${entry} ${package}/${entry} SYMBOLIC)
endforeach()
# Links each entry, not the folder, because the build's runtime folder also has generated headers.
file(GLOB entries CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/runtime runtime/*)
foreach(entry IN LISTS entries)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/runtime/${entry} ${package}/runtime/${entry} SYMBOLIC)
endforeach()
file(MAKE_DIRECTORY ${package}/examples/models)
foreach(example IN ITEMS firmware host)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/examples/${example} ${package}/examples/${example} SYMBOLIC)
endforeach()
foreach(model IN ITEMS add cnn mlp)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/test/models/${model}.json ${package}/examples/models/${model}.json
       SYMBOLIC)
endforeach()
get_target_property(headers et_program_schema INTERFACE_INCLUDE_DIRECTORIES)
file(CREATE_LINK ${headers} ${package}/runtime/schema-include SYMBOLIC)
