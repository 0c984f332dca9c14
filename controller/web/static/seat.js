"use strict";
// The page of a seat: it draws the whole picture that it is told. What is touched stays here until it is done.

let picture = null; // the newest one
let isLive = false; // whether it is of now: the table has not been lost since
let chosen = new Set();
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
  settleOpened(before, next);
  if (isOther(next.version)) location.reload();
  picture = next;
  isLive = true;
  keepPlace(next.place);
  if (last && next.answered >= last.number) answered();
  if (!before) {
    $("called").hidden = true;
    chosen = halfOf(next.choice);
    if (chosen.size && next.choice.button) opened = "choice";
  } else if (before.choice && !isSame(before.choice, next.choice)) {
    unsent = "";
    forget();
  }
  signal(next);
  if (document.hidden) cover();
  else draw();
}

// A phone without a seat in the game on the table: it shows the number that is touched there, or asks for a seat.
function wait(next) {
  if (isOther(next.version)) location.reload();
  isLive = false;
  clearGame();
  $("rename").hidden = true;
  picture = sent = null;
  opened = "";
  forget();
  state(words.live);
  signal(null);
  $("title").textContent = next.title;
  $("heading").textContent = next.mark;
  $("heading").className = next.mark ? "mark" : "";
  $("heading").style.borderLeftColor = "transparent";
  say(...next.ask);
  if (!next.chosen && next.seats.some((seat) => seat.id === place)) askAgain();
  $("items").replaceChildren(...next.seats.map((seat) => askButton(seat.id, seat.label, next.chosen)));
  drawName(next.name);
  $("called").hidden = !next.seats.length;
}

// The name that its player has; a field that is being written in stays as it is.
function drawName(name) {
  if (document.activeElement !== $("name")) $("name").value = name || called;
}

// The name that is written, where that can be seen.
function nameWritten() {
  return $("called").hidden ? called : $("name").value.trim();
}

async function sayName(event) {
  event.preventDefault();
  $("name").blur();
  const why = nameWritten() === called ? "" : whyNot(await ask("", nameWritten()));
  $("notice").textContent = why;
  if (!why && picture) $("called").hidden = true;
}

// For the seat that this phone had, once.
function askAgain() {
  const seat = place;
  keepPlace("");
  ask(seat);
}

function askButton(seat, label, chosen = null) {
  const made = document.createElement("button");
  made.textContent = label;
  made.dataset.seat = seat;
  if (chosen !== null) made.setAttribute("aria-pressed", String(seat === chosen));
  made.onclick = async () => {
    $("notice").textContent = whyNot(await ask(seat, nameWritten()));
  };
  return made;
}

// Whether what is offered is still what was offered before: what has been touched for it stands.
function isSame(one, other) {
  return Boolean(one) && Boolean(other) && one.choice === other.choice && one.since === other.since;
}

// What had been touched for a choice when the page was loaded anew.
function halfOf(choice) {
  try {
    const half = JSON.parse(sessionStorage.getItem("half"));
    return new Set(choice && half && isSame(choice, half) ? half.items : []);
  } catch {
    return new Set(); // a browser that keeps nothing
  }
}

function keepHalf(half) {
  try {
    if (half) sessionStorage.setItem("half", JSON.stringify(half));
    else sessionStorage.removeItem("half");
  } catch {
    // then it lasts as long as the page is open
  }
}

// Nothing is chosen any more: no phone tells what has been.
function forget() {
  chosen = new Set();
  keepHalf(null);
}

// What the line under everything says, the most urgent first.
function notice() {
  const refused = picture.answered === dismissed ? "" : picture.refused;
  return picture.trouble || unsent || refused;
}

function draw() {
  const choice = choiceShown();
  state(words.live);
  $("title").textContent = picture.title;
  $("heading").textContent = picture.seat;
  $("heading").className = "";
  $("heading").style.borderLeftColor = picture.seat_colour;
  drawGame();
  $("notice").textContent = notice();
  $("finish").hidden = !choice;
  $("loud").hidden = $("rename").hidden = false;
  drawName(picture.name);
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

function mark() {
  const choice = choiceShown();
  if (!choice) return;
  for (const item of document.querySelectorAll("[data-item]")) {
    item.setAttribute("aria-checked", String(chosen.has(item.dataset.item)));
  }
  $("count").textContent = choice.most > 1 ? `${chosen.size} / ${choice.most}` : "";
  $("leave").textContent = words.leave;
  $("leave").hidden = !opened;
  $("done").textContent = sent ? words.sent : unsent ? words.again : words.done;
  $("done").disabled = Boolean(sent) || chosen.size < choice.least || chosen.size > choice.most;
}

function touch(id) {
  if (sent) return;
  const { choice, since, most } = choiceShown();
  if (chosen.has(id)) chosen.delete(id);
  else if (most === 1) chosen = new Set([id]);
  else if (chosen.size < most) chosen.add(id);
  keepHalf({ choice, since, items: [...chosen] });
  dismissed = picture.answered;
  unsent = "";
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
  $("live").className = kind || (text === words.live ? "fine" : "");
  $("live").hidden = !text;
}

// Takes from the page all that is secret or may be old. What has been touched comes back with the next picture.
function cover() {
  delayed = [];
  isLive = false;
  $("called").hidden = $("rename").hidden = true;
  clearGame();
}

function spoken() {
  $("languages").setAttribute("aria-label", words.language);
  $("board").setAttribute("aria-label", words.board);
  $("name-is").textContent = words.name;
  $("rename").textContent = words.name;
  $("call").textContent = words.call;
  drawLoud();
  begin();
}

$("done").onclick = send;
$("leave").onclick = leave;
$("called").onsubmit = sayName;
$("rename").onclick = () => {
  $("called").hidden = !$("called").hidden;
  if (!$("called").hidden) $("name").focus();
};
$("loud").onclick = () => setLoud(!isLoud);
offerLanguages(spoken);
