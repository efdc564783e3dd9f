"""GTP, version 2, for Reversi as Othello programs speak it and for Gomoku as Go programs write points.

Othello's a1 is at the top left, as ours is. Go counts rows from the bottom, as our Gomoku does, and leaves the letter i out:
converted here, and nowhere else. docs/protocols.md lists what is understood.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec.structs import replace

from quintet import __version__
from quintet.bots.protocols import Mover, get_ready
from quintet.draw.text import Canvas
from quintet.games.contract import AnyGame, GameError, Layout, Move, OptionValue
from quintet.games.record import Replay
from quintet.games.registry import game as find_game

GAMES = {"reversi": "Othello", "gomoku": "Gomoku"}
"""The games that are played here, as GTP calls them."""
COLOURS = {"b": "b", "black": "b", "w": "w", "white": "w"}


def read(name: str, text: str) -> Move:
    """A point of GTP as our game of that name writes it."""
    text = text.lower()
    if name != "gomoku" or not text:
        return text
    if text[0] == "i":
        raise GameError("illegal move")
    return (chr(ord(text[0]) - 1) if text[0] > "i" else text[0]) + text[1:]


def written(name: str, move: Move) -> str:
    """A move of our game of that name as GTP writes it."""
    if name != "gomoku":
        return move
    return ((chr(ord(move[0]) + 1) if move[0] >= "i" else move[0]) + move[1:]).upper()


def lettered(name: str, layout: Layout) -> Layout:
    """The board of our game of that name, its columns called as GTP calls them."""
    labels = (
        replace(label, text=written(name, label.text) if label.text.isalpha() else label.text)
        for label in layout.labels
    )
    return replace(layout, labels=tuple(labels))


class Speaker:
    """Our engine behind GTP."""

    def __init__(self, choose: Mover, name: str, settings: Mapping[str, OptionValue] | None = None) -> None:
        if name not in GAMES:
            raise GameError(f"GTP is spoken for {' and '.join(GAMES)}, not for {name}")
        self.choose = choose
        self.over = False
        self.name = name
        self.settings: dict[str, OptionValue] = {}
        """What differs from the usual options of the game."""
        self.seconds: float | None = None
        self._set_up(dict(settings or {}))

    def hear(self, line: str) -> list[str]:
        words = line.split("#")[0].split()
        number = words.pop(0) if words and words[0].isdecimal() else ""
        if not words:
            return []
        answer = getattr(self, f"do_{words[0].lower().replace('-', '_')}", None)
        if answer is None:
            return [f"?{number} unknown command", ""]
        try:
            return [f"={number} {answer(words[1:])}".rstrip(), ""]
        except GameError as error:
            return [f"?{number} {error}", ""]

    # -- manners

    def do_protocol_version(self, _: list[str]) -> str:
        return "2"

    def do_name(self, _: list[str]) -> str:
        return "quintet"

    def do_version(self, _: list[str]) -> str:
        return __version__

    def do_list_commands(self, _: list[str]) -> str:
        names = (name[3:] for name in dir(self) if name.startswith("do_"))
        return "\n".join(sorted(re.sub("^(gogui|quintet)_", r"\1-", name) for name in names))

    def do_known_command(self, words: list[str]) -> str:
        known = bool(words) and hasattr(self, f"do_{words[0].lower().replace('-', '_')}")
        return "true" if known else "false"

    def do_quit(self, _: list[str]) -> str:
        self.over = True
        return ""

    # -- a game

    def do_list_games(self, _: list[str]) -> str:
        return "\n".join(GAMES.values())

    def do_set_game(self, words: list[str]) -> str:
        chosen = [name for name, called in GAMES.items() if " ".join(words).lower() in (name, called.lower())]
        if not chosen:
            raise GameError(f"the games are {' and '.join(GAMES.values())}")
        self.name = chosen[0]
        return self._set_up({})

    def do_boardsize(self, words: list[str]) -> str:
        settings = {**self.settings, "size": self._number(words, "boardsize")}
        try:
            return self._set_up(settings)
        except GameError:
            raise GameError("unacceptable size") from None

    def do_clear_board(self, _: list[str]) -> str:
        return self._set_up(self.settings)

    def do_quintet_set(self, words: list[str]) -> str:
        """An option of the game; without any word, all of them as they are."""
        if not words:
            return "\n".join(f"{name} {value}" for name, value in self.played.game.settings.items())
        if len(words) != 2:
            raise GameError("quintet-set takes an option and its value, such as: quintet-set size 8")
        name, text = words
        options = {option.name: option for option in self.played.game.options}
        value = options[name].read(text) if name in options else text
        return self._set_up({**self.settings, name: value})

    def do_komi(self, _: list[str]) -> str:
        return ""

    def do_play(self, words: list[str]) -> str:
        if len(words) != 2:
            raise GameError("play takes a colour and a point, such as: play black d3")
        seat = self._seat(words[0])
        if seat not in self.played.owing:
            raise GameError(f"illegal move: {self._whose_turn()}")
        try:
            self.played.submit(seat, read(self.name, words[1]))
        except GameError:
            raise GameError("illegal move") from None
        return ""

    def do_genmove(self, words: list[str]) -> str:
        seat = self._seat(words[0] if words else "")
        move = self._think(seat)
        self.played.submit(seat, move)
        return written(self.name, move)

    def do_reg_genmove(self, words: list[str]) -> str:
        return written(self.name, self._think(self._seat(words[0] if words else "")))

    def do_undo(self, _: list[str]) -> str:
        if not self.played.submissions:
            raise GameError("cannot undo")
        self.played.take_back()
        return ""

    def do_time_settings(self, words: list[str]) -> str:
        if len(words) != 3 or not all(word.isdecimal() for word in words):
            raise GameError(
                "time_settings takes three whole numbers, such as: time_settings 300 10 1 (seconds for the game, "
                "seconds of a period, moves in it)"
            )
        main, period, stones = map(int, words)
        if period and stones:
            self.seconds = period / stones
        elif main:
            self.seconds = main / 60
        return ""

    def do_time_left(self, words: list[str]) -> str:
        if len(words) != 3 or not all(word.isdecimal() for word in words[1:]):
            raise GameError("time_left takes a colour, seconds and moves, such as: time_left black 60 0")
        self.seconds = int(words[1]) / (int(words[2]) or 30)
        return ""

    def do_showboard(self, _: list[str]) -> str:
        game = self.played.game
        board = game.board(self.played.position)
        return "\n" + Canvas(lettered(self.name, game.layout), board, colour=False).draw(())

    def do_final_score(self, _: list[str]) -> str:
        outcome = self.played.game.outcome(self.played.position)
        if outcome is None:
            raise GameError("the game is not over")
        if outcome.draw:
            return "0"
        colour = self._colour(outcome.winners[0]).upper()
        margin = abs(outcome.scores[0] - outcome.scores[1]) if outcome.scores else 1
        return f"{colour}+{margin}"

    # -- what GoGui asks to learn the rules

    def do_gogui_rules_game_id(self, _: list[str]) -> str:
        return GAMES[self.name]

    def do_gogui_rules_board_size(self, _: list[str]) -> str:
        return str(self.played.game.settings["size"])

    def do_gogui_rules_legal_moves(self, _: list[str]) -> str:
        game, position = self.played.game, self.played.position
        return " ".join(
            written(self.name, move)
            for seat in self.played.owing
            for move in game.prompt(position, seat).moves()
        )

    def do_gogui_rules_side_to_move(self, _: list[str]) -> str:
        return self._side() or "none"

    def do_gogui_rules_board(self, _: list[str]) -> str:
        game = self.played.game
        board, size = game.board(self.played.position), int(str(game.settings["size"]))
        rows = sorted({space.y for space in game.layout.spaces})
        by_place = {(space.x, space.y): space.name for space in game.layout.spaces}
        codes = {"b": "X", "w": "O"}
        lines = [
            " ".join(codes.get(board.get(by_place[float(x), y], ""), ".") for x in range(size)) for y in rows
        ]
        return "\n".join(lines)

    def do_gogui_rules_final_result(self, words: list[str]) -> str:
        return self.do_final_score(words)

    # -- inside

    def _set_up(self, settings: dict[str, OptionValue]) -> str:
        """Begin anew with these options; nothing changes if the game does not take them."""
        game = find_game(self.name, **settings)
        if set(game.describe(game.start()).colours) != set(COLOURS.values()):
            raise GameError(
                "GTP tells a side by its colour, so both need one from the start: an opening"
                " in which colours are chosen cannot be played over it"
            )
        get_ready(game)
        self.settings, self.played = settings, Replay(game)
        return ""

    def _number(self, words: list[str], what: str) -> int:
        if len(words) != 1 or not words[0].isdecimal():
            raise GameError(f"{what} takes one whole number")
        return int(words[0])

    def _colour(self, seat: int) -> str:
        return self.played.game.describe(self.played.position).colours[seat] or ""

    def _side(self) -> str:
        """The colour that is to move; empty when the game is over."""
        names = {"b": "black", "w": "white"}
        return names[self._colour(self.played.owing[0])] if self.played.owing else ""

    def _whose_turn(self) -> str:
        return f"{self._side()} is to move" if self.played.owing else "the game is over"

    def _seat(self, text: str) -> int:
        colour = COLOURS.get(text.lower())
        if colour is None:
            raise GameError(f"{text[:20]!r} is no colour: write black or white")
        return next(seat for seat in range(self.played.game.seats) if self._colour(seat) == colour)

    def _think(self, seat: int) -> Move:
        game: AnyGame = self.played.game
        if seat not in self.played.owing:
            raise GameError(self._whose_turn())
        return self.choose(game, self.played.position, seat, self.seconds).move
