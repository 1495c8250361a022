import { h } from "./dom.js";
import { language } from "./words.js";

const relative = new Intl.RelativeTimeFormat(language);
const SECOND = 1000;
/** Units of time, and how many seconds each has. */
const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/** A moment that counts down by itself, as clients show a date-time entity with the format `r`. */
export function moment(unix) {
  const node = h("time", { "data-unix": unix, datetime: new Date(unix * SECOND).toISOString(), role: "timer" });
  show(node);
  return node;
}

/** How far a Unix time is from now, in the largest unit that it fills. */
function distance(unix) {
  const left = Math.round(unix - Date.now() / SECOND);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(left) >= length) ?? UNITS.at(-1);
  return relative.format(Math.trunc(left / size), unit);
}

function show(node) {
  node.textContent = distance(Number(node.dataset.unix));
}

setInterval(() => document.querySelectorAll("time[data-unix]").forEach(show), SECOND);
