# gsq_verilate(TARGET TOP <module> [PARAMS Name=Value…] [OPTIONS <Verilator options>…])
#
# A static library TARGET with the class V<module> of one module, all its parameters fixed, with FST
# tracing. Verilator reads the packages, the module, and what the module instantiates, so a library
# is rebuilt only when one of those files changes.
#
# Verilator runs while building, not while configuring, and how many files it writes is not known
# before. So the rule has a fixed set of outputs: V<module>.h and shards, each of which includes some
# of the generated files. They end in a hash of all that they stand for and are written only when it
# changes, which is what tells Ninja what to compile anew.

# ---- Script mode: run Verilator (everything after --), then write the outputs ----------------
if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  set(COMMAND_LINE)
  set(AFTER_DASHES FALSE)
  math(EXPR LAST "${CMAKE_ARGC} - 1")
  foreach(I RANGE ${LAST})
    if(AFTER_DASHES)
      list(APPEND COMMAND_LINE "${CMAKE_ARGV${I}}")
    elseif(CMAKE_ARGV${I} STREQUAL "--")
      set(AFTER_DASHES TRUE)
    endif()
  endforeach()
  file(REMOVE_RECURSE ${DIR}/new)
  file(MAKE_DIRECTORY ${DIR}/new)
  execute_process(COMMAND ${COMMAND_LINE} --Mdir ${DIR}/new RESULT_VARIABLE FAILED)
  if(FAILED)
    message(FATAL_ERROR "Verilator refused ${PREFIX}; see above")
  endif()
  include(${DIR}/new/${PREFIX}.cmake)  # lists of the files, by how hot they are

  # Hash of files, in an order that does not depend on where they lie.
  function(hash_of RESULT)
    set(HASHES)
    foreach(FILE IN LISTS ARGN)
      file(SHA256 ${FILE} HASH)
      string(APPEND HASHES ${HASH})
    endforeach()
    string(SHA256 HASH "${HASHES}")
    set(${RESULT} ${HASH} PARENT_SCOPE)
  endfunction()

  # Shards KIND_0 to KIND_<COUNT-1> include the files of the list, dealt out from the largest.
  function(write_shards KIND COUNT)
    set(SIZED)
    foreach(FILE IN LISTS ARGN)
      file(SIZE ${FILE} BYTES)
      list(APPEND SIZED "${BYTES} ${FILE}")
    endforeach()
    list(SORT SIZED COMPARE NATURAL ORDER DESCENDING)
    list(TRANSFORM SIZED REPLACE "^[0-9]+ " "")
    math(EXPR LAST "${COUNT} - 1")
    foreach(SHARD RANGE ${LAST})
      set(FILES)
      set(TEXT)
      set(AT 0)
      foreach(FILE IN LISTS SIZED)
        math(EXPR MINE "${AT} % ${COUNT} == ${SHARD}")
        math(EXPR AT "${AT} + 1")
        if(MINE)
          list(APPEND FILES ${FILE})
          get_filename_component(NAME ${FILE} NAME)
          string(APPEND TEXT "#include \"${NAME}\"\n")
        endif()
      endforeach()
      hash_of(HASH ${HEADERS} ${FILES})
      file(CONFIGURE OUTPUT ${DIR}/shards/${KIND}_${SHARD}.cpp CONTENT "${TEXT}// ${HASH}\n" @ONLY)
    endforeach()
  endfunction()

  file(GLOB HEADERS ${DIR}/new/*.h)
  hash_of(HEADER_HASH ${HEADERS})
  file(APPEND ${DIR}/new/${PREFIX}.h "// ${HEADER_HASH}\n")
  file(GLOB GENERATED RELATIVE ${DIR}/new ${DIR}/new/*.cpp ${DIR}/new/*.h)
  foreach(NAME IN LISTS GENERATED)
    file(COPY_FILE ${DIR}/new/${NAME} ${DIR}/${NAME} ONLY_IF_DIFFERENT)
  endforeach()
  write_shards(fast ${FAST_SHARDS} ${${PREFIX}_CLASSES_FAST} ${${PREFIX}_SUPPORT_FAST})
  write_shards(slow 1 ${${PREFIX}_CLASSES_SLOW} ${${PREFIX}_SUPPORT_SLOW})

  set(DEPENDS)
  foreach(FILE IN LISTS ${PREFIX}_DEPS)
    get_filename_component(FILE ${FILE} ABSOLUTE BASE_DIR ${SOURCE_DIR})
    string(APPEND DEPENDS " \\\n ${FILE}")
  endforeach()
  file(WRITE ${DIR}/depends.d "${DIR}/${PREFIX}.h:${DEPENDS}\n")
  return()
endif()

# ---- Configure mode --------------------------------------------------------------------------
find_program(VERILATOR verilator REQUIRED)
execute_process(COMMAND ${VERILATOR} --getenv VERILATOR_ROOT OUTPUT_VARIABLE VERILATOR_ROOT
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)

# Verilator's run-time library, once for all models.
add_library(verilated STATIC EXCLUDE_FROM_ALL
  ${VERILATOR_ROOT}/include/verilated.cpp ${VERILATOR_ROOT}/include/verilated_threads.cpp
  ${VERILATOR_ROOT}/include/verilated_fst_c.cpp)
target_include_directories(verilated SYSTEM PUBLIC ${VERILATOR_ROOT}/include
                           ${VERILATOR_ROOT}/include/vltstd)
target_compile_definitions(verilated PUBLIC VM_COVERAGE=0 VM_SC=0 VM_TRACE=1 VM_TRACE_FST=1
                           VM_TRACE_VCD=0)
target_compile_options(verilated PRIVATE -w)
target_link_libraries(verilated PUBLIC Threads::Threads ZLIB::ZLIB)

function(gsq_verilate TARGET)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "TOP;FAST_SHARDS" "PARAMS;OPTIONS")
  if(NOT ARG_FAST_SHARDS)
    set(ARG_FAST_SHARDS 1)
  endif()
  set(PREFIX V${ARG_TOP})
  set(DIR ${CMAKE_BINARY_DIR}/verilated/${TARGET})
  file(GLOB_RECURSE PACKAGES CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}
       ${CMAKE_SOURCE_DIR}/rtl/*_pkg.sv)
  list(REMOVE_ITEM PACKAGES rtl/gsq_pkg.sv)
  list(PREPEND PACKAGES rtl/gsq_pkg.sv)  # the others use it
  file(GLOB_RECURSE TOP_FILE CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}
       ${CMAKE_SOURCE_DIR}/rtl/${ARG_TOP}.sv)
  if(NOT TOP_FILE)
    message(FATAL_ERROR "${TARGET}: there is no rtl/**/${ARG_TOP}.sv")
  endif()
  file(GLOB FOLDERS LIST_DIRECTORIES TRUE RELATIVE ${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/rtl/*)
  list(FILTER FOLDERS EXCLUDE REGEX "\\.[a-z]+$")
  list(TRANSFORM FOLDERS PREPEND "-y;" OUTPUT_VARIABLE SEARCH)
  list(TRANSFORM ARG_PARAMS PREPEND "-G")

  set(SHARDS ${DIR}/shards/slow_0.cpp)
  math(EXPR LAST "${ARG_FAST_SHARDS} - 1")
  foreach(I RANGE ${LAST})
    list(APPEND SHARDS ${DIR}/shards/fast_${I}.cpp)
  endforeach()
  # X values and registers without reset get values that the run chooses: all zero, or random.
  # Paths are relative to the source folder, so that what is generated, and with it ccache, does
  # not depend on where the project lies.
  add_custom_command(
    OUTPUT ${DIR}/${PREFIX}.h ${SHARDS}
    COMMAND ${CMAKE_COMMAND} -D DIR=${DIR} -D PREFIX=${PREFIX} -D FAST_SHARDS=${ARG_FAST_SHARDS}
            -D SOURCE_DIR=${CMAKE_SOURCE_DIR} -P ${CMAKE_SOURCE_DIR}/sim/verilate.cmake --
            ${VERILATOR} --cc --make cmake --prefix ${PREFIX} --top ${ARG_TOP}
            -O3 --assert --trace-fst --trace-structs --x-assign unique --x-initial unique
            --output-split 20000 -Wno-lint -Wno-style -Wno-fatal
            ${SEARCH} -y rtl ${ARG_PARAMS} ${ARG_OPTIONS} ${PACKAGES} ${TOP_FILE}
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    DEPENDS ${CMAKE_SOURCE_DIR}/sim/verilate.cmake DEPFILE ${DIR}/depends.d
    COMMENT "Verilator: ${TARGET}" VERBATIM COMMAND_EXPAND_LISTS)
  add_library(${TARGET} STATIC EXCLUDE_FROM_ALL ${DIR}/${PREFIX}.h ${SHARDS})
  target_include_directories(${TARGET} SYSTEM PUBLIC ${DIR})
  target_compile_options(${TARGET} PRIVATE -w)
  set_source_files_properties(${DIR}/shards/slow_0.cpp PROPERTIES COMPILE_OPTIONS -O0)
  target_link_libraries(${TARGET} PUBLIC verilated)
endfunction()
