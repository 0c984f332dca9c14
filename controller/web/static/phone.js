"use strict";
// A seat's phone at the table: it is let in by the ticket behind the # of its address, follows, and sends what was
// chosen.

const UNHEARD_MS = 4000; // after so long a choice may be sent again of which nothing has come

let token = kept("token");
let place = kept("place"); // the seat that this phone has, or had
let line = null; // to the table
let sent = null; // the choice that was sent, until the table has judged it
let called = lasting("name"); // what its player is called
let last = null; // the newest one that was sent, whatever became of it
let unsent = ""; // why it has not been sent

function kept(name) {
  try {
    return sessionStorage.getItem(name) || "";
  } catch {
    return ""; // a browser that keeps nothing
  }
}

// What this browser remembers from evening to evening.
function lasting(name) {
  try {
    return localStorage.getItem(name) || "";
  } catch {
    return ""; // a browser that keeps nothing
  }
}

function keepLasting(name, given) {
  try {
    if (given) localStorage.setItem(name, given);
    else localStorage.removeItem(name);
  } catch {
    // then it holds as long as the page is open
  }
}

function keep(name, given) {
  try {
    if (given) sessionStorage.setItem(name, given);
    else sessionStorage.removeItem(name);
  } catch {
    // then it is known as long as the page is open
  }
}

function keepToken(given) {
  token = given;
  keep("token", given);
}

function keepPlace(given) {
  if (given === place) return;
  place = given;
  keep("place", given);
}

function asking(body) {
  const headers = { "Content-Type": "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  return { method: "POST", headers, body: JSON.stringify(body) };
}

// Coming in

async function enter() {
  const ticket = location.hash.slice(1);
  let why = "";
  if (ticket) {
    history.replaceState(null, "", location.pathname); // it is of no more use: nobody shall read it here
    why = await join(ticket);
  }
  if (token) return follow();
  if (why) return out(why);
  const answer = await insisted(() => ask(""));
  if (!answer.ok) out(causeIn(answer.text));
}

// Why the ticket does not let this phone in; nothing if it does.
async function join(ticket) {
  state(words.joining);
  const answer = await insisted(() => posted("/seat/join", { ticket })); // the ticket is good for a while
  if (answer.ok) keepToken(JSON.parse(answer.text).token);
  if (answer.ok && called) posted("/seat/ask", { seat: "", name: called });
  return answer.ok ? "" : causeIn(answer.text) || "old";
}

// Makes a request until the table has judged it, and says why that takes long.
async function insisted(request) {
  for (;;) {
    const answer = await request();
    if (![0, 429, 503].includes(answer.status)) return answer;
    state(answer.status ? words.crowded : words.lost, "lost");
    await new Promise((resolve) => setTimeout(resolve, answer.againMs));
  }
}

// What a request gives; status 0 where the table does not answer.
async function posted(path, body) {
  try {
    return await fetched(path, asking(body));
  } catch {
    return { ok: false, status: 0, text: "", againMs: againMs(null) };
  }
}

function causeIn(text) {
  try {
    return JSON.parse(text).why || "";
  } catch {
    return "";
  }
}

// Asks the table for a seat; somebody there touches the number that this page then shows. Without a seat, the table
// only gets to know this phone, and tells which seats there are. With a new name its player is called so from then on.
async function ask(seat, name = called) {
  const isNew = name !== called;
  let answer = await posted("/seat/ask", name || isNew ? { seat, name } : { seat });
  if (answer.status === 422 && !isNew) answer = await posted("/seat/ask", { seat }); // another player has the name
  if (!answer.ok) return answer;
  keepToken(JSON.parse(answer.text).token);
  called = name;
  keepLasting("name", name);
  follow();
  return answer;
}

// Why the table does not take what was asked; nothing if it does.
function whyNot(answer) {
  if (answer.ok) return "";
  return { 422: words.taken, 429: words.fast, 503: words.full }[answer.status] || words.unsent;
}

// This phone is out. Where the table was started anew since, it becomes known again, and asks for its seat.
async function ended(why) {
  line?.close();
  keepToken("");
  cover();
  if (why !== "unknown" || !place) return out(why);
  state(words.joining);
  const answer = await insisted(() => ask(""));
  if (!answer.ok) out(why);
}

let cause = ""; // why this phone is out

function out(why = cause) {
  cause = why;
  line?.close();
  keepToken("");
  keepPlace("");
  picture = sent = last = null;
  forget();
  cover();
  signal(null);
  $("called").hidden = true;
  $("heading").textContent = "";
  say(...(words[`out-${why}`] ? [words[`out-${why}`]] : []), words.scan);
  $("items").replaceChildren(askButton("", words.ask));
  state("", "lost");
}

// Following

// In the words of the language that was chosen.
function begin() {
  if (location.hash || !line) enter();
  else if (token) follow();
  else out();
}

function follow() {
  line?.close();
  const headers = { Authorization: `Bearer ${token}` };
  line = new Line(`/seat/events/${language}`, { heard, lost, refused }, headers);
}

function refused(status, text) {
  if (status === 403) ended(causeIn(text));
  return status === 403;
}

// The table does not answer, or has no room: nothing that is secret or old stays on the page.
function lost(status = 0) {
  state([429, 503].includes(status) ? words.crowded : words.lost, "lost");
  signal(null);
  cover();
}

function heard(event, data) {
  if (event === "out") ended(JSON.parse(data).why);
  if (event === "waiting") drawn(() => wait(JSON.parse(data)));
  if (event === "picture") drawn(() => take(JSON.parse(data)));
}

// Choosing

// The table has judged the newest choice, however often it was sent.
function answered() {
  sent = null;
  unsent = "";
}

async function send() {
  const mine = (sent = unsent ? last : newChoice()); // the same one again is judged once
  last = mine;
  unsent = "";
  dismissed = picture.answered;
  $("notice").textContent = "";
  mark();
  const why = await told(mine);
  if (sent !== mine) return; // the table has judged it meanwhile
  if (why) return failed(why);
  setTimeout(() => sent === mine && failed(words.unheard), UNHEARD_MS);
}

function newChoice() {
  const number = Math.max(last ? last.number : 0, picture.answered) + 1;
  return { choice: choiceShown().choice, ply: picture.ply, items: [...chosen], number };
}

// Why a choice could not be told; nothing if it was.
async function told(choice) {
  const answer = await posted("/seat/choose", choice);
  if (answer.ok || answer.status === 403) return ""; // the stream tells a phone that is let out
  return { 0: words.unsent, 429: words.fast, 503: words.busy }[answer.status] || words.untaken;
}

function failed(why) {
  sent = null;
  unsent = why;
  if (isLive) draw();
}

window.addEventListener("hashchange", enter);
// Nothing secret stays on a page that is out of sight; what it shows when it comes back is of that moment.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return cover();
  if (!token || !line) return;
  state(words.joining);
  line.open();
});
