"""New messages of the bot: texts, pictures and files, in public or for one person's eyes."""

from bot.sandbox import wire
from bot.sandbox.core import Sandbox
from bot.sandbox.methods.access import check_rights, find_thread, writable_chat
from bot.sandbox.methods.content import has_reply_keyboard, read_caption, read_keyboard, read_text
from bot.sandbox.methods.ephemeral import Receiver, find_receiver
from bot.sandbox.model import Chat, Document, Markup, Message, Object
from bot.sandbox.refusals import RefusedError, Why
from bot.sandbox.requests import Call, Upload

_UPLOADED = "attach://"


def send_message(sandbox: Sandbox, call: Call) -> Object:
    """`sendMessage`."""
    markup = read_text(sandbox, call, Why.TEXT_TOO_LONG)
    return _send(sandbox, call, markup)


def send_photo(sandbox: Sandbox, call: Call) -> Object:
    """`sendPhoto`, by upload or by the id of an earlier one; not by URL."""
    markup = read_caption(sandbox, call)
    photo = call.text("photo")
    if photo.startswith(_UPLOADED):
        upload = call.files.get(photo.removeprefix(_UPLOADED))
        if upload is None or not upload.content:
            raise RefusedError(Why.PHOTO_MISSING)
        photo = _kept(sandbox, "photo", upload, sandbox.settings.photo_bytes)
    elif photo not in sandbox.world.files:
        raise RefusedError(Why.PHOTO_INVALID)
    return _send(sandbox, call, markup, photo=photo)


def send_document(sandbox: Sandbox, call: Call) -> Object:
    """`sendDocument`, by upload; a file of 50 MB at most, which is not empty."""
    markup = read_caption(sandbox, call)
    document = call.text("document")
    if not document.startswith(_UPLOADED):
        raise RefusedError(Why.DOCUMENT_INVALID)
    upload = call.files.get(document.removeprefix(_UPLOADED))
    if upload is None:
        raise RefusedError(Why.DOCUMENT_MISSING)
    if not upload.content:
        raise RefusedError(Why.DOCUMENT_EMPTY)
    file = _kept(sandbox, "file", upload, sandbox.settings.document_bytes)
    return _send(sandbox, call, markup, document=Document(file, upload.name))


def _kept(sandbox: Sandbox, kind: str, upload: Upload, limit: int) -> str:
    if len(upload.content) > limit:
        raise RefusedError(Why.FILE_TOO_BIG)
    name = f"{kind}{sandbox.world.next_message_id()}"
    sandbox.world.files[name] = upload.content
    return name


def _send(
    sandbox: Sandbox,
    call: Call,
    markup: Markup,
    *,
    photo: str | None = None,
    document: Document | None = None,
) -> Object:
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
        document=document,
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
