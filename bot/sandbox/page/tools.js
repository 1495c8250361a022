import { act, clearFaults, fault, Refused } from "./api.js";
import { badge, roleIn } from "./badge.js";
import { avatar, fill, h, icon } from "./dom.js";
import { language, LANGUAGES, setLanguage, tr } from "./words.js";

const THEMES = ["auto", "light", "dark"];
const THEME = "sandbox-theme";
const FAULTS = [
  "too_many_requests",
  "server_error",
  "bad_gateway_html",
  "cut_before",
  "cut_after_effect",
  "duplicate_update",
  "late_update",
  "reorder_updates",
];

function wear(theme) {
  localStorage.setItem(THEME, theme);
  document.documentElement.dataset.theme = theme;
}

wear(localStorage.getItem(THEME) ?? "auto");

/** Language of the page, and a discreet drawer: looks, people, and trouble to order for whoever tests a bot. */
export class Tools {
  #phone;
  #said = h("p", { class: "said", role: "status" });
  #people = h("div", { class: "crew" });
  #drawer = h("dialog", {
    class: "drawer",
    "aria-label": tr("tools"),
    onclick: (event) => event.target === this.#drawer && this.#drawer.close(),
  });
  element = h(
    "div",
    { class: "tools" },
    h(
      "select",
      { class: "language", "aria-label": tr("language"), onchange: ({ target }) => setLanguage(target.value) },
      LANGUAGES.map((code) =>
        h("option", { value: code, selected: code === language, lang: code }, tr(`language.${code}`)),
      ),
    ),
    h(
      "button",
      {
        type: "button",
        class: "round",
        title: tr("tools"),
        "aria-label": tr("tools"),
        "aria-haspopup": "dialog",
        onclick: () => this.#open(),
      },
      icon("more"),
    ),
    this.#drawer,
  );

  constructor(phone) {
    this.#phone = phone;
    phone.store.addEventListener("people", () => this.#listPeople());
  }

  #open() {
    this.#said.textContent = "";
    this.#listPeople();
    fill(
      this.#drawer,
      h(
        "header",
        {},
        h("h2", {}, tr("tools")),
        h(
          "button",
          {
            type: "button",
            class: "round",
            title: tr("close"),
            "aria-label": tr("close"),
            onclick: () => this.#drawer.close(),
          },
          icon("close"),
        ),
      ),
      this.#choice("language", LANGUAGES, language, setLanguage),
      this.#choice("theme", THEMES, document.documentElement.dataset.theme, wear),
      h("section", {}, h("h3", {}, tr("tools.people")), this.#people, this.#newcomer()),
      this.#groupTools(),
      this.#faults(),
      this.#said,
    );
    this.#drawer.showModal();
  }

  async #do(promise, word) {
    try {
      await promise;
      this.#said.textContent = word;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#said.textContent = error.message || tr("no-server");
    }
  }

  #button(word, go, style = "") {
    return h("button", { type: "button", class: `chip ${style}`, onclick: go }, word);
  }

  #act(word, what, fields, style) {
    return this.#button(word, () => this.#do(act(what, fields), `${word} ✓`), style);
  }

  /** A row of which one is chosen; the words are those of `<name>.<value>`. */
  #choice(name, values, current, choose) {
    const options = values.map((value) =>
      h(
        "label",
        {},
        h("input", { type: "radio", name, value, checked: value === current, onchange: () => choose(value) }),
        h("span", {}, tr(`${name}.${value}`)),
      ),
    );
    return h("fieldset", { class: "choice" }, h("legend", {}, tr(name)), options);
  }

  #listPeople() {
    const group = this.#group();
    this.#people.replaceChildren(
      ...this.#phone.store.world.people.map((person) => {
        const seat = { person: person.id };
        const role = roleIn(group, person.id);
        const here = { ...seat, chat: group?.id };
        return h(
          "div",
          { class: "crew-row" },
          avatar(person.name, this.#phone.hueOf(person.id), "small"),
          h("span", { class: "crew-name" }, h("bdi", {}, person.name), badge(role)),
          h(
            "div",
            { class: "chips" },
            person.blocked ? this.#act(tr("unblock"), "unblock", seat) : this.#act(tr("block"), "block", seat),
            group && (role ? this.#act(tr("leave"), "leave", here) : this.#act(tr("join"), "join", here)),
            role === "member" && this.#act(tr("promote"), "promote", here),
            role === "admin" && this.#act(tr("demote"), "demote", here),
          ),
        );
      }),
    );
  }

  #newcomer() {
    const submit = (event) => {
      event.preventDefault();
      const { name, tongue } = Object.fromEntries(new FormData(event.target));
      const group = this.#group();
      const join = (person) => group && act("join", { person, chat: group.id });
      this.#do(
        act("add_person", { name, language: tongue }).then(({ person }) => join(person)),
        `${name} ✓`,
      );
    };
    return h(
      "form",
      { class: "crew-row", onsubmit: submit },
      h("input", {
        name: "name",
        required: true,
        maxlength: "64",
        placeholder: tr("tools.name"),
        "aria-label": tr("tools.name"),
      }),
      h(
        "select",
        { name: "tongue", "aria-label": tr("language") },
        LANGUAGES.map((code) => h("option", { value: code }, code)),
      ),
      h("button", { class: "chip" }, tr("tools.add")),
    );
  }

  #group() {
    const shown = this.#phone.groupShown();
    return this.#phone.store.world.chats.find(({ id }) => id === shown);
  }

  #groupTools() {
    const group = this.#group();
    if (!group) return null;
    const chat = { chat: group.id };
    return h(
      "section",
      {},
      h("h3", {}, tr("tools.group")),
      h(
        "div",
        { class: "chips" },
        this.#act(tr("add-bot"), "add_bot", chat),
        this.#act(tr("promote-bot"), "promote_bot", chat),
        this.#act(tr("kick-bot"), "kick_bot", chat, "danger"),
        group.type === "group" && this.#act(tr("migrate"), "migrate", chat),
      ),
    );
  }

  #faults() {
    return h(
      "section",
      {},
      h("h3", {}, tr("tools.faults")),
      h("p", { class: "hint" }, tr("tools.faults-hint")),
      h(
        "div",
        { class: "chips" },
        FAULTS.map((name) => {
          const word = tr(`fault.${name}`);
          return this.#button(word, () => this.#do(fault({ name, times: 1 }), `${word} ✓`));
        }),
        this.#button(tr("tools.clear"), () => this.#do(clearFaults(), `${tr("tools.clear")} ✓`), "plain"),
      ),
    );
  }
}
