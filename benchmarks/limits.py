"""Is an answer there within the milliseconds that Gomocup's `INFO timeout_turn` names? `python -m benchmarks.limits`, a few minutes.

To be run on a machine where nobody else wants the processor: what a crowd costs is asked by `benchmarks.lateness`. The time is the
manager's, from writing the line to reading the answer.
"""

from __future__ import annotations

import argparse
import os

from benchmarks.lateness import gomocup, row
from benchmarks.report import table, write_section

TITLE = "Engine: Gomocup's limits on a quiet machine"
COMMAND = "python -m benchmarks.limits"
TURN_MS = (5, 10, 20, 50, 100, 500)
"""What a manager allows a move."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--moves", type=int, default=300, help="how many are asked for within each limit (300)"
    )
    parser.add_argument("--show", action="store_true", help="print what was found, and write it nowhere")
    parsed = parser.parse_args()
    rows, loads = [], []
    for allowed in TURN_MS:
        took = list(gomocup(allowed, parsed.moves))
        loads.append(os.getloadavg()[0])
        rows.append(row(f"timeout_turn {allowed}", took))
        print(*rows[-1], flush=True)
    text = (
        f"Level 10 on boards of 15, from the manager's line to the answer, at a load of {min(loads):.1f} to {max(loads):.1f} "
        f"of {os.cpu_count()} processors, our own included.\n\n"
    )
    text += table(["what is named", "moves", "seconds allowed", "late", "p50", "p99", "longest"], rows)
    if parsed.show:
        print(text)
    else:
        write_section(TITLE, COMMAND, text)


if __name__ == "__main__":
    main()
