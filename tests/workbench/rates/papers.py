"""Bounds of the papers before their parameters are chosen, as arguments of `best_rate`.

P = n eps / sqrt(log(1/delta)), ell = log d; constants and logarithms of n are left out.  Conditions
of a region say that the rate is below 1 and that nothing is smaller than one unit.
"""

from typing import Any

PRIVATE_DESCENT = ["T/n", "tau*T**(3/2)*K**(1/2)/P", "1/K", "1/T"]
ANYTIME = [
    "T/n",
    "tau*T**2*(K*kappa)**(1/2)/P",
    "tau*T**(5/2)*(K/kappa)**(1/2)/P",
    "kappa/T",
    "1/K",
    "1/kappa",
]
SADDLE_REGION = ["1/n", "1/ell", "ell**(3/2)/P"]

BOUNDS: dict[str, dict[str, Any]] = {
    "saddle 3.1a": {
        "terms": ["ell/(tau*T)", "tau", "K**(-1/2)"],
        "constraints": PRIVATE_DESCENT,
        "free": ["tau", "T", "K"],
        "region": SADDLE_REGION,
    },
    "saddle 3.1b": {
        "terms": ["ell/(tau*T)", "tau", "1/K"],
        "constraints": PRIVATE_DESCENT,
        "free": ["tau", "T", "K"],
        "region": SADDLE_REGION,
    },
    "saddle 3.1c": {  # K = 1
        "terms": ["ell/(tau*T)", "tau"],
        "constraints": ["T/n", "tau*T**(3/2)/P", "1/T"],
        "free": ["tau", "T"],
        "region": SADDLE_REGION,
    },
    "saddle 4.2a": {
        "terms": [
            "ell/(tau*T**2)",
            "tau*T",
            "K**(-1/2)",
            "kappa/T",
            "tau*kappa*T*sqrt(ell/K)",
            "tau*kappa*T/K",
        ],
        "constraints": ANYTIME,
        "free": ["tau", "T", "K", "kappa"],
        "region": ["1/n", "1/ell", "ell**(7/4)/P", "ell**2/n"],
    },
    "saddle 4.2b": {
        "terms": [
            "ell/(tau*T**2)",
            "tau*T",
            "1/K",
            "kappa/T",
            "tau*kappa*T*ell/K",
            "tau*kappa*T/K**2",
        ],
        "constraints": ANYTIME,
        "free": ["tau", "T", "K", "kappa"],
        "region": ["1/n", "1/ell", "ell**2/P"],
    },
    # Theorem 6 with R = L = G = 1; sigma is the noise of one node of the tree
    "momentum 1": {
        "terms": [
            "1/(eta*T)",
            "eta",
            "1/(alpha*T)",
            "eta/alpha",
            "eta*N",
            "sqrt(alpha)",
            "alpha*sigma*sqrt(d)",
        ],
        "constraints": ["sqrt(T/N)/(eps*sigma)", "1/(N*alpha)", "alpha", "N/T"],
        "free": ["eta", "T", "alpha", "sigma"],
        "region": ["1/N", "1/d", "d/(N*eps)**2"],
    },
    # Theorem 9 (a) with R = L = G = 1 after the split of the noise
    "momentum 2": {
        "terms": [
            "1/(eta*T)",
            "eta*N",
            "N/T",
            "N**(-1/2)",
            "sqrt(d)/(N*eps)",
            "sqrt(d*eta*T)/(N*eps)",
        ],
        "constraints": ["N/T", "eta*N"],
        "free": ["eta", "T"],
        "region": ["1/N", "1/d", "d/(N*eps)**2"],
    },
    # Remark 4.1: (1 - q)^T <= 1/(e q T), and (sum of T cube roots)^3 <= T^3 for weights up to 1;
    # C = d (S/(n eps))^2.  The case C <= E/q is the one in which iterating pays.  The trade-off
    # itself is exponential in T, so that this is the rate of an upper bound; test_papers.py has
    # sharper ones, which tend to the exact optimum.
    "accel 4.1": {
        "terms": ["E/(q*T)", "C*T**3"],
        "constraints": ["1/T"],
        "free": ["T"],
        "region": ["q", "C*q/E"],
    },
}
