import { avatar, h } from "./dom.js";
import { suited } from "./richtext.js";
import { tr } from "./words.js";

const SHORTEST = 3000;
const PER_CHARACTER = 45;

/** Toasts and alerts of one column: each column is somebody's telephone, so an alert covers that column alone. */
export class Notices {
  #toasts = h("div", { class: "toasts", role: "status", "aria-live": "polite" });
  element = h("div", { class: "notices" }, this.#toasts);

  /** A short word that goes by itself; `who` is shown beside it: `{ name, hue }`. */
  toast(text, who = null) {
    const node = h("div", { class: "toast" }, who && avatar(who.name, who.hue, "small"), h("span", {}, suited(text)));
    this.#toasts.append(node);
    setTimeout(() => node.remove(), SHORTEST + PER_CHARACTER * text.length);
  }

  /** A message that waits for OK. */
  alert(text, who = null) {
    const before = document.activeElement;
    const close = () => {
      veil.remove();
      if (before?.isConnected) before.focus({ preventScroll: true });
    };
    const ok = h("button", { type: "button", class: "ok", onclick: close }, tr("ok"));
    const body = h(
      "p",
      { class: "alert-text", id: `alert-${crypto.getRandomValues(new Uint32Array(1))[0]}` },
      suited(text),
    );
    const box = h(
      "div",
      { class: `alert ${who?.hue ?? ""}`, role: "alertdialog", "aria-modal": "true", "aria-describedby": body.id },
      who && h("div", { class: "alert-head" }, avatar(who.name, who.hue, "small"), who.name),
      body,
      ok,
    );
    const veil = h("div", { class: "veil", onkeydown: (event) => keep(event, ok, close) }, box);
    this.element.append(veil);
    ok.focus({ preventScroll: true });
  }

  /** Takes away the alerts: somebody else looks now. */
  dismiss() {
    for (const veil of this.element.querySelectorAll(".veil")) veil.remove();
  }
}

function keep(event, ok, close) {
  if (event.key === "Escape") close();
  if (event.key === "Tab") {
    event.preventDefault();
    ok.focus();
  }
}
