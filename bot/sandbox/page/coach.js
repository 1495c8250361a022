import { fill, h, icon } from "./dom.js";
import { tr } from "./words.js";

const FORGOTTEN = "sandbox-hint-closed";
const STEPS = ["open", "sit", "play"];

/** A small card above the seats that leads a newcomer from an empty group to the first hand, and then goes away. */
export class Coach {
  #group;
  #phone;
  element = h("aside", { class: "coach", "aria-label": tr("coach.title"), hidden: true });

  constructor(group, phone) {
    this.#group = group;
    this.#phone = phone;
    for (const type of ["message", "edit", "chat"]) phone.store.addEventListener(type, () => this.refresh());
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
      step === "open" && h("button", { type: "button", class: "chip", onclick: () => this.#group.send("/newgame") }, "/newgame"),
      h("button", { type: "button", class: "close", title: tr("close"), "aria-label": tr("close"), onclick: () => this.#close() }, icon("close")),
    );
  }

  #step() {
    const { store } = this.#phone;
    const bot = store.world.bot.id;
    if (!store.messages(this.#group.chat).some((message) => message.from.id === bot)) return "open";
    const hands = store.world.people.filter((person) => store.messages(person.id).some(({ keyboard }) => keyboard.length));
    if (hands.length < Math.min(2, store.world.people.length)) return "sit";
    const played = store.world.people.some((person) => store.messages(person.id).filter(({ edited }) => edited).length > 0);
    return played ? null : "play";
  }

  #close() {
    localStorage.setItem(FORGOTTEN, "yes");
    this.refresh();
  }
}
