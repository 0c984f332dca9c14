"use strict";
// The page of a table: it draws the whole picture that it is told, and asks for past games.

let line = null;
let live = null; // the newest picture of the table
let shown = ""; // the name of the game on the page
let game = null; // the past game that is looked at, and wanted, each: {id, plies, at}
let wanted = null;

function element(name, text, properties = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  return Object.assign(made, properties);
}

// Drawing

function draw(picture) {
  $("title").textContent = picture.title || "Tablier";
  document.title = picture.heading ? `${picture.heading} · Tablier` : "Tablier";
  $("heading").replaceChildren(...swatch(picture.turn_colour), picture.heading);
  $("scores").replaceChildren(...picture.scores.map(score));
  $("ask").replaceChildren(...picture.ask.map((line) => element("p", line)));
  $("last").textContent = picture.last;
  $("notice").textContent = picture.notice;
  $("sheet").replaceChildren(...picture.sheet.map(row));
  drawChances(picture);
  $("rules").hidden = !picture.game;
  shown = picture.game;
  drawBoard(picture.board);
  drawMoves(picture.moves);
}

function score(one) {
  const line = element("li", "");
  line.append(...swatch(one.colour), one.name);
  line.append(element("b", one.clock ? `${one.points} · ${one.clock}` : one.points));
  return line;
}

function row([label, figures]) {
  const line = element("tr", "");
  line.append(element("td", label), ...figures.map((figure) => element("td", figure)));
  return line;
}

function drawBoard(svg) {
  $("board").replaceChildren(...(svg ? [boardOf(svg)] : []));
}

// Who is how likely to win; or, in the bar, why that is not known.
function drawChances({ chances, no_chances: why }) {
  $("chances").hidden = !chances.length;
  $("chances-shares").replaceChildren(...chances.map(share));
  if (why) return $("chances-bar").replaceChildren(element("p", why));
  $("chances-bar").replaceChildren(
    ...chances.map((one) => {
      const part = element("span", "");
      part.style.flexGrow = one.percent;
      part.style.background = one.colour;
      return part;
    }),
  );
}

function share(one) {
  const line = element("li", "");
  line.append(...swatch(one.colour), one.name, element("b", one.percent === null ? "…" : `${one.percent} %`));
  return line;
}

function drawMove(move, isNow) {
  const line = element("li", "", { className: isNow ? "now" : "" });
  line.append(...swatch(move.colour));
  if (move.player) line.append(element("b", move.player), " ");
  line.append(move.words);
  for (const gain of move.gains) {
    const part = element("span", "", { className: "gain" });
    part.append(...swatch(gain.colour), gain.points);
    line.append(part);
  }
  return line;
}

function drawMoves(moves) {
  const at = game ? game.at : moves.length;
  $("moves").replaceChildren(...moves.map((move, index) => drawMove(move, index + 1 === at)));
  $("moves-part").hidden = !moves.length;
  const now = $("moves").querySelector(".now");
  if (now) $("moves").scrollTop = now.offsetTop - $("moves").offsetTop - 60;
}

// The table, live

function follow() {
  line?.close();
  line = new SharedLine(`/events/${language}`, { heard, lost }, (event) => event);
}

function heard(event, data) {
  alive();
  if (event === "picture") drawn(() => show(JSON.parse(data)));
}

function show(picture) {
  const before = live;
  live = picture;
  if (before && before.version !== live.version) location.reload();
  if (!game) draw(live);
  if (!before || before.phase !== live.phase) listGames();
}

function alive() {
  $("live").className = game ? "past" : "";
  $("live").textContent = (game ? words.reading : words.live) || "";
}

function lost() {
  $("live").className = "lost";
  $("live").textContent = words.lost || "";
}

// The past

function listGames() {
  const list = (...lines) => $("games").replaceChildren(...lines);
  const found = (games) => drawn(() => list(...(games.length ? games.map(past) : [element("li", words.none)])));
  askFor("games", `/games/${language}`, found, () => list(element("li", words.refused)));
}

function past(one) {
  const button = element("button", one.title, { onclick: () => look({ id: one.id, plies: one.plies, at: one.plies }) });
  const when = new Date(one.started_ms).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  button.append(element("small", `${when} · ${one.outcome}`));
  const line = element("li", "");
  line.append(button);
  return line;
}

function look(one) {
  wanted = one;
  const found = (picture) => {
    game = one;
    alive();
    draw(picture);
    $("steps").hidden = false;
    $("first").disabled = $("earlier").disabled = game.at === 0;
    $("later").disabled = $("end").disabled = game.at === game.plies;
    $("download").href = `/games/${game.id}.jsonl`;
    $("heading").scrollIntoView({ block: "nearest" });
  };
  askFor("past", `/games/${language}/${one.id}/${one.at}`, found, () => {
    wanted = game;
    refused();
  });
}

function step(at) {
  if (wanted) look({ ...wanted, at: Math.min(Math.max(at, 0), wanted.plies) });
}

function back() {
  game = wanted = null;
  forgo("past");
  $("steps").hidden = true;
  alive();
  if (live) draw(live);
}

function refused() {
  $("notice").textContent = words.refused;
}

// The rules

function read() {
  const found = (pages) => {
    $("rules-title").textContent = words.rules;
    $("rules-pages").replaceChildren(...pages.map(page));
    if (!$("rules-box").open) $("rules-box").showModal();
  };
  askFor("rules", `/rules/${language}/${shown}`, found, refused);
}

function page(one) {
  const made = element("section", "");
  made.append(element("h3", one.title));
  if (one.board) made.append(boardOf(one.board));
  made.append(...one.lines.map((line) => element("p", line)));
  return made;
}

// Beginning

function spoken() {
  $("languages").setAttribute("aria-label", words.language);
  $("board").setAttribute("aria-label", words.board);
  $("moves-title").textContent = words.moves;
  $("past-title").textContent = words.past;
  $("chances-title").textContent = words.chances;
  for (const id of ["first", "earlier", "later", "back", "download", "rules", "shut"]) $(id).textContent = words[id];
  $("end").textContent = words.last;
  follow();
  listGames();
  if (wanted) step(wanted.at);
}

$("first").onclick = () => step(0);
$("earlier").onclick = () => step(wanted.at - 1);
$("later").onclick = () => step(wanted.at + 1);
$("end").onclick = () => step(wanted.plies);
$("back").onclick = back;
$("rules").onclick = read;
$("shut").onclick = () => $("rules-box").close();
document.addEventListener("keydown", (event) => {
  if (wanted && event.key === "ArrowLeft") step(wanted.at - 1);
  if (wanted && event.key === "ArrowRight") step(wanted.at + 1);
});
offerLanguages(spoken);
