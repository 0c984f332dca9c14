"use strict";
// A tap acts on what its finger came down on: what is to be drawn waits until the finger is lifted.

const REST_MS = 3000; // a finger that rests longer holds nothing up, and its tap does nothing
const TAP_MS = 400; // a browser makes a tap of a finger that was lifted within this

let finger = 0; // the timer of a finger that is down, or has just been lifted
let delayed = []; // what is drawn after it
let isLate = false; // what is under the finger has been drawn since it came down

// Draws now, or as soon as no finger is down.
function drawn(draw) {
  if (finger) delayed.push(draw);
  else draw();
}

function drawDelayed() {
  clearTimeout(finger);
  finger = 0;
  for (const draw of delayed.splice(0)) draw();
}

function fingerDown() {
  clearTimeout(finger); // what waits goes on waiting: drawn now, it would take away what the finger has met
  isLate = false;
  finger = setTimeout(() => {
    isLate = delayed.length > 0;
    drawDelayed();
  }, REST_MS);
}

function fingerUp() {
  clearTimeout(finger);
  finger = setTimeout(letGo, TAP_MS);
}

function letGo() {
  isLate = false;
  drawDelayed();
}

function tapped(event) {
  if (isLate) event.stopPropagation();
  if (isLate) event.preventDefault();
  if (!finger) return;
  clearTimeout(finger);
  finger = setTimeout(letGo);
}

addEventListener("pointerdown", fingerDown, true);
addEventListener("pointerup", fingerUp, true);
addEventListener("pointercancel", letGo, true); // the finger scrolls
addEventListener("click", tapped, true);
