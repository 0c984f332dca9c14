"use strict";
// How a phone says that its player has something to do, also where it lies on the table or shows another page: by its
// title and its colour, a sound and a buzz. And how its screen stays on.

const BUZZ_MS = [120, 80, 120];
const SOUNDS = [[660, 0], [880, 0.14]]; // hertz, and seconds from now

let wasDue = false;
let audio = null; // a browser lets a page sound and buzz only after a touch
let awake = null; // what keeps the screen on, in browsers that have it, and only over https
let isLoud = readLoud();

function readLoud() {
  try {
    return localStorage.getItem("quiet") !== "yes";
  } catch {
    return true; // a browser that keeps nothing
  }
}

function setLoud(wanted) {
  isLoud = wanted;
  try {
    localStorage.setItem("quiet", wanted ? "no" : "yes");
  } catch {
    // then it holds as long as the page is open
  }
  drawLoud();
  if (isLoud) call();
}

function drawLoud() {
  $("loud").textContent = isLoud ? words.loud : words.quiet;
  $("loud").setAttribute("aria-pressed", String(isLoud));
}

// Shows whether something is to be done in a picture; `null` where nothing is known.
function signal(picture) {
  const isDue = Boolean(picture?.is_due);
  document.body.classList.toggle("due", isDue);
  document.title = !picture ? "Tablier" : isDue ? `● ${words.turn} · ${picture.seat}` : picture.seat;
  if (isDue && !wasDue && isLoud) call();
  if (picture) wasDue = isDue;
}

function call() {
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(BUZZ_MS);
  if (audio?.state !== "running") return;
  for (const [hertz, after] of SOUNDS) sound(hertz, audio.currentTime + after);
}

function sound(hertz, atS) {
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.frequency.value = hertz;
  loudness.gain.setValueAtTime(0.25, atS);
  loudness.gain.exponentialRampToValueAtTime(0.001, atS + 0.35);
  tone.connect(loudness).connect(audio.destination);
  tone.start(atS);
  tone.stop(atS + 0.35);
}

function allowSound() {
  if (!audio && typeof AudioContext === "function") audio = new AudioContext();
  if (audio?.state === "suspended") audio.resume();
}

async function stayAwake() {
  if (document.hidden || !navigator.wakeLock || (awake && !awake.released)) return;
  try {
    awake = await navigator.wakeLock.request("screen");
  } catch {
    // a phone that saves its battery
  }
}

document.addEventListener("pointerdown", allowSound);
document.addEventListener("visibilitychange", stayAwake);
