"""The catalogues as tables."""
# SPDX-FileCopyrightText: 2026 The nonholo authors
# SPDX-License-Identifier: BSD-3-Clause
import html
import json

from . import _core


class Table:
    """Rows of a catalogue. A notebook shows it as a table; ``table["NAME"]`` is one row as a dict."""

    def __init__(self, rows):
        self.rows = rows
        self.columns = list(rows[0]) if rows else []

    def __len__(self):
        return len(self.rows)

    def __iter__(self):
        return iter(self.rows)

    def __getitem__(self, name):
        for row in self.rows:
            if row["name"] == name:
                return row
        raise KeyError(name)

    @property
    def names(self):
        """The names, in the order of the catalogue."""
        return [row["name"] for row in self.rows]

    def to_dataframe(self):
        """A pandas.DataFrame with the names as its index."""
        import pandas

        return pandas.DataFrame(self.rows).set_index("name")

    def __repr__(self):
        lines = []
        for row in self.rows:
            lines.append(row["name"])
            lines += [f"  {key:16} {_cell(value)}" for key, value in row.items() if key != "name" and _cell(value)]
        return "\n".join(lines)

    def _repr_html_(self):
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self.columns)
        body = "".join("<tr>" + "".join(f"<td>{html.escape(_cell(row[name]))}</td>" for name in self.columns) + "</tr>"
                       for row in self.rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value):
    if isinstance(value, dict):
        return ", ".join(f"{key}={_cell(each)}" for key, each in value.items())
    if isinstance(value, list):
        return ", ".join(_cell(each) for each in value)
    return str(value)


def list_methods():
    """All methods: their keys, orders and what they keep, as a Table."""
    return Table(json.loads(_core.catalogue_json("methods"))["methods"])


def list_problems():
    """All problems of the catalogue, with parameters and setups, as a Table."""
    return Table(json.loads(_core.catalogue_json("problems"))["problems"])


def list_tableaus():
    """All families of tableaus, as a Table."""
    return Table(json.loads(_core.catalogue_json("tableaus"))["tableaus"])
