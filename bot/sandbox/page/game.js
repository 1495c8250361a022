/** Buttons by their data: all that the page knows of the game. */
export const MOVE = /^[gp]:/;
export const SIT = /^l:.*:sit$/;
export const START = /^l:.*:start$/;
export const HAND = /^m:hand:/;

/** Has the bot such a button among these messages? */
export function offers(messages, bot, such) {
  const fits = ({ kind, data }) => kind === "callback" && such.test(data);
  return messages.some(({ from, keyboard }) => from.id === bot && keyboard.flat().some(fits));
}
