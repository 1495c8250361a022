"""The bot's command menus: lists by scope and language, and which of them a person sees."""

from collections.abc import Iterator, Mapping

from bot.sandbox.model import Chat, Object, Person

Scope = tuple[str, int, int]
"""Kind of scope, chat and user; 0 where the scope names none."""


class Menu:
    """`setMyCommands` by scope and language code."""

    def __init__(self) -> None:
        self._lists: dict[tuple[Scope, str], list[Object]] = {}

    def set(self, scope: Scope, language: str, commands: list[Object]) -> None:
        """Replaces one list."""
        self._lists[scope, language] = commands

    def get(self, scope: Scope, language: str) -> list[Object]:
        """Exactly the list that was set, or none."""
        return self._lists.get((scope, language), [])

    def delete(self, scope: Scope, language: str) -> None:
        """Takes one list away, so that wider ones show."""
        self._lists.pop((scope, language), None)

    def shown(self, chat: Chat, person: Person) -> list[Object]:
        """The list that a person's client shows in a chat: the narrowest scope, their language before none.

        Source: core.telegram.org/bots/api#determining-list-of-commands.
        """
        found = (
            self._lists[scope, language]
            for scope in _scopes(chat, person)
            for language in (person.language, "")
            if (scope, language) in self._lists
        )
        return next(found, [])


def _scopes(chat: Chat, person: Person) -> Iterator[Scope]:
    administrator = person.id in set(chat.administrators())
    if not chat.private:
        yield "chat_member", chat.id, person.id
        if administrator:
            yield "chat_administrators", chat.id, 0
    yield "chat", chat.id, 0
    if chat.private:
        yield "all_private_chats", 0, 0
    else:
        if administrator:
            yield "all_chat_administrators", 0, 0
        yield "all_group_chats", 0, 0
    yield "default", 0, 0


def scope_of(body: Mapping[str, object], chat: int = 0) -> Scope:
    """The key of a `BotCommandScope`, whose chat is already known by number."""
    user = body.get("user_id", 0)
    return str(body["type"]), chat, user if isinstance(user, int) else 0
