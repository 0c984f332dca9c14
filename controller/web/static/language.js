"use strict";
// What the pages share: the language that somebody chose, the page's own words, and how a board is drawn.

const $ = (id) => document.getElementById(id);
const LANGUAGES = ["en", "fr", "de"];

let language = remembered() || document.documentElement.lang;
let words = {};

function remembered() {
  try {
    const kept = localStorage.getItem("language");
    return LANGUAGES.includes(kept) ? kept : null;
  } catch {
    return null; // a browser that keeps nothing
  }
}

function remember(chosen) {
  try {
    localStorage.setItem("language", chosen);
  } catch {
    // then the browser's own language holds the next time
  }
}

// Calls `spoken` whenever the words of a language are there, at first those of the one that holds.
function offerLanguages(spoken) {
  for (const button of document.querySelectorAll("[data-language]")) {
    button.onclick = () => {
      remember(button.dataset.language);
      speak(button.dataset.language, spoken);
    };
  }
  speak(language, spoken);
}

function speak(chosen, spoken) {
  language = chosen;
  document.documentElement.lang = chosen;
  for (const button of document.querySelectorAll("[data-language]")) {
    button.setAttribute("aria-pressed", String(button.dataset.language === chosen));
  }
  const found = (said) => {
    words = said;
    spoken();
  };
  const again = () => {
    if (language === chosen) speak(chosen, spoken);
  };
  askFor("words", `/words/${chosen}`, found, () => {
    $("live").textContent = $("live").dataset.waiting;
    setTimeout(again, 3000);
  });
}

// The element of a board, which comes as SVG.
function boardOf(svg) {
  return document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
}

// A patch of a player's colour, with an edge: white is seen on white.
function swatch(colour) {
  if (!colour) return [];
  const made = document.createElement("span");
  made.className = "swatch";
  made.style.background = colour;
  return [made];
}
