"""The code of the documents runs."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import re

import pytest


@pytest.mark.parametrize("document", ["README.md", "docs/howto/python.md"])
def test_code_of_the_document(document, root, tmp_path, monkeypatch):
    pytest.importorskip("matplotlib").use("Agg")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (root / document).read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    names = {}
    for block in blocks:
        exec(compile(block, document, "exec"), names)
