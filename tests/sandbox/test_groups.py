"""Life of a group: members, the bot's place, migration, topics, anonymous administrators."""

from typing import Any

import pytest

from bot.sandbox import people
from bot.sandbox.model import ANONYMOUS_ADMIN, Topic
from bot.sandbox.people import ActError
from bot.sandbox.view import overview
from tests.sandbox.stage import ANNA, BOHDAN, FAMILY, VERA, Stage, data, keyboard, stage


async def told(at: Stage, kind: str) -> list[dict[str, Any]]:
    return [update[kind] for update in await at.updates() if kind in update]


async def test_the_creator_leads_the_family_and_the_bot_is_a_member() -> None:
    async with stage() as at:
        administrators = (await at.call("getChatAdministrators", chat_id=FAMILY)).result
        assert [(who["user"]["id"], who["status"]) for who in administrators] == [(ANNA, "creator")]
        member = (await at.call("getChatMember", chat_id=FAMILY, user_id=BOHDAN)).result
        assert member["status"] == "member"
        assert (await at.call("getChatMemberCount", chat_id=FAMILY)).result == 4
        bot = (await at.call("getChatMember", chat_id=FAMILY, user_id=42)).result
        assert bot["status"] == "member"


async def test_who_leaves_has_left_and_who_joins_is_told_of() -> None:
    async with stage() as at:
        people.leave(at.sandbox, at.person(VERA), at.family)
        member = (await at.call("getChatMember", chat_id=FAMILY, user_id=VERA)).result
        assert member["status"] == "left"
        people.join(at.sandbox, at.person(VERA), at.family)
        gone, come = await told(at, "message")
        assert gone["left_chat_member"]["id"] == VERA
        assert come["new_chat_members"][0]["id"] == VERA


async def test_promotion_shows_and_a_bot_that_runs_the_group_may_hear_of_it() -> None:
    async with stage() as at:
        at.family.bot = "administrator"
        await at.updates(allowed_updates=["chat_member"])
        people.promote(at.sandbox, at.person(BOHDAN), at.family)
        (change,) = await told(at, "chat_member")
        assert (change["old_chat_member"]["status"], change["new_chat_member"]["status"]) == (
            "member",
            "administrator",
        )
        administrators = (await at.call("getChatAdministrators", chat_id=FAMILY)).result
        assert [who["user"]["id"] for who in administrators] == [ANNA, BOHDAN, 42]


async def test_an_administrator_becomes_a_plain_member_again_and_an_owner_does_not() -> None:
    async with stage() as at:
        at.family.bot = "administrator"
        people.promote(at.sandbox, at.person(BOHDAN), at.family)
        await at.updates(allowed_updates=["chat_member"])
        people.demote(at.sandbox, at.person(BOHDAN), at.family)
        (change,) = await told(at, "chat_member")
        assert (change["old_chat_member"]["status"], change["new_chat_member"]["status"]) == (
            "administrator",
            "member",
        )
        for person in (ANNA, BOHDAN):
            with pytest.raises(ActError, match=f"person {person} is no administrator"):
                people.demote(at.sandbox, at.person(person), at.family)


async def test_the_overview_names_the_owner_while_he_is_there() -> None:
    async with stage() as at:
        people.promote(at.sandbox, at.person(BOHDAN), at.family)

        def runs() -> tuple[list[int], int | None]:
            (group,) = (chat for chat in overview(at.sandbox.world, 0)["chats"] if chat["id"] == FAMILY)
            return group["admins"], group["owner"]

        assert runs() == ([ANNA, BOHDAN], ANNA)
        people.leave(at.sandbox, at.person(ANNA), at.family)
        assert runs() == ([BOHDAN], None)


async def test_a_bot_that_is_thrown_out_and_added_hears_both() -> None:
    async with stage() as at:
        people.set_bot(at.sandbox, at.person(), at.family, "kicked")
        people.set_bot(at.sandbox, at.person(), at.family, "member")
        moves = await told(at, "my_chat_member")
        assert [(m["old_chat_member"]["status"], m["new_chat_member"]["status"]) for m in moves] == [
            ("member", "kicked"),
            ("kicked", "member"),
        ]
        (welcome,) = await told(at, "message")
        assert welcome["new_chat_members"][0]["id"] == 42


async def test_a_basic_group_founded_with_the_bot_says_so() -> None:
    async with stage() as at:
        group = at.sandbox.world.new_group("New", "group", [ANNA])
        group.bot = "left"
        people.set_bot(at.sandbox, at.person(), group, "member")
        (message,) = await told(at, "message")
        assert message["group_chat_created"] is True
        assert len(await told(at, "my_chat_member")) == 1


async def test_blocking_and_unblocking_is_told_and_felt() -> None:
    async with stage() as at:
        at.start()
        await at.send(ANNA)
        people.set_blocked(at.sandbox, at.person(), blocked=True)
        assert (await at.call("sendMessage", chat_id=ANNA, text="hi")).status == 403
        people.set_blocked(at.sandbox, at.person(), blocked=False)
        await at.send(ANNA)
        moves = await told(at, "my_chat_member")
        assert [m["new_chat_member"]["status"] for m in moves] == ["kicked", "member"]
        assert [m["chat"]["type"] for m in moves] == ["private", "private"]


@pytest.mark.parametrize("new_first", [False, True])
async def test_migration_is_told_in_either_order_and_by_the_error(new_first: bool) -> None:
    async with stage() as at:
        old = at.sandbox.world.new_group("Old", "group", [ANNA, BOHDAN])
        number = await at.send(old.id, reply_markup=keyboard(data("x")))
        new = people.migrate(at.sandbox, old, new_first=new_first)
        told_of = [
            (message["chat"]["id"], message.get("migrate_to_chat_id"), message.get("migrate_from_chat_id"))
            for message in await told(at, "message")
        ]
        notices = [(old.id, new.id, None), (new.id, None, old.id)]
        assert told_of == (notices[::-1] if new_first else notices)

        reply = await at.call("sendMessage", chat_id=old.id, text="hi")
        assert reply.body["parameters"] == {"migrate_to_chat_id": new.id}
        assert (await at.call("sendMessage", chat_id=new.id, text="hi")).status == 200
        lost = await at.call("editMessageText", chat_id=new.id, message_id=number, text="new")
        assert lost.body["description"] == "Bad Request: message to edit not found"


async def test_a_tap_on_a_message_of_the_old_group_still_arrives() -> None:
    async with stage() as at:
        old = at.sandbox.world.new_group("Old", "group", [ANNA])
        number = await at.send(old.id, reply_markup=keyboard(data("x")))
        people.migrate(at.sandbox, old)
        body = {
            "do": "tap",
            "person": ANNA,
            "chat": old.id,
            "message_id": number,
            "row": 0,
            "column": 0,
        }
        async with at.session.post(f"{at.url}/sandbox/act", json=body) as response:
            assert (await response.json())["ok"]
        (query,) = await told(at, "callback_query")
        assert query["message"]["chat"]["id"] == old.id


async def test_only_a_basic_group_migrates() -> None:
    async with stage() as at:
        with pytest.raises(ActError, match="supergroup"):
            people.migrate(at.sandbox, at.family)


async def test_topics_keep_their_messages_and_general_has_none() -> None:
    async with stage() as at:
        forum = at.sandbox.world.new_group("Forum", "supergroup", [ANNA], forum=True)
        topic = people.new_topic(at.sandbox, at.person(), forum, "Cards")
        at.say("/new", chat=forum.id, thread=topic.id)
        at.say("/new", chat=forum.id)
        created, inside, general = await told(at, "message")
        assert created["forum_topic_created"]["name"] == "Cards"
        assert (inside["message_thread_id"], inside["is_topic_message"]) == (topic.id, True)
        assert "message_thread_id" not in general
        reply = await at.call("sendMessage", chat_id=forum.id, text="hi", message_thread_id=topic.id)
        assert reply.result["message_thread_id"] == topic.id


async def test_a_thread_in_a_group_without_topics_is_ignored() -> None:
    async with stage() as at:
        reply = await at.call("sendMessage", chat_id=FAMILY, text="hi", message_thread_id=5)
        assert "message_thread_id" not in reply.result


async def test_a_closed_topic_is_open_to_administrators() -> None:
    async with stage() as at:
        at.family.forum = True
        at.family.topics[7] = Topic(7, "Cards", closed=True)
        at.family.bot = "administrator"
        assert (await at.call("sendMessage", chat_id=FAMILY, text="hi", message_thread_id=7)).status == 200


async def test_an_anonymous_administrator_writes_as_the_group_and_taps_as_a_person() -> None:
    async with stage() as at:
        people.promote(at.sandbox, at.person(), at.family, anonymous=True)
        at.say("/stop")
        await at.query()
        (message,) = await told(at, "message")
        assert message["from"]["id"] == ANONYMOUS_ADMIN
        assert message["sender_chat"]["id"] == FAMILY
        (query,) = await told(at, "callback_query")
        assert query["from"]["id"] == ANNA
        member = (await at.call("getChatMember", chat_id=FAMILY, user_id=ANNA)).result
        assert member["is_anonymous"] is True


async def test_a_stranger_is_unknown_and_a_member_only_unreachable() -> None:
    async with stage() as at:
        stranger = at.sandbox.world.add_person("Zed", "en")
        unknown = await at.call("sendMessage", chat_id=stranger.id, text="hi")
        assert unknown.body["description"] == "Bad Request: chat not found"
        people.join(at.sandbox, stranger, at.family)
        silent = await at.call("sendMessage", chat_id=stranger.id, text="hi")
        assert silent.body["description"] == "Forbidden: bot can't initiate conversation with a user"


async def test_pinning_needs_rights_and_leaves_a_notice() -> None:
    async with stage() as at:
        at.family.bot = "administrator"
        number = await at.send()
        assert (await at.call("pinChatMessage", chat_id=FAMILY, message_id=number)).result is True
        *_, notice = at.family.visible(ANNA)
        assert notice.service is not None
        assert notice.service["pinned_message"]["message_id"] == number
        assert (await at.call("getChat", chat_id=FAMILY)).result["pinned_message"]["message_id"] == number
        assert (await at.call("unpinAllChatMessages", chat_id=FAMILY)).result is True
        assert "pinned_message" not in (await at.call("getChat", chat_id=FAMILY)).result


async def test_several_messages_are_deleted_at_once_and_unknown_ones_skipped() -> None:
    async with stage() as at:
        one, two, three = [await at.send(text=text) for text in ("1", "2", "3")]
        reply = await at.call("deleteMessages", chat_id=FAMILY, message_ids=[one, 5, three])
        assert reply.result is True
        assert [message.id for message in at.family.visible(ANNA)] == [two]


async def test_in_a_private_chat_the_bot_may_delete_what_the_person_wrote() -> None:
    async with stage() as at:
        at.start()
        number = at.say("oops", chat=ANNA).id
        assert (await at.call("deleteMessage", chat_id=ANNA, message_id=number)).result is True


async def test_a_message_with_a_reply_keyboard_cannot_be_edited() -> None:
    async with stage() as at:
        number = await at.send(reply_markup={"keyboard": [[{"text": "a"}]]})
        reply = await at.call("editMessageText", chat_id=FAMILY, message_id=number, text="new")
        assert reply.body["description"] == "Bad Request: message can't be edited"


async def test_a_reply_shows_what_it_replies_to() -> None:
    async with stage() as at:
        number = at.say("/new").id
        reply = await at.call(
            "sendMessage", chat_id=FAMILY, text="yes", reply_parameters={"message_id": number}
        )
        assert reply.result["reply_to_message"]["text"] == "/new"
        gone = {"message_id": 5, "allow_sending_without_reply": True}
        reply = await at.call("sendMessage", chat_id=FAMILY, text="yes", reply_parameters=gone)
        assert "reply_to_message" not in reply.result


async def test_a_bot_that_is_restricted_hears_of_it_and_reads_on() -> None:
    async with stage() as at:
        people.set_bot(at.sandbox, at.person(), at.family, "restricted")
        (move,) = await told(at, "my_chat_member")
        assert move["new_chat_member"]["status"] == "restricted"
        assert not move["new_chat_member"]["can_send_messages"]
        reply = await at.call("sendMessage", chat_id=FAMILY, text="hi")
        assert reply.body["description"].startswith("Bad Request: not enough rights to send")
        at.say("/help")
        assert [message["text"] for message in await told(at, "message")] == ["/help"]
        people.set_bot(at.sandbox, at.person(), at.family, "member")
        assert await at.send()


async def test_an_administrator_knows_no_slow_mode_and_no_silence() -> None:
    async with stage() as at:
        at.family.bot, at.family.quiet, at.family.slow_seconds = "administrator", True, 30
        assert await at.send()
        assert await at.send()


async def test_a_topic_closes_and_opens_again_and_so_does_general() -> None:
    async with stage() as at:
        at.family.forum = True
        topic = people.new_topic(at.sandbox, at.person(), at.family, "Cards")
        addresses: dict[int | None, dict[str, Any]] = {topic.id: {"message_thread_id": topic.id}, None: {}}
        for thread, address in addresses.items():
            people.set_topic(at.sandbox, at.person(), at.family, thread, closed=True)
            reply = await at.call("sendMessage", chat_id=FAMILY, text="hi", **address)
            assert reply.body["description"] == "Bad Request: TOPIC_CLOSED"
            people.set_topic(at.sandbox, at.person(), at.family, thread, closed=False)
            assert await at.send(**address)
        messages = await told(at, "message")
        assert ["forum_topic_reopened" in message for message in messages] == [
            False,
            False,
            True,
            False,
            True,
        ]
