import { avatar, h, icon } from "./dom.js";
import { richText, suited } from "./richtext.js";
import { keyOf } from "./store.js";
import { dayOf, timeOf, tr } from "./words.js";

/**
 * One message as `viewer` sees it.
 *
 * `scene` tells how it is shown: `{ viewer, group, thread, hueOf(id), nameOf(id), find(id) }`; `actions` what it can
 * lead to: `{ tap(message, row, column, button, element), onLink, onCommand }`.
 */
export function messageNode(message, scene, actions) {
  if (message.service) return serviceNode(message);
  const own = message.from.id === scene.viewer;
  const hue = scene.hueOf(message.from.id);
  return h(
    "article",
    {
      class: `row ${own ? "out" : "in"} ${hue}`,
      "data-key": keyOf(message),
      "data-sender": message.from.id,
      "data-date": message.date,
    },
    scene.group && !own && avatar(message.from.name, hue),
    h(
      "div",
      { class: ["stack", message.keyboard.length > 0 && "with-keys", message.ephemeral_for !== null && "ephemeral"] },
      bubble(message, scene, actions, own),
      keyboard(message, scene, actions),
    ),
  );
}

/** What a service message says, by the Bot API's field that makes it one. */
const SERVICES = {
  new_chat_members: (users) => ({ users: names(users) }),
  left_chat_member: (user) => ({ users: names([user]) }),
  new_chat_title: (title) => ({ title }),
  group_chat_created: () => ({}),
  supergroup_chat_created: () => ({}),
  migrate_to_chat_id: () => ({}),
  migrate_from_chat_id: () => ({}),
  pinned_message: () => ({}),
  forum_topic_created: ({ name }) => ({ title: name }),
};

const names = (users) => users.map(({ first_name: name }) => name).join(", ");

function serviceText({ service, from }) {
  const field = Object.keys(SERVICES).find((name) => name in service);
  return field ? tr(`service.${field}`, { name: from.name, ...SERVICES[field](service[field]) }) : tr("service.other");
}

function serviceNode(message) {
  return h(
    "article",
    { class: "row service", "data-key": keyOf(message), "data-sender": "service", "data-date": message.date },
    h("span", { class: "service-text" }, serviceText(message)),
  );
}

function bubble(message, scene, actions, own) {
  return h(
    "div",
    { class: "bubble" },
    scene.group && !own && h("div", { class: "sender", dir: "auto" }, message.from.name),
    message.ephemeral_for !== null &&
      h("div", { class: "only" }, icon("eye"), tr("only-you-see", { name: scene.nameOf(message.ephemeral_for) })),
    message.reply_to && quoted(scene.find(message.reply_to)),
    message.photo && photo(message),
    message.document && file(message.document),
    h("div", { class: "text", dir: "auto" }, ...richText(message.html, actions), meta(message)),
  );
}

/** The message that this one answers, in a line. */
function quoted(original) {
  return (
    original &&
    h(
      "div",
      { class: "quoted" },
      h("b", { dir: "auto" }, original.from.name),
      h("span", { dir: "auto" }, original.text),
    )
  );
}

function photo(message) {
  return h(
    "a",
    { class: "photo", href: message.photo, target: "_blank", rel: "noopener" },
    h("img", { src: message.photo, alt: message.text || tr("photo"), loading: "lazy" }),
  );
}

function file(document) {
  const size = Math.max(1, Math.round(document.size / 1024));
  return h(
    "a",
    { class: "file", href: document.url, download: document.name },
    icon("save"),
    h("b", { dir: "auto" }, document.name),
    h("span", {}, tr("kilobytes", { size })),
  );
}

function meta(message) {
  return h(
    "span",
    { class: "meta" },
    message.edited && h("span", { class: "edited", title: timeOf(message.edited) }, `${tr("edited")} `),
    h("time", { datetime: new Date(message.date * 1000).toISOString() }, timeOf(message.date)),
  );
}

function keyboard(message, scene, actions) {
  if (!message.keyboard.length) return null;
  return h(
    "div",
    { class: "keyboard", role: "group", "aria-label": tr("buttons") },
    message.keyboard.map((keys, row) =>
      h(
        "div",
        { class: "keys" },
        keys.map((button, column) => key({ message, row, column, button }, scene, actions)),
      ),
    ),
  );
}

const KIND_ICONS = { url: "out", copy: "copy" };

function key({ message, row, column, button }, scene, actions) {
  const mark = KIND_ICONS[button.kind];
  return h(
    "button",
    {
      type: "button",
      class: ["key", button.style],
      "data-text": button.text,
      "data-row": row,
      "data-column": column,
      disabled: button.disabled,
      title: scene.group && tr("tap-as", { name: scene.nameOf(scene.viewer) }),
      onclick: ({ currentTarget }) => actions.tap(message, row, column, button, currentTarget),
    },
    h("span", { class: "key-text" }, suited(button.text)),
    mark && icon(mark),
  );
}

/** Tells each row whether it opens or ends a run of one sender's messages, and whether it opens a day. */
export function arrange(rows) {
  let before = null;
  for (const row of rows) {
    const first = before === null || before.dataset.sender !== row.dataset.sender || apart(before, row);
    row.classList.toggle("first", first);
    before?.classList.toggle("last", first);
    const day = dayOf(Number(row.dataset.date));
    if (before === null || dayOf(Number(before.dataset.date)) !== day) row.dataset.day = day;
    else delete row.dataset.day;
    before = row;
  }
  before?.classList.add("last");
}

const RUN = 300;
const apart = (one, other) => Number(other.dataset.date) - Number(one.dataset.date) > RUN;
