"""The event loop that servers run on, and the signals that end them, on any system."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

T = TypeVar("T")
STOP = (signal.SIGINT, signal.SIGTERM)


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run to the end, on uvloop where there is one: it does not exist for Windows."""
    make: Callable[[], asyncio.AbstractEventLoop] | None = None
    try:
        import uvloop
    except ImportError:
        pass
    else:
        make = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=make) as runner:
        return runner.run(main)


@contextmanager
def stopping(stop: Callable[[int], object]) -> Iterator[None]:
    """Call `stop` with the signal, in the loop that runs now, at Ctrl-C and when the system asks this process to end."""
    loop = asyncio.get_running_loop()
    if threading.current_thread() is not threading.main_thread():  # only that one hears signals
        yield
        return
    before = {number: signal.getsignal(number) for number in STOP}
    try:
        for number in STOP:
            loop.add_signal_handler(number, stop, number)
    except NotImplementedError:  # as on Windows
        for number in STOP:
            signal.signal(number, lambda number, _: loop.call_soon_threadsafe(stop, number))
    try:
        yield
    finally:
        for number in STOP:
            try:
                loop.remove_signal_handler(number)
            except NotImplementedError:
                signal.signal(number, before[number])
