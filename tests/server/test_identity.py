"""Guests and their tokens."""

from __future__ import annotations

import pytest

from quintet.inputs import UsageError
from quintet.server.identity import Identity, cookie_header, token_of
from quintet.store.memory import MemoryStore


async def test_servers_of_one_store_know_each_others_guests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QUINTET_SECRET", raising=False)
    store = MemoryStore()
    one, two = await Identity.open(store), await Identity.open(store)
    token = one.new_token()
    assert two.guest(token) == one.guest(token) is not None
    stranger = await Identity.open(MemoryStore())
    assert stranger.guest(token) is None


async def test_the_environment_may_give_the_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINTET_SECRET", "a long enough secret")
    one, two = await Identity.open(MemoryStore()), await Identity.open(MemoryStore())
    assert two.guest(one.token("ann")) == "ann"
    monkeypatch.setenv("QUINTET_SECRET", "short")
    with pytest.raises(UsageError, match="at least 16 characters"):
        await Identity.open(MemoryStore())


@pytest.mark.parametrize(
    "wrong", ["", ".", "ann", "ann.", ".x", "bob.{}", "ann.{}x", "ann.{}.", "ä.{}", "ann\0.{}"]
)
def test_no_other_token_is_accepted(wrong: str) -> None:
    identity = Identity(b"secret")
    signature = identity.token("ann").partition(".")[2]
    assert identity.guest(f"ann.{signature}") == "ann"
    assert identity.guest(wrong.format(signature)) is None


def test_guests_are_all_different() -> None:
    identity = Identity(b"secret")
    assert len({identity.new_token() for _ in range(1000)}) == 1000


@pytest.mark.parametrize(
    ("cookies", "authorization", "token"),
    [
        ("", "", None),
        ("a=b; c=d", "", None),
        ("a=b; quintet_guest=x.y; c=d", "", "x.y"),
        ("quintet_guest=", "", ""),
        ("quintet_guest=x.y", "Bearer u.v", "u.v"),
        ("", "bearer  u.v ", "u.v"),
        ("quintet_guest=x.y", "Basic u:v", "x.y"),
        ("", "Basic u:v", None),
    ],
)
def test_a_token_is_found_in_the_headers(cookies: str, authorization: str, token: str | None) -> None:
    assert token_of(cookies, authorization) == token


def test_a_cookie_is_out_of_reach_for_scripts_and_other_sites() -> None:
    assert cookie_header("x.y", secure=False).endswith("HttpOnly; SameSite=Lax")
    assert cookie_header("x.y", secure=True).endswith("; Secure")
