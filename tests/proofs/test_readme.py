"""The example of proofs/README.md is a claim that runs as it stands there."""

import re
from pathlib import Path

from workbench.claims import Claim
from workbench.runner import try_claim

README = Path(__file__).parents[2] / "proofs" / "README.md"


def test_the_claim_of_the_readme_is_certified(tmp_path, monkeypatch):
    text = README.read_text(encoding="utf-8")
    (block,) = re.findall(r"```python\n(.*?CLAIM = .*?)```", text, re.S)[:1]
    (tmp_path / "readme_example.py").write_text(block, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    module = __import__("readme_example")
    claim = next(c for c in vars(module).values() if isinstance(c, Claim))
    assert [m.name for c in claim.checks for m in c.mutants] == ["forgotten_two"]
    verdict, _ = try_claim(claim)
    assert verdict.status == "certified", verdict.reason
