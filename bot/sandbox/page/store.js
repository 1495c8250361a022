/** A message's name inside its chat; ephemeral messages all have message_id 0 and are numbered apart. */
export const keyOf = (message) => (message.ephemeral_for === null ? `m${message.message_id}` : `e${message.ephemeral_id}`);

/** May this person see the message? */
export const visibleTo = (message, person) => message.ephemeral_for === null || message.ephemeral_for === person;

/** Everything the page knows: the world, each chat's messages in order, and the number of the last event. */
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
    this.dispatchEvent(new CustomEvent("world"));
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

function byAge(one, other) {
  return one.date - other.date || (one.message_id && other.message_id ? one.message_id - other.message_id : 0);
}
