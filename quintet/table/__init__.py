"""A game being played, as a value: `decide` what follows from a command, `evolve` the table by events, `view` it.

Nothing here knows time, sockets or storage; no game is known by name.
"""

from quintet.table.clock import Clock
from quintet.table.decide import Step, create, decide, step
from quintet.table.draft import SERVER
from quintet.table.evolve import TableError, evolve, fold
from quintet.table.keeping import record
from quintet.table.machines import Need, pending_machines
from quintet.table.refusal import Refusal
from quintet.table.shapes import Summary, Update, View
from quintet.table.table import Table, may_watch, next_wake
from quintet.table.update import Broadcast, update
from quintet.table.view import summary, view

__all__ = [
    "SERVER",
    "Broadcast",
    "Clock",
    "Need",
    "Refusal",
    "Step",
    "Summary",
    "Table",
    "TableError",
    "Update",
    "View",
    "create",
    "decide",
    "evolve",
    "fold",
    "may_watch",
    "next_wake",
    "pending_machines",
    "record",
    "step",
    "summary",
    "update",
    "view",
]
