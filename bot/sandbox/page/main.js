import * as api from "./api.js";
import { h } from "./dom.js";
import { GroupPanel } from "./group.js";
import { Phone } from "./phone.js";
import { PrivatePanel } from "./private.js";
import { Store } from "./store.js";
import { Tabs } from "./tabs.js";
import { Tools } from "./tools.js";
import { tr } from "./words.js";

const store = new Store();
const phone = new Phone(store);
let layout = null;

/** Who and which groups there are; when this changes, the page is laid out anew. */
const layoutOf = ({ people, chats }) =>
  JSON.stringify([
    people.map(({ id, name }) => [id, name]),
    chats.filter(({ type }) => type !== "private").map(({ id }) => id),
  ]);

async function loadChats() {
  const loads = store.world.chats.map(async ({ id, members }) => {
    const views = await Promise.all(members.map((member) => api.chat(id, member)));
    store.setChat(
      id,
      views.map(({ messages }) => messages),
    );
  });
  await Promise.all(loads);
}

function build() {
  const groups = store.world.chats.filter(({ type }) => type !== "private").map((chat) => new GroupPanel(phone, chat));
  const people = store.world.people.map((person) => new PrivatePanel(phone, person));
  phone.panels = [...groups, ...people];
  document.querySelector("main").replaceChildren(
    h(
      "div",
      { class: "groups" },
      groups.map(({ element }) => element),
    ),
    h(
      "div",
      { class: "people" },
      people.map(({ element }) => element),
    ),
  );
  phone.showGroup(phone.groupShown());
  document.querySelector(".bar").append(new Tabs(phone).element, new Tools(phone).element);
}

async function open(world) {
  store.setWorld(world);
  store.seq = world.seq;
  await loadChats();
  build();
  layout = layoutOf(world);
}

/** The event to listen from. A server that counts lower than we do was started anew: so do we. */
async function since() {
  const world = await api.world();
  if (layout === null) await open(world);
  else if (layoutOf(world) !== layout || world.seq < store.seq) location.reload();
  return store.seq;
}

async function refreshWorld() {
  const world = await api.world();
  if (layoutOf(world) === layout) store.setWorld(world);
  else location.reload();
}

document.title = tr("title");
document.querySelector(".brand-name").textContent = tr("game");
document.querySelector(".tagline").textContent = tr("tagline");
document.querySelector(".offline-sign").textContent = tr("offline");
store.addEventListener("world", refreshWorld);
api.live({
  since,
  onEvent: (event) => store.apply(event),
  onState: (up) => document.body.classList.toggle("offline", !up),
});
