"""Why a table says no: a closed list of codes, each with its sentence."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Code = Literal[
    "already-accepted",
    "stale",
    "illegal-move",
    "not-your-turn",
    "not-your-seat",
    "not-seated",
    "not-here",
    "not-host",
    "not-server",
    "no-such-seat",
    "no-such-guest",
    "seat-taken",
    "no-free-seat",
    "offline",
    "not-playing",
    "game-running",
    "too-late",
    "ends-game",
    "needs-consent",
    "too-soon",
    "nothing-to-undo",
    "offer-open",
    "no-offer",
    "not-asked",
    "not-claimable",
    "seats-vacant",
    "unknown-game",
    "bad-option",
    "bad-record",
    "bad-clock",
    "bad-name",
    "bad-seats",
    "unknown-machine",
    "no-such-bot",
    "wrong-game",
    "bot-here",
    "kicked",
    "room-full",
    "closed",
]

SENTENCES: dict[Code, str] = {
    "already-accepted": "This was already accepted; nothing was done twice.",
    "stale": "The game has gone on since then; look at the table again.",
    "illegal-move": "That move may not be played here.",
    "not-your-turn": "It is not your turn.",
    "not-your-seat": "That seat is not yours.",
    "not-seated": "Take a seat first; you are only watching.",
    "not-here": "Enter the room first.",
    "not-host": "Only the host of the room may do that.",
    "not-server": "Only the server itself may do that.",
    "no-such-seat": "There is no such seat at this table.",
    "no-such-guest": "Nobody of that name is in this room.",
    "seat-taken": "Somebody else has that seat.",
    "no-free-seat": "Every other seat is taken.",
    "offline": "This game is played on one screen; you can only watch it.",
    "not-playing": "No game is being played at this table now.",
    "game-running": "The game is running; resign or leave instead.",
    "too-late": "A move has been made or sealed already; offer a draw or resign instead.",
    "ends-game": "That would end the running game; say that you mean it.",
    "needs-consent": "The game is running; that needs the consent of those who play.",
    "too-soon": "You have asked that just now; wait a while before you ask again.",
    "nothing-to-undo": "You may take back a move only just after it, or after the answer to it.",
    "offer-open": "Another offer is still open; answer it or wait.",
    "no-offer": "There is no open offer.",
    "not-asked": "This offer is not yours to answer.",
    "not-claimable": "You may claim the game only when another player has been gone for a minute.",
    "seats-vacant": "Every seat must be taken first.",
    "unknown-game": "There is no such game.",
    "bad-option": "One of the game's options cannot have that value.",
    "bad-record": "The record cannot be loaded.",
    "bad-clock": "A clock needs time for each move or a reserve, and none of its times may be more than 30 days.",
    "bad-name": "A name is 1 to 40 printable characters.",
    "bad-seats": "Name one holder for each seat: me, open, a machine or a bot; me more than once only offline.",
    "unknown-machine": "A machine is random, greedy, or level-1 to level-10.",
    "no-such-bot": "No bot of that id is signed on here now; choose one of those that are.",
    "wrong-game": "That bot does not play this game.",
    "bot-here": "That bot has a seat at this table already.",
    "kicked": "The host has removed you from this room.",
    "room-full": "This room is full.",
    "closed": "This room is closed.",
}


class Refusal(Struct, frozen=True):
    """The answer to a command that was not carried out: a code for programs and a sentence for people."""

    code: Code
    text: str


class RefusalError(Exception):
    """Raised inside the deciding functions only; `decide` and `step` turn it into a `Refusal` value."""

    def __init__(self, code: Code, text: str = "") -> None:
        super().__init__(code)
        self.refusal = Refusal(code, text or SENTENCES[code])
