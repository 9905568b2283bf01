"""All faults of the corpus."""

from tests.wild import noise, selection, training

FAULTS = (*noise.FAULTS, *selection.FAULTS, *training.FAULTS)
