# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# This file alone contains et-prune's version. find_package(EtPrune <version>) includes this file to
# check the version. Before 1.0, each minor version may break users' builds. So 0.2 does not satisfy
# a request for 0.1.

set(PACKAGE_VERSION 0.1.0)

if("${PACKAGE_FIND_VERSION}" VERSION_EQUAL PACKAGE_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  set(PACKAGE_VERSION_EXACT TRUE)
elseif("${PACKAGE_FIND_VERSION}" VERSION_LESS PACKAGE_VERSION)
  string(REGEX MATCH "^[0-9]+\\.[0-9]+\\." series ${PACKAGE_VERSION})
  string(FIND "${PACKAGE_FIND_VERSION}.0." "${series}" place)
  if(place EQUAL 0)
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
  endif()
endif()
