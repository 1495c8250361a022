import { h } from "./dom.js";
import { moment } from "./moments.js";

/** Tags that may stand in a message, and what they are shown as. Any other tag is dropped and its text is kept. */
const TAGS = {
  b: "strong",
  strong: "strong",
  i: "em",
  em: "em",
  u: "u",
  s: "s",
  del: "s",
  code: "code",
  pre: "pre",
  br: "br",
};
/** Elements whose very text is not for reading. */
const DROPPED = new Set(["script", "style", "template", "iframe", "object", "embed", "svg", "math", "noscript"]);
const LINKS = new Set(["http:", "https:", "mailto:", "tg:"]);
const SUITS = /([\u2660\u2663\u2665\u2666]\uFE0F?)/u;
const RED = /[\u2665\u2666]/u;
const AS_TEXT = "\uFE0E";

/**
 * Turns the server's HTML into nodes, one known tag after another; nothing is ever parsed into the living document.
 * `onLink(url, event)` hears of every link, `onCommand(text)` of every /command that is pressed.
 */
export function richText(html, actions) {
  const inert = new DOMParser().parseFromString(`<body>${html}`, "text/html");
  return convertAll(inert.body, actions);
}

/** Text with suits as on the cards: two red and two in the colour of the text, which reads on every ground. */
export function suited(text) {
  return text.split(SUITS).map((part, index) => {
    if (index % 2 === 0) return part;
    return h("span", { class: RED.test(part) ? "suit red-suit" : "suit" }, part[0] + AS_TEXT);
  });
}

const convertAll = (node, actions) => [...node.childNodes].flatMap((child) => convert(child, actions));

const isBlock = (node) => node?.localName === "pre" || node?.localName === "blockquote";

/** The text without the line breaks that a block beside it makes by itself. */
function textOf(node) {
  const text = isBlock(node.previousSibling) ? node.data.replace(/^\n/u, "") : node.data;
  return isBlock(node.nextSibling) ? text.replace(/\n$/u, "") : text;
}

function convert(node, actions) {
  if (node.nodeType === Node.TEXT_NODE) return suited(textOf(node));
  if (node.nodeType !== Node.ELEMENT_NODE || DROPPED.has(node.localName)) return [];
  const inner = convertAll(node, actions);
  switch (node.localName) {
    case "a":
      return [link(node.getAttribute("href") ?? "", actions.onLink, inner)];
    case "blockquote":
      return [quote(node.classList.contains("expandable"), inner)];
    case "span":
      return [span(node, actions, inner)].flat();
    case "time":
      return node.dataset.format === "r" ? [moment(Number(node.dataset.unix))] : inner;
    default:
      return node.localName in TAGS ? [h(TAGS[node.localName], {}, ...inner)] : inner;
  }
}

function link(href, onLink, inner) {
  if (!URL.canParse(href) || !LINKS.has(new URL(href).protocol)) return h("span", {}, ...inner);
  return h(
    "a",
    { href, target: "_blank", rel: "noopener noreferrer", onclick: (event) => onLink(href, event) },
    ...inner,
  );
}

function quote(expandable, inner) {
  const open = ({ currentTarget }) => currentTarget.classList.toggle("open");
  return h("blockquote", expandable ? { class: "expandable", onclick: open } : {}, ...inner);
}

function span(node, { onCommand }, inner) {
  const kind = node.classList;
  if (kind.contains("command")) {
    const text = node.textContent;
    return h("button", { type: "button", class: "command-link", onclick: () => onCommand(text) }, ...inner);
  }
  if (kind.contains("spoiler")) {
    const reveal = ({ currentTarget }) => currentTarget.classList.add("revealed");
    return h("button", { type: "button", class: "spoiler", onclick: reveal }, ...inner);
  }
  return kind.contains("mention") ? h("span", { class: "mention" }, ...inner) : inner;
}
