import { h, icon } from "./dom.js";
import { arrange, messageNode } from "./message.js";
import { keyOf, visibleTo } from "./store.js";
import { tr } from "./words.js";

const EVENTS = ["message", "edit", "delete", "chat"];
/** Pixels from the bottom at which one still is there. */
const NEAR = 8;

/**
 * The messages of one chat as one person sees them.
 *
 * The scroller is a reversed column, so that the browser itself keeps it at the bottom while messages come and grow,
 * and leaves it where it is once somebody has scrolled up. Whatever comes then, `jump` leads to; only what is for the
 * viewer's eyes alone, which answers a tap, is shown at once.
 */
export class Timeline {
  #store;
  #chat;
  #actions;
  #scene;
  #drawn = new Map();
  #list = h("div", { class: "messages", role: "log", "aria-live": "polite", "aria-relevant": "additions" });
  element = h(
    "div",
    { class: "scroller", tabindex: "0", onscroll: () => this.#isLow() && (this.jump.hidden = true) },
    this.#list,
  );
  jump = h(
    "button",
    { type: "button", class: "jump", hidden: true, onclick: () => this.#catchUp() },
    icon("down"),
    tr("new-messages"),
  );

  constructor({ store, chat, title, scene, actions }) {
    this.#store = store;
    this.#chat = chat;
    this.#scene = scene;
    this.#actions = actions;
    this.#list.setAttribute("aria-label", tr("messages-of", { title }));
    for (const type of EVENTS) store.addEventListener(type, ({ detail }) => detail.chat === chat && this.#draw());
  }

  /** Draws everything anew, for another viewer or another topic. */
  reload() {
    this.#drawn.clear();
    this.#list.replaceChildren();
    this.#draw();
    this.toBottom();
  }

  toBottom() {
    this.element.scrollTop = 0;
    this.jump.hidden = true;
  }

  #catchUp() {
    this.toBottom();
    this.element.focus({ preventScroll: true });
  }

  #isLow() {
    return Math.abs(this.element.scrollTop) <= NEAR;
  }

  /** Brings the nodes to what is seen now; a message that has not changed keeps its node. */
  #draw() {
    const scene = this.#scene();
    const seen = visibleTo(scene.viewer, this.#store.messages(this.#chat)).filter(
      ({ thread }) => scene.thread === undefined || scene.thread === thread,
    );
    const wasLow = this.#isLow();
    const late = this.#drawn.size > 0;
    const news = late ? seen.filter((message) => !this.#drawn.has(keyOf(message))) : [];
    this.#dropAllBut(new Set(seen.map(keyOf)));
    let before = null;
    for (const message of seen) {
      const node = this.#node(message, scene, late);
      if (node.previousElementSibling !== before || !node.isConnected) this.#place(node, before);
      before = node;
    }
    arrange(this.#list.children);
    if (wasLow || news.some(({ ephemeral_for: whose }) => whose === scene.viewer)) this.toBottom();
    else if (news.length > 0) this.jump.hidden = false;
  }

  #dropAllBut(keys) {
    for (const [key, { node }] of this.#drawn) {
      if (keys.has(key)) continue;
      node.remove();
      this.#drawn.delete(key);
    }
  }

  #node(message, scene, late) {
    const old = this.#drawn.get(keyOf(message));
    if (old?.message === message) return old.node;
    const node = messageNode(message, scene, this.#actions);
    this.#drawn.set(keyOf(message), { message, node });
    if (old) replaceKeepingFocus(old.node, node);
    else if (late) node.classList.add("fresh");
    return node;
  }

  #place(node, before) {
    if (before) before.after(node);
    else this.#list.prepend(node);
  }
}

function replaceKeepingFocus(old, node) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  old.replaceWith(node);
  if (focused === null) return;
  const { row, column } = focused.dataset;
  const same = node.querySelector(`.key[data-row="${row}"][data-column="${column}"]:enabled`);
  (same ?? node.querySelector(".key:enabled"))?.focus({ preventScroll: true });
}
