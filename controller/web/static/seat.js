"use strict";
// The page of a seat: it draws the whole picture that it is told. What is touched stays here until it is done.

let picture = null; // the newest one
let isLive = false; // whether it is of now: the table has not been lost since
let chosen = new Set();
let news = ""; // what became of the last choice
let shownVersion = "";
let dismissed = 0; // the choice whose refusal has been read

// Whether the table runs another version than this page is of.
function isOther(version) {
  const before = shownVersion;
  shownVersion = version;
  return Boolean(before) && before !== version;
}

// Drawing

function take(next) {
  const before = picture;
  if (isOther(next.version)) location.reload();
  picture = next;
  isLive = true;
  keepPlace(next.place);
  if (last && next.answered >= last.number) answered();
  if (before?.choice && !isSame(before.choice, next.choice)) {
    const isMine = next.answered > before.answered && !next.refused;
    news = isMine ? words.chosen : next.ply > before.ply ? words.elsewhere : "";
    unsent = "";
    chosen = new Set();
  } else if (next.choice && !before?.choice) news = "";
  signal(next);
  if (document.hidden) cover();
  else draw();
}

// A phone without a seat in the game on the table: it shows the number that is touched there, or asks for a seat.
function wait(next) {
  if (isOther(next.version)) location.reload();
  cover();
  picture = sent = null;
  chosen = new Set();
  state(words.live);
  signal(null);
  $("title").textContent = next.title;
  $("heading").textContent = next.mark;
  $("heading").style.borderLeftColor = "transparent";
  say(...next.ask);
  if (next.seats.some((seat) => seat.id === place)) askAgain();
  $("items").replaceChildren(...next.seats.map((seat) => askButton(seat.id, seat.label)));
}

// For the seat that this phone had, once.
function askAgain() {
  const seat = place;
  keepPlace("");
  ask(seat);
}

function askButton(seat, label) {
  const made = document.createElement("button");
  made.textContent = label;
  made.dataset.seat = seat;
  made.onclick = async () => {
    const answer = await ask(seat);
    if (!answer.ok) $("notice").textContent = answer.status === 429 ? words.fast : words.unsent;
  };
  return made;
}

// Whether what is offered is still what was offered before: what has been touched for it stands.
function isSame(one, other) {
  return Boolean(other) && one.choice === other.choice && one.since === other.since;
}

// What the line under everything says, the most urgent first.
function notice() {
  const refused = picture.answered === dismissed ? "" : picture.refused;
  return picture.trouble || unsent || refused || news;
}

function draw() {
  const { choice } = picture;
  state(words.live);
  $("title").textContent = picture.title;
  $("heading").textContent = picture.seat;
  $("heading").style.borderLeftColor = picture.seat_colour;
  say(...picture.ask);
  $("board").replaceChildren(...(picture.board ? [boardOf(picture.board)] : []));
  $("items").replaceChildren(...(choice ? choice.items.map(button) : []));
  $("hand").replaceChildren(...picture.hand.map(tile));
  $("notice").textContent = notice();
  $("alone").textContent = choice || picture.hand.length ? words.alone : "";
  $("finish").hidden = !choice;
  $("loud").hidden = false;
  stayAwake();
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
  $("done").textContent = sent ? words.sent : unsent ? words.again : words.done;
  $("done").disabled = Boolean(sent) || chosen.size < choice.least || chosen.size > choice.most;
}

function touch(id) {
  if (sent) return;
  const { most } = picture.choice;
  if (chosen.has(id)) chosen.delete(id);
  else if (most === 1) chosen = new Set([id]);
  else if (chosen.size < most) chosen.add(id);
  dismissed = picture.answered;
  unsent = news = "";
  $("notice").textContent = notice();
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

// Takes from the page all that is secret or may be old. What has been touched comes back with the next picture.
function cover() {
  isLive = false;
  for (const id of ["ask", "board", "items", "hand"]) $(id).replaceChildren();
  $("alone").textContent = $("notice").textContent = "";
  $("finish").hidden = true;
}

function spoken() {
  $("languages").setAttribute("aria-label", words.language);
  $("board").setAttribute("aria-label", words.board);
  drawLoud();
  begin();
}

$("done").onclick = send;
$("loud").onclick = () => setLoud(!isLoud);
offerLanguages(spoken);
