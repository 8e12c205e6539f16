# SPDX-License-Identifier: Apache-2.0
# ctest in a copied build folder would run the programs of the original: it refuses.
file(REAL_PATH ${CMAKE_BINARY_DIR} HOME)
file(WRITE ${CMAKE_BINARY_DIR}/home.cmake "\
execute_process(COMMAND pwd -P OUTPUT_VARIABLE HERE OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT HERE STREQUAL \"${HOME}\" AND EXISTS CMakeCache.txt)
  message(FATAL_ERROR \"these tests are those of ${HOME}, not of \${HERE}: run make test here\")
endif()
")
set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${CMAKE_BINARY_DIR}/home.cmake)
