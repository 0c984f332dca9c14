"use strict";
// A seat's phone at the table: it is let in by the ticket behind the # of its address, follows, and sends what was
// chosen.

const UNHEARD_MS = 4000; // after so long a choice may be sent again of which nothing has come

let token = kept();
let line = null; // to the table
let sent = null; // the choice that was sent, until the table has judged it
let last = null; // the newest one that was sent, whatever became of it
let unsent = ""; // why it has not been sent

function kept() {
  try {
    return sessionStorage.getItem("token") || "";
  } catch {
    return ""; // a browser that keeps nothing
  }
}

function keep(given) {
  token = given;
  try {
    if (given) sessionStorage.setItem("token", given);
    else sessionStorage.removeItem("token");
  } catch {
    // then it is let in as long as the page is open
  }
}

function asking(body) {
  const headers = { "Content-Type": "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  return { method: "POST", headers, body: JSON.stringify(body) };
}

// Coming in

async function enter() {
  const ticket = location.hash.slice(1);
  if (ticket) {
    history.replaceState(null, "", location.pathname); // it is of no more use: nobody shall read it here
    await join(ticket);
  }
  if (token) follow();
  else out();
}

async function join(ticket) {
  state(words.joining);
  for (;;) {
    try {
      const answer = await fetched("/seat/join", asking({ ticket }));
      if (answer.ok) keep(JSON.parse(answer.text).token);
      if (answer.ok || answer.status === 403) return;
    } catch {
      // the table does not answer: the ticket is good for a while
    }
    state(words.lost, "lost");
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

function out() {
  line?.close();
  keep("");
  picture = sent = last = null;
  cover();
  $("heading").textContent = "";
  say(words.out);
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

function refused(status) {
  if (status === 403) out();
  return status === 403;
}

// The table does not answer: nothing that is secret or old stays on the page.
function lost() {
  state(words.lost, "lost");
  cover();
}

function heard(event, data) {
  if (event === "out") out();
  if (event === "picture") take(JSON.parse(data));
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
  unsent = news = "";
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
  return { choice: picture.choice.choice, ply: picture.ply, items: [...chosen], number };
}

// Why a choice could not be told; nothing if it was.
async function told(choice) {
  try {
    const answer = await fetched("/seat/choose", asking(choice));
    if (answer.ok || answer.status === 403) return ""; // the stream tells a phone that is let out
    return { 429: words.fast, 503: words.busy }[answer.status] || words.untaken;
  } catch {
    return words.unsent;
  }
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
  if (!picture || !line) return;
  state(words.joining);
  line.open();
});
