// Owning handles for SUNDIALS objects, and the one place that knows how versions of SUNDIALS differ. Built against 6.4.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ida/ida.h>
#include <kinsol/kinsol.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace nonholo::sundials {

template <auto destroy> struct Destroy {
  template <class T> void operator()(T* object) const { destroy(object); }
};

using Vector = std::unique_ptr<std::remove_pointer_t<N_Vector>, Destroy<N_VDestroy>>;
using Matrix = std::unique_ptr<std::remove_pointer_t<SUNMatrix>, Destroy<SUNMatDestroy>>;
using LinearSolver = std::unique_ptr<std::remove_pointer_t<SUNLinearSolver>, Destroy<SUNLinSolFree>>;

/// What a function of SUNDIALS has made: nothing where there is no memory, which the next one would take for an object.
/// @throws std::bad_alloc
template <class T> T* made(T* object) {
  if (!object) throw std::bad_alloc();
  return object;
}

/// SUNContext: everything else of one integrator or solver is made in it.
class Context {
 public:
  Context() {
    if (SUNContext_Create(nullptr, &context_) != 0) throw std::bad_alloc();
  }
  ~Context() { SUNContext_Free(&context_); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  operator SUNContext() const { return context_; }

 private:
  SUNContext context_ = nullptr;
};

/// A package's memory block, silent: what goes wrong is told by its return values.
template <auto create, auto destroy, auto set_error_handler> class Memory {
 public:
  explicit Memory(SUNContext context) : memory_(made(create(context))) {
    set_error_handler(
        memory_, [](int, const char*, const char*, char*, void*) {}, nullptr);
  }
  ~Memory() { destroy(&memory_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  operator void*() const { return memory_; }

 private:
  void* memory_ = nullptr;
};

using IdaMemory = Memory<IDACreate, IDAFree, IDASetErrHandlerFn>;
using KinsolMemory = Memory<KINCreate, KINFree, KINSetErrHandlerFn>;

/// Set-up that cannot fail but for a mistake of ours or a lack of memory. @throws std::bad_alloc on the latter
inline void require(int flag, const char* what) {
  for (const int lack : {IDA_MEM_FAIL, IDALS_MEM_FAIL, KIN_MEM_FAIL, KINLS_MEM_FAIL})
    if (flag == lack) throw std::bad_alloc();
  if (flag < 0) throw std::runtime_error(std::string("SUNDIALS: ") + what + " failed");
}

}  // namespace nonholo::sundials
