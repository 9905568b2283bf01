"""What a sequence of releases costs: five accountants, filters, and the inverse of each."""

from workbench.privacy.composition.accountants import (
    ORDERS,
    Accountant,
    AdvancedAccountant,
    BasicAccountant,
    RenyiAccountant,
    ZCDPAccountant,
    calibrated_scale,
    composed,
)
from workbench.privacy.composition.balls import Bounds
from workbench.privacy.composition.checks import RELATIONS
from workbench.privacy.composition.classical import (
    advanced_choice_is_valid,
    advanced_composition,
    advanced_step,
    basic_composition,
    basic_step,
    optimal_delta,
    optimal_epsilon,
)
from workbench.privacy.composition.conversions import (
    amplified,
    bounded_range_to_zcdp,
    pure_to_zcdp,
    renyi_to_delta,
    renyi_to_epsilon,
    zcdp_budget,
    zcdp_delta,
    zcdp_epsilon,
)
from workbench.privacy.composition.filters import (
    ConcentratedFilter,
    PrivacyFilter,
    PureFilter,
    filter_budget,
    filter_epsilon,
)
from workbench.privacy.composition.matrices import matrix_release, matrix_sensitivity
from workbench.privacy.composition.pld import PLDAccountant
from workbench.privacy.composition.release import DominatingPair, Release

__all__ = [
    "ORDERS",
    "RELATIONS",
    "Accountant",
    "AdvancedAccountant",
    "BasicAccountant",
    "Bounds",
    "ConcentratedFilter",
    "DominatingPair",
    "PLDAccountant",
    "PrivacyFilter",
    "PureFilter",
    "Release",
    "RenyiAccountant",
    "ZCDPAccountant",
    "advanced_choice_is_valid",
    "advanced_composition",
    "advanced_step",
    "amplified",
    "basic_composition",
    "basic_step",
    "bounded_range_to_zcdp",
    "calibrated_scale",
    "composed",
    "filter_budget",
    "filter_epsilon",
    "matrix_release",
    "matrix_sensitivity",
    "optimal_delta",
    "optimal_epsilon",
    "pure_to_zcdp",
    "renyi_to_delta",
    "renyi_to_epsilon",
    "zcdp_budget",
    "zcdp_delta",
    "zcdp_epsilon",
]
