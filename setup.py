# Builds the extension with CMake and puts it into the wheel, with libquadmath and the experiments beside it.
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent
#: The build to take the extension from; one of its own is made where this is none of a developer (scripts/python).
BUILD = pathlib.Path(os.environ.get("NONHOLO_BUILD", ROOT / "build" / "wheel"))


def version():
    return re.search(r"project\(nonholo VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")).group(1)


class BuildCore(build_ext):
    """The only extension of the package, which CMake builds."""

    def build_extension(self, ext):
        if not (ROOT / "CMakeLists.txt").exists():
            raise SystemExit("nonholo: build the package inside a clone of the repository: its C++ sources are there")
        if not (BUILD / "CMakeCache.txt").exists():
            subprocess.run(["cmake", "-S", ROOT, "-B", BUILD, "-DCMAKE_BUILD_TYPE=Release", "-DNONHOLO_PYTHON=ON",
                            "-DNONHOLO_TESTS=OFF", f"-DPython_EXECUTABLE={sys.executable}"], check=True)
        subprocess.run(["cmake", "--build", BUILD, "--parallel", str(os.cpu_count()), "--target", "nonholo_python"],
                       check=True)
        built = BUILD / "python" / "nonholo"
        if not (built / pathlib.Path(self.get_ext_filename(ext.name)).name).exists():
            raise SystemExit(f"nonholo: {BUILD} is built for another Python than {sys.executable}: give another "
                             "folder as NONHOLO_BUILD")
        target = pathlib.Path(self.get_ext_fullpath(ext.name)).parent
        target.mkdir(parents=True, exist_ok=True)
        for file in [*built.glob("_core*.so"), *built.glob("libquadmath*")]:
            shutil.copy(file, target)
            if file.name.startswith("_core"):
                subprocess.run(["strip", "--strip-unneeded", target / file.name], check=True)
        shutil.copytree(ROOT / "verification" / "experiments", target / "experiments", dirs_exist_ok=True)


base = ROOT / "build" / "setuptools"
base.mkdir(parents=True, exist_ok=True)
setup(
    version=version(),
    packages=["nonholo"],
    package_dir={"nonholo": "python/nonholo"},
    package_data={"nonholo": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("nonholo._core", [])],
    cmdclass={"build_ext": BuildCore},
    options={"build": {"build_base": str(base)}, "egg_info": {"egg_base": str(base)}},
)
