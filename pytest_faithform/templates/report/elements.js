"use strict";
// Texts of models reach the page through textContent alone: nothing here reads markup.

const NAMES = { error: "error", fail: "unfaithful", skip: "undetermined", pass: "passed" };
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const $ = (id) => document.getElementById(id);

function make(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key === "on") for (const [event, act] of Object.entries(value)) made.addEventListener(event, act);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
  return made;
}

// A text as it is, and what cannot be seen in it as its code point.
function shown(text) {
  const parts = [];
  let plain = "";
  for (const char of String(text)) {
    if (char !== "\n" && char !== "\t" && UNSEEN.test(char)) {
      if (plain) parts.push(plain);
      plain = "";
      parts.push(make("span", { class: "cp" }, "U+" + char.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")));
    } else plain += char;
  }
  if (plain) parts.push(plain);
  return parts;
}
