"use strict";
// The page of a table: it draws the whole picture that it is told, and asks for past games.

let line = null;
let live = null; // the newest picture of the table
let game = null; // the past game that is looked at: {id, plies, at}

function element(name, text, properties = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  return Object.assign(made, properties);
}

async function ask(path) {
  const answer = await fetched(path);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return JSON.parse(answer.text);
}

// Drawing

function draw(picture) {
  $("title").textContent = picture.title || "Tablier";
  document.title = picture.heading ? `${picture.heading} · Tablier` : "Tablier";
  $("heading").textContent = picture.heading;
  $("heading").style.borderLeftColor = picture.turn_colour || "transparent";
  $("scores").replaceChildren(...picture.scores.map(score));
  $("ask").replaceChildren(...picture.ask.map((line) => element("p", line)));
  $("last").textContent = picture.last;
  $("notice").textContent = picture.notice;
  $("sheet").replaceChildren(...picture.sheet.map(row));
  drawBoard(picture.board);
  drawMoves(picture.moves);
}

function score(one) {
  const line = element("li", one.name);
  line.style.borderLeftColor = one.colour;
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

function drawMoves(moves) {
  const at = game ? game.at : moves.length;
  $("moves").replaceChildren(
    ...moves.map((move, index) => element("li", move, { className: index + 1 === at ? "now" : "" })),
  );
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
  if (event !== "picture") return;
  const before = live;
  live = JSON.parse(data);
  if (before && before.version !== live.version) location.reload();
  if (!game) draw(live);
  if (!before || before.phase !== live.phase) listGames();
}

function alive() {
  $("live").className = "";
  $("live").textContent = words.live || "";
}

function lost() {
  $("live").className = "lost";
  $("live").textContent = words.lost || "";
}

// The past

async function listGames() {
  try {
    const games = await ask(`/games/${language}`);
    $("games").replaceChildren(
      ...(games.length ? games.map(past) : [element("li", words.none)]),
    );
  } catch {
    $("games").replaceChildren(element("li", words.refused));
  }
}

function past(one) {
  const button = element("button", one.title, { onclick: () => look({ id: one.id, plies: one.plies, at: one.plies }) });
  const when = new Date(one.started_ms).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  button.append(element("small", `${when} · ${one.outcome}`));
  const line = element("li", "");
  line.append(button);
  return line;
}

async function look(wanted) {
  try {
    const picture = await ask(`/games/${language}/${wanted.id}/${wanted.at}`);
    game = wanted;
    draw(picture);
    $("steps").hidden = false;
    $("first").disabled = $("earlier").disabled = game.at === 0;
    $("later").disabled = $("end").disabled = game.at === game.plies;
    $("download").href = `/games/${game.id}.jsonl`;
    $("heading").scrollIntoView({ block: "nearest" });
  } catch {
    $("notice").textContent = words.refused;
  }
}

function step(at) {
  if (game) look({ ...game, at: Math.min(Math.max(at, 0), game.plies) });
}

function back() {
  game = null;
  $("steps").hidden = true;
  if (live) draw(live);
}

// Beginning

function spoken() {
  $("languages").setAttribute("aria-label", words.language);
  $("board").setAttribute("aria-label", words.board);
  $("moves-title").textContent = words.moves;
  $("past-title").textContent = words.past;
  for (const id of ["first", "earlier", "later", "back", "download"]) $(id).textContent = words[id];
  $("end").textContent = words.last;
  follow();
  listGames();
  if (game) step(game.at);
}

$("first").onclick = () => step(0);
$("earlier").onclick = () => step(game.at - 1);
$("later").onclick = () => step(game.at + 1);
$("end").onclick = () => step(game.plies);
$("back").onclick = back;
document.addEventListener("keydown", (event) => {
  if (game && event.key === "ArrowLeft") step(game.at - 1);
  if (game && event.key === "ArrowRight") step(game.at + 1);
});
offerLanguages(spoken);
