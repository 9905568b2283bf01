"""Settings shared by all tests.

Property tests draw the same examples in every run and on every machine: a failure in CI is then
a failure here, and nobody's cache decides what is tested.  No deadline: the first example of a
symbolic check pays for imports, which says nothing about the code.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "repeatable",
    derandomize=True,
    database=None,
    deadline=None,
    print_blob=False,
    # Speed of data generation depends on the machine; a slow one must not fail a proof.
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("repeatable")

os.environ["WORKBENCH_CACHE"] = os.devnull  # nothing that a test says is remembered by the next
