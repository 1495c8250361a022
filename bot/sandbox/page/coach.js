import { fill, h, icon } from "./dom.js";
import { asksFor } from "./private.js";
import { tr } from "./words.js";

const FORGOTTEN = "sandbox-hint-closed";
const STEPS = ["open", "sit", "play"];

/** A small card that leads a newcomer from an empty group to the first hand, and goes away with the first tap there. */
export class Coach {
  #group;
  #phone;
  element = h("aside", { class: "coach", "aria-label": tr("coach.title"), hidden: true });

  constructor(group, phone) {
    this.#group = group;
    this.#phone = phone;
    for (const type of ["message", "edit", "chat"]) phone.store.addEventListener(type, () => this.refresh());
    phone.store.addEventListener("tapped", ({ detail }) => detail.chat > 0 && this.#close());
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
      h("span", { class: "coach-step" }, `${STEPS.indexOf(step) + 1}/${STEPS.length}`),
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

  /** The next step; somebody who is asked in private has been seated. */
  #step() {
    const { store } = this.#phone;
    const bot = store.world.bot.id;
    if (!store.messages(this.#group.chat).some((message) => message.from.id === bot)) return "open";
    return store.world.people.some(({ id }) => asksFor(store.messages(id), bot)) ? "play" : "sit";
  }

  #close() {
    localStorage.setItem(FORGOTTEN, "yes");
    this.refresh();
  }
}
