import { fill, h, icon } from "./dom.js";
import { HAND, MOVE, offers, SIT, START } from "./game.js";
import { tr } from "./words.js";

const FORGOTTEN = "sandbox-hint-closed";
/** Each step and its number. */
const STEPS = { open: 1, sit: 2, start: 3, play: 3 };
const LAST = Math.max(...Object.values(STEPS));

/** A small card that leads a newcomer from an empty group to the first hand, and goes away with the first move. */
export class Coach {
  #group;
  #phone;
  element = h("aside", { class: "coach", "aria-label": tr("coach.title"), hidden: true });

  constructor(group, phone) {
    this.#group = group;
    this.#phone = phone;
    for (const type of ["message", "edit", "delete", "chat"]) phone.store.addEventListener(type, () => this.refresh());
    phone.store.addEventListener("tapped", ({ detail }) => MOVE.test(detail.data) && this.#close());
  }

  /** Shows the step that comes next. */
  refresh() {
    const step = localStorage.getItem(FORGOTTEN) ? null : this.#step();
    this.element.hidden = step === null;
    this.element.classList.toggle("alone", this.#phone.store.messages(this.#group.chat).length === 0);
    if (step === null || this.element.dataset.step === step) return;
    this.element.dataset.step = step;
    fill(
      this.element,
      h("span", { class: "coach-step" }, `${STEPS[step]}/${LAST}`),
      h("p", {}, tr(`coach.${step}`)),
      step === "open" &&
        h("button", { type: "button", class: "chip", onclick: () => this.#group.send("/newgame") }, "/newgame"),
      h(
        "button",
        { type: "button", class: "close", title: tr("close"), "aria-label": tr("close"), onclick: () => this.#close() },
        icon("close"),
      ),
    );
  }

  /** The next step: an open table asks to sit down until it can be started, and a running one shows hands. */
  #step() {
    const { store } = this.#phone;
    const { chat } = this.#group;
    const offered = (where, such) => offers(store.messages(where), store.world.bot.id, such);
    if (offered(chat, START)) return "start";
    if (offered(chat, SIT)) return "sit";
    return offered(chat, HAND) || store.world.people.some(({ id }) => offered(id, MOVE)) ? "play" : "open";
  }

  #close() {
    localStorage.setItem(FORGOTTEN, "yes");
    this.refresh();
  }
}
