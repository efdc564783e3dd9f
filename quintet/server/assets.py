"""The files of the web client, served from memory and read again when they change."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from pathlib import Path

TEXT = {"text/html", "text/css", "text/javascript", "image/svg+xml", "application/json", "application/wasm"}
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".webmanifest": "application/json",
    ".wasm": "application/wasm",
    ".gz": "application/octet-stream",
}


class Asset:
    """One file."""

    def __init__(self, path: Path, changed: int) -> None:
        self.body = path.read_bytes()
        self.changed = changed
        self.tag = f'"{hashlib.sha256(self.body).hexdigest()[:20]}"'
        kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        self.content_type = kind
        packed = gzip.compress(self.body, mtime=0) if kind in TEXT else self.body
        self.packed = packed if len(packed) < len(self.body) else None


class Assets:
    """A folder of files; nothing outside it can be reached."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._known: dict[str, Asset] = {}

    def get(self, name: str) -> Asset | None:
        if "\0" in name:
            return None
        try:
            path = (self._folder / name).resolve()
            if (
                not path.is_relative_to(self._folder)
                or not path.is_file()
                or path.name.startswith((".", "_"))
            ):
                return None
            changed = path.stat().st_mtime_ns
        except OSError:  # a name longer than any file's
            return None
        known = self._known.get(name)
        if known is None or known.changed != changed:
            known = self._known[name] = Asset(path, changed)
        return known
