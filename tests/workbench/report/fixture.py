r"""A report made by hand: every status, long formulas, hostile text, a traceback, an erratum.

Nothing here ran; the numbers are only plausible.  `rich_report()` is a fresh dictionary each time,
so that a test may spoil it.  `large_report(n)` is for speed and for the graph.
"""

from typing import Any

from workbench.referee.digests import stamped
from workbench.report.reader import totals_of

HOSTILE = (
    "<script>alert(1)</script> \"quoted\" 'single' & <b>bold</b> </style> ünïcödé ∀ε \u202eesrever"
)
LONG = "3" + "1415926535" * 30 + "/" + "2" + "7182818284" * 29
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="160" viewBox="0 0 320 160">'
    '<path d="M20 140H300M20 140V10" stroke="black" fill="none"/>'
    '<path d="M20 30C90 100 180 125 300 132" stroke="#1a5fb4" fill="none" stroke-width="2"/>'
    '<path d="M20 45C90 112 180 130 300 136" stroke="#b3122a" fill="none" stroke-dasharray="4 3"/>'
    "</svg>"
)


ITEMS = [
    {"section": "1 Noise", "label": "Lemma 1", "claims": ["accel.kernel-fact", "accel.no-more"]},
    {"section": "1 Noise", "label": "Remark 2", "claims": []},
    {"section": "2 Rates", "label": "Theorem 3", "claims": ["accel.rate", "accel.noise-variance"]},
]


def evidence(check: str, **changes: Any) -> dict[str, Any]:
    """One piece of evidence: a supporting check that holds, with one rejected mutant."""
    made = {
        "check": check,
        "doc": "Both sides agree as polynomials.",
        "aim": "support",
        "manner": "exact",
        "method": "normal form of a polynomial",
        "decision": "holds",
        "grade": "CERTIFIED",
        "summary": "the difference is the zero polynomial",
        "part": "",
        "corner": "",
        "stronger": "",
        "uses": None,
        "reason": "",
        "encoded": [],
        "figures": [],
        "counterexample": None,
        "certificate": None,
        "obligations": [],
        "alpha": None,
        "looks": None,
        "power": "",
        "assumes": [],
        "trust": ["python-flint"],
        "joints": [],
        "plots": [],
        "mutants": [
            {
                "name": "lost_factor_is_rejected",
                "doc": "The factor 2 is lost.",
                "decision": "fails",
                "rejected": True,
                "summary": "nonzero normal form",
            }
        ],
        "seed": 20240229,
        "seconds": 0.031,
        "repeat": f"workbench verify demo.x -k {check} --seed 7",
        "trace": "",
    } | changes
    return made


def claim(claim_id: str, status: str, **changes: Any) -> dict[str, Any]:
    """One claim with one check."""
    made = {
        "id": claim_id,
        "paper": claim_id.split(".")[0],
        "kind": "lemma",
        "title": claim_id.split(".")[1].replace("-", " ").capitalize(),
        "source": "Lemma 1, eq. (3)",
        "provenance": "printed",
        "statement": r"x \le y",
        "hypotheses": [r"0 < \mu \le L"],
        "encoded": [],
        "citation": "",
        "note": "",
        "status": status,
        "grade": "CERTIFIED",
        "reason": "Its check holds on the whole domain.",
        "assumes": [],
        "trust": ["python-flint"],
        "alpha": "0",
        "weak": [],
        "repairs": [],
        "repaired_by": [],
        "uses": [],
        "parts": [],
        "module": "workbench_papers." + claim_id.replace("-", "_"),
        "evidence": [evidence("both_sides_agree")],
    }
    return made | changes


def report(claims: list[dict[str, Any]], **changes: Any) -> dict[str, Any]:
    """A report of these claims, with true totals."""
    titles = {
        "ext": "Results cited from the literature",
        "accel": "Differentially private accelerated optimisation",
        "demo": f"A paper with a hostile title {HOSTILE}",
    }
    papers = list(dict.fromkeys(c["paper"] for c in claims))
    made = {
        "schema": "workbench-report/3",
        "seed": 20240229,
        "profile": "quick",
        "versions": {
            "python": "3.11.9",
            "numpy": "2.2.1",
            "python-flint": "0.7.1",
            "workbench": "0.2.0",
            "my-papers": "1.4",
        },
        "command": "workbench verify accel -j 2",
        "totals": totals_of([c["status"] for c in claims]),
        "ended": "2026-01-31T12:34:56Z",
        "seconds": 74.25,
        "budget": {
            "total": "1/1000",
            "tests": [{"claim": "accel.audit", "check": "no_violation", "alpha": "1/2000"}],
            "spent": "1/2000",
        },
        "papers": [
            {
                "id": p,
                "title": titles.get(p, p),
                "authors": "N. Author",
                "reference": "A journal",
                "items": ITEMS if p == "accel" else [],
            }
            for p in papers
        ],
        "failures": [],
        "outside": {},
        "claims": claims,
    }
    return stamped(made | changes)


ALLOCATION = (
    r"b_t^\star = \frac{S}{n\eps}\, a_t^{-1/3} \sum_j a_j^{1/3} \;\text{ minimises }\;"
    r" \sum_t a_t b_t^2 \;\text{ s.t. }\; \sum_t \frac{S}{n b_t} = \eps"
)
LMI = (
    r"\begin{pmatrix} (\rho^2-\beta^2)P_{11} - \tfrac{\mu L}{2} & P_{12} - \sqrt{1-\mu\alpha} & 0 \\"  # noqa: E501
    r" P_{12}-\sqrt{1-\mu\alpha} & P_{22} & \lVert \nabla F(x_t)\rVert_2^2 \\ 0 & \ast & \lambda"
    r" \end{pmatrix} \succeq 0 \implies \mathbb{E}\bigl[F(x_{T})-F^\ast\bigr] \le \rho^{2T}"
    r" \left( F(x_0)-F^\ast + \left\lVert \begin{smallmatrix} x_0-x^\ast \\ x_{-1}-x^\ast"
    r" \end{smallmatrix}\right\rVert_P^2 \right) + \alpha^2 \mathcal{E}_T \sum_{k=0}^{T-1} \rho^{2k}"  # noqa: E501
    r" + \int_0^1 \frac{\sqrt[3]{\varepsilon^{u}}}{\ln\left(1+\frac{n}{m}(e^{\epsilon}-1)\right)}\,du"  # noqa: E501
)
SQUARE: dict[str, Any] = {
    "kind": "sign",
    "statement": {
        "vars": [],
        "where": [[["v", "b"], ">", ["q", "0"]]],
        "left": ["q", "0"],
        "op": "<=",
        "right": ["^", ["v", "b_star"], 2],
    },
}
TRACE = (
    "Traceback (most recent call last):\n"
    '  File "proofs/workbench_papers/accel/x.py", line 31, in check\n'
    "    return identity(left, right)\n"
    f"ZeroDivisionError: {HOSTILE}\n"
)


def rich_report() -> dict[str, Any]:
    """Fourteen claims, each status at least once."""
    cited = {"kind": "cited", "grade": "ASSUMED", "trust": []}
    wrong = r"\mathbb{E}\lVert\eta_t\rVert^2 = d\, b_t^2"
    right = r"\mathbb{E}\lVert\eta_t\rVert^2 = 2 d\, b_t^2"
    violated = {
        "point": [{"name": "d", "value": "1"}, {"name": "b_t", "value": LONG}],
        "text": r"At d = 1 the left side is \(2 b_t^2\), twice the right side; " + "7" * 90,
    }
    claims = [
        claim(
            "ext.adaptive-composition",
            "assumed",
            evidence=[evidence("citation", grade="ASSUMED", method="citation", mutants=[])],
            assumes=["ext.adaptive-composition"],
            statement=r"\epsilon = \sum_t \epsilon_t",
            **cited,
        ),
        claim("ext.subsampling", "assumed", statement=r"\ln(1+\tfrac mn(e^\epsilon-1))", **cited),
        claim(
            "accel.kernel-fact",
            "proved",
            grade="PROVED",
            statement=r"\binom{n}{m} = \frac{n!}{m!\,(n-m)!}",
        ),
        claim(
            "accel.noise-allocation",
            "certified",
            kind="proposition",
            source="Proposition 4.2, eqs. (30)-(32)",
            statement=ALLOCATION,
            hypotheses=[r"a_t, b_t, S, n, \eps > 0", "m = n"],
            uses=["ext.adaptive-composition", "accel.kernel-fact"],
            assumes=["ext.adaptive-composition"],
            parts=["optimal", "unique"],
            note="The best split follows `a_t^(-1/3)`.\n\nThe proof is one identity per step:"
            r" \(a (b - b^\star)^2 (b + 2 b^\star) / b \ge 0\).",
            evidence=[
                evidence(
                    "excess_cost_is_manifestly_nonnegative",
                    part="optimal",
                    figures=[
                        {"name": "margin", "value": LONG, "unit": "", "note": "smallest"},
                        {"name": "boxes", "value": 4371, "unit": "boxes", "note": ""},
                        {
                            "name": "largest relative residual",
                            "value": 1.25e-13,
                            "unit": "",
                            "note": "50 digits",
                        },
                    ],
                    certificate=SQUARE | {"digest": "sha256:ab12", "margin": LONG},
                    obligations=[
                        {"latex": r"b \ne 0", "status": "discharged", "by": "the domain of b"},
                        {"latex": r"\sum_j a_j^{1/3} > 0", "status": "open", "by": ""},
                    ],
                ),
                evidence(
                    "no_rival_split_is_cheaper",
                    grade="SUPPORTED",
                    method="property test",
                    summary="200 instances, no violation",
                    encoded=[
                        {
                            "label": "left",
                            "latex": r"a b^{2} + 2 c^{3} \left(\frac{1}{b} - 1\right)",
                        },
                        {"label": "right", "latex": r"\frac{a (b - b_\star)^2}{b}" + "7" * 60},
                    ],
                    corner="at most 40 steps",
                    mutants=[
                        {
                            "name": "square_root_split",
                            "doc": "The exponent -1/2.",
                            "decision": "holds",
                            "rejected": False,
                            "summary": "accepted, so the check proves nothing",
                        }
                    ],
                ),
            ],
        ),
        claim(
            "accel.rate",
            "derived",
            kind="theorem",
            statement=LMI,
            grade="DERIVED",
            uses=["accel.noise-allocation", "ext.subsampling"],
            assumes=["ext.adaptive-composition", "ext.subsampling"],
        ),
        claim(
            "accel.audit",
            "supported",
            kind="algorithm",
            grade="SUPPORTED",
            alpha="1/2000",
            uses=["accel.rate"],
            evidence=[
                evidence(
                    "no_violation",
                    grade="SUPPORTED",
                    method="likelihood-ratio audit",
                    alpha="1/2000",
                    looks=12,
                    power="a halved scale is found with probability 0.999",
                    plots=[
                        {
                            "title": "Loss against bound",
                            "alt": "The loss stays below the bound.",
                            "svg": SVG,
                        }
                    ],
                )
            ],
        ),
        claim(
            "accel.noise-variance",
            "refuted",
            kind="remark",
            statement=wrong,
            repaired_by=["accel.noise-variance-repaired"],
            reason="An exact counterexample was verified.",
            evidence=[
                evidence(
                    "printed_variance_fails_at_one_point",
                    aim="refute",
                    decision="fails",
                    summary="violated by a factor 2",
                    counterexample=violated,
                )
            ],
        ),
        claim(
            "accel.noise-variance-repaired",
            "certified",
            provenance="ours",
            statement=right,
            repairs=["accel.noise-variance"],
            uses=["accel.kernel-fact"],
        ),
        claim(
            "accel.uses-the-wrong-variance",
            "broken",
            uses=["accel.noise-variance", "accel.kernel-fact"],
            reason="Every argument for it uses accel.noise-variance, which is refuted.",
        ),
        claim("accel.figure-2", "disputed", alpha="1/2000", uses=["accel.audit"]),
        claim(
            "accel.smoothing",
            "inconclusive",
            grade="INCONCLUSIVE",
            provenance="reconstructed",
            statement=r"\unknowncommand{x} + \sqrt{2}",
            reason="3 boxes narrower than 2^-30 are undecided near beta = 1;"
            " a Taylor model would decide.",
            evidence=[
                evidence("boxes", decision="inconclusive", grade="INCONCLUSIVE", reason="stuck box")
            ],
        ),
        claim(
            "demo.hostile",
            "error",
            title=HOSTILE,
            source=HOSTILE,
            note=HOSTILE,
            reason=HOSTILE,
            statement=r"\text{<script>alert(1)</script>} x < y",
            hypotheses=["</math><script>alert(2)</script>"],
            uses=["accel.rate", "not.in-this-report"],
            module='"><script>',
            evidence=[
                evidence(
                    'check"><script>',
                    decision="error",
                    grade="INCONCLUSIVE",
                    summary=HOSTILE,
                    doc=HOSTILE,
                    method=HOSTILE,
                    trace=TRACE,
                    repeat="workbench verify 'demo.hostile' <&>",
                    plots=[
                        {"title": HOSTILE, "alt": '" onerror="alert(1)', "svg": "<svg onload='x'/>"}
                    ],
                    certificate={"kind": HOSTILE, "digest": "</pre>"},
                )
            ],
        ),
        claim(
            "demo.both-ways",
            "inconsistent",
            evidence=[
                evidence("proof"),
                evidence("counterproof", aim="refute", decision="fails", counterexample=violated),
            ],
        ),
        claim("demo.no-check", "inconclusive", evidence=[], reason="No check has been written."),
    ]
    return report(claims)


def large_report(claims: int) -> dict[str, Any]:
    """A report of many claims in a plausible graph: ten cited results, chains of various depth."""
    cited = [claim(f"ext.cited-result-number-{i}", "assumed") for i in range(10)]
    own: list[dict[str, Any]] = []
    for i in range(claims - len(cited)):
        needs = {cited[i % 10]["id"]} if i % 3 == 0 else set()
        needs |= {own[i - 1 - i % 5]["id"]} if i > 4 and i % 4 else set()
        needs |= {own[i // 2]["id"]} if i % 7 == 3 else set()
        own.append(
            claim(
                f"accel.proposition-with-a-long-name-{i}",
                ("certified", "derived", "refuted", "supported")[i % 4],
                statement=ALLOCATION if i % 2 else LMI,
                uses=sorted(needs),
                evidence=[
                    evidence(f"check_{k}", encoded=[{"label": "", "latex": LMI}]) for k in range(3)
                ],
            )
        )
    return report(cited + own)
