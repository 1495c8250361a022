"""New messages of the bot: texts and pictures, in public or for one person's eyes."""

from bot.sandbox import wire
from bot.sandbox.core import Sandbox
from bot.sandbox.methods.access import check_rights, find_thread, writable_chat
from bot.sandbox.methods.content import has_reply_keyboard, read_caption, read_keyboard, read_text
from bot.sandbox.methods.ephemeral import Receiver, find_receiver
from bot.sandbox.model import Chat, Markup, Message, Object
from bot.sandbox.refusals import RefusedError, Why
from bot.sandbox.requests import Call


def send_message(sandbox: Sandbox, call: Call) -> Object:
    """`sendMessage`."""
    markup = read_text(sandbox, call, Why.TEXT_TOO_LONG)
    return _send(sandbox, call, markup)


def send_photo(sandbox: Sandbox, call: Call) -> Object:
    """`sendPhoto`, by upload or by the id of an earlier one; not by URL."""
    markup = read_caption(sandbox, call)
    photo = call.text("photo")
    if photo.startswith("attach://"):
        content = call.files.get(photo.removeprefix("attach://"))
        if not content:
            raise RefusedError(Why.PHOTO_MISSING)
        photo = f"photo{sandbox.world.next_message_id()}"
        sandbox.world.files[photo] = content
    elif photo not in sandbox.world.files:
        raise RefusedError(Why.PHOTO_INVALID)
    return _send(sandbox, call, markup, photo)


def _send(sandbox: Sandbox, call: Call, markup: Markup, photo: str | None = None) -> Object:
    keyboard = read_keyboard(call, sandbox.settings)
    chat = writable_chat(sandbox, call)
    check_rights(sandbox, chat)
    thread = find_thread(chat, call)
    receiver = find_receiver(sandbox, chat, call)
    reply_to = None if receiver else _reply_target(chat, call)
    sandbox.spend(chat, receiver=receiver.person if receiver else None)
    chat.bot_wrote = sandbox.world.clock()
    private = receiver or Receiver(None, None)
    message = Message(
        chat=chat.id,
        id=0 if receiver else sandbox.world.next_message_id(),
        sender=sandbox.world.bot.id,
        date=sandbox.world.now,
        markup=markup,
        keyboard=keyboard,
        thread=thread,
        reply_to=reply_to,
        photo=photo,
        frozen_markup=has_reply_keyboard(call),
        receiver=private.person,
        ephemeral_id=sandbox.world.next_ephemeral_id() if receiver else None,
        replaces=private.replaces,
    )
    return wire.message(sandbox.world, sandbox.post(message))


def _reply_target(chat: Chat, call: Call) -> int | None:
    parameters = call.object("reply_parameters")
    if not parameters or "message_id" not in parameters:
        return None
    target = chat.messages.get((parameters["message_id"], None))
    if target is not None and not target.deleted:
        return target.id
    if parameters.get("allow_sending_without_reply"):
        return None
    raise RefusedError(Why.REPLY_NOT_FOUND)


def send_chat_action(sandbox: Sandbox, call: Call) -> bool:
    """`sendChatAction`: «typing…» and its kin."""
    if call.text("action") not in CHAT_ACTIONS:
        raise RefusedError(Why.CHAT_ACTION)
    chat = writable_chat(sandbox, call)
    find_thread(chat, call)
    sandbox.feed.publish("typing", chat=chat.id)
    return True


CHAT_ACTIONS = {
    "typing",
    "upload_photo",
    "record_video",
    "upload_video",
    "record_voice",
    "upload_voice",
    "upload_document",
    "choose_sticker",
    "find_location",
    "record_video_note",
    "upload_video_note",
}
