import { h, icon } from "./dom.js";
import { tr } from "./words.js";

/**
 * Where one writes: a growing field, a send button, and the bot's commands under «/».
 * `send(text)` sends, `commands()` promises `[{ command, description }]`.
 */
export class Composer {
  #send;
  #commands;
  #known = null;
  #chosen = 0;
  #field = h("textarea", {
    rows: "1",
    maxlength: "4096",
    enterkeyhint: "send",
    autocomplete: "off",
    role: "combobox",
    "aria-expanded": "false",
    "aria-autocomplete": "list",
    oninput: () => this.#suggest(),
    onkeydown: (event) => this.#key(event),
    onblur: () => this.#close(),
  });
  #list = h("ul", { class: "commands", role: "listbox", "aria-label": tr("commands"), hidden: true });
  element = h(
    "form",
    { class: "composer", onsubmit: (event) => this.#submit(event) },
    this.#list,
    h(
      "button",
      {
        type: "button",
        class: "round",
        title: tr("commands"),
        "aria-label": tr("commands"),
        onmousedown: (event) => event.preventDefault(),
        onclick: () => this.#toggle(),
      },
      icon("slash"),
    ),
    this.#field,
    h("button", { type: "submit", class: "round send", title: tr("send"), "aria-label": tr("send") }, icon("send")),
  );

  constructor({ send, commands, id }) {
    this.#send = send;
    this.#commands = commands;
    this.#list.id = `commands-${id}`;
    this.#field.setAttribute("aria-controls", this.#list.id);
  }

  /** Shows who is writing. */
  label(text) {
    this.#field.placeholder = text;
    this.#field.setAttribute("aria-label", text);
  }

  focus() {
    this.#field.focus({ preventScroll: true });
  }

  /** The menu of commands has changed: ask again when it is needed. */
  forget() {
    this.#known = null;
  }

  #submit(event) {
    event.preventDefault();
    const text = this.#field.value.trim();
    if (text) this.#say(text);
  }

  #say(text) {
    this.#field.value = "";
    this.#close();
    this.#send(text);
  }

  #toggle() {
    this.#field.focus({ preventScroll: true });
    if (!this.#list.hidden) return this.#close();
    this.#field.value ||= "/";
    return this.#suggest();
  }

  #close() {
    this.#list.hidden = true;
    this.#field.setAttribute("aria-expanded", "false");
    this.#field.removeAttribute("aria-activedescendant");
    if (this.#field.value === "/") this.#field.value = "";
  }

  async #suggest() {
    const typed = /^\/(\w*)$/u.exec(this.#field.value);
    if (!typed) return this.#close();
    this.#known ??= await this.#commands().catch(() => []);
    const fitting = this.#known.filter(({ command }) => command.startsWith(typed[1].toLowerCase()));
    this.#chosen = 0;
    this.#list.replaceChildren(...fitting.map((entry, index) => this.#option(entry, index)));
    this.#list.hidden = fitting.length === 0;
    this.#field.setAttribute("aria-expanded", String(fitting.length > 0));
    this.#mark();
  }

  #option({ command, description }, index) {
    return h(
      "li",
      {
        role: "option",
        id: `${this.#list.id}-${index}`,
        "data-command": `/${command}`,
        onmousedown: (event) => event.preventDefault(),
        onclick: () => this.#say(`/${command}`),
      },
      h("b", {}, `/${command}`),
      h("span", {}, description),
    );
  }

  #mark() {
    const options = [...this.#list.children];
    options.forEach((option, index) => option.setAttribute("aria-selected", String(index === this.#chosen)));
    const marked = options[this.#chosen];
    if (!marked) return;
    this.#field.setAttribute("aria-activedescendant", marked.id);
    marked.scrollIntoView({ block: "nearest" });
  }

  #key(event) {
    const open = !this.#list.hidden;
    const marked = open ? this.#list.children[this.#chosen] : null;
    if (open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      const count = this.#list.children.length;
      this.#chosen = (this.#chosen + (event.key === "ArrowDown" ? 1 : count - 1)) % count;
      this.#mark();
    } else if (open && event.key === "Tab") {
      event.preventDefault();
      this.#field.value = `${marked.dataset.command} `;
      this.#close();
    } else if (event.key === "Escape") {
      this.#close();
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      if (marked) this.#say(marked.dataset.command);
      else this.element.requestSubmit();
    }
  }
}
