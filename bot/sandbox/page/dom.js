/**
 * Builds one element: `h("button", { class: "chip", onclick: go }, icon("send"), "text")`.
 * An attribute that is `false` or `null` is left out, `true` is written empty, `on…` is a listener; a list is
 * joined by spaces; a child, or a word of a list, that is `null` or `false` is skipped.
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, textOf(value));
  }
  element.append(...present(children));
  return element;
}

const textOf = (value) => (Array.isArray(value) ? present(value).join(" ") : value === true ? "" : value);

/** Puts these children in place of the old ones. */
export const fill = (element, ...children) => element.replaceChildren(...present(children));

const present = (children) =>
  children.flat().filter((child) => child !== null && child !== undefined && child !== false);

const SVG = "http://www.w3.org/2000/svg";

/** An icon of the sprite `icons.svg`; it is decoration, so readers of the screen skip it. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `/page/icons.svg#${name}`);
  svg.append(use);
  return svg;
}

/** First letters of the first two words of a name, for an avatar. */
export function initials(name) {
  return name
    .split(/\s+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0].toUpperCase())
    .join("");
}

/** A round avatar with initials; `hue` is a class of the palette in `theme.css`. */
export function avatar(name, hue, size = "") {
  return h("span", { class: `avatar ${hue} ${size}`, "aria-hidden": "true" }, initials(name));
}
