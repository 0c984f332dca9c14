"use strict";
// Streams of events that know when they are dead, and requests that do not wait for ever.

const AGAIN_MS = 2000; // after so long, more or less, a stream is begun again
const LIMIT_MS = 5000; // a request takes no longer
const ELECT_MS = 300; // a window that leads the others answers within this
const WOKEN_MS = 2500; // a page that comes into view again believes no older stream: the table says something every two seconds
let silentMs = 5000; // a stream of which nothing comes for so long is dead
const lines = new Set();

// What a request gives: its status, its text, and when to ask again if that is of use.
async function fetched(path, options = {}) {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), LIMIT_MS);
  try {
    const answer = await fetch(path, { ...options, signal: limit.signal });
    return { ok: answer.ok, status: answer.status, text: await answer.text(), againMs: againMs(answer) };
  } finally {
    clearTimeout(timer);
  }
}

const asked = {}; // the newest request of each kind

// Asks for something of a kind, and hands it to `found`, or calls `failed`. Neither, where something else of its kind
// has been asked for meanwhile: answers overtake each other.
async function askFor(kind, path, found, failed) {
  const mine = (asked[kind] = {});
  let something = null;
  try {
    const answer = await fetched(path);
    if (answer.ok) something = JSON.parse(answer.text);
  } catch {
    // it failed
  }
  if (asked[kind] !== mine) return;
  if (something) found(something);
  else failed();
}

// What was asked for of a kind is not wanted any more.
function forgo(kind) {
  delete asked[kind];
}

// As long as the table says, or else a while; more or less, so that not all ask at the same moment.
function againMs(answer) {
  const saidS = Number(answer?.headers.get("Retry-After"));
  return saidS > 0 ? saidS * 1000 * (1 + 0.2 * Math.random()) : AGAIN_MS * (0.5 + Math.random());
}

function isOlder(heardMs, limitMs) {
  return Math.abs(Date.now() - heardMs) > limitMs;
}

// A line to the table. It tells `on.heard(event, data)`, `on.lost(status)` each time it ends or falls silent, and
// `on.refused(status, text)`, which ends it where it gives true.
class Line {
  constructor(path, on, headers = {}) {
    Object.assign(this, { path, on, headers, ending: null, isLost: false });
    lines.add(this);
    this.open();
  }

  async open() {
    this.ending?.abort();
    const ending = (this.ending = new AbortController());
    this.heardMs = Date.now();
    let status = 0;
    let text = "";
    let answer = null;
    try {
      answer = await fetch(this.path, { headers: this.headers, signal: ending.signal, cache: "no-store" });
      status = answer.status;
      if (answer.ok) await this.read(answer.body);
      else text = await answer.text();
    } catch {
      // it has ended: by the table, the network, or here
    }
    if (ending.signal.aborted) return;
    if (status && status !== 200 && this.on.refused?.(status, text)) return this.close();
    this.on.lost(status);
    setTimeout(() => ending.signal.aborted || this.open(), againMs(answer));
  }

  async read(body) {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      this.heardMs = Date.now();
      this.isLost = false;
      const parts = (text + decoder.decode(value, { stream: true })).split("\n\n");
      text = parts.pop();
      for (const part of parts) {
        const [, event, data] = part.match(/^event: (.*)\ndata: ?(.*)$/) || [];
        if (event) this.on.heard(event, data);
      }
    }
  }

  // Looks whether it is dead: nothing has come for longer than `limitMs`. Its clock may have been set meanwhile, in
  // any direction. One that was lost is tried again sooner: a browser may try connections that are dead, too.
  look(limitMs) {
    if (isOlder(this.heardMs, this.isLost ? Math.min(WOKEN_MS, limitMs) : limitMs)) this.anew();
  }

  // Begins again, from nothing: what was heard before may be old.
  anew() {
    this.isLost = true;
    this.on.lost();
    this.open();
  }

  close() {
    this.ending?.abort();
    lines.delete(this);
  }
}

// One line for all windows of a browser, which has few connections: one window leads and passes on what it hears.
// `keyOf(event, data)` says what replaces what, for windows that come later.
class SharedLine {
  constructor(path, on, keyOf) {
    Object.assign(this, { path, on, keyOf, line: null, known: new Map(), id: `${Math.random()}`, timer: 0 });
    lines.add(this);
    this.channel = typeof BroadcastChannel === "function" ? new BroadcastChannel(`tablier${path}`) : null;
    if (this.channel) this.channel.onmessage = (event) => this.told(event.data);
    this.open();
  }

  // Asks who leads; leads itself where nobody answers.
  open() {
    clearTimeout(this.timer);
    this.heardMs = Date.now();
    if (this.line) this.line.open();
    else if (!this.channel) this.lead();
    else {
      this.say("who");
      this.timer = setTimeout(() => this.lead(), ELECT_MS * (1 + Math.random()));
    }
  }

  say(kind, more = {}) {
    this.channel?.postMessage({ kind, id: this.id, ...more });
  }

  lead() {
    this.known.clear();
    this.say("heard"); // no other shall lead
    this.line = new Line(this.path, {
      heard: (event, data) => {
        this.known.set(this.keyOf(event, data), [event, data]);
        this.say("heard", { events: [[event, data]] });
        this.on.heard(event, data);
      },
      lost: () => {
        this.say("lost");
        this.on.lost();
      },
    });
    lines.delete(this.line);
  }

  told({ kind, id, events = [] }) {
    if (kind === "who") {
      if (this.line) this.say("heard", { events: [...this.known.values()] });
      return;
    }
    if (kind === "gone") {
      if (!this.line) this.open();
      return;
    }
    if (this.line) {
      if (id > this.id) return this.say("heard"); // two lead: the other one gives way
      this.line.close();
      this.line = null;
    }
    clearTimeout(this.timer);
    this.heardMs = Date.now();
    if (kind === "lost") this.on.lost();
    for (const [event, data] of events) this.on.heard(event, data);
  }

  // The window that leads may be asleep, or gone without a word.
  look(limitMs) {
    if (this.line) this.line.look(limitMs);
    else if (this.channel && isOlder(this.heardMs, limitMs)) this.anew();
    // A hidden window that can share with no other leaves its connection to those that are seen.
    if (!this.channel && document.hidden) this.leave();
    else if (!this.channel && !this.line) this.lead();
  }

  anew() {
    this.on.lost();
    this.open();
  }

  leave() {
    clearTimeout(this.timer);
    if (this.line) this.say("gone");
    this.line?.close();
    this.line = null;
  }

  close() {
    this.leave();
    this.channel?.close();
    lines.delete(this);
  }
}

function lookAtLines(limitMs) {
  for (const line of [...lines]) line.look(limitMs);
}

function eachAnew() {
  for (const line of [...lines]) line.anew();
}

// A phone that has slept, gone through a wall, or from one network to another may have lost a stream unawares.
setInterval(() => lookAtLines(silentMs), 500);
document.addEventListener("visibilitychange", () => lookAtLines(document.hidden ? silentMs : WOKEN_MS));
window.addEventListener("online", eachAnew);
window.addEventListener("offline", eachAnew);
window.addEventListener("pagehide", () => [...lines].forEach((line) => line.leave?.()));
window.addEventListener("pageshow", (event) => event.persisted && eachAnew());
