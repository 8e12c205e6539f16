# SPDX-License-Identifier: Apache-2.0
# gsq_verilate(TARGET TOP <module> [UNTRACED] [FILE <file>] [PARAMS Name=Value…]
#              [OPTIONS <Verilator options>…] [BIND <file>…] [SHARDS <n>])
#
# A static library TARGET with the class V<module> of one module, all its parameters fixed, with FST
# tracing unless UNTRACED. Verilator reads the packages, the module (from FILE or else from rtl/), the
# modules that it instantiates, and the files BIND, which bind modules into it. A library is rebuilt
# only if one of these changes. Its fast code is compiled in SHARDS pieces, by default in one. With
# SHARDS 0 nothing is optimised, for what simulates few cycles, and waveforms show the outermost two
# levels only: that takes a fifth of the time to compile.
#
# Verilator runs while building, through scripts/run/verilate.py, which gives its outputs fixed names.

find_program(VERILATOR verilator REQUIRED)
execute_process(COMMAND ${VERILATOR} --getenv VERILATOR_ROOT OUTPUT_VARIABLE VERILATOR_ROOT
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)

# With the flag -DVM_COVERAGE=1 of the compiler: counters of lines, branches and toggles in the RTL, see
# scripts/coverage/code_coverage.py.
if(CMAKE_CXX_FLAGS MATCHES "-DVM_COVERAGE=1")
  set(COVERAGE_OPTIONS --coverage-line --coverage-toggle tb/coverage/code_coverage.vlt)
  set(COVERAGE_SOURCES ${VERILATOR_ROOT}/include/verilated_cov.cpp)
  set(VM_COVERAGE 1)
else()
  set(COVERAGE_OPTIONS)
  set(COVERAGE_SOURCES)
  set(VM_COVERAGE 0)
endif()

# Verilator's run-time library, once for all models.
add_library(verilated STATIC EXCLUDE_FROM_ALL ${COVERAGE_SOURCES}
  ${VERILATOR_ROOT}/include/verilated.cpp ${VERILATOR_ROOT}/include/verilated_threads.cpp
  ${CMAKE_SOURCE_DIR}/tb/verilated/fst_writer.cpp ${CMAKE_SOURCE_DIR}/tb/common/assertions.cpp)
set_source_files_properties(${CMAKE_SOURCE_DIR}/tb/common/assertions.cpp PROPERTIES
                            COMPILE_OPTIONS "-Wall;-Wextra;-Werror")
target_include_directories(verilated SYSTEM PUBLIC ${VERILATOR_ROOT}/include
                           ${VERILATOR_ROOT}/include/vltstd)
target_compile_definitions(verilated PUBLIC VL_TIME_CONTEXT VM_COVERAGE=${VM_COVERAGE} VM_SC=0 VM_TRACE=1
                           VM_TRACE_FST=1 VM_TRACE_VCD=0)
# A failing assertion becomes a report instead of an abort.
target_compile_definitions(verilated PRIVATE VL_USER_STOP VL_PRINTF=tb_verilated_print)
target_compile_options(verilated PRIVATE
                       -include ${CMAKE_SOURCE_DIR}/tb/common/verilated_print.hpp)
target_include_directories(verilated PRIVATE ${CMAKE_SOURCE_DIR}/tb)
target_link_libraries(verilated PUBLIC fmt::fmt)
set_source_files_properties(
  ${VERILATOR_ROOT}/include/verilated.cpp ${VERILATOR_ROOT}/include/verilated_threads.cpp
  ${COVERAGE_SOURCES} PROPERTIES COMPILE_OPTIONS -w)
# Verilator's writer stores words at any byte and shifts negative numbers.
set_source_files_properties(${CMAKE_SOURCE_DIR}/tb/verilated/fst_writer.cpp PROPERTIES
                            COMPILE_OPTIONS "-w;-fno-sanitize=undefined")
# Ahead of <systemc>, whose presence would make this header take the time from the SystemC kernel by
# names that only <systemc.h> has.
target_compile_options(verilated INTERFACE -include verilated.h)
# With Clang some operations on std::atomic are calls.
target_link_libraries(verilated PUBLIC Threads::Threads ZLIB::ZLIB atomic)

# Without the assertions of the RTL, to see what they cost: scripts/run/speed_pairs.py.
option(GSQ_ASSERTIONS "Check the assertions of the RTL" ON)
set(NO_ASSERTIONS)
if(NOT GSQ_ASSERTIONS)
  set(NO_ASSERTIONS +define+GSQ_NO_ASSERT)
endif()

# The RTL, as listed by scripts/spec/file_lists.py: its packages in order, and the folders in which Verilator
# finds modules and headers by name. Paths are relative to the source folder.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/gsq_sim.f)
file(STRINGS ${CMAKE_SOURCE_DIR}/gsq_sim.f RTL_FILES REGEX "^rtl/.*\\.sv$")
set(RTL_PACKAGES ${RTL_FILES})
list(FILTER RTL_PACKAGES INCLUDE REGEX "_pkg\\.sv$")
foreach(FILE IN LISTS RTL_FILES)
  cmake_path(GET FILE PARENT_PATH FOLDER)
  list(APPEND RTL_SEARCH -I${FOLDER})
endforeach()
list(REMOVE_DUPLICATES RTL_SEARCH)

# Compilers take most of the time where a configuration runs few cycles: scripts/run/cycle_check.py.
option(GSQ_BRIEF "Compile the RTL and its testbench quickly, for few cycles" OFF)
set(GSQ_RTL_FAST ${GSQ_FAST})
if(GSQ_BRIEF)
  set(GSQ_RTL_FAST -O0)
endif()

set(VERILATED_OPTIONS ${GSQ_RTL_FAST})
# Compilers use half of the longest vectors that a processor has, for fear of a slower clock. Words of the
# RTL are up to 2048 bits long.
include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-mprefer-vector-width=512 GSQ_LONG_VECTORS)
if(GSQ_FAST AND GSQ_LONG_VECTORS AND NOT GSQ_BRIEF)
  list(APPEND VERILATED_OPTIONS -mprefer-vector-width=512)
endif()
# With counters in our C++ code: none in Verilator's. With those of the RTL it takes long to compile, and
# the tests are short. With sanitizers: Verilator's code shifts bits into the sign, which C++17
# leaves undefined.
if(CMAKE_CXX_FLAGS MATCHES "--coverage")
  set(VERILATED_OPTIONS -fno-profile-arcs -fno-test-coverage -O2)
elseif(VM_COVERAGE)
  set(VERILATED_OPTIONS -O1)
elseif(CMAKE_CXX_FLAGS MATCHES "-fsanitize=.*undefined")
  set(VERILATED_OPTIONS -fno-sanitize=undefined)
endif()

# gsq_parameters(OUT FILE): the parameters in the file of a configuration, as a list of Name=Value.
function(gsq_parameters OUT FILE)
  file(READ ${FILE} JSON)
  set(PARAMS)
  string(JSON COUNT LENGTH ${JSON})
  math(EXPR LAST "${COUNT} - 1")
  foreach(I RANGE ${LAST})
    string(JSON NAME MEMBER ${JSON} ${I})
    string(JSON VALUE GET ${JSON} ${NAME})
    list(APPEND PARAMS ${NAME}=${VALUE})
  endforeach()
  set(${OUT} ${PARAMS} PARENT_SCOPE)
endfunction()

# gsq_parameters_text(OUT FILE): the same file as the text of a macro, for the program that is built.
function(gsq_parameters_text OUT FILE)
  file(READ ${FILE} JSON)
  string(REGEX REPLACE "[ \n]+" "" JSON ${JSON})
  string(REPLACE "\"" "\\\"" JSON ${JSON})
  set(${OUT} ${JSON} PARENT_SCOPE)
endfunction()

function(gsq_verilate TARGET)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "UNTRACED" "TOP;FILE;SHARDS" "PARAMS;OPTIONS;BIND")
  if(NOT DEFINED ARG_SHARDS)
    set(ARG_SHARDS 1)
  endif()
  set(TRACING --trace-fst --trace-structs --trace-max-width 4096 --trace-max-array 64)
  if(ARG_UNTRACED)
    set(TRACING)
  elseif(ARG_SHARDS EQUAL 0)
    list(APPEND TRACING --trace-depth 2)
  endif()
  set(PREFIX V${ARG_TOP})
  set(DIR ${CMAKE_BINARY_DIR}/verilated/${TARGET})
  if(ARG_FILE)
    set(TOP_FILE ${ARG_FILE})
  else()
    set(TOP_FILE ${RTL_FILES})
    list(FILTER TOP_FILE INCLUDE REGEX "/${ARG_TOP}\\.sv$")
    if(NOT TOP_FILE)
      message(FATAL_ERROR "${TARGET}: there is no ${ARG_TOP}.sv in gsq_sim.f: if it is in rtl/, run "
                          "scripts/spec/file_lists.py")
    endif()
  endif()
  list(TRANSFORM ARG_PARAMS PREPEND "-G")

  set(SOURCES ${DIR}/${PREFIX}.h ${DIR}/slow.cpp)
  math(EXPR LAST "${ARG_SHARDS} - 1")
  if(ARG_SHARDS)
    foreach(I RANGE ${LAST})
      list(APPEND SOURCES ${DIR}/fast_${I}.cpp)
    endforeach()
  endif()
  # At run time X values and registers without reset become all zero or random.
  # Verilator 5.006 evaluates some trees of single bits wrongly without -fno-const-bit-op-tree (its issue
  # 4059), as it did the top bit of an adder in a netlist of gsq_xif; the option costs no speed.
  # Paths are relative to the source folder, so that generated code, and with it ccache, does
  # not depend on the location of the project.
  add_custom_command(
    OUTPUT ${SOURCES}
    COMMAND ${Python3_EXECUTABLE} scripts verilate ${DIR} ${PREFIX} ${ARG_SHARDS} --
            ${VERILATOR} --cc --top ${ARG_TOP} -O3 --assert ${NO_ASSERTIONS} --timescale 1ns/1ns ${TRACING}
            --x-assign unique --x-initial unique -fno-const-bit-op-tree --output-split 20000
            -Wno-lint -Wno-style -Wno-fatal -Werror-USERFATAL ${RTL_SEARCH} ${ARG_PARAMS} ${ARG_OPTIONS}
            ${COVERAGE_OPTIONS} ${RTL_PACKAGES} ${TOP_FILE} ${ARG_BIND}
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    DEPENDS ${CMAKE_SOURCE_DIR}/scripts/run/verilate.py ${CMAKE_SOURCE_DIR}/scripts/spec/parameters.py
    DEPFILE ${DIR}/depends.d
    COMMENT "Verilator: ${TARGET}" VERBATIM COMMAND_EXPAND_LISTS)
  add_custom_target(${TARGET}_header DEPENDS ${DIR}/${PREFIX}.h)
  set_source_files_properties(${DIR}/slow.cpp PROPERTIES COMPILE_OPTIONS -O0)
  add_library(${TARGET} STATIC EXCLUDE_FROM_ALL ${SOURCES})
  add_dependencies(${TARGET} ${TARGET}_header)
  target_include_directories(${TARGET} SYSTEM PUBLIC ${DIR})
  target_compile_options(${TARGET} PRIVATE -w ${VERILATED_OPTIONS})
  target_link_libraries(${TARGET} PUBLIC verilated)
endfunction()
