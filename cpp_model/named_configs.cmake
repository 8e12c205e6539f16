# SPDX-License-Identifier: Apache-2.0
# gsq_named_configs(CONFIGS FOLDER)
#
# Writes FOLDER/named_configs.inc: the configurations in the folder CONFIGS, for programs that choose
# one by its name.
function(gsq_named_configs CONFIGS FOLDER)
  file(GLOB FILES CONFIGURE_DEPENDS ${CONFIGS}/*.json)
  set(TEXT)
  foreach(FILE IN LISTS FILES)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${FILE})
    get_filename_component(NAME ${FILE} NAME_WE)
    file(READ ${FILE} JSON)
    string(APPEND TEXT "{\"${NAME}\", R\"(${JSON})\"},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${FOLDER}/named_configs.inc CONTENT "${TEXT}" @ONLY)
endfunction()
