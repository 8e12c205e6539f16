// SPDX-License-Identifier: Apache-2.0
// Verilator's writer of FST waveforms, compiled with its file operations replaced. Left alone, it
// - ignores what its writes return: a full disk leaves a broken file without a word;
// - deletes the output file before it opens it, even where that is a device such as /dev/full;
// - maps its temporary files into memory: where their disk is full, touching them is a SIGBUS.
// Here the first error of any of its files is kept for take_fst_error(), only regular files are
// deleted, and temporary files lie in memory.

// All headers that the writer includes come first: the macros below are for its own code only.
// clang-format off
#include "verilated.h"
#include "verilated_fst_c.h"
#include "verilated_intrinsics.h"
#include "verilated_threads.h"
// clang-format on
#include "verilated/fst_writer.hpp"

#include <alloca.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>

namespace tb {
namespace {

// NOLINTBEGIN: the writer's functions have no object to keep these in
int first_error = 0;
std::string hierarchy;       // name of the file beside the waveform that was opened last
bool hierarchy_due = false;  // it is the next one that the writer opens
// NOLINTEND

void note(int error) {
  if (first_error == 0) first_error = error;
}

/// A temporary file in memory.
std::FILE* open_scratch() {
  const int descriptor = memfd_create("gsq-waveform", MFD_CLOEXEC);
  std::FILE* file = descriptor < 0 ? nullptr : fdopen(descriptor, "w+b");
  if (file == nullptr) {
    note(errno);
    if (descriptor >= 0) close(descriptor);
  }
  return file;
}

/// Opens FILE, or after it FILE.hier, a temporary file that the writer would put beside it.
std::FILE* open_file(const char* name, const char* mode) {
  if (mode[0] != 'w') return std::fopen(name, mode);  // /proc/meminfo
  if (hierarchy_due && name == hierarchy) {
    hierarchy_due = false;
    return open_scratch();
  }
  std::FILE* file = std::fopen(name, mode);
  if (file != nullptr && lseek(fileno(file), 0, SEEK_SET) < 0) {  // the writer must be able to seek
    note(errno);
    std::fclose(std::exchange(file, nullptr));
  } else if (file == nullptr) {
    note(errno);
  }
  hierarchy = std::string(name) + ".hier";
  hierarchy_due = file != nullptr;
  return file;
}

int delete_file(const char* name) {
  struct stat status {};
  if (name == hierarchy || lstat(name, &status) != 0 || !S_ISREG(status.st_mode)) return 0;
  return unlink(name);
}

std::size_t write(const void* data, std::size_t size, std::size_t count, std::FILE* file) {
  const std::size_t written = std::fwrite(data, size, count, file);
  if (size != 0 && written != count) note(errno);
  return written;
}

int flush(std::FILE* file) {
  const int result = std::fflush(file);
  if (result != 0) note(errno);
  return result;
}

int close_file(std::FILE* file) {
  const bool failed = std::ferror(file) != 0;
  const int result = std::fclose(file);
  if (result != 0) note(errno);
  if (failed) note(EIO);  // unless one of the above knew better
  return result;
}

/// Memory behind a file that came out too short could not be touched.
void* map(void* address, std::size_t size, int protection, int flags, int descriptor,
          off_t offset) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0 ||
      static_cast<std::size_t>(status.st_size) < static_cast<std::size_t>(offset) + size) {
    note(EIO);
    return mmap(address, size, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  }
  return mmap(address, size, protection, flags, descriptor, offset);
}

}  // namespace

int take_fst_error() { return std::exchange(first_error, 0); }

}  // namespace tb

#define fopen(name, mode) tb::open_file(name, mode)
#define tmpfile() tb::open_scratch()
#define unlink(name) tb::delete_file(name)
#define fwrite(data, size, count, file) tb::write(data, size, count, file)
#define fflush(file) tb::flush(file)
#define fclose(file) tb::close_file(file)
#define mmap(address, size, protection, flags, descriptor, offset) \
  tb::map(address, size, protection, flags, descriptor, offset)

#include "verilated_fst_c.cpp"  // NOLINT: the point of this file
