"""A game at the window: what was told of it, the move that is being made, and what keys and clicks mean for both."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from quintet.desktop import menus
from quintet.desktop.canvas import Button, Kind
from quintet.desktop.feed import Feed
from quintet.desktop.items import (
    Asked,
    Card,
    HandedOver,
    Item,
    Over,
    Played,
    Said,
    Standing,
    Started,
    TakenBack,
    Waiting,
)
from quintet.desktop.overlays import Line, sure
from quintet.desktop.panel import Beside
from quintet.desktop.reading import Reading
from quintet.desktop.stage import Stage
from quintet.desktop.story import Showing, Tale
from quintet.games.contract import GameError
from quintet.games.grammar import Choice
from quintet.games.record import write_record
from quintet.inputs import free_name
from quintet.say.errors import error_text
from quintet.say.people import pieces
from quintet.wire.actions import ONLY_WATCHING, Action
from quintet.wire.composer import Composer
from quintet.wire.making import LINK_COPIED, put_back, want_next, why_no_word, why_not_play

if TYPE_CHECKING:
    from quintet.desktop.window import Window


class Desk:
    """One game, from the first seat taken to the last move looked at."""

    def __init__(self, window: Window, feed: Feed, *, playing: bool = False) -> None:
        self.window, self.feed, self.playing = window, feed, playing
        self.beside = Beside(go=self._go, seat_menu=self._about_seat)
        self.composer: Composer | None = None
        self.coming = ""
        """What somebody answers to whom the window is handed over; empty while it is not."""
        self._asked = Asked(None)
        self._ended = False
        """Has the end been heard?"""
        self._waiting = False
        self._file: Path | None = None

    @property
    def showing(self) -> Showing | None:
        return self.beside.showing

    @property
    def ticking(self) -> bool:
        """Is there something to see that changes with time alone?"""
        clock = self.beside.standing.clock
        runs = clock is not None and clock.since is not None and bool(clock.running)
        return runs or self.beside.standing.countdown is not None

    @property
    def _at_end(self) -> bool:
        return self.showing is not None and self.showing.at_end

    # -- what is told

    def take(self, item: Item) -> None:
        taken: dict[type, Callable[..., None]] = {
            Waiting: self._wait,
            Started: self._start,
            Played: self._play,
            TakenBack: self._take_back,
            Asked: self._ask,
            HandedOver: self._hand_over,
            Said: lambda said: self.window.say(said.text),
            Standing: self._stand,
            Over: self._end,
        }
        taken[type(item)](item)
        game = self.beside.game
        turn = " · your move" if self._asked.prompt is not None else ""
        self.window.caption(f"quintet: {game.title}{turn}" if game is not None else "quintet")

    def _wait(self, item: Waiting) -> None:
        self.beside.state, self._waiting = item.text, True
        if item.game is not None:
            tale = Tale(Started(item.game, (), item.game.start()))
            self.beside.game, self.beside.cards = item.game, item.cards
            self.beside.showing = self._show(tale)

    def _start(self, item: Started) -> None:
        beside = self.beside
        if self._waiting or beside.game is not None:
            self.window.sounds.play("start")
        beside.game, beside.over, self._ended, self._waiting = item.game, None, False, False
        beside.cards = tuple(Card(name) for name in item.names)
        beside.showing = self._show(Tale(item))
        beside.state = ""
        self.composer, self.coming, self._asked = None, "", Asked(None)

    def _show(self, tale: Tale) -> Showing:
        return Showing(tale, live=self.feed.live, paused=not self.feed.live, heard=self.window.sounds.play)

    def _play(self, item: Played) -> None:
        if self.showing is not None:
            self.showing.add(item)

    def _take_back(self, item: TakenBack) -> None:
        if self.showing is not None:
            self.showing.keep(item.kept)
        self.beside.over, self._ended = None, False

    def _ask(self, item: Asked) -> None:
        self.coming = ""
        self._asked = item
        if item.prompt is None:
            self.composer = None
        elif self.composer is None or self.composer.prompt != item.prompt:
            self.composer = Composer(item.prompt)

    def _hand_over(self, item: HandedOver) -> None:
        self.coming, self.beside.state = item.answer, item.text

    def _stand(self, item: Standing) -> None:
        asked = any(action.key == "y" for action in self.beside.standing.actions)
        if not asked and any(action.key == "y" for action in item.actions):
            self.window.sounds.play("notice")
        self.beside.standing, self.beside.cards = item, item.cards or self.beside.cards
        if not self.coming:
            self.beside.state = item.state

    def _end(self, item: Over) -> None:
        self.beside.over = item
        self.composer = None if not item.mood else self.composer
        if self.showing is None or not item.mood:
            self.beside.state = item.text
        if self.beside.game is None and self.window.home is not None:
            self.window.say(item.text)
            self.window.home.open()

    def look(self) -> None:
        """The end is heard when the last move has been shown."""
        over = self.beside.over
        if over is not None and over.mood and self._at_end and not self._ended:
            self._ended = True
            self.window.sounds.play("end")

    # -- what the person does

    def key(self, event: pygame.event.Event) -> None:
        showing = self.showing
        name = event.unicode or pygame.key.name(event.key)
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.come() if self.coming else self.send()
        elif event.key in MAKING:
            self._make(MAKING[event.key])
        elif showing is not None and event.key in STEPS:
            STEPS[event.key](showing)
        elif name == "/":
            self._write() if self.playing else self.window.say(self._only_looking)
        elif name in OWN_KEYS:
            OWN_KEYS[name](self)
        elif name.isascii() and name.isdecimal():
            self._make(lambda composer: self._word(composer, int(name)))
        else:
            self._by_key("t" if name == "h" else name)

    def _by_key(self, key: str) -> None:
        """Do what this key stands for; if it cannot be done now, say why."""
        for action in self.beside.standing.actions:
            if action.key == key:
                self.do(action)
                return
        if key not in ASKABLE:
            return
        known = self.playing and self.feed.why_not is not None
        self.window.say(self.feed.why_not(key) if known and self.feed.why_not else self._only_looking)

    def _make(self, doing: Callable[[Composer], str]) -> None:
        """Go on with the move that is being made; if that cannot be done now, say why."""
        if self.composer is not None:
            why = doing(self.composer)
        else:
            why = self.beside.state if self.playing else self._only_looking
        if why:
            self.window.say(why)

    def _word(self, composer: Composer, number: int) -> str:
        why = why_no_word(composer, number)
        if not why:
            self._say_word(composer, composer.words[number - 1])
        return why

    @property
    def _only_looking(self) -> str:
        """Why who looks on can do nothing."""
        return ONLY_WATCHING if self.feed.live else ONLY_LOOKING

    def do(self, action: Action) -> None:
        """What ends a game is asked for once more."""
        if self.feed.ask is None:
            return
        give = partial(self.feed.ask, action.command)
        if action.sure:
            self.window.open(sure(f"{menus.short(action.label)}?", give, self.window.close_overlay))
        else:
            give()

    def click(self, space: str | None, button: int) -> None:
        """On a space of the board, or on the board beside all of them. What still moves arrives first."""
        showing, composer = self.showing, self.composer
        if showing is None or self._waiting:
            return
        if composer is not None:
            if showing.shown < showing.last:
                back = showing.looking_back
                showing.go(showing.last)
                if back:  # the click was for the way back
                    return
            self._pick(composer, space, button)
        elif button != 1 or self.playing:
            return
        elif self.beside.over is not None and showing.at_end:
            self.window.running = False
        elif not showing.live and showing.paused and not showing.shown:
            showing.toggle()

    def _pick(self, composer: Composer, space: str | None, button: int) -> None:
        if button == 3:
            composer.undo()
        elif space is None:
            return
        elif not composer.pick(space):
            if self.feed.ask_why is not None:
                self.feed.ask_why(composer, space)
        elif composer.plain:
            self.send()

    def _say_word(self, composer: Composer, word: Choice) -> None:
        composer.choose(word)
        if composer.text is not None and not composer.open:
            self.send()

    def come(self) -> None:
        """Whoever is to choose next is here."""
        self.coming = ""
        if self.feed.here is not None:
            self.feed.here()

    def send(self) -> None:
        """Play the move as it stands."""
        self._make(self._send)

    def _send(self, composer: Composer) -> str:
        if composer.text is not None and self.feed.move is not None:
            self.feed.move(composer.text, composer.prompt.seat)
            self.composer = None
        return why_not_play(composer)

    def _write(self) -> None:
        def done(text: str) -> None:
            if self.feed.move is not None:
                self.feed.move(text, self._asked.prompt.seat if self._asked.prompt is not None else None)

        self.window.open(Line("Your move", done, self.window.close_overlay))

    def _go(self, shown: int) -> None:
        if self.showing is not None:
            self.showing.go(shown)

    # -- menus

    def menu(self) -> None:
        actions = self.beside.standing.actions
        if actions:
            self.window.open(menus.everything(actions, self.do, self._about_seat, self.window.close_overlay))
        else:
            self.window.say("Nothing but looking on can be done now.")

    def _about_seat(self, seat: int) -> None:
        card, actions = self.beside.cards[seat], self.beside.standing.actions
        self.window.open(menus.of_seat(seat, card, actions, self.do, self.window.close_overlay))

    def save(self) -> None:
        """Write the game down, into the folder in which the window was opened."""
        if self.feed.record is None or self.beside.game is None:
            self.window.say("There is no game here that could be saved.")
            return
        file = self._file or free_name(self.beside.game.name)
        try:
            file.write_text(write_record(self.feed.record()) + "\n", "utf-8")
        except OSError as error:
            self.window.say(f"Cannot write {file}: {(error.strerror or str(error)).lower()}.")
            return
        except GameError as error:
            self.window.say(error_text(error))
            return
        self._file = file
        self.window.say(f"Saved to {file}.")

    def another(self) -> None:
        """Choose another game."""
        if self.window.home is not None:
            self.window.home.open()
        else:
            self.window.say("This window is for one game; quintet window asks what to play.")

    def rules(self) -> None:
        """What is played here, to read."""
        game = self.beside.game
        if game is not None:
            self.window.open(Reading(game.name, game.title, self.window.close_overlay))

    def copy_link(self) -> None:
        link = self.beside.standing.link
        if link:
            pygame.scrap.put_text(link)
            self.window.say(LINK_COPIED)
        else:
            self.window.say("This game is in this window alone; a room on a server has a link.")

    # -- what there is to see

    def prepare(self) -> None:
        """What the panel shows of the move and of everything that can be done."""
        beside, showing = self.beside, self.showing
        composer = self.composer
        live = showing is None or showing.shown + bool(showing.steps) == showing.last
        beside.making = self._making(composer) if live else []
        actions = beside.standing.actions
        beside.doing = menus.buttons(actions, self.do, self.menu)
        beside.doing.append(Button("Rules", self.rules, "i", "quiet"))
        seats = range(len(beside.cards))
        beside.seats_with_menu = frozenset(s for s in seats if menus.about_seat(s, beside.cards[s], actions))
        if composer is not None and not self.coming:
            beside.state = self._asked.text or composer.prompt.ask
        elif not self.coming and beside.standing.state:
            beside.state = beside.standing.state
        elif showing is not None and not self._waiting and not showing.live:
            waits = showing.paused and not showing.shown and showing.last
            beside.state = "Click on the board, or press space, to start." if waits else ""
        closing = beside.over is not None and (showing is None or showing.at_end)
        beside.close = "Click on the board to close." if closing and not self.playing else ""

    def _making(self, composer: Composer | None) -> list[Button]:
        """The pieces and words to choose from, and the move as it stands."""
        if self.coming:
            return [Button(self.coming, self.come, "Return", "primary")]
        game = self.beside.game
        if composer is None or game is None:
            return []
        found = []
        if len(composer.keys) > 1:
            for key in composer.keys:
                name = pieces(game.layout, key)
                label = f"{len(key)} {name}" if len(key) > 1 else name
                kind: Kind = "chosen" if key == composer.key else "plain"
                found.append(Button(label, partial(composer.want, key), pieces=key, kind=kind))
        for number, word in enumerate(composer.words, start=1):
            label = word.place.label or word.text
            found.append(Button(label, partial(self._say_word, composer, word), str(number)))
        if composer.text is not None:
            found.append(Button(f"Play {composer.text}", self.send, "Return", "primary"))
        return found

    def draw(self, target: pygame.Surface, stage: Stage) -> None:
        """The board."""
        showing = self.showing
        if showing is None:
            stage.draw(target, {})
            return
        if showing.steps:
            stage.draw_between(target, showing.board, showing.steps[0], showing.share)
            return
        last = showing.tale.told[showing.shown - 1].marks if showing.shown else ()
        if self.beside.over is not None and showing.at_end:
            last = self.beside.over.won_by or last
        if self.composer is None or not showing.at_end:
            stage.draw(target, showing.board, last)
        else:
            self._draw_making(target, stage, self.composer, showing, last)

    def _draw_making(
        self,
        target: pygame.Surface,
        stage: Stage,
        composer: Composer,
        showing: Showing,
        last: tuple[str, ...],
    ) -> None:
        """The board with the move as far as it is made, and where it can go on."""
        board = {name: held for name, held in showing.board.items() if name not in composer.taken}
        stage.draw(target, board | composer.pieces, last)
        targets = {
            choice.space for choice in composer.targets().values() if choice.space not in showing.board
        }
        few = composer.lifted or len(targets) * 2 <= len(stage.places)
        stage.draw_marks(
            target,
            marked=[space for space in composer.taken if space != composer.lifted],
            barred=composer.prompt.barred,
            targets=targets if few else (),
            hinted=self._hinted(composer),
        )
        if composer.lifted:
            stage.draw_lifted(target, showing.board.get(composer.lifted, ""), composer.lifted)

    def _hinted(self, composer: Composer) -> tuple[str, ...]:
        """The spaces of the hint for the move being made, until something is chosen."""
        if not self._asked.hint or composer.started:
            return ()
        hinted = Composer(composer.prompt)
        hinted.load(self._asked.hint)
        return (*hinted.pieces, *hinted.taken)


MAKING: dict[int, Callable[[Composer], str]] = {
    pygame.K_BACKSPACE: lambda composer: put_back(composer, "u takes back a move"),
    pygame.K_TAB: want_next,
}
"""What these keys do with the move that is being made, and why they could not."""
ONLY_LOOKING = "There is nothing to do in this game but to look at it."
STEPS: dict[int, Callable[[Showing], None]] = {
    pygame.K_SPACE: Showing.toggle,
    pygame.K_LEFT: lambda showing: showing.go(showing.shown - (not showing.steps)),
    pygame.K_RIGHT: Showing.step,
    pygame.K_HOME: lambda showing: showing.go(0),
    pygame.K_END: lambda showing: showing.go(showing.last),
}
OWN_KEYS: dict[str, Callable[[Desk], None]] = {
    "a": Desk.menu,
    "b": Desk.another,
    "i": Desk.rules,
    "s": Desk.save,
    "w": Desk.copy_link,
}
ASKABLE = frozenset("utrdxmgocyn")
"""Keys of which it can be told why they do nothing now."""
