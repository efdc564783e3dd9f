"""Studies that somebody brings, or that are kept: read, played through and written. It may take a second: done beside."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from quintet.games.contract import GameError, short
from quintet.games.formats import FORMATS
from quintet.games.variations import Study, StudyError, play_through, read_study
from quintet.say.study import told_rounds

DAMAGED = "This study is damaged where it is kept, and cannot be shown."


class Save(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A study to be kept; with the id and the version that it is based on, if it was kept before."""

    study: msgspec.Raw
    id: str = ""
    version: int = 0


class Written(Struct, frozen=True, array_like=True):
    """The same, played through: what is known of the study without reading it again, and its canonical writing."""

    id: str
    version: int
    game: str
    name: str
    study: bytes


class Head(Struct, frozen=True, array_like=True):
    """What is told of a kept study besides what it holds."""

    id: str
    version: int
    yours: bool
    saved: int


def told_tree(body: bytes) -> bytes:
    """What each node of a study did, and the study in canonical writing."""
    game, steps, study = play_through(read_study(body))
    return msgspec.json.encode({"told": told_rounds(game, steps), "study": study})


def told_study(head: bytes, kept: bytes) -> bytes:
    """The same of one that is kept, with what else is told of it."""
    about = msgspec.msgpack.decode(head, type=Head)
    game, steps, study = play_through(kept_study(kept))
    told = {"study": study, "told": told_rounds(game, steps)}
    return msgspec.json.encode(msgspec.structs.asdict(about) | told)


def kept_study(data: bytes) -> Study:
    """A study as it lies in the store."""
    try:
        return msgspec.json.decode(data, type=Study)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise StudyError(DAMAGED) from error


def saved(body: bytes) -> tuple[bytes]:
    """A study to be kept, as `Written`."""
    try:
        wanted = msgspec.json.decode(body, type=Save)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise GameError(f"the body must be a study to be saved: {error}") from error
    _, _, study = play_through(read_study(bytes(wanted.study)))
    written = Written(wanted.id, wanted.version, study.game, study.name, msgspec.json.encode(study))
    return (msgspec.msgpack.encode(written),)


def filed(body: bytes, format_name: bytes) -> tuple[bytes, bytes]:
    """A study as a file in this format, and the ending of its name. GameError if it does not fit into one."""
    name = format_name.decode()
    forms = [form for form in FORMATS if form.writes_studies is not None]
    form = next((one for one in forms if one.name == name), None)
    if form is None or form.writes_studies is None:
        raise GameError(
            f"a study is written as {' or '.join(one.name for one in forms)}, not as {short(name)}"
        )
    return form.writes_studies([read_study(body)]).encode(), form.suffixes[0].encode()
