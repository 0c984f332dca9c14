"use strict";
// The wall of a hall: a card for each table, the results of the day, the tournament.

const ORDER = new Intl.Collator("en", { numeric: true }); // table 2 before table 10

const WORDS_EM = 7; // the height of a tile's words
const LEAST_EM = 13; // the least width of a tile

let line = null;
let day = null;
const cards = new Map(); // by the table's name: what was told of it last, and its element

function element(name, text, className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

function points(scores) {
  const line = element("p", "", "points");
  for (const one of scores) {
    const part = element("span", "");
    part.append(...swatch(one.colour), `${one.name} ${one.points}`);
    line.append(part);
  }
  return line;
}

// The tables

function drawCard(card) {
  const drawn = element("article", "", card.is_online ? "card" : "card away");
  const head = element("h3", card.name);
  head.append(element("span", card.title));
  drawn.append(head);
  if (card.board) drawn.append(boardOf(card.board));
  drawn.append(element("p", card.heading, "heading"), points(card.scores));
  if (!card.is_online) drawn.append(element("p", words.away, "alarm"));
  else if (!card.is_well) drawn.append(element("p", words.trouble, "alarm"));
  const before = cards.get(card.name);
  cards.set(card.name, { card, drawn });
  if (before) before.drawn.replaceWith(drawn);
  else arrange();
  $("tables").querySelector(".nothing")?.remove();
}

function arrange() {
  const all = [...cards.values()].sort((one, other) => ORDER.compare(one.card.name, other.card.name));
  $("tables").replaceChildren(...all.map((one) => one.drawn));
  grow();
}

// The tiles are as large as all of them may be on the window together, and no smaller than can be read.
function grow() {
  const text = parseFloat(getComputedStyle($("tables")).fontSize);
  const [wide, high] = [$("tables").clientWidth, window.innerHeight - 4 * text];
  const sideWith = (columns) =>
    Math.min(wide / columns, high / Math.ceil(cards.size / columns) - WORDS_EM * text);
  let best = 1;
  for (let columns = 2; columns <= cards.size; columns += 1) {
    if (sideWith(columns) > sideWith(best)) best = columns;
  }
  const side = Math.max(sideWith(best), LEAST_EM * text);
  $("tables").style.gridTemplateColumns = `repeat(auto-fit, minmax(min(100%, ${Math.floor(side - text)}px), 1fr))`;
  $("tables").style.setProperty("--side", `${Math.floor(side - text)}px`);
}

// The day

function drawDay() {
  if (!day) return;
  alive();
  $("results").replaceChildren(
    ...(day.results.length ? day.results.map(result) : [element("li", words.none)]),
  );
  $("tournament").hidden = !day.places.length;
  $("tournament-title").textContent = day.round
    ? `${words.tournament}: ${words.round} ${day.round}/${day.rounds}`
    : words.tournament;
  $("games").replaceChildren(...day.games.map(game));
  const head = element("tr", "");
  head.append(element("th", ""), element("th", words.player), element("th", words.points, "figure"));
  $("places").replaceChildren(head, ...day.places.map(place));
}

function result(one) {
  const line = element("li", `${one.table}: ${one.winner} `);
  const at = new Date(one.at_ms).toLocaleTimeString(language, { timeStyle: "short" });
  line.append(element("small", `${one.title}, ${at}`), points(one.score));
  return line;
}

function game(one) {
  const line = element("tr", "");
  const bye = !one.second;
  line.append(
    element("td", one.table ? `${words.table} ${one.table}` : ""),
    element("td", one.first, one.result === "first" ? "won" : ""),
    element("td", bye ? words.bye : one.second, one.result === "second" ? "won" : ""),
    element("td", bye ? "" : { first: "1 – 0", second: "0 – 1", draw: "½ – ½" }[one.result] || "–", "figure"),
  );
  return line;
}

function place(one) {
  const line = element("tr", "");
  line.append(
    element("td", one.rank, "figure"),
    element("td", one.player),
    element("td", one.points.toLocaleString(language), "figure"),
  );
  return line;
}

// The stream

function follow() {
  line?.close();
  const keyOf = (event, data) => (event === "table" ? `table ${JSON.parse(data).name}` : event);
  line = new SharedLine(`/events/${language}`, { heard, lost: () => say(words.lost) }, keyOf);
}

function heard(event, data) {
  alive();
  if (event === "table") drawCard(JSON.parse(data));
  if (event !== "day") return;
  const before = day;
  day = JSON.parse(data);
  if (before && before.version !== day.version) location.reload();
  drawDay();
}

function alive() {
  if (day && !day.is_connected) say(words.broker);
  else say("");
}

function say(trouble) {
  $("live").className = trouble ? "lost" : "";
  $("live").textContent = trouble;
}

function spoken() {
  $("title").textContent = words.hall;
  document.title = `${words.hall} · Tablier`;
  $("results-title").textContent = words.results;
  if (!cards.size) $("tables").replaceChildren(element("p", words.waiting, "nothing"));
  for (const { card } of [...cards.values()]) drawCard(card);
  follow();
}

window.addEventListener("resize", grow);
offerLanguages(spoken);
