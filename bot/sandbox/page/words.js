/** Languages of the page; each has a file of words beside the others. */
export const LANGUAGES = ["en", "ru", "uk"];
const REMEMBERED = "sandbox-language";

export const language = choose(localStorage.getItem(REMEMBERED), navigator.languages ?? [navigator.language]);
const words = await (await fetch(`/page/words/${language}.json`)).json();
const plural = new Intl.PluralRules(language);
const clock = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const calendar = new Intl.DateTimeFormat(language, { day: "numeric", month: "long" });

function choose(remembered, wanted) {
  const codes = [remembered ?? "", ...wanted].map((code) => code.slice(0, 2));
  return codes.find((code) => LANGUAGES.includes(code)) ?? "en";
}

/** The words of `key`, with `{name}` filled in; where they are plural forms, `count` chooses among them. */
export function tr(key, values = {}) {
  const entry = words[key] ?? key;
  const text = typeof entry === "string" ? entry : entry[plural.select(values.count)];
  return text.replaceAll(/\{(\w+)\}/gu, (_, name) => values[name] ?? "");
}

/** Remembers a language and shows the page in it. */
export function setLanguage(code) {
  localStorage.setItem(REMEMBERED, code);
  location.reload();
}

/** Hours and minutes of a Unix time, seconds. */
export const timeOf = (seconds) => clock.format(seconds * 1000);
/** Day and month of a Unix time, seconds. */
export const dayOf = (seconds) => calendar.format(seconds * 1000);
