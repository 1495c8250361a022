"""The data folder: whether it can be written, and that only one `make play` uses it."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from bot.sources import StartError

_HELD: Final = "address"
"""Where whoever plays in the folder can be met; locked as long as he does."""


def opened(folder: Path) -> None:
    """The folder is there and can be written.

    Raises:
        StartError: it can't.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise StartError(
            f"DATA_DIR={folder} can't be written: {error.strerror}; choose another folder"
        ) from error


@contextmanager
def held(folder: Path, url: str, elsewhere: str) -> Iterator[None]:
    """Nobody else plays in the folder meanwhile; `elsewhere` are settings with which a second one can.

    Raises:
        StartError: somebody does already, or the folder can't be written.
    """
    opened(folder)
    with (folder / _HELD).open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise StartError(
                f"already running at {file.read()}/; for a second one beside it choose {elsewhere}"
            ) from None
        file.truncate(0)
        file.write(url)
        file.flush()
        yield
