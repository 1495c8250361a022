/** A message's name inside its chat; ephemeral messages all have message_id 0 and are numbered apart. */
export const keyOf = (message) =>
  message.ephemeral_for === null ? `m${message.message_id}` : `e${message.ephemeral_id}`;

/** What a person sees of these messages: not what is meant for others, nor what is replaced for this person. */
export function visibleTo(person, messages) {
  const mine = messages.filter(({ ephemeral_for }) => ephemeral_for === null || ephemeral_for === person);
  const replaced = new Set(mine.map(({ replaces }) => replaces).filter(Number.isInteger));
  return mine.filter(({ message_id }) => !replaced.has(message_id));
}

/**
 * Everything the page knows: the world, each chat's messages in order, and the number of the last event.
 *
 * Tells of every live event under the event's own type, of a loaded chat as `chat`, and of a changed world as `people`.
 */
export class Store extends EventTarget {
  world = null;
  seq = 0;
  #chats = new Map();

  /** All messages of a chat that are not deleted, oldest first. */
  messages(chat) {
    return [...(this.#chats.get(chat)?.values() ?? [])];
  }

  person(id) {
    return this.world.people.find((person) => person.id === id);
  }

  setWorld(world) {
    this.world = world;
    this.dispatchEvent(new CustomEvent("people"));
  }

  /** Replaces what is known of a chat by several people's views of it. */
  setChat(chat, views) {
    const union = new Map(views.flat().map((message) => [keyOf(message), message]));
    const sorted = [...union.values()].filter((message) => !message.deleted).sort(byAge);
    this.#chats.set(chat, new Map(sorted.map((message) => [keyOf(message), message])));
    this.dispatchEvent(new CustomEvent("chat", { detail: { chat } }));
  }

  /** Takes one live event in, and tells the columns. */
  apply(event) {
    this.seq = Math.max(this.seq, event.seq ?? 0);
    if (event.message) this.#put(event.chat, event.message, event.type === "delete" || event.message.deleted);
    this.dispatchEvent(new CustomEvent(event.type, { detail: event }));
  }

  #put(chat, message, gone) {
    if (!this.#chats.has(chat)) this.#chats.set(chat, new Map());
    const messages = this.#chats.get(chat);
    if (gone) messages.delete(keyOf(message));
    else messages.set(keyOf(message), message);
  }
}

/** By date; within a second ephemeral messages, which are numbered apart, come last. */
function byAge(one, other) {
  return one.date - other.date || place(one) - place(other);
}

const place = (message) => (message.ephemeral_for === null ? message.message_id : Number.MAX_SAFE_INTEGER);
