import { h } from "./dom.js";

/** Tags of Telegram's HTML, and what the page shows them as. Whatever is not listed loses its tag and keeps its text. */
const TAGS = {
  b: "strong", strong: "strong", i: "em", em: "em", u: "u", ins: "u", s: "s", strike: "s", del: "s",
  code: "code", pre: "pre", blockquote: "blockquote", br: "br",
  table: "table", tbody: "tbody", thead: "thead", tr: "tr", td: "td", th: "th",
};
const DROPPED = new Set(["script", "style", "template", "iframe", "object", "embed", "svg", "math", "noscript"]);
const LINKS = new Set(["http:", "https:", "mailto:", "tg:"]);

const COMMAND = /(?<![\w/@])(\/[a-z0-9_]{1,32}(?:@\w+)?)(?![\w/])/iu;
const RED = /([\u2665\u2666]\uFE0F?)/u;

/**
 * Turns the server's HTML into nodes, one known tag after another; nothing is ever parsed into the living document.
 * `onLink(url, event)` hears of every link, `onCommand(text)` of every /command in the text.
 */
export function richText(html, { onLink, onCommand }) {
  const inert = new DOMParser().parseFromString(html, "text/html");
  return [...inert.body.childNodes].flatMap((node) => convert(node, { onLink, onCommand }, false));
}

/** Text with hearts and diamonds in red, as on the cards. */
export function suited(text) {
  return text.split(RED).map((part, index) => (index % 2 ? h("span", { class: "red-suit" }, part) : part));
}

function convert(node, actions, quiet) {
  if (node.nodeType === Node.TEXT_NODE) return quiet ? suited(node.data) : withCommands(node.data, actions.onCommand);
  if (node.nodeType !== Node.ELEMENT_NODE) return [];
  const name = node.localName;
  if (DROPPED.has(name)) return [];
  const inner = (silent) => [...node.childNodes].flatMap((child) => convert(child, actions, silent));
  if (name === "a") return [link(node, actions.onLink, inner(true))];
  if (name === "tg-spoiler" || (name === "span" && node.classList.contains("tg-spoiler"))) return [spoiler(inner(quiet))];
  if (!(name in TAGS)) return inner(quiet);
  return [h(TAGS[name], {}, ...inner(quiet || name === "code" || name === "pre"))];
}

function link(node, onLink, children) {
  const href = node.getAttribute("href") ?? "";
  if (!URL.canParse(href) || !LINKS.has(new URL(href).protocol)) return h("span", {}, ...children);
  return h("a", { href, target: "_blank", rel: "noopener noreferrer", onclick: (event) => onLink(href, event) }, ...children);
}

function spoiler(children) {
  const reveal = (event) => event.currentTarget.classList.add("revealed");
  return h("button", { type: "button", class: "spoiler", onclick: reveal }, ...children);
}

function withCommands(text, onCommand) {
  return text.split(COMMAND).flatMap((part, index) => {
    if (index % 2 === 0) return suited(part);
    return h("button", { type: "button", class: "command-link", onclick: () => onCommand(part) }, part);
  });
}
