"""The connection to the server: one place for time-outs, retries, scripts, and the translation of errors."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field
from hashlib import sha1
from importlib.resources import files
from typing import Any, Final, Self, TypeAlias

from redis.asyncio import BlockingConnectionPool, Redis, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from redis.exceptions import (
    ClusterDownError,
    NoScriptError,
    ReadOnlyError,
    RedisClusterException,
    SlotNotCoveredError,
    TryAgainError,
)
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from bot.tables.ports import StorageDown

Value: TypeAlias = str | bytes | int
"""What a command may be given."""
Command: TypeAlias = tuple[Value, ...]

_DOWN: Final = (RedisConnectionError, RedisTimeoutError, ReadOnlyError, ClusterDownError, TryAgainError)
"""The server is away, busy loading, a replica after a failover, or moving slots: come again later."""
_CLUSTER: Final = "+cluster"
"""Behind the scheme of a url: any node of a cluster, which tells the others."""
_A_NODE: Final = 1_000
"""Connections to one node of a cluster: its client refuses where the other one waits."""
_EAR: Final = 4.0
"""Seconds of a blocking read: below the time-out of the socket."""


@dataclass(frozen=True, slots=True)
class Script:
    """A Lua script of this package, called by its hash."""

    name: str
    text: str = field(init=False, repr=False)
    sha: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        text = (files("bot.storage") / "lua" / f"{self.name}.lua").read_text(encoding="utf-8")
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "sha", sha1(text.encode(), usedforsecurity=False).hexdigest())

    def command(self, keys: Sequence[str], *args: Value) -> Command:
        """The call of the script as a command, for a pipeline."""
        return ("EVALSHA", self.sha, len(keys), *keys, *args)


class Store:
    """Commands to one server, or to one cluster. All raise `StorageDown` where it does not answer."""

    def __init__(self, client: Redis | RedisCluster) -> None:
        self._client = client
        self._send: Callable[..., Awaitable[Any]] = client.execute_command

    @classmethod
    def connect(cls, url: str, *, connections: int = 20, timeout: float = 5.0) -> Self:
        """A store at `redis://`, `rediss://`, `unix://` or `redis+cluster://`; nothing is sent yet.

        `connections` is the most that are open at once, further callers wait; `timeout` in seconds bounds
        connecting, each reply, and that wait. A command whose reply was lost is sent again, three times at
        most: every write of this package may be repeated without harm.
        """
        options: dict[str, Any] = {
            "socket_timeout": timeout,
            "socket_connect_timeout": timeout,
            "health_check_interval": 30,
            "retry": Retry(ExponentialBackoff(cap=0.5, base=0.05), retries=3),
        }
        scheme, _, address = url.partition("://")
        if scheme.endswith(_CLUSTER):
            one = f"{scheme.removesuffix(_CLUSTER)}://{address}"
            return cls(RedisCluster.from_url(one, max_connections=_A_NODE, **options))
        pool = BlockingConnectionPool.from_url(url, max_connections=connections, timeout=timeout, **options)
        return cls(Redis.from_pool(pool))

    async def close(self) -> None:
        """Give the connections back to the operating system."""
        await self._client.aclose()

    async def call(self, *command: Value) -> Any:  # noqa: ANN401 - the reply's type is the command's affair
        """One command, one round trip."""
        with _translated():
            return await self._send(*command)

    async def calls(self, commands: Iterable[Command]) -> list[Any]:
        """Several commands in one round trip; no transaction. Scripts among them may run twice."""
        batch = tuple(commands)
        if not batch:
            return []
        try:
            return await self._pipelined(batch)
        except NoScriptError:
            for script in SCRIPTS:
                await self.call("SCRIPT LOAD", script.text)
            return await self._pipelined(batch)

    async def run(self, script: Script, keys: Sequence[str], *args: Value) -> Any:  # noqa: ANN401 - see `call`
        """A script, one round trip; one more when the server does not know it yet."""
        try:
            return await self.call(*script.command(keys, *args))
        except NoScriptError:
            return await self.call("EVAL", script.text, len(keys), *keys, *args)

    async def listen(self, *channels: str) -> AsyncIterator[tuple[str, str]]:
        """Channel and message of what is published from now on; only `StorageDown` ends it."""
        with _translated():
            async with aclosing(self._client.pubsub()) as ear:
                await ear.subscribe(*channels)
                while True:
                    heard = await ear.get_message(ignore_subscribe_messages=True, timeout=_EAR)
                    if heard is not None:
                        yield heard["channel"].decode(), heard["data"].decode()

    async def scan(self, pattern: str) -> AsyncIterator[str]:
        """Every key of a pattern, on all nodes; keys that come or go meanwhile may be missed or met twice."""
        with _translated():
            async for key in self._client.scan_iter(match=pattern, count=500):
                yield key.decode()

    async def is_only_a_node(self) -> bool:
        """Whether this is one node of a cluster, to which the url should have said so."""
        if isinstance(self._client, RedisCluster):
            return False
        return bool((await self.call("INFO", "cluster")).get("cluster_enabled"))

    async def _pipelined(self, batch: tuple[Command, ...]) -> list[Any]:
        pipeline = self._client.pipeline(transaction=False)
        for command in batch:
            pipeline.execute_command(*command)
        with _translated():
            return await pipeline.execute()


@contextmanager
def _translated() -> Iterator[None]:
    """The client's errors as ours."""
    try:
        yield
    except _DOWN as error:
        raise StorageDown(str(error)) from error
    except RedisClusterException as error:
        if isinstance(error, SlotNotCoveredError) or isinstance(error.__cause__, _DOWN):
            raise StorageDown(str(error)) from error
        raise


COMMIT: Final = Script("commit")
REFUSE: Final = Script("refuse")
UNMARK: Final = Script("unmark")
KEEP: Final = Script("keep")
RESERVE: Final = Script("reserve")
RELEASE: Final = Script("release")
DUE: Final = Script("due")
TAKE: Final = Script("take")
LEASE: Final = Script("lease")
TURN: Final = Script("turn")
ARCHIVE: Final = Script("archive")
AMEND: Final = Script("amend")
INHERIT: Final = Script("inherit")
SCRIPTS: Final = (
    COMMIT,
    REFUSE,
    UNMARK,
    KEEP,
    RESERVE,
    RELEASE,
    DUE,
    TAKE,
    LEASE,
    TURN,
    ARCHIVE,
    AMEND,
    INHERIT,
)
