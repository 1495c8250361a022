"""The bot about itself: menus by scope and language, descriptions."""

from tests.sandbox.stage import ANNA, BOHDAN, FAMILY, VERA, Stage, stage

MENUS: list[tuple[str, dict[str, object], str]] = [
    ("default", {"type": "default"}, ""),
    ("default_ru", {"type": "default"}, "ru"),
    ("groups", {"type": "all_group_chats"}, ""),
    ("private", {"type": "all_private_chats"}, ""),
    ("private_uk", {"type": "all_private_chats"}, "uk"),
    ("admins", {"type": "all_chat_administrators"}, ""),
    ("member", {"type": "chat_member", "chat_id": FAMILY, "user_id": VERA}, ""),
]


async def set_menu(at: Stage, name: str, scope: dict[str, object], language: str) -> None:
    commands = [{"command": name, "description": name}]
    reply = await at.call("setMyCommands", commands=commands, scope=scope, language_code=language)
    assert reply.result is True


async def shown(at: Stage, person: int, chat: int) -> str:
    body = {"do": "commands", "person": person, "chat": chat}
    async with at.session.post(f"{at.url}/sandbox/act", json=body) as response:
        commands = (await response.json())["commands"]
    return str(commands[0]["command"]) if commands else ""


async def test_the_narrowest_scope_wins_and_in_it_the_language() -> None:
    async with stage() as at:
        for menu in MENUS:
            await set_menu(at, *menu)
        assert await shown(at, ANNA, FAMILY) == "admins"
        assert await shown(at, BOHDAN, FAMILY) == "groups"
        assert await shown(at, VERA, FAMILY) == "member"
        assert await shown(at, ANNA, ANNA) == "private"
        assert await shown(at, BOHDAN, BOHDAN) == "private_uk"


async def test_a_deleted_list_lets_wider_ones_show() -> None:
    async with stage() as at:
        for menu in MENUS:
            await set_menu(at, *menu)
        await at.call("deleteMyCommands", scope={"type": "all_private_chats"})
        assert await shown(at, ANNA, ANNA) == "default_ru"
        assert await shown(at, VERA, VERA) == "default"


async def test_what_was_set_is_read_back_exactly() -> None:
    async with stage() as at:
        await set_menu(at, "groups", {"type": "all_group_chats"}, "uk")
        read = await at.call("getMyCommands", scope={"type": "all_group_chats"}, language_code="uk")
        assert read.result == [{"command": "groups", "description": "groups"}]
        assert (await at.call("getMyCommands", scope={"type": "all_group_chats"})).result == []
        assert (await at.call("getMyCommands")).result == []


async def test_descriptions_by_language_fall_back_to_the_default() -> None:
    async with stage() as at:
        await at.call("setMyDescription", description="A card game")
        await at.call("setMyDescription", description="Eine Karte", language_code="de")
        assert (await at.call("getMyDescription")).result == {"description": "A card game"}
        assert (await at.call("getMyDescription", language_code="de")).result == {"description": "Eine Karte"}
        assert (await at.call("getMyDescription", language_code="fr")).result == {
            "description": "A card game"
        }
        assert (await at.call("getMyName")).result == {"name": "Thousand"}


async def test_the_bot_is_private_and_may_join_groups() -> None:
    async with stage() as at:
        me = (await at.call("GETME")).result
        assert (me["id"], me["is_bot"], me["can_join_groups"], me["can_read_all_group_messages"]) == (
            42,
            True,
            True,
            False,
        )
