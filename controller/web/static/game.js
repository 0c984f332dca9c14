"use strict";
// How the page of a seat draws the game: whose turn it is, what this seat may do, the trick, the hand, the points.
// A hand is covered until somebody holds the button below it, unless this phone's owner keeps it open.

const HAND = "hand"; // where it is remembered that a hand stays open
const UPRIGHT = matchMedia("(orientation: portrait)");

let isHandOpen = false; // for good
let isHeld = false; // as long as the button is held
let opened = ""; // the choice that its button has opened: "choice", "drop" or "way"
let boardShown = ""; // the choice whose board has come into view

try {
  isHandOpen = localStorage.getItem(HAND) === "open";
} catch {
  // a browser that keeps nothing
}

function made(name, text = "", kind = "") {
  const element = document.createElement(name);
  element.textContent = text;
  if (kind) element.className = kind;
  return element;
}

function written(id, lines) {
  $(id).replaceChildren(...lines.map((line) => made("p", line)));
}

// The choice that is being made now; `null` if there is none.
function choiceShown() {
  const { choice } = picture;
  if (opened && opened !== "choice" && picture[opened]) return picture[opened];
  return choice && (!choice.button || opened === "choice") ? choice : null;
}

// A choice that has been made, or is offered no more, is not open.
function settleOpened(before, next) {
  if (!opened || !before) return;
  const isMade = next.answered > before.answered && !next.refused;
  if (!isMade && isSame(before[opened], next[opened])) return;
  opened = "";
  forget();
}

function drawGame() {
  const choice = choiceShown();
  $("turn").textContent = picture.turn;
  $("turn").className = picture.is_over ? "over" : picture.is_due ? "mine" : "";
  $("turn").style.borderLeftColor = picture.turn_colour || "transparent";
  written("wrong", picture.wrong);
  $("remark").textContent = picture.notice;
  $("last").textContent = picture.last;
  written("ask", opened && choice ? [choice.words] : picture.ask);
  drawTrick();
  drawBoard();
  drawHand();
  $("items").replaceChildren(...(choice ? choice.items.map(button) : []));
  $("aims").textContent = picture.aims;
  $("scores").replaceChildren(...picture.scores.map(points));
  $("alone").textContent = (choice && choice.is_secret) || isHandShown() ? words.alone : "";
  drawWays();
}

function clearGame() {
  isHeld = false;
  boardShown = "";
  for (const id of ["wrong", "ask", "trick", "board", "items", "hand", "scores", "ways"]) $(id).replaceChildren();
  for (const id of ["turn", "remark", "last", "aims", "alone", "notice"]) $(id).textContent = "";
  $("turn").className = "";
  $("ways").hidden = $("finish").hidden = true;
}

function drawBoard() {
  const choice = choiceShown();
  const board = choice && choice === picture.choice ? picture.board : null;
  $("board").replaceChildren(...(board ? [boardOf(UPRIGHT.matches ? board.upright : board.lying)] : []));
  const shown = board ? [choice.choice, choice.since, language, UPRIGHT.matches].join(" ") : "";
  if (shown && shown !== boardShown) requestAnimationFrame(showBoard);
  boardShown = shown;
}

// A board to choose on is in view as a whole, where it is not larger than the window: what is asked stands above it.
function showBoard() {
  const board = $("board").getBoundingClientRect();
  const foot = document.querySelector("footer").getBoundingClientRect();
  const hidden = board.bottom - (foot.left < board.left + board.width / 2 ? foot.top : innerHeight);
  if (board.height && hidden > 0) scrollBy(0, Math.min(hidden, board.top));
}

function points(one) {
  const line = made("li");
  line.style.borderLeftColor = one.colour;
  line.append(made("span", one.name), made("b", `${one.points}`));
  if (one.clock) line.append(made("span", one.clock, "clock"));
  return line;
}

function button(item) {
  const element = made("button", item.label, item.picture ? "of-tile" : "");
  if (item.picture) element.prepend(boardOf(item.picture));
  element.dataset.item = item.id;
  element.setAttribute("role", "checkbox");
  return element;
}

// Tiles

function tile(one, name = "li") {
  const element = made(name, "", "tile");
  element.append(boardOf(one.picture), made("span", one.label, "words"));
  return element;
}

function drawTrick() {
  const { trick } = picture;
  $("trick").replaceChildren();
  if (!trick) return;
  const list = made("ol");
  trick.tiles.forEach((laid, number) => {
    const line = tile(laid.tile);
    line.append(made("small", laid.player));
    line.style.borderBottomColor = laid.colour;
    if (number === 0) line.append(made("small", words.led, "led"));
    list.append(line);
  });
  $("trick").append(made("h3", trick.words), list);
}

function isHandShown() {
  const { hand } = picture;
  return Boolean(hand && hand.tiles.length) && (isHandOpen || isHeld || opened === "drop");
}

function drawHand() {
  const { hand } = picture;
  $("hand").replaceChildren();
  if (!hand) return;
  const list = made("ul");
  for (const one of hand.tiles) list.append(isHandShown() ? held(one) : made("li", "", "tile back"));
  if (hand.tiles.length || picture.way) $("hand").append(handHeading());
  if (hand.words) $("hand").append(made("p", hand.words));
  $("hand").append(list);
}

// Its title, and what can be done with it.
function handHeading() {
  const heading = made("div");
  heading.id = "of-hand";
  const isAny = picture.hand.tiles.length > 0;
  if (isAny) heading.append(made("h3", picture.hand.title));
  for (const which of ["drop", "way"]) if (picture[which] && !opened) heading.append(opener(which, picture[which]));
  if (isAny && !opened && !isHeld) heading.append(keeper());
  return heading;
}

function held(one) {
  const element = tile(one);
  if (one.is_playable) element.classList.add("playable");
  if (opened !== "drop") return element;
  element.dataset.item = `tile-${one.name}`;
  element.setAttribute("role", "checkbox");
  element.tabIndex = 0;
  return element;
}

// The buttons at the foot of the page

function drawWays() {
  const ways = [];
  const { choice, hand } = picture;
  if (choice && choice.button && !opened) ways.push(opener("choice", choice));
  if (hand && hand.tiles.length && !opened && !isHandOpen) ways.push(holder());
  // The button that is being held stays: another one in its place would not notice that it is let go.
  if (!isHeld) $("ways").replaceChildren(...ways);
  $("ways").hidden = !ways.length;
}

function opener(which, choice) {
  const element = made("button", choice.button, which === "choice" ? "wide" : "");
  element.id = which;
  element.onclick = () => {
    opened = which;
    forget();
    if (choice.most === 0 && !choice.asks_again) send();
    draw();
  };
  return element;
}

function holder() {
  const element = made("button", words.hold, "wide");
  element.id = "hold";
  const turn = (isNow) => (event) => {
    if (event.type === "keydown" || event.type === "keyup") {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
    }
    if (isHeld === isNow || !isLive) return;
    letGo(); // it is held for long: the hand is of now
    isHeld = isNow;
    if (event.pointerId !== undefined && isNow) element.setPointerCapture(event.pointerId);
    drawHand();
    $("alone").textContent = isHandShown() ? words.alone : "";
    if (!isNow) draw();
  };
  for (const type of ["pointerdown", "keydown"]) element.addEventListener(type, turn(true));
  for (const type of ["pointerup", "pointercancel", "lostpointercapture", "keyup", "blur"]) {
    element.addEventListener(type, turn(false));
  }
  element.oncontextmenu = (event) => event.preventDefault(); // a long touch is no wish for a menu
  return element;
}

function keeper() {
  const element = made("button", isHandOpen ? words.close : words.keep);
  element.id = "keep";
  element.onclick = () => {
    isHandOpen = !isHandOpen;
    try {
      localStorage.setItem(HAND, isHandOpen ? "open" : "covered");
    } catch {
      // then it holds as long as the page is open
    }
    draw();
  };
  return element;
}

function leave() {
  opened = "";
  forget();
  draw();
}

UPRIGHT.addEventListener("change", () => picture && isLive && draw());
new ResizeObserver(showBoard).observe(document.querySelector("footer")); // a refusal there hides no row
