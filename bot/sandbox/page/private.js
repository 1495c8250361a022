import { avatar, h } from "./dom.js";
import { MOVE, offers } from "./game.js";
import { Panel, typingSign } from "./panel.js";
import { tr } from "./words.js";

/** One person's private chat with the bot: that person's telephone. */
export class PrivatePanel extends Panel {
  #welcome;
  #turn = h("span", { class: "turn", hidden: true }, tr("can-act"));

  constructor(phone, person) {
    super(phone, person.id, tr("private-chat-of", { name: person.name }), "private");
    this.person = person;
    this.viewer = person.id;
    this.wear(phone.hueOf(person.id));
    this.composer.label(tr("write"));
    this.subtitle.textContent = tr("private-chat");
    this.assemble(
      h(
        "header",
        { class: "heading" },
        avatar(person.name, phone.hueOf(person.id)),
        h(
          "div",
          { class: "titles" },
          h(
            "h2",
            {},
            h("span", { class: "name", dir: "auto" }, person.name),
            h("span", { class: "tongue" }, person.language ?? ""),
          ),
          this.subtitle,
          this.#turn,
          typingSign(this.store.world.bot.name),
        ),
      ),
    );
    this.#welcome = welcome(this.store.world.bot, person);
    this.timeline.element.after(this.#welcome);
    for (const type of ["message", "edit", "delete", "chat"]) {
      this.store.addEventListener(type, ({ detail }) => detail.chat === this.chat && this.refresh());
    }
    this.store.addEventListener("people", () => this.refresh());
    this.refresh();
  }

  /** Has the bot been started here? */
  get started() {
    return this.store.messages(this.chat).length > 0;
  }

  /** Shows what can be done here: start the bot, take it back, or write; and whether it is this person's turn. */
  refresh() {
    const person = this.store.person(this.person.id) ?? this.person;
    const foot = person.blocked ? "blocked" : this.started ? "started" : "new";
    const waiting = foot === "started" && offers(this.store.messages(this.chat), this.store.world.bot.id, MOVE);
    this.#turn.hidden = !waiting;
    this.element.classList.toggle("waiting", waiting);
    if (this.foot.dataset.state === foot) return;
    this.foot.dataset.state = foot;
    this.#welcome.hidden = foot !== "new";
    this.foot.replaceChildren(...this.#foot(foot));
  }

  #foot(foot) {
    if (foot === "started") return [this.composer.element];
    const [word, go] =
      foot === "new"
        ? ["start", () => this.send("/start")]
        : ["unblock", () => this.try("unblock", { person: this.viewer })];
    return [h("button", { type: "button", class: "start", onclick: go }, tr(word))];
  }
}

const welcome = (bot, person) =>
  h(
    "div",
    { class: "welcome" },
    avatar(bot.name, "hue-bot", "large"),
    h("b", {}, bot.name),
    h("p", {}, tr("not-started", { name: person.name })),
  );
