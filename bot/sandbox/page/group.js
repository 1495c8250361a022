import { badge, roleIn } from "./badge.js";
import { Coach } from "./coach.js";
import { avatar, h, icon } from "./dom.js";
import { Panel, typingSign } from "./panel.js";
import { tr } from "./words.js";

const SEAT = "sandbox-seat";

/** The group chat, seen and played as one of its people at a time. */
export class GroupPanel extends Panel {
  #seats = h("fieldset", { class: "seats" });

  constructor(phone, chat) {
    super(phone, chat.id, chat.title, "group");
    const remembered = phone.store.person(Number(sessionStorage.getItem(SEAT)));
    this.viewer = (remembered ?? phone.store.world.people[0]).id;
    this.coach = new Coach(this, phone);
    this.assemble(
      h(
        "header",
        { class: "heading" },
        avatar(chat.title, "hue-group"),
        h("div", { class: "titles" }, this.#name(chat), this.subtitle, typingSign(this.store.world.bot.name)),
        this.#topics(chat),
      ),
    );
    this.store.addEventListener("people", () => this.refresh());
    this.refresh();
  }

  /** The chat as the server last described it. */
  get state() {
    return this.store.world.chats.find(({ id }) => id === this.chat);
  }

  /** Draws the seats and the foot anew. */
  refresh() {
    this.#seats.replaceChildren(
      h("legend", {}, tr("you-are")),
      ...this.store.world.people.map((person) => this.#seat(person, roleIn(this.state, person.id))),
    );
    this.#dress();
  }

  /** From now on the group is seen, and played, as this person. */
  sitAs(person) {
    this.viewer = person;
    sessionStorage.setItem(SEAT, person);
    this.notices.dismiss();
    this.#dress();
    this.timeline.reload();
  }

  #name(chat) {
    const groups = this.store.world.chats.filter(({ type }) => type !== "private");
    if (groups.length < 2) return h("h2", {}, h("span", { class: "name", dir: "auto" }, chat.title));
    const options = groups.map(({ id, title }) => h("option", { value: id, selected: id === chat.id }, title));
    const show = ({ target }) => {
      this.phone.showGroup(Number(target.value));
      target.value = chat.id;
    };
    return h("h2", {}, h("select", { class: "name", "aria-label": tr("chats"), onchange: show }, options));
  }

  #topics(chat) {
    if (!chat.forum) return null;
    const choose = ({ target }) => {
      this.thread = target.value === "" ? undefined : Number(target.value) || null;
      this.timeline.reload();
    };
    return h(
      "select",
      { class: "topics", "aria-label": tr("topics"), onchange: choose },
      h("option", { value: "" }, tr("topics.all")),
      h("option", { value: "0" }, tr("topics.general")),
      chat.topics.map(({ id, name }) => h("option", { value: id }, name)),
    );
  }

  #seat(person, role) {
    const hue = this.phone.hueOf(person.id);
    return h(
      "label",
      { class: `seat ${hue} ${role ? "" : "away"}` },
      h("input", {
        type: "radio",
        name: `seat-${this.chat}`,
        value: person.id,
        checked: person.id === this.viewer,
        onchange: () => this.sitAs(person.id),
      }),
      avatar(person.name, hue, "small"),
      h("span", { class: "seat-name", dir: "auto" }, person.name),
      badge(role),
    );
  }

  #dress() {
    const { name } = this.store.person(this.viewer);
    const members = this.state?.members ?? [];
    const member = members.includes(this.viewer);
    this.subtitle.textContent = `${tr("members", { count: members.length })} · ${tr("seen-as", { name })}`;
    this.wear(this.phone.hueOf(this.viewer));
    this.composer.label(tr("write-as", { name }));
    this.composer.forget();
    this.foot.replaceChildren(
      this.coach.element,
      this.#seats,
      member ? this.composer.element : this.#offer("join-as", () => this.do("join")),
    );
    if (member && isOut(this.state.bot))
      this.foot.append(this.#offer("add-bot", () => this.try("add_bot", { chat: this.chat })));
    this.coach.refresh();
  }

  /** A large button in place of a field to write in. */
  #offer(word, go) {
    const { name } = this.store.person(this.viewer);
    return h("button", { type: "button", class: "start", onclick: go }, icon("plus"), tr(word, { name }));
  }
}

/** Is a bot with this status outside the group? */
const isOut = (status) => status === "left" || status === "kicked";
