# mypy: disable-error-code="misc,no-any-return"
# Nobody who does not teach a net has PyTorch: without it all of it is of any type.
"""Teaches Gomoku's net for plain five: `python -m benchmarks.training.gomoku_net ROWS.npy ...`. It needs PyTorch; the product does not.

The rows are those of gomoku_games.py. The net (evals/gomoku_net.py) learns to say what a search finds and how the game ends,
seven parts to three, and beside that where the search would play: that gives its rows a meaning, and the search an order of moves.
gomoku_whole.py then makes the file of it that is shipped.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from quintet.engine.boards import gomoku_lines as lines
from quintet.engine.boards.gomoku_views import HIDDEN, INPUTS, KINDS, MOST, ONE, WIDTH
from quintet.engine.evals.gomoku import SCALE
from quintet.engine.evals.gomoku_net import CROWD, SHRINK

SHARE = 0.7
"""What a search found counts for so much, and who won for the rest."""
SURE = 0.998
"""The chance that a decided position is given."""
MOVES = 0.05
"""What the moves count for beside the values."""
POINTS = 19 * 19


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.lines = nn.Embedding(lines.PATTERNS, WIDTH)
        self.bias = nn.Parameter(torch.zeros(WIDTH))
        self.first = nn.Linear(INPUTS, HIDDEN)
        self.last = nn.Linear(HIDDEN, 1)
        self.straight = nn.Linear(INPUTS, 1, bias=False)
        self.old = nn.Parameter(torch.ones(1))
        self.policy = nn.Parameter(torch.zeros(2, WIDTH))
        nn.init.normal_(self.lines.weight, std=0.05)
        nn.init.zeros_(self.straight.weight)
        nn.init.zeros_(self.last.weight)

    def forward(self, patterns: Any, free: Any, without: Any, counts: Any) -> tuple[Any, Any]:
        """Logits of winning and of the moves, from the patterns of all points as own and enemy see them: (rows, 2, 361, 4)."""
        rows = len(patterns)
        views = functional.embedding_bag(patterns.view(-1, 4), self.lines.weight, mode="sum")
        seen = (views.view(rows, 2, POINTS, WIDTH) + self.bias).clamp(0, MOST / ONE) * free[:, None, :, None]
        inputs = torch.cat([seen.sum(2).view(rows, -1) / SHRINK, counts], 1)
        value = self.last(functional.relu(self.first(inputs))) + self.straight(inputs)
        liked = (seen * self.policy[None, :, None, :]).sum((1, 3))
        return value[:, 0] + self.old * without, liked.masked_fill(free == 0, -1e4)


class Rows:
    """The rows of some files, on the device that computes."""

    def __init__(self, files: list[str], device: str) -> None:
        rows = np.concatenate([np.load(file) for file in files])

        def part(name: str, kind: Any) -> Any:
            return torch.from_numpy(np.ascontiguousarray(rows[name]).astype(kind)).to(device)

        self.points, self.result = part("points", np.uint8), part("result", np.uint8)
        self.value, self.static = part("value", np.float32), part("static", np.float32)
        self.move = part("move", np.int64)
        self.counts = part("counts", np.float32).view(-1, 2 * KINDS).clamp(max=CROWD)
        numbers = lines.pattern_numbers().astype(np.int64)
        self.numbers = torch.from_numpy(np.stack([numbers, numbers[lines.colours_swapped()]])).to(device)

    def __len__(self) -> int:
        return len(self.value)

    def keys(self, at: Any) -> Any:
        """The four keys of every point."""
        walled = functional.pad(self.points[at], (4, 4, 4, 4), value=lines.WALL).long()
        keys = []
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            key = torch.zeros((len(at), 19, 19), dtype=torch.int64, device=walled.device)
            for k in (k for k in range(-lines.REACH, lines.REACH + 1) if k):
                row, column = 4 + k * down, 4 + k * right
                key |= walled[:, row : row + 19, column : column + 19] << (2 * lines.slot(k))
            keys.append(key.view(len(at), POINTS))
        return torch.stack(keys, 2)

    def inputs(self, at: Any) -> tuple[Any, ...]:
        keys = self.keys(at)
        patterns = torch.stack([self.numbers[0][keys], self.numbers[1][keys]], 1)
        free = (self.points[at].view(-1, POINTS) == lines.EMPTY).float()
        return patterns, free, self.static[at] / SCALE, self.counts[at]

    def chances(self, at: Any) -> Any:
        """What the net is to say of winning."""
        found, result = torch.sigmoid(self.value[at] / SCALE).clamp(1 - SURE, SURE), self.result[at]
        return torch.where(result == 3, found, SHARE * found + (1 - SHARE) * result.float() / 2)


def test(net: Net, rows: Rows, at: Any) -> str:
    """How well it does on rows that it has not seen, in nats, and without a net; and how often it names the move."""
    with torch.no_grad():
        value, liked = net(*rows.inputs(at))
        loss = functional.binary_cross_entropy_with_logits
        told = [loss(said, rows.chances(at)) for said in (value, rows.static[at] / SCALE)]
        named = (liked.argmax(1) == rows.move[at]).float().mean()
    return f"{told[0]:.4f}, without a net {told[1]:.4f}; {named:.1%} of the moves"


def teach(rows: Rows, epochs: float, size: int, rate: float) -> Net:
    device = rows.value.device
    held = len(rows) // 20
    net = Net().to(device)
    adam = torch.optim.Adam(net.parameters(), lr=rate)
    steps, begun = int(epochs * (len(rows) - held) / size), time.monotonic()
    for step in range(steps):
        for group in adam.param_groups:  # warm up, then ever more slowly
            group["lr"] = rate * min(1, step / 100) * (0.505 + 0.5 * np.cos(np.pi * step / steps))
        at = torch.randint(held, len(rows), (size,), device=device)
        value, liked = net(*rows.inputs(at))
        loss = functional.binary_cross_entropy_with_logits(value, rows.chances(at))
        loss = loss + MOVES * functional.cross_entropy(liked, rows.move[at])
        adam.zero_grad(set_to_none=True)
        loss.backward()
        adam.step()
        if step % 200 == 0 or step == steps - 1:
            seen = torch.arange(min(held, size), device=device)
            print(f"{step} of {steps}, {time.monotonic() - begun:.0f} s: {test(net, rows, seen)}", flush=True)
    return net


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="+", metavar="ROWS", help="made by gomoku_games.py")
    parser.add_argument("--out", required=True, metavar="NET", help="where the net goes, as NumPy's .npz")
    parser.add_argument("--epochs", type=float, default=12, help="how often every row is seen")
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parsed = parser.parse_args()
    torch.manual_seed(parsed.seed)
    rows = Rows(parsed.files, "cuda" if torch.cuda.is_available() else "cpu")
    print(f"{len(rows)} rows", flush=True)
    net = teach(rows, parsed.epochs, parsed.batch, parsed.rate)
    np.savez(parsed.out, **{name: value.detach().cpu().numpy() for name, value in net.state_dict().items()})


if __name__ == "__main__":
    main()
