// Owning handles for SUNDIALS objects, and the one place that knows how versions of SUNDIALS differ. Built against 6.4.
#pragma once

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <memory>
#include <new>
#include <type_traits>

namespace nonholo::sundials {

template <auto destroy> struct Destroy {
  template <class T> void operator()(T* object) const { destroy(object); }
};

using Vector = std::unique_ptr<std::remove_pointer_t<N_Vector>, Destroy<N_VDestroy>>;
using Matrix = std::unique_ptr<std::remove_pointer_t<SUNMatrix>, Destroy<SUNMatDestroy>>;
using LinearSolver = std::unique_ptr<std::remove_pointer_t<SUNLinearSolver>, Destroy<SUNLinSolFree>>;

/// SUNContext: everything else of one integrator is made in it.
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

/// IDA's memory block, silent: what goes wrong is told by its return values.
class IdaMemory {
 public:
  explicit IdaMemory(SUNContext context) : memory_(IDACreate(context)) {
    if (!memory_) throw std::bad_alloc();
    IDASetErrHandlerFn(memory_, [](int, const char*, const char*, char*, void*) {}, nullptr);
  }
  ~IdaMemory() { IDAFree(&memory_); }
  IdaMemory(const IdaMemory&) = delete;
  IdaMemory& operator=(const IdaMemory&) = delete;
  operator void*() const { return memory_; }

 private:
  void* memory_ = nullptr;
};

}  // namespace nonholo::sundials
