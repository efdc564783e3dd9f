"""Names: what people, bots and rooms may be called, and which names look alike.

Nobody can look like another person in the room, like a machine, or like nothing at all. Names are compared by their
skeleton: what is left of a name when everything is gone that the eye does not see.
"""

from __future__ import annotations

import re
import unicodedata

from quintet.players import guest_players, title
from quintet.table.refusal import RefusalError
from quintet.table.table import Table

LONGEST_NAME = 40
MOST_MARKS = 3
"""How many marks may stand on one letter: more than any living script needs, and no tower of them."""

_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""What shows nothing although Unicode calls it a letter, mark or sign. Control and format characters are no part of names at all."""
_LOOKS_LIKE = str.maketrans(
    {
        other: latin
        for latin, others in {
            "a": "аαɑ", "b": "вьβꞵ", "c": "с", "d": "ԁđ", "e": "еεə", "g": "ԍɡ", "h": "һн", "j": "ј",
            "k": "кκ", "l": "ӏіιıłǀ|1i", "m": "м", "n": "пη", "o": "оοø0", "p": "рρ", "q": "ԛ", "r": "г",
            "s": "ѕ", "t": "тτ", "u": "υ", "v": "ѵν", "w": "ѡω", "x": "хχ", "y": "уγ", "z": "ζ",
        }.items()
        for other in others
    }
)  # fmt: skip
"""Letters of other scripts, and digits, that look like Latin ones; i, l and 1 are one, and so are o and 0."""
_MARKED = re.compile(r"[(\[{<]bot[)\]}>]")


def skeleton(name: str) -> str:
    """What the eye sees of a name: two names with one skeleton look alike."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    seen = [
        letter for letter in plain if letter not in _UNSEEN and unicodedata.category(letter)[0] not in "MZC"
    ]
    return "".join(seen).translate(_LOOKS_LIKE)


_KINDS = "|".join(map(skeleton, ("engine level", "engine", "level", "machine", "computer")))
_LIKE_A_MACHINE = re.compile(rf"(the)?(({_KINDS})[2-9lo]*|bot)(player)?")
_MACHINES = frozenset(skeleton(title(player)) for player in guest_players())


def clean_name(text: str) -> str:
    """A name as it is shown: composed characters, single blanks, nothing invisible. RefusalError if none is left."""
    name = " ".join(unicodedata.normalize("NFC", text[: 4 * LONGEST_NAME]).split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise RefusalError("bad-name")
    if any(letter in _UNSEEN for letter in name) or not skeleton(name):
        raise RefusalError(
            "bad-name", "Part of that name cannot be seen; use letters, digits and signs that can."
        )
    if _longest_tower(name) > MOST_MARKS:
        raise RefusalError(
            "bad-name", f"That name has too many marks on one letter; put at most {MOST_MARKS} on each."
        )
    return name


def person_name(table: Table, guest: str, text: str, *, bot: bool) -> str:
    """The cleaned name of somebody who comes in, with a number behind it if somebody else in the room looks like that.

    A person cannot look like a machine or like a bot; a bot is marked as one wherever its name is shown.
    """
    name = clean_name(text)
    seen = skeleton(name)
    if _MARKED.search(seen) or (not bot and _like_a_machine(seen)):
        raise RefusalError("bad-name", "That looks like the name of a machine; take one that is a person's.")
    taken = {skeleton(person.name) for other, person in table.people.items() if other != guest}
    candidate, number = name, 1
    while skeleton(candidate) in taken:
        number += 1
        ending = f" {number}"
        candidate = name[: LONGEST_NAME - len(ending)] + ending
    return candidate


def _like_a_machine(seen: str) -> bool:
    letters = re.sub(r"[\W_]", "", seen)
    return letters in _MACHINES or _LIKE_A_MACHINE.fullmatch(letters) is not None


def _longest_tower(name: str) -> int:
    longest = tower = 0
    for letter in unicodedata.normalize("NFD", name):
        tower = tower + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        longest = max(longest, tower)
    return longest
