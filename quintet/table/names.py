"""Names: what people, bots and rooms may be called, and which names look alike.

Nobody can look like another person in the room, like a machine, or like nothing at all. A name has a skeleton: what is left of
it when everything is gone that the eye does not see. Finished games are found by it. Who is in a room is told apart by more:
by all that a careless eye may take a name for (`looks`).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from quintet.players import guest_players, title
from quintet.table.refusal import RefusalError
from quintet.table.table import BOT_MARK, Table

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
_CAPITALS = str.maketrans({"Η": "h", "Ν": "n", "Υ": "y", "Β": "b", "Μ": "m", "Ⲏ": "h", "Ⲛ": "n", "Λ": "a"})
"""Capitals that look like others than their small letters do."""
_CAPITALS_ONLY = str.maketrans(
    dict(zip("ᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᎽᏃ", "abcdeghijklmprstvwyz", strict=True))
    | dict(zip("ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ", "abcdefghijklmnoprstuvwxyz", strict=True))
)
"""Scripts whose letters look like Latin capitals: Cherokee and Lisu."""
_SMALL = str.maketrans(
    dict(zip("ոսհցյօզⲃⲥⲉⲏⲓⲕⲙⲛⲟⲣⲧⲩⲭғқүꞙ", "nuhgjoqbcehikmnoptyxfkyf", strict=True))
    | dict.fromkeys("०੦૦௦౦೦൦๐໐၀〇◯○𐐬", "o")
    | dict.fromkeys("∣❘⎮ⵏ∥", "l")
    | {"⊤": "t"}
)
"""Small letters, figures and signs that look like Latin small letters."""
_LATIN = re.compile(
    r"(?:.* )?(?:LATIN|REGIONAL INDICATOR SYMBOL)(?: CAPITAL| SMALL)? LETTER"
    r"(?: SMALL CAPITAL| OPEN| SCRIPT| DOTLESS| LONG)? ([A-Z])(?: WITH .+)?"
)
"""What Unicode calls a letter that is, but for its shape, an ordinary one: of small capitals, with a stroke, in a box."""
_BETWEEN = frozenset(("Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sk", "Lm"))
_PAIRS = (("rn", "m"), ("vv", "w"))


def skeleton(name: str) -> str:
    """What the eye sees of a name: two names with one skeleton look alike."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    seen = [
        letter for letter in plain if letter not in _UNSEEN and unicodedata.category(letter)[0] not in "MZC"
    ]
    return "".join(seen).translate(_LOOKS_LIKE)


@lru_cache(8_192)
def looks(name: str) -> frozenset[str]:
    """All that a careless eye may take a name for: names that have one of these in common are told apart in a room."""
    plain = unicodedata.normalize("NFKC", name).translate(_CAPITALS_ONLY)
    return frozenset(_rough(each) for each in (plain, plain.translate(_CAPITALS)))


def _rough(name: str) -> str:
    """A skeleton without what stands between and above letters, if there are any, and with pairs that look like one letter."""
    bones = skeleton("".join(map(_latin, name)))
    rough = skeleton(bones.translate(_SMALL))
    for pair, letter in _PAIRS:
        rough = rough.replace(pair, letter)
    return "".join(letter for letter in rough if unicodedata.category(letter) not in _BETWEEN) or rough


@lru_cache(1_024)
def _latin(letter: str) -> str:
    """The ordinary letter of which this is another shape; itself, if it is none."""
    found = None if letter.isascii() else _LATIN.fullmatch(unicodedata.name(letter, ""))
    return letter if found is None else found[1].lower()


_KINDS = "|".join(map(skeleton, ("engine", "level", "lvl", "machine", "computer", "cpu")))
_SHORT = "lv|l|eng|comp|robot|bot"
"""What is a machine only before the number of a level: Lv, Eng and L are people too."""
_LEVELS = "|".join(skeleton(player.removeprefix("level-")) for player in guest_players() if "level" in player)
_NUMBER = "|".join(
    map(skeleton, ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"])
)
_PLAYERS = "|".join(re.sub(r"\W", "", look) for player in guest_players() for look in looks(player))
_MACHINES = frozenset(look for player in guest_players() for look in looks(title(player)))
_LIKE_A_MACHINE = re.compile(
    rf"(the)?(({_SHORT})?({_KINDS}){{1,2}}([2-9lovx]*|{_NUMBER})|{_PLAYERS}|robot|bot)({_KINDS}|robot|bot|player)?"
)
_LIKE_A_LEVEL = re.compile(
    rf"(the)?({_KINDS}|eng|comp|robot|bot)?({_SHORT})({_LEVELS})({_KINDS}|robot|bot|player)?"
)
_MARKED = re.compile(rf"\W{BOT_MARK.strip('()')}\W")


def clean_name(text: str) -> str:
    """A name as it is shown: composed characters, single blanks, nothing invisible. RefusalError if none is left."""
    name = " ".join(unicodedata.normalize("NFC", text[: 4 * LONGEST_NAME]).split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise RefusalError("bad-name")
    if any(letter in _UNSEEN for letter in name) or not skeleton(name):
        raise RefusalError(
            "bad-name", "Part of that name cannot be seen; use letters, digits and signs that can."
        )
    if unicodedata.category(name[0]).startswith("M"):
        raise RefusalError(
            "bad-name",
            "That name begins with a mark, which would stand on what comes before it; begin with a letter.",
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
    if _MARKED.search(skeleton(name)) or (not bot and _like_a_machine(name)):
        raise RefusalError("bad-name", "That looks like the name of a machine; take one that is a person's.")
    taken = {look for other, person in table.people.items() if other != guest for look in looks(person.name)}
    candidate, number = name, 1
    while looks(candidate) & taken or (not bot and _like_a_machine(candidate)):
        number += 1
        ending = f" {number}"
        candidate = name[: LONGEST_NAME - len(ending)] + ending
    return candidate


def _like_a_machine(name: str) -> bool:
    """Is there nothing in it but words for machines and a number? A single letter or two count only before a figure."""
    seen = [re.sub(r"[\W_]", "", look) for look in looks(name)]
    figures = any(unicodedata.category(letter)[0] == "N" for letter in name)
    return any(
        letters in _MACHINES
        or _LIKE_A_MACHINE.fullmatch(letters)
        or (figures and _LIKE_A_LEVEL.fullmatch(letters))
        for letters in seen
    )


def _longest_tower(name: str) -> int:
    longest = tower = 0
    for letter in unicodedata.normalize("NFD", name):
        tower = tower + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        longest = max(longest, tower)
    return longest
