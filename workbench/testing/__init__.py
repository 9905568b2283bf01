"""For other people's repositories: assertions and fixtures for their own test suites.

    from workbench.testing import assert_private

    def test_release_is_private():
        assert_private(release, dataset=rows, neighbour=rows[1:], epsilon=1.0)

`workbench.testing.strategies` draws neighbouring datasets, simplex points, quadratics and games.
Nothing heavy is imported until an assertion runs.
"""

from workbench.testing.private import assert_private

__all__ = ["assert_private"]
