"""Logarithm, exponential and tangent of our own: the same last digit on every machine and in every compiler.

The libraries of systems and browsers differ there, and a search that adds up a million of such numbers ends in another move.
Here are only additions, multiplications and divisions, which the standard for floating-point numbers fixes to the last bit.
Each function is plain Python; compiled code takes it through `helper`, so it calls no other.
"""

from __future__ import annotations

_ROOT_OF_2 = 1.4142135623730951
_LN_2_HIGH, _LN_2_LOW = 0.693147180369123816490, 1.90821492927058770002e-10
"""The logarithm of 2 in two parts, the first with so few digits that whole multiples of it are exact."""
_LN_2 = 0.6931471805599453
_MOST = 700.0
"""Beyond this the exponential leaves the range of numbers, or nearly."""


def ln(x: float) -> float:
    """The natural logarithm of a positive number."""
    halvings = 0.0
    while x > _ROOT_OF_2:
        x *= 0.5
        halvings += 1.0
    while x < 0.5 * _ROOT_OF_2:
        x *= 2.0
        halvings -= 1.0
    part = (x - 1.0) / (x + 1.0)  # ln x = 2 (p + p³/3 + p⁵/5 + …), and p is at most 0.172
    square = part * part
    series = 0.0
    for odd in range(23, 0, -2):
        series = series * square + 1.0 / odd
    return halvings * _LN_2 + 2.0 * part * series


def exp(x: float) -> float:
    """e to the power of x, at least 1e-304 and at most 1e304."""
    x = min(max(x, -_MOST), _MOST)
    doublings = int(x / _LN_2 + (0.5 if x > 0.0 else -0.5))
    rest = (x - doublings * _LN_2_HIGH) - doublings * _LN_2_LOW
    series = 1.0
    for number in range(14, 0, -1):
        series = 1.0 + rest * series / number
    factor = 2.0 if doublings > 0 else 0.5
    for _ in range(abs(doublings)):
        series *= factor
    return series


def tanh(x: float) -> float:
    """From -1 to 1, steepest at 0."""
    return 1.0 - 2.0 / (exp(2.0 * x) + 1.0)
