"""Updates brought to the bot's own address: one in flight a queue, again after a pause until it says 2xx."""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine

import aiohttp

from bot.sandbox.settings import Settings
from bot.sandbox.updates import Pending, Updates


async def _ignore(_: dict[str, object]) -> None:
    """Nobody plays the calls in answers to updates."""


async def _call_in(response: aiohttp.ClientResponse) -> dict[str, object] | None:
    """The call of a method that an answer to an update may hold, as JSON or as a form.

    Source: core.telegram.org/bots/api#making-requests-when-getting-updates.
    """
    fields: dict[str, object] = {}
    if response.content_type == "application/json":
        body = await response.json()
        fields = body if isinstance(body, dict) else {}
    elif response.content_type == "multipart/form-data":
        async for part in aiohttp.MultipartReader.from_response(response):
            if isinstance(part, aiohttp.BodyPartReader) and part.name is not None:
                fields[part.name] = await part.text()
    return fields if "method" in fields else None


class Webhook:
    """The bot's webhook. Callbacks queue by user, everything else by chat, as at Telegram."""

    def __init__(
        self, updates: Updates, settings: Settings, spawn: Callable[[Coroutine[object, object, None]], None]
    ) -> None:
        self._updates = updates
        self._settings = settings
        self._spawn = spawn
        self._busy: set[str] = set()
        self._failures: Counter[int] = Counter()
        self._session: aiohttp.ClientSession | None = None
        self.url = ""
        self.secret = ""
        self.max_connections = 40
        self.last_error: tuple[int, str] | None = None
        self.on_call: Callable[[dict[str, object]], Awaitable[None]] = _ignore
        updates.on_arrival = self.pump

    def set(self, url: str, secret: str, max_connections: int) -> None:
        """A new address, or none."""
        self.url, self.secret, self.max_connections = url, secret, max_connections
        self.last_error = None
        self.pump()

    def pump(self) -> None:
        """Starts the delivery of every queue that has something and is not under way."""
        if not self.url:
            return
        for pending in self._updates.heads(self._busy):
            if len(self._busy) >= self.max_connections:
                return
            self._busy.add(pending.queue)
            self._spawn(self._deliver(pending))

    async def _deliver(self, pending: Pending) -> None:
        url = self.url
        problem = await self._post(url, pending)
        if problem is None:
            self._failures.pop(pending.id, None)
            self._updates.finish(pending)
        else:
            self.last_error = (int(time.time()), problem)
            pauses = self._settings.webhook_pauses
            pause = pauses[min(self._failures[pending.id], len(pauses) - 1)]
            self._failures[pending.id] += 1
            await asyncio.sleep(pause / self._settings.time_scale)
        self._busy.discard(pending.queue)
        self.pump()

    async def _post(self, url: str, pending: Pending) -> str | None:
        """Brings one update and gives what went wrong, if anything."""
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=60))
        headers = {"X-Telegram-Bot-Api-Secret-Token": self.secret} if self.secret else {}
        try:
            async with self._session.post(url, json=pending.update, headers=headers) as response:
                if 200 <= response.status < 300:
                    if fields := await _call_in(response):
                        await self.on_call(fields)
                    return None
                return f"Wrong response from the webhook: {response.status} {response.reason}"
        except (aiohttp.ClientError, TimeoutError) as error:
            return f"Connection failed: {type(error).__name__}"

    async def close(self) -> None:
        """Lets the connection go."""
        self.url = ""
        if self._session is not None:
            await self._session.close()
