"""How the bot hears of things: long polling or a webhook, never both."""

import re

from bot.sandbox.core import Sandbox
from bot.sandbox.model import Object
from bot.sandbox.refusals import RefusedError, Why
from bot.sandbox.requests import Call

_SECRET = re.compile(r"[A-Za-z0-9_-]*")
_WEBHOOK_URL = re.compile(r"https?://[^\s/]+(/\S*)?")


def _allow(sandbox: Sandbox, call: Call) -> None:
    if call.has("allowed_updates"):
        sandbox.updates.allowed = frozenset(map(str, call.items("allowed_updates")))


async def get_updates(sandbox: Sandbox, call: Call) -> list[Object]:
    """`getUpdates`: an offset confirms everything below it."""
    if sandbox.webhook.url:
        raise RefusedError(Why.WEBHOOK_ACTIVE)
    _allow(sandbox, call)
    if call.has("offset"):
        sandbox.updates.confirm(call.number("offset"))
    timeout = min(max(call.number("timeout"), 0), sandbox.settings.poll_seconds)
    return await sandbox.updates.poll(call.number("limit", 100), timeout)


def set_webhook(sandbox: Sandbox, call: Call) -> bool:
    """`setWebhook`. Plain HTTP is accepted, unlike at Telegram: the sandbox is for one machine."""
    url, secret = call.text("url"), call.text("secret_token")
    if url and not _WEBHOOK_URL.fullmatch(url):
        raise RefusedError(Why.WEBHOOK_URL)
    if not _SECRET.fullmatch(secret):
        raise RefusedError(Why.SECRET_CHARACTERS)
    _allow(sandbox, call)
    if call.flag("drop_pending_updates"):
        sandbox.updates.drop()
    sandbox.updates.end_poller(Why.POLLER_ENDED_BY_WEBHOOK)
    sandbox.webhook.set(url, secret, call.number("max_connections", 40))
    return True


def delete_webhook(sandbox: Sandbox, call: Call) -> bool:
    """`deleteWebhook`."""
    if call.flag("drop_pending_updates"):
        sandbox.updates.drop()
    sandbox.webhook.set("", "", 40)
    return True


def get_webhook_info(sandbox: Sandbox, _: Call) -> Object:
    """`getWebhookInfo`."""
    webhook = sandbox.webhook
    body: Object = {
        "url": webhook.url,
        "has_custom_certificate": False,
        "pending_update_count": len(sandbox.updates),
    }
    if webhook.url:
        body["max_connections"] = webhook.max_connections
    if webhook.last_error is not None:
        body |= {"last_error_date": webhook.last_error[0], "last_error_message": webhook.last_error[1]}
    if sandbox.updates.allowed:
        body["allowed_updates"] = sorted(sandbox.updates.allowed)
    return body
