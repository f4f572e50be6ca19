// C++ exceptions as Python ones: InputError as nonholo.InputError, a ValueError; OutputError as OSError.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "parts.hpp"

#include <nonholo/verification/output/output_error.hpp>

#include <exception>

namespace nonholo::python {

namespace {

/// nonholo._errors makes the exception: it puts the names of Python's arguments in the place of those of keys.
void raise(const InputError& error, const py::object& nearest_q, const py::object& nearest_v) {
  const py::object made =
      py::module_::import("nonholo._errors")
          .attr("input_error")(error.key(), error.message(), error.file(), error.line(), nearest_q, nearest_v);
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(made.ptr())), made.ptr());
}

void translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const OffConstraint& error) {
    raise(error, py::cast(error.nearest_q), py::cast(error.nearest_v));
  } catch (const InputError& error) {
    raise(error, py::none(), py::none());
  } catch (const OutputError& error) {
    PyErr_SetString(PyExc_OSError, error.what());
  }
}

}  // namespace

void add_errors(py::module_&) { py::register_exception_translator(&translate); }

}  // namespace nonholo::python
