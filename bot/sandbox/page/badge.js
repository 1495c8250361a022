import { h, icon } from "./dom.js";
import { tr } from "./words.js";

/** What a person is in a group: `owner`, `admin`, `member`, or `null` outside it. */
export function roleIn(group, person) {
  if (!group?.members.includes(person)) return null;
  if (group.owner === person) return "owner";
  return group.admins.includes(person) ? "admin" : "member";
}

const SIGNS = { owner: () => icon("crown"), admin: () => icon("star") };

/** The sign of somebody who runs the group; null for everybody else. */
export function badge(role) {
  const sign = SIGNS[role];
  if (!sign) return null;
  const word = tr(`role.${role}`);
  return h("span", { class: "badge", title: word }, sign(), h("span", { class: "badge-word" }, word));
}
