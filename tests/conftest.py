"""Fixtures that several parts' tests share."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from tests.postgres import Cluster, cluster

for ignored in (
    "SIGHUP",
    "SIGQUIT",
):  # a shell starts what runs behind it deaf, and programs that tests start would be so, too
    if hasattr(signal, ignored):
        signal.signal(getattr(signal, ignored), signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite",
        action="store_true",
        help="write golden texts and drawings anew instead of comparing them",
    )
    parser.addoption("--slow", action="store_true", help="run what takes minutes too")


@pytest.fixture
def rewrite(request: pytest.FixtureRequest) -> bool:
    """Are golden texts to be written anew?"""
    return bool(request.config.getoption("--rewrite"))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A real PostgreSQL, started once for each process of tests."""
    with cluster() as running:
        yield running


@pytest.fixture
def postgres_url(postgres: Cluster) -> str:
    """The address of an empty database."""
    return postgres.database()
