"use strict";
// The page of a seat: it is let in by the ticket behind the # of its address, draws the whole picture that it is
// told, and sends what was chosen. What is touched stays here until it is done.

const UNHEARD_MS = 4000; // after so long a choice may be sent again of which nothing has come

let token = kept();
let line = null; // to the table
let picture = null; // the newest one
let chosen = new Set();
let sent = null; // the choice that was sent and of which nothing has come yet
let news = ""; // what became of the last choice

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
    lost();
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

function out() {
  line?.close();
  keep("");
  picture = sent = null;
  $("finish").hidden = true;
  $("board").replaceChildren();
  $("items").replaceChildren();
  $("hand").replaceChildren();
  $("heading").textContent = $("notice").textContent = $("alone").textContent = "";
  say(words.out);
  state("", "lost");
}

// Following

function follow() {
  line?.close();
  const headers = { Authorization: `Bearer ${token}` };
  line = new Line(`/seat/events/${language}`, { heard, lost, refused }, headers);
}

function refused(status) {
  if (status === 403) out();
  return status === 403;
}

function heard(event, data) {
  if (event === "out") out();
  if (event === "picture") take(JSON.parse(data));
}

// Drawing

function take(next) {
  const before = picture;
  if (before && before.version !== next.version) location.reload();
  picture = next;
  if (before && before.choice && !isSame(before.choice, next.choice)) {
    const byOthers = !sent && next.ply > before.ply;
    news = sent ? words.chosen : byOthers ? words.elsewhere : "";
    chosen = new Set();
  } else if (next.choice && !before?.choice) news = "";
  sent = null;
  draw();
}

function isSame(one, other) {
  return Boolean(other) && one.choice === other.choice;
}

function draw() {
  const { choice } = picture;
  state(words.live);
  $("title").textContent = picture.title;
  $("heading").textContent = document.title = picture.seat;
  $("heading").style.borderLeftColor = picture.seat_colour;
  say(...picture.ask);
  $("board").replaceChildren(...(picture.board ? [boardOf(picture.board)] : []));
  $("items").replaceChildren(...(choice ? choice.items.map(button) : []));
  $("hand").replaceChildren(...picture.hand.map(tile));
  $("notice").textContent = picture.trouble || picture.refused || news;
  $("alone").textContent = choice || picture.hand.length ? words.alone : "";
  $("finish").hidden = !choice;
  for (const item of document.querySelectorAll("[data-item]")) {
    item.onclick = () => touch(item.dataset.item);
    item.onkeydown = (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      touch(item.dataset.item);
    };
  }
  mark();
}

function button(item) {
  const made = document.createElement("button");
  made.textContent = item.label;
  made.dataset.item = item.id;
  made.setAttribute("role", "checkbox");
  return made;
}

function tile(one) {
  const made = document.createElement("li");
  made.textContent = one.label;
  if (one.is_playable) made.className = "playable";
  return made;
}

function mark() {
  const { choice } = picture;
  if (!choice) return;
  for (const item of document.querySelectorAll("[data-item]")) {
    item.setAttribute("aria-checked", String(chosen.has(item.dataset.item)));
  }
  $("count").textContent = `${chosen.size} / ${choice.most}`;
  $("done").textContent = sent ? words.sent : words.done;
  $("done").disabled = Boolean(sent) || chosen.size < choice.least || chosen.size > choice.most;
}

function touch(id) {
  if (sent) return;
  const { most } = picture.choice;
  if (chosen.has(id)) chosen.delete(id);
  else if (most === 1) chosen = new Set([id]);
  else if (chosen.size < most) chosen.add(id);
  $("notice").textContent = picture.trouble;
  mark();
}

function say(...lines) {
  $("ask").replaceChildren(
    ...lines.map((line) => {
      const made = document.createElement("p");
      made.textContent = line;
      return made;
    }),
  );
}

function state(text, kind = "") {
  $("live").textContent = text || "";
  $("live").className = kind;
  $("live").hidden = !text;
}

function lost() {
  state(words.lost, "lost");
  $("hand").replaceChildren(); // it may have been lost by somebody: what it still shows, the table cannot end
}

// Choosing

async function send() {
  const mine = (sent = { choice: picture.choice.choice, ply: picture.ply, items: [...chosen] });
  mark();
  try {
    const answer = await fetched("/seat/choose", asking(mine));
    if (answer.status === 403) return out();
  } catch {
    lost();
  }
  setTimeout(() => {
    if (sent !== mine) return;
    sent = null;
    draw();
  }, UNHEARD_MS);
}

function spoken() {
  $("languages").setAttribute("aria-label", words.language);
  $("board").setAttribute("aria-label", words.board);
  if (location.hash || !line) enter();
  else if (token) follow();
  else out();
}

$("done").onclick = send;
window.addEventListener("hashchange", enter);
offerLanguages(spoken);
