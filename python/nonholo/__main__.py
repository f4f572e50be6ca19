"""``python -m nonholo``: the program, with all its sub-commands; it loads no plug-ins."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import sys

from nonholo import _core

if __name__ == "__main__":
    if any(each.partition("=")[0] == "--plugin" for each in sys.argv[1:]):
        print("nonholo: --plugin: a plug-in calls what the program nonholo holds, and this one is a part of Python: run "
              "the program that cmake builds", file=sys.stderr)
        sys.exit(2)
    sys.exit(_core.main(["nonholo", *sys.argv[1:]]))
