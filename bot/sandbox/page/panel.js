import { act, Refused } from "./api.js";
import { Composer } from "./composer.js";
import { h } from "./dom.js";
import { Notices } from "./notices.js";
import { Timeline } from "./timeline.js";
import { tr } from "./words.js";

const PATIENCE = 15000;

/**
 * One chat on the page: heading, messages, a foot to write in, and the notices over them.
 *
 * A subclass says who looks (`viewer`), perhaps at which topic (`thread`), and fills the heading and the foot.
 */
export class Panel {
  #pending = new Map();
  #typing = null;
  #hue = null;
  notices = new Notices();
  /** Topic that is shown: a number, `null` for the general one, `undefined` for all. */
  thread = undefined;
  subtitle = h("div", { class: "subtitle" });
  foot = h("div", { class: "foot" });

  constructor(phone, chat, title, kind) {
    this.phone = phone;
    this.store = phone.store;
    this.chat = chat;
    this.title = title;
    this.composer = new Composer({
      id: chat,
      send: (text) => this.send(text),
      commands: async () => (await act("commands", { person: this.viewer, chat })).commands,
    });
    this.timeline = new Timeline({
      store: this.store,
      chat,
      title,
      scene: () => this.#scene(),
      actions: {
        tap: (...tapped) => this.#tap(...tapped),
        onCommand: (text) => this.send(text),
        onLink: (url, event) => phone.leadsToBot(url) && (event.preventDefault(), this.follow(url)),
      },
    });
    this.element = h("section", { class: `panel ${kind}`, "aria-label": title, "data-chat": chat });
    this.store.addEventListener("answer", ({ detail }) => detail.chat === chat && this.#answer(detail.answer));
    this.store.addEventListener("typing", ({ detail }) => detail.chat === chat && this.#type());
    this.store.addEventListener("message", ({ detail }) => detail.chat === chat && this.#untype());
    this.store.addEventListener("commands", () => this.composer.forget());
  }

  /** Puts the parts in place; a subclass calls it once it knows its heading. */
  assemble(heading) {
    const body = h("div", { class: "body" }, this.timeline.element, this.timeline.jump, this.notices.element);
    this.element.replaceChildren(heading, body, this.foot);
    this.timeline.reload();
  }

  #scene() {
    return {
      viewer: this.viewer,
      group: this.chat < 0,
      thread: this.thread,
      hueOf: (id) => this.phone.hueOf(id),
      nameOf: (id) => this.phone.nameOf(id),
      find: (id) => this.store.messages(this.chat).find((message) => message.message_id === id),
    };
  }

  /** Takes the colour of the person who looks. */
  wear(hue) {
    this.element.classList.remove(this.#hue);
    this.element.classList.add((this.#hue = hue));
  }

  /** The viewer does something in this chat. */
  do(what, fields = {}) {
    return this.try(what, { person: this.viewer, chat: this.chat, ...fields });
  }

  /** Does something, and says so where the server refuses; promises what came of it, or null. */
  async try(what, fields) {
    try {
      return await act(what, fields);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.notices.toast(error.message || tr("no-server"));
      return null;
    }
  }

  send(text) {
    this.timeline.toBottom();
    return this.do("send", { text, thread: this.thread ?? undefined });
  }

  follow(url) {
    return this.phone.follow(url, this.viewer, this);
  }

  async #tap(message, row, column, button, element) {
    if (button.kind === "url") return this.#open(button.url);
    if (button.kind === "copy") return this.#copy(button.data ?? button.text);
    if (button.kind !== "callback") return this.notices.toast(tr("not-here"));
    if (element.classList.contains("pending")) return null;
    element.classList.add("pending");
    this.store.dispatchEvent(new CustomEvent("tapped", { detail: { data: button.data } }));
    const done = await this.do("tap", {
      message_id: message.message_id,
      row,
      column,
      ephemeral_id: message.ephemeral_id ?? undefined,
    });
    if (done === null || this.#pending.get(done.query) === "answered") return this.#settle(done?.query, element);
    this.#pending.set(done.query, element);
    return setTimeout(() => this.#pending.get(done.query) === element && this.#giveUp(done.query, element), PATIENCE);
  }

  #open(url) {
    if (this.phone.leadsToBot(url)) return this.follow(url);
    return window.open(url, "_blank", "noopener");
  }

  async #copy(text) {
    await navigator.clipboard?.writeText(text);
    this.notices.toast(tr("copied"));
  }

  #settle(query, element) {
    element.classList.remove("pending");
    this.#pending.delete(query);
  }

  #giveUp(query, element) {
    this.#settle(query, element);
    this.notices.toast(tr("no-answer"));
  }

  #answer({ person, text, alert, url, query }) {
    const element = this.#pending.get(query);
    if (element) this.#settle(query, element);
    else this.#pending.set(query, "answered");
    const who = this.phone.who(person);
    if (text) alert ? this.notices.alert(text, who) : this.notices.toast(text, who);
    if (url && this.phone.leadsToBot(url)) this.phone.follow(url, person, this);
    else if (url) window.open(url, "_blank", "noopener");
  }

  #type() {
    clearTimeout(this.#typing);
    this.element.classList.add("typing");
    this.#typing = setTimeout(() => this.#untype(), 5000);
  }

  #untype() {
    clearTimeout(this.#typing);
    this.element.classList.remove("typing");
  }

  /** Draws the eye here. */
  reveal() {
    this.element.scrollIntoView({ block: "nearest", inline: "center" });
    this.element.classList.remove("called");
    requestAnimationFrame(() => this.element.classList.add("called"));
  }
}

/** «typing…», shown in place of a subtitle while the bot says so. */
export const typingSign = (name) => h("div", { class: "typing-sign" }, h("i"), h("i"), h("i"), tr("typing", { name }));
