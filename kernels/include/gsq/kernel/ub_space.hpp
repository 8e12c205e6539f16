// SPDX-License-Identifier: Apache-2.0
/// Who has which part of UB.
///
/// All that takes UB for itself takes it here: buffers of TPipe, tensors of LocalMemAllocator,
/// arrays in UB, tiles of PTO, the staging area of Mojo's scatter. So what one of them gets is
/// never part of what another one has. Addresses that a kernel uses without any of them, in
/// pointers and in tensors made of an address, are its own affair: they may mean the memory of any
/// of these.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "gsq/kernel/error.hpp"
#include "gsq/kernel/uses.hpp"

namespace gsq::kernel {

class UbSpace;

/// A part of UB that is taken, until this object is released, assigned or destroyed, or its unit
/// ends. Empty at first.
class UbPart {
 public:
  UbPart() = default;
  UbPart(UbPart&& other) noexcept { *this = std::move(other); }
  UbPart& operator=(UbPart&& other) noexcept;
  UbPart(const UbPart&) = delete;
  UbPart& operator=(const UbPart&) = delete;
  ~UbPart() { release(); }

  /// Whether the part is one of the unit in use.
  [[nodiscard]] bool is_taken() const;
  /// Its first byte.
  [[nodiscard]] std::uint32_t address() const { return address_; }
  void release() noexcept;

 private:
  friend class UbSpace;

  std::weak_ptr<UbSpace> space_;
  std::uint64_t number_{};
  std::uint32_t address_{};
};

/// The parts of UB that are taken, of one unit.
class UbSpace : public std::enable_shared_from_this<UbSpace> {
 public:
  /// How long an allocated part is taken at most.
  enum class Until : std::uint8_t {
    kReleased,   ///< as long as its UbPart
    kEndOfBlock  ///< what belongs to a kernel alone: each block begins without it
  };
  /// Whether a reserved part may overlap others.
  enum class Sharing : std::uint8_t {
    kAlone,       ///< none
    kWithShared,  ///< others that are reserved like this
  };

  explicit UbSpace(std::uint32_t bytes) : bytes_(bytes) {}

  /// Takes the lowest free part of so many bytes at a multiple of 32; the rest of its last 32 bytes
  /// is taken, too. `who` takes it. Throws Error when there is none, with what is free and what is
  /// taken by whom.
  UbPart allocate(std::uint64_t bytes, const Call& who, Until until = Until::kReleased);

  /// Takes a part at an address of the kernel's choice. Throws Error when it leaves UB or overlaps
  /// what it may not, with both users and ranges. `instead_of` is the part that the caller will
  /// assign the result to: it may be overlapped.
  UbPart reserve(std::uint64_t address, std::uint64_t bytes, const Call& who, Sharing sharing,
                 const UbPart& instead_of = {});

  /// The first address at which an allocation may begin; the size of UB if there is none.
  [[nodiscard]] std::uint32_t lowest_free() const;

  /// Releases what is taken until the end of a block.
  void end_block();

 private:
  friend class UbPart;
  struct Taken {
    Range range;
    std::string who;
    bool shared{};
    Until until{Until::kReleased};
  };

  UbPart add(Taken taken);
  [[nodiscard]] std::map<std::uint64_t, std::uint64_t> free_parts() const;
  [[nodiscard]] std::string users() const;

  std::uint32_t bytes_;
  std::uint64_t next_{1};
  std::map<std::uint64_t, Taken> taken_;  // by numbers of UbPart
};

}  // namespace gsq::kernel
