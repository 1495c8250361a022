import { h } from "./dom.js";
import { arrange, messageNode } from "./message.js";
import { keyOf, visibleTo } from "./store.js";
import { tr } from "./words.js";

const EVENTS = ["message", "edit", "delete", "chat"];

/**
 * The messages of one chat as one person sees them.
 *
 * The scroller is a reversed column, so that the browser itself keeps it at the bottom while messages come and grow,
 * and leaves it where it is once somebody has scrolled up.
 */
export class Timeline {
  #store;
  #chat;
  #actions;
  #scene;
  #drawn = new Map();
  #list = h("div", { class: "messages", role: "log", "aria-live": "polite", "aria-relevant": "additions" });
  element = h("div", { class: "scroller", tabindex: "0" }, this.#list);

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
  }

  /** Brings the nodes to what is seen now; a message that has not changed keeps its node. */
  #draw() {
    const scene = this.#scene();
    const seen = visibleTo(scene.viewer, this.#store.messages(this.#chat)).filter(
      ({ thread }) => scene.thread === undefined || scene.thread === thread,
    );
    this.#dropAllBut(new Set(seen.map(keyOf)));
    const late = this.#drawn.size > 0;
    let before = null;
    for (const message of seen) {
      const node = this.#node(message, scene, late);
      if (node.previousElementSibling !== before || !node.isConnected) this.#place(node, before);
      before = node;
    }
    arrange(this.#list.children);
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
