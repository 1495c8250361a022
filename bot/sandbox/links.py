"""Links that open the private chat with a bot: `t.me/<bot>?start=<payload>` and `tg://resolve?domain=<bot>`."""

import re
from urllib.parse import parse_qs, urlsplit

_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")
_HOSTS = {"t.me", "telegram.me"}


class LinkError(ValueError):
    """The link does not open a chat with the bot; the message says why."""


def start_payload(url: str, username: str) -> str:
    """The payload of a link to the bot; empty if it has none.

    Raises:
        LinkError: it leads elsewhere, or its payload is not 1-64 of `A-Za-z0-9_-`.
    """
    parts = urlsplit(url if "://" in url else f"https://{url}")
    query = parse_qs(parts.query)
    if parts.scheme == "tg" and parts.netloc == "resolve":
        name = query.get("domain", [""])[0]
    else:
        name = parts.path.strip("/") if parts.netloc in _HOSTS else ""
    if name.lower() != username.lower():
        raise LinkError(f"the link leads to {name or url!r}, the bot is {username!r}")
    payload = query.get("start", [""])[0]
    if payload and not _PAYLOAD.fullmatch(payload):
        raise LinkError("a start payload is 1-64 of A-Z, a-z, 0-9, _ and -")
    return payload
