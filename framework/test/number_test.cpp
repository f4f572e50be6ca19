// Numbers as they were written: every precision rounds the decimal digits, once.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/number.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/quad.hpp>

#include "catch.hpp"

#include <clocale>

using namespace nonholo;

TEST_CASE("A tenth is a tenth in every precision, given as text or as a double") {
  for (const Number& tenth :
       {Number(0.1), Number::from_text("0.1"), Number::from_text("+1e-1"), Number::from_text("0.1000_0")}) {
    CHECK(tenth.as<double>() == 0.1);
    CHECK(tenth.as<quad>() == quad(1) / 10);
  }
}

TEST_CASE("Digits beyond double are kept for those that can hold them") {
  const Number third = Number::from_text("0.333333333333333333333333333333333333333333");
  CHECK(third.value() == 1.0 / 3);
  CHECK(third.as<quad>() == quad(1) / 3);
}

TEST_CASE("Text that is no finite decimal number is refused") {
  for (const char* text : {"", "x", "1x", "nan", "inf", "1e999", "0x10"})
    CHECK_THROWS_AS(Number::from_text(text), InputError);
}

TEST_CASE("Decimal digits tell a number from its neighbours: reading them gives it back") {
  const quad x = sqrt(quad(2));
  CHECK(quad(decimal(x)) == x);
  CHECK(std::stod(decimal(std::sqrt(2.0))) == std::sqrt(2.0));
  CHECK(decimal(0.1) == "0.1");
}

TEST_CASE("numbers have a point, whatever the locale of the program") {
  const char* german = nullptr;
  for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8"})
    if (!german) german = std::setlocale(LC_ALL, name);
  if (!german) WARN("this machine knows no language that writes a comma: looked at in C alone");
  CHECK(Number::from_text("0.1").as<quad>() == quad(1) / 10);
  CHECK(Number::from_text("0.5").as<quad>() == quad(0.5));
  CHECK(decimal(quad(0.5)) == "0.5");
  CHECK(Number(1.5).text() == "1.5");
  std::setlocale(LC_ALL, "C");
}
