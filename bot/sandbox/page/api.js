/** What the server refused or could not do; `message` is the server's own text. */
export class Refused extends Error {}

async function request(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Refused("");
  }
  const body = await response.json().catch(() => ({ ok: false, error: response.statusText }));
  if (!response.ok || body.ok === false) throw new Refused(body.error ?? response.statusText);
  return body;
}

const json = (body, method = "POST") => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** The world: the bot, people, chats and the number of the last event. */
export const world = () => request("/sandbox/world");
/** Messages of a chat as a person sees them. */
export const chat = (id, as) => request(`/sandbox/chat?chat=${id}&as=${as}`);
/** Does what a person does: `act("send", { person, chat, text })`. */
export const act = (what, fields) => request("/sandbox/act", json({ do: what, ...fields }));
/** Makes the Bot API misbehave: `fault({ name, times })`. */
export const fault = (fields) => request("/sandbox/faults", json(fields));
/** Ends all misbehaviour. */
export const clearFaults = () => request("/sandbox/faults", { method: "DELETE" });

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5000;

/**
 * Keeps the live line open: `onEvent(event)` hears every event in order, `onState(open)` whether the line is up.
 * After a cut it comes back by itself, first asking `since()` for the number of the last event that was seen.
 */
export function live({ since, onEvent, onState }) {
  let pause = FIRST_PAUSE;
  const connect = async () => {
    const from = await since().catch(() => null);
    if (from === null) return again();
    const url = new URL(`/sandbox/live?since=${from}`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    socket.onopen = () => {
      pause = FIRST_PAUSE;
      onState(true);
    };
    socket.onmessage = ({ data }) =>
      data
        .split("\n")
        .filter(Boolean)
        .forEach((line) => onEvent(JSON.parse(line)));
    socket.onclose = again;
  };
  const again = () => {
    onState(false);
    setTimeout(connect, pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  };
  return connect();
}
