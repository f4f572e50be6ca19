"""``python -m nonholo``: the program, with all its sub-commands."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import sys

from nonholo import _core

if __name__ == "__main__":
    sys.exit(_core.main(["nonholo", *sys.argv[1:]]))
