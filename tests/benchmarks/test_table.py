"""The table of speed measures what it says, on a small scale."""

import json

import numpy as np
import pytest

from tests.benchmarks import floors, table
from workbench.privacy import TrustedCurator


def test_the_floor_is_a_part_of_the_run():
    name, run, data = next(floors.cases())
    took, floor = floors.measured(run, data, 50, repeats=1)
    assert name == "gradient descent"
    assert 0 < floor < took


def test_a_metered_curator_answers_as_the_trusted_one():
    _, run, data = next(floors.cases())
    one, two = (
        run(kind(data, np.random.default_rng(3)), 4).x for kind in (floors.Metered, TrustedCurator)
    )
    np.testing.assert_array_equal(one, two)


def test_an_exponent_is_that_of_the_power():
    assert floors.exponent([10, 100, 1000], [3e-3, 3e-1, 30.0]) == pytest.approx(2.0)


def test_the_busiest_function_is_named():
    _, run, data = next(floors.cases())
    assert " %" in floors.busiest(run, data, 10)


def test_the_page_shows_every_row():
    rows = [table.Row("audit", "a <b>", 2.0, "drawing", 1.0), table.Row("verify", "cold", 3.0)]
    grows = [{"method": "m", "what": "n", "sizes": [1, 2], "seconds": [1.0, 2.0], "exponent": 1.0}]
    shown = table.page(rows, grows, "one of one")
    assert "a &lt;b&gt;" in shown
    assert "<td>2</td>" in shown
    assert "cold" in shown
    assert "<svg" in shown


def test_a_group_that_is_measured_alone_keeps_the_others(tmp_path, monkeypatch, capsys):
    took = {"audits": 1.0, "memory": 2.0}

    def group(name):
        return lambda: iter([table.Row(name, "all of it", took[name], "drawing", 1.0)])

    monkeypatch.setattr(table, "GROUPS", {name: group(name) for name in took})
    monkeypatch.setattr(table, "grown", lambda: iter([]))
    for words, expected in (([], [1.0, 2.0]), (["--only", "memory"], [1.0, 4.0])):
        monkeypatch.setattr("sys.argv", ["table", "--out", str(tmp_path), *words])
        table.main()
        rows = json.loads((tmp_path / "bench.json").read_text())["rows"]
        assert [row["seconds"] for name in took for row in rows[name]] == expected
        took["memory"], took["audits"] = 4.0, 9.0
    assert "all of it" in capsys.readouterr().out
