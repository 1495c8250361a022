import { avatar, h } from "./dom.js";
import { tr } from "./words.js";

/** One tab a column, for screens that do not hold them all: where one is, whose turn it is, what was not seen yet. */
export class Tabs {
  #phone;
  #entries = new Map();
  element = h("nav", { class: "tabs", "aria-label": tr("chats") });

  constructor(phone) {
    this.#phone = phone;
    const watcher = new IntersectionObserver((seen) => seen.forEach((entry) => this.#see(entry)), { threshold: 0.6 });
    for (const panel of phone.panels) {
      this.#add(panel);
      watcher.observe(panel.element);
    }
    for (const type of ["message", "edit", "delete"])
      phone.store.addEventListener(type, ({ detail }) => this.#hear(detail));
    phone.panels.forEach(({ chat }) => this.#markTurn(chat));
  }

  #add(panel) {
    const name = panel.person?.name ?? panel.title;
    const hue = panel.person ? this.#phone.hueOf(panel.person.id) : "hue-group";
    const tab = h(
      "button",
      {
        type: "button",
        class: `tab ${hue} ${panel.person ? "of-person" : "of-group"}`,
        onclick: () => this.#go(panel),
      },
      avatar(name, hue, "small"),
      h("span", { class: "tab-name", dir: "auto" }, name),
      h("span", { class: "dot", "aria-hidden": "true" }),
    );
    this.#entries.set(panel.chat, { tab, panel, visible: false });
    this.element.append(tab);
  }

  #go(panel) {
    if (!panel.person) this.#phone.showGroup(panel.chat);
    panel.element.scrollIntoView({ inline: "start", block: "nearest" });
  }

  #see({ target, isIntersecting }) {
    const entry = [...this.#entries.values()].find(({ panel }) => panel.element === target);
    entry.visible = isIntersecting;
    entry.tab.setAttribute("aria-current", String(isIntersecting));
    if (isIntersecting) entry.tab.scrollIntoView({ block: "nearest", inline: "nearest" });
    entry.tab.classList.toggle("unread", entry.tab.classList.contains("unread") && !isIntersecting);
  }

  #hear({ chat, message }) {
    const entry = this.#entries.get(chat);
    if (!entry) return;
    this.#markTurn(chat);
    if (!entry.visible && message.from.id === this.#phone.store.world.bot.id) entry.tab.classList.add("unread");
  }

  #markTurn(chat) {
    const { tab, panel } = this.#entries.get(chat);
    tab.classList.toggle("waiting", panel.element.classList.contains("waiting"));
  }
}
