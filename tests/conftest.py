"""Fixtures that several parts' tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.postgres import Cluster, cluster


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A real PostgreSQL, started once for each process of tests."""
    with cluster() as running:
        yield running


@pytest.fixture
def postgres_url(postgres: Cluster) -> str:
    """The address of an empty database."""
    return postgres.database()
