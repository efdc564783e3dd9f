"""The settings worth testing: every value of every option, one at a time."""

from __future__ import annotations

from quintet.games.contract import AnyGame, Option


def values(option: Option) -> tuple[int | str, ...]:
    """Every choice of an option; of a range its two ends and the default."""
    return option.choices or tuple(dict.fromkeys((option.low, option.default, option.high)))


def variants(kind: type[AnyGame], **base: int | str) -> list[dict[str, int | str]]:
    """Settings that differ from `base` in one option, for every value of every option; `base` itself first."""
    found = [dict(base)]
    for option in kind.options:
        for value in values(option):
            settings = {**base, option.name: value}
            if value != base.get(option.name, option.default):
                found.append(settings)
    return found
