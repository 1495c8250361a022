import { tr } from "./words.js";

const HUES = 6;
const GROUP = "sandbox-group";

/** What all columns share: who is who, which colour is whose, and where links lead. */
export class Phone {
  panels = [];

  constructor(store) {
    this.store = store;
  }

  /** The palette class of the bot, a person, or a stranger. */
  hueOf(id) {
    if (id === this.store.world.bot.id) return "hue-bot";
    const seat = this.store.world.people.findIndex((person) => person.id === id);
    return seat < 0 ? "hue-none" : `hue-${seat % HUES}`;
  }

  nameOf(id) {
    const known = id === this.store.world.bot.id ? this.store.world.bot : this.store.person(id);
    return known?.name ?? tr("somebody");
  }

  who(id) {
    return { name: this.nameOf(id), hue: this.hueOf(id) };
  }

  get groups() {
    return this.panels.filter(({ person }) => !person);
  }

  /** The group that was shown last on this page, else the first. */
  groupShown() {
    const remembered = Number(sessionStorage.getItem(GROUP));
    return (this.groups.find(({ chat }) => chat === remembered) ?? this.groups[0])?.chat;
  }

  showGroup(chat) {
    sessionStorage.setItem(GROUP, chat);
    for (const panel of this.groups) panel.element.hidden = panel.chat !== chat;
  }

  /** Is it a link to our bot, such as t.me/<bot>?start=…? */
  leadsToBot(url) {
    if (!URL.canParse(url)) return false;
    const { protocol, hostname, pathname, searchParams } = new URL(url);
    const name = protocol === "tg:" ? searchParams.get("domain") : hostname === "t.me" && pathname.slice(1);
    return name === this.store.world.bot.username;
  }

  /** Follows a link to the bot as this person: the private chat opens and is shown. */
  async follow(url, person, from) {
    if (await from.try("open", { person, url })) this.panels.find((panel) => panel.chat === person)?.reveal();
  }
}
