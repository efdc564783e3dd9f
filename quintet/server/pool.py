"""Worker processes that choose moves for machines: thinking never happens in the event loop.

A pool that is told of games has its processes load their engines before anybody asks, so that a question costs only the
thought. A process that dies is replaced and its question asked again; one that hangs is replaced and a player who needs no
engine answers. So no table waits for ever, and tables that ask for no engine wait for none.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import msgspec

from quintet.players import plays_by_engine
from quintet.server.compiler import Compiler
from quintet.server.fair import FairQueue
from quintet.server.logs import note
from quintet.server.process import HungError, LostError, Process
from quintet.server.worker import Question, Reply

ANSWER_WITHIN = 5.0
"""Seconds: ten times what any level promises."""
LOAD_WITHIN = 180.0
"""Seconds for loading an engine; where the compiled code cannot be kept, it is compiled each time."""
ATTEMPTS = 2
"""How often a question is asked, and how often an engine is loaded unasked, before giving up on it."""
STUDY = ("review", "try", "analyse")
"""Questions to the engine, and to nobody else."""
ANSWERED = ("pack", "analyse")
"""Questions whose errors are answers: they were asked about what cannot be."""
STUDY_WITHIN = 60.0
"""Seconds for these: nobody's clock runs, and an answer that is counted in nodes takes longer on a busy machine."""
UNHEARD = "the engine gave no answer"
"""Why there is none, for people: what became of the process stands in the log."""
STAND_INS = ("greedy", "random")
"""Who answers when the machine that was asked does not, the best first. They need no engine."""
TELL_EVERY = 1.0
"""Seconds after which those who wait are told how many come before them, and again while they wait."""
BREATHER = 1.0
"""Seconds before another process is started where one ended without a word, or could not be started."""


class PoolError(Exception):
    """No worker could answer."""


@dataclass(eq=False)
class _Asked:
    question: Question
    guest: str
    """For whom it is asked: guests take turns."""
    told: Callable[[int], None]
    """Called now and then with how many others come before it."""
    answer: asyncio.Future[Reply]
    lost: int = 0
    """How many processes it was lost with."""


@dataclass(eq=False)
class _Worker:
    """One place in the pool: a process, and after it the next one."""

    process: Process
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None
    idle: bool = False


class Pool:
    """`size` processes, started by `start` or when they are first needed; `games` are loaded before anybody asks."""

    def __init__(
        self,
        size: int,
        answer_within: float = ANSWER_WITHIN,
        *,
        games: Iterable[str] = (),
        quiet: bool = False,
        plain: bool = False,
    ) -> None:
        self._plain = plain
        """Let the processes compile nothing, and do everything in plain Python."""
        self.size = size
        self.replaced = 0
        self._answer_within = answer_within
        self._games = list(games)
        self._quiet = quiet
        """Log nothing, and let no worker complain: a screen is drawn where stderr goes."""
        self._waiting: FairQueue[_Asked] = FairQueue()
        self._cold: dict[str, list[_Asked]] = {}
        """The games that are being compiled, and who waits for that."""
        self._compiler = Compiler(self._cold, self._compiled, self._tell_compiling, self._note)
        self.on_compiling: Callable[[str, str], object] = lambda game, text: None  # noqa: ARG005  (nobody listens)
        """Called every second with a game that somebody waits for, and how far the compiler is."""
        self._compiled_once: set[str] = set()
        self._failures: Counter[str] = Counter()
        self._workers: list[_Worker] = []
        self._standing_in: set[asyncio.Task[None]] = set()
        self._telling: asyncio.TimerHandle | None = None
        self._begun = time.monotonic()
        self._announced = False

    @property
    def waiting(self) -> int:
        """How many questions no worker has taken yet."""
        return len(self._waiting) + sum(map(len, self._cold.values()))

    @property
    def busy(self) -> int:
        """How many processes have a question that they have not answered yet."""
        return sum(worker.process.asked for worker in self._workers)

    @property
    def ready(self) -> bool:
        """Has every process loaded all it was told to?"""
        started = len(self._workers) == self.size
        return started and all(set(self._games) <= worker.process.loaded for worker in self._workers)

    def start(self) -> None:
        """Start all processes, which load their engines while others do their work."""
        self._begun = time.monotonic()
        while len(self._workers) < self.size:
            self._add_worker()

    def get_ready(self, game: str) -> None:
        """Have this game's engine loaded, too, before anybody asks."""
        if game not in self._games:
            self._games.append(game)
        self.start()
        self._wake()

    async def ask(
        self, question: Question, guest: str = "", told: Callable[[int], None] = lambda _: None
    ) -> Reply:
        """The answer of a worker to this guest's question; PoolError if there is none to be had.

        While it waits for a worker, `told` is called with the number of questions that come before it.
        """
        asked = _Asked(question, guest, told, asyncio.get_running_loop().create_future())
        self._waiting.push(guest, asked)
        self._tell_later()
        if (
            sum(worker.idle for worker in self._workers) < len(self._waiting)
            and len(self._workers) < self.size
        ):
            self._add_worker()
        self._wake()
        return await asked.answer

    def _tell_later(self) -> None:
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(TELL_EVERY, self._tell_queue)

    def _tell_queue(self) -> None:
        self._telling = None
        for before, asked in enumerate(self._waiting):
            if not asked.answer.done():
                asked.told(before)
        if self._waiting:
            self._tell_later()

    async def close(self) -> None:
        if self._telling is not None:
            self._telling.cancel()
        tasks = [worker.task for worker in self._workers if worker.task is not None]
        for task in (*tasks, *self._standing_in):
            task.cancel()
        await asyncio.gather(*tasks, *self._standing_in, return_exceptions=True)
        await self._compiler.close()
        for asked in (*self._waiting, *(one for waiting in self._cold.values() for one in waiting)):
            asked.answer.cancel()
        self._waiting = FairQueue()
        self._cold.clear()

    # --- one worker -----------------------------------------------------------------------------------------------

    def _add_worker(self) -> None:
        wake = asyncio.Event()
        worker = _Worker(Process(quiet=self._quiet, plain=self._plain, changed=wake.set), wake)
        name = f"worker-{len(self._workers)}"
        self._workers.append(worker)
        worker.task = asyncio.create_task(self._work_forever(worker), name=name)

    def _wake(self) -> None:
        for worker in self._workers:
            worker.wake.set()

    async def _work_forever(self, worker: _Worker) -> None:
        try:
            while True:
                worker.wake.clear()
                if not worker.process.running:
                    await self._start_process(worker.process)
                elif self._waiting:
                    await self._settle(self._waiting.pop(), worker.process)
                elif (game := self._next_to_load(worker.process)) is not None:
                    await self._load_unasked(game, worker.process)
                else:
                    self._announce()
                    worker.idle = True
                    await worker.wake.wait()
                    worker.idle = False
        finally:
            await worker.process.end()

    async def _start_process(self, process: Process) -> None:
        if process.died:  # while nobody asked it anything
            self._note_replaced("it died")
            if not process.answered:
                await asyncio.sleep(BREATHER)
        try:
            await process.start()
        except OSError as error:
            self._note("no worker can be started", logging.ERROR, why=str(error))
            while self._waiting:
                _fail(self._waiting.pop(), f"no worker can be started: {error}")
            await asyncio.sleep(BREATHER)

    # --- engines --------------------------------------------------------------------------------------------------

    def _next_to_load(self, process: Process) -> str | None:
        """An engine that this process is to load before anybody asks."""
        for game in self._games:
            if game not in process.loaded and game not in self._cold and self._failures[game] < ATTEMPTS:
                return game
        return None

    async def _load_unasked(self, game: str, process: Process) -> None:
        try:
            error = await self._load(game, process)
        except LostError as lost:
            error = str(lost)
            self._note_replaced(error, kind="load", game=game)
        if error:
            self._failures[game] += 1
            self._note("engine not loaded", logging.WARNING, game=game, error=error)

    async def _load(self, game: str, process: Process) -> str:
        """Load an engine, or see that it has to be compiled first. What went wrong; LostError with the process."""
        question = Question(kind="load", game=game, may_compile=game in self._compiled_once)
        reply = await process.ask(question, LOAD_WITHIN)
        if reply.cold:
            self._cold.setdefault(game, [])
            self._compiler.start()
        elif not reply.error:
            process.loaded.add(game)
        return reply.error

    def _compiled(self, game: str) -> None:
        """A game was compiled, or cannot be: from now on workers load it as well as they can."""
        self._compiled_once.add(game)
        for asked in reversed(self._cold.pop(game)):
            self._waiting.put_back(asked.guest, asked)
        self._wake()

    def _tell_compiling(self, game: str, text: str) -> None:
        self.on_compiling(game, text)

    def _announce(self) -> None:
        if not self._announced and self._games and self.ready:
            self._announced = True
            seconds = round(time.monotonic() - self._begun, 1)
            self._note("engines loaded", workers=self.size, games=self._games, seconds=seconds)

    # --- questions ------------------------------------------------------------------------------------------------

    async def _settle(self, asked: _Asked, process: Process) -> None:
        """Get one question answered, or put back, or given to somebody who stands in."""
        if asked.answer.done():  # whoever asked has given up
            return
        asked.told(0)
        try:
            reply = await self._exchange(asked, process)
        except LostError as error:
            asked.lost += 1
            again = asked.lost < ATTEMPTS and not isinstance(error, HungError)
            self._note_replaced(str(error), **_about(asked.question), then="asked again" if again else "")
            if again:
                self._waiting.put_back(asked.guest, asked)
                self._wake()
            else:
                self._stand_in(asked, str(error), UNHEARD)
        except asyncio.CancelledError:
            asked.answer.cancel()
            raise
        else:
            if reply is not None and reply.error and asked.question.kind not in ANSWERED:
                self._stand_in(asked, reply.error, reply.error)
            elif reply is not None:
                _give(asked, reply)

    async def _exchange(self, asked: _Asked, process: Process) -> Reply | None:
        """The answer of this process; None if the question has to wait until its engine is compiled."""
        game = asked.question.game
        if needs_engine(asked.question) and game not in process.loaded:
            if game not in self._cold and (error := await self._load(game, process)):
                return Reply(error=error)
            if game in self._cold:
                self._cold[game].append(asked)
                return None
        within = STUDY_WITHIN if asked.question.kind in STUDY else self._answer_within
        return await process.ask(asked.question, within)

    # --- standing in ----------------------------------------------------------------------------------------------

    def _stand_in(self, asked: _Asked, why: str, told: str) -> None:
        """Let somebody else answer, in a process that loads nothing: the one that failed is not waited for.

        Nobody stands in where the engine's own judgement is wanted.
        """
        if asked.question.kind in (*STUDY, *ANSWERED):
            self._note("no worker could answer", logging.ERROR, why=why, **_about(asked.question))
            _fail(asked, told)
            return
        task = asyncio.create_task(self._ask_stand_ins(asked, why))
        self._standing_in.add(task)
        task.add_done_callback(self._standing_in.discard)

    async def _ask_stand_ins(self, asked: _Asked, why: str) -> None:
        first, about = asked.question.machine, _about(asked.question)
        try:
            for machine in STAND_INS[STAND_INS.index(first) + 1 if first in STAND_INS else 0 :]:
                reply = await self._ask_once(msgspec.structs.replace(asked.question, machine=machine))
                if not reply.error:
                    self._note(f"{machine} answers instead", logging.WARNING, why=why, **about)
                    _give(asked, reply)
                    return
                why = reply.error
            self._note("no worker could answer", logging.ERROR, why=why, **about)
            _fail(asked, f"no worker could answer: {why}")
        except asyncio.CancelledError:
            asked.answer.cancel()
            raise

    async def _ask_once(self, question: Question) -> Reply:
        process = Process(quiet=self._quiet)
        try:
            await process.start()
            return await process.ask(question, self._answer_within)
        except (OSError, LostError) as error:
            return Reply(error=str(error))
        finally:
            await process.end()

    # --- logs -----------------------------------------------------------------------------------------------------

    def _note_replaced(self, why: str, **about: object) -> None:
        self.replaced += 1
        self._note("worker replaced", logging.WARNING, why=why, **about)

    def _note(self, event: str, level: int = logging.INFO, **data: object) -> None:
        if not self._quiet:
            note(event, level, **data)


def needs_engine(question: Question) -> bool:
    """Can only somebody answer who has loaded the game's engine?"""
    if question.kind == "pack":
        return False
    if question.machine is None:
        return question.kind in ("hint", *STUDY)
    return plays_by_engine(question.machine)


def _about(question: Question) -> dict[str, object]:
    return {"kind": question.kind, "game": question.game, "machine": question.machine}


def _give(asked: _Asked, reply: Reply) -> None:
    if not asked.answer.done():
        asked.answer.set_result(reply)


def _fail(asked: _Asked, why: str) -> None:
    if not asked.answer.done():
        asked.answer.set_exception(PoolError(why))
