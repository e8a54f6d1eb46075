"use strict";
// Texts of models reach the page through textContent alone: nothing here reads markup.

const PAGE_ROWS = 100;
const NAMES = { error: "error", fail: "unfaithful", skip: "undetermined", pass: "passed" };
const FILTERS = { kind: "perturbation", region: "region", style: "style", outcome: "outcome", verdict: "verdict", dataset: "data set", domain: "domain" };
const SORTS = { item: "by item", outcome: "worst first", seconds: "slowest first" };
const WORST_FIRST = ["error", "fail", "skip", "pass"];
const LISTS = { "newly-failing": "newly failing", "newly-passing": "newly passing" };
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
// Stands in a filter for items that have no such term; "" stands for all.
const NOTHING = "-";
const $ = (id) => document.getElementById(id);

// ---- elements ---------------------------------------------------------------------------------------------------

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

// ---- packets ----------------------------------------------------------------------------------------------------

const opened = new Map();

function unpack(id) {
  if (!opened.has(id)) {
    opened.set(id, read(id));
    if (opened.size > 40) opened.delete([...opened.keys()].find((key) => key !== "index"));
  }
  return opened.get(id);
}

async function read(id) {
  const packed = Uint8Array.from(atob($(id).textContent), (char) => char.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

// The packet in which a text of this number lies: the last one that begins at or before it.
function textPacket(number) {
  const firsts = index.first_texts;
  let low = 0, high = firsts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (firsts[middle] <= number) low = middle;
    else high = middle - 1;
  }
  return low;
}

async function withTexts(value, cuts) {
  if (Array.isArray(value)) return Promise.all(value.map((one) => withTexts(one, cuts)));
  if (value === null || typeof value !== "object") return value;
  if (Number.isInteger(value.$)) {
    const packet = textPacket(value.$);
    const text = (await unpack("texts-" + packet))[value.$ - index.first_texts[packet]];
    if (value.cut) cuts.set(text, value.cut);
    return text;
  }
  const entries = await Promise.all(Object.entries(value).map(async ([key, one]) => [key, await withTexts(one, cuts)]));
  return Object.fromEntries(entries);
}

async function itemAt(place) {
  const held = (await unpack("items-" + Math.floor(place / index.per_packet)))[place % index.per_packet];
  const cuts = new Map();
  const item = await withTexts(held, cuts);
  item.cuts = cuts;
  const made = item.formalization;
  if (made && typeof made.lean === "object") made.lean = [...made.raw].slice(made.lean.from, made.lean.to).join("");
  return item;
}

// ---- all texts, for a search in them --------------------------------------------------------------------------------

let reading = null;

// Of each item the numbers of its texts and its short ones, and every text by its number, in lower case.
function allTexts() {
  reading = reading || readAll();
  return reading;
}

async function readAll() {
  const packets = [...document.scripts].filter((one) => /^(items|texts)-/.test(one.id));
  const all = { numbers: [], short: [], texts: [] };
  for (const [done, packet] of packets.entries()) {
    for (const one of await read(packet.id)) {
      if (packet.id.startsWith("texts-")) all.texts.push(one.toLowerCase());
      else {
        const [numbers, short] = [[], []];
        gather(one, numbers, short);
        all.numbers.push(numbers);
        all.short.push(short.join("\n").toLowerCase());
      }
    }
    if (done % 20 === 0) $("found").textContent = "reading the texts: " + Math.round(100 * done / packets.length) + " %";
  }
  return all;
}

function gather(value, numbers, short) {
  if (typeof value === "string") short.push(value);
  else if (value !== null && typeof value === "object") {
    if (Number.isInteger(value.$)) numbers.push(value.$);
    else for (const one of Object.values(value)) gather(one, numbers, short);
  }
}

// ---- the table --------------------------------------------------------------------------------------------------

let index = null;
let searched = [];
let places = new Map();
let chosen = [];

function term(name, place) {
  const column = index.columns[name];
  return column.values[column.codes[place]];
}

function state() {
  return new URLSearchParams(location.hash.slice(1));
}

function go(changes, { push = false } = {}) {
  const next = state();
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === "") next.delete(key);
    else next.set(key, value);
  }
  const hash = "#" + next.toString();
  if (push) location.hash = hash;
  else location.replace(hash);
}

function wordsOf(asked) {
  return (asked.get("q") || "").toLowerCase().split(/\s+/).filter(Boolean);
}

// The places that are to be shown, in order. `all` are the texts to look for the words in, too.
function choose(asked, all) {
  const words = wordsOf(asked).map((word) => ({ word, within: all && all.texts.map((text) => text.includes(word)) }));
  const has = ({ word, within }, place) => searched[place].includes(word)
    || (all !== null && (all.short[place].includes(word) || all.numbers[place].some((number) => within[number])));
  const wanted = [];
  for (const name of Object.keys(FILTERS)) {
    if (!asked.has(name)) continue;
    const code = index.columns[name].values.indexOf(asked.get(name) === NOTHING ? "" : asked.get(name));
    wanted.push([index.columns[name].codes, code]);
  }
  const list = asked.has("list") ? index.lists[asked.get("list")] || [] : null;
  const found = [];
  for (const place of list || searched.keys()) {
    if (wanted.every(([codes, code]) => codes[place] === code) && words.every((word) => has(word, place))) found.push(place);
  }
  const sort = asked.get("sort");
  if (sort === "seconds") found.sort((one, other) => index.seconds[other] - index.seconds[one] || one - other);
  if (sort === "outcome") found.sort((one, other) => WORST_FIRST.indexOf(term("outcome", one)) - WORST_FIRST.indexOf(term("outcome", other)) || one - other);
  return found;
}

function row(place) {
  const outcome = term("outcome", place);
  const about = ["kind", "region", "style", "dataset"].map((name) => term(name, place).replace("_", " ")).filter(Boolean).join(" · ");
  const to = new URLSearchParams([["item", index.name[place]]]);
  const link = make("a", { href: "#" + to, on: { click: (event) => { event.preventDefault(); go({ item: index.name[place] }, { push: true }); } } }, shown(index.name[place].replace("~", " sample ")));
  return make("tr", {},
    make("th", { scope: "row" }, link, make("span", { class: "about" }, shown(about))),
    make("td", {}, make("span", { class: "badge " + outcome }, NAMES[outcome])),
    make("td", { class: "verdict" }, shown(term("verdict", place))),
    make("td", {}, make("div", { class: "message" }, shown(index.said[place]))));
}

let listing = 0;

async function listed(asked) {
  const turn = listing += 1;
  const all = asked.has("texts") && wordsOf(asked).length ? await allTexts() : null;
  if (turn === listing) list(asked, all);
}

function list(asked, all) {
  chosen = choose(asked, all);
  const pages = Math.max(1, Math.ceil(chosen.length / PAGE_ROWS));
  const page = Math.min(pages, Math.max(1, parseInt(asked.get("page"), 10) || 1));
  $("rows").replaceChildren(...chosen.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS).map(row));
  $("page").textContent = "page " + page + " of " + pages;
  $("previous").disabled = page === 1;
  $("next").disabled = page === pages;
  $("previous").onclick = () => turn(page - 1);
  $("next").onclick = () => turn(page + 1);
  document.querySelector(".pages").hidden = pages === 1;
  const of = index.name.length;
  $("found").replaceChildren(chosen.length === of ? of + " items" : chosen.length + " of " + of + " items");
  if (asked.has("list")) {
    const name = asked.get("list");
    $("found").append(", ", LISTS[name] || "of the gate that does not hold");
  }
  if (chosen.length !== of || asked.has("list")) $("found").append(" ", make("button", { type: "button", on: { click: clear } }, "show all"));
}

// What is being typed goes with every other choice, so that none undoes another.
function narrow(changes) {
  go({ q: $("q").value.trim(), texts: $("deep").checked ? "yes" : null, page: null, ...changes });
}

function turn(page) {
  go({ page: String(page) });
  $("items").scrollIntoView();
}

function clear() {
  $("q").value = "";
  location.replace("#items");
  $("q").focus();
}

function filters() {
  const form = document.querySelector(".filters");
  for (const [name, title] of Object.entries(FILTERS)) {
    const column = index.columns[name];
    if (column.values.length < 2) continue;
    const counts = new Array(column.values.length).fill(0);
    for (const code of column.codes) counts[code] += 1;
    const options = column.values.map((value, code) => make("option", { value: value || NOTHING }, (name === "outcome" ? NAMES[value] : value || "–") + " (" + counts[code] + ")"));
    const select = make("select", { id: "filter-" + name, on: { change: () => narrow({ [name]: select.value || null }) } }, make("option", { value: "" }, "all"), options);
    form.append(make("label", {}, title, select));
  }
  const sort = make("select", { id: "sort", on: { change: () => narrow({ sort: sort.value === "item" ? null : sort.value }) } },
    Object.entries(SORTS).map(([value, title]) => make("option", { value }, title)));
  form.append(make("label", {}, "order", sort));
  form.addEventListener("submit", (event) => event.preventDefault());
  let waiting = 0;
  $("q").addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => narrow({}), 120);
  });
  $("deep").addEventListener("change", () => narrow({}));
  form.hidden = false;
  $("table").hidden = false;
}

// ---- an item ----------------------------------------------------------------------------------------------------

function pre(text, item, name = "text") {
  const cut = item.cuts.get(text);
  return [make("pre", { class: name, tabindex: "0" }, shown(text)), cutNote(cut)];
}

function cutNote(cut) {
  return cut ? make("p", { class: "dim" }, "Only the beginning of its " + cut + " characters is in this page; the rest is in records.jsonl.") : null;
}

function section(title, ...children) {
  const held = children.flat(3).filter(Boolean);
  return held.length ? make("section", {}, make("h3", {}, title), held) : null;
}

function folded(title, ...children) {
  return make("details", {}, make("summary", {}, title), children);
}

// A text with a range of its code points marked.
function withMark(text, start, end, name) {
  const chars = [...text];
  return [shown(chars.slice(0, start).join("")), make(name, {}, shown(chars.slice(start, end).join(""))), shown(chars.slice(end).join(""))];
}

// Where two texts differ, in code points: what they begin and end with alike is left out.
function differing(one, other) {
  const [a, b] = [[...one], [...other]];
  let start = 0, end = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return [start, a.length - end, b.length - end];
}

function edited(region, title, item) {
  const key = "informal_" + region;
  const { problem, perturbation: edit } = item.case;
  const [before, after] = [problem[key] || "", item.case[key] || ""];
  if (!before && !after) return null;
  if (before === after) return make("div", { class: "only" }, make("h4", {}, title + (edit.kind === "original" ? "" : ", unchanged")), pre(after, item));
  let marks = differing(before, after);
  if (edit.span) marks = [edit.span.start, edit.span.end, edit.span.start + [...(edit.kind === "step_deletion" ? edit.outcome : edit.new)].length];
  const [start, old, now] = marks;
  const whole = edit.kind === "paraphrase";
  const cut = item.cuts.get(before) || item.cuts.get(after);
  return make("div", { class: "beside" },
    make("div", {}, make("h4", {}, title + ", original"), make("pre", { class: "text", tabindex: "0" }, whole ? shown(before) : withMark(before, start, old, "del"))),
    make("div", {}, make("h4", {}, title + ", as given"), make("pre", { class: "text", tabindex: "0" }, whole ? shown(after) : withMark(after, start, now, "ins"))),
    cutNote(cut));
}

function told(item) {
  const edit = item.case.perturbation;
  const where = edit.region ? " in the " + edit.region : "";
  const family = edit.family ? " (" + edit.family + ")" : "";
  const what = edit.kind.replace("_", " ") + family + (edit.style ? ", " + edit.style : "") + where;
  return make("p", {}, make("strong", {}, what), edit.old && edit.new ? [": ", make("del", {}, shown(edit.old)), " → ", make("ins", {}, shown(edit.new))] : "",
    edit.kind === "step_deletion" ? " (" + edit.tier + (edit.is_last ? ", the last step" : "") + ")" : "",
    edit.method ? [", method ", edit.method] : "", edit.effect ? ", " + edit.effect : "");
}

function evidenceOf(item) {
  const parts = Object.values(item.correctness || {});
  const held = [item.edit, ...(item.opinions || []), ...parts].filter(Boolean);
  const found = new Map();
  for (const one of held.flatMap((verdict) => verdict.evidence || [])) found.set(one.line + ":" + one.column + ":" + one.quote, one);
  return [...found.values()];
}

const LEAN_WORDS = new Set(("abbrev alias attribute axiom by calc class def deriving do else end example exists export extends fail_if_success finally for forall from fun have haveI if import in include inductive infix infixl infixr instance let letI lemma local macro match mutual namespace noncomputable notation obtain omit opaque open partial postfix prefix private protected rcases return scoped section set_option show structure suffices syntax termination_by then theorem try universe unless unsafe using variable where with").split(" "));
const DOUBTFUL = new Set(["sorry", "admit", "native_decide", "axiom", "unsafe"]);
const LEAN_TOKEN = /--[^\n]*|"(?:[^"\\]|\\[^])*"?|\d+(?:\.\d+)?|[\p{L}_][\p{L}\p{N}_'!?₀-₉.]*|[^]/uy;

function* leanTokens(text) {
  let place = 0;
  while (place < text.length) {
    if (text.startsWith("/-", place)) {
      let depth = 1, end = place + 2;
      while (end < text.length && depth) {
        if (text.startsWith("/-", end)) { depth += 1; end += 2; } else if (text.startsWith("-/", end)) { depth -= 1; end += 2; } else end += 1;
      }
      yield ["comment", text.slice(place, end)];
      place = end;
      continue;
    }
    LEAN_TOKEN.lastIndex = place;
    const token = LEAN_TOKEN.exec(text)[0];
    place += token.length;
    const kind = token.startsWith("--") ? "comment" : token.startsWith('"') ? "string" : DOUBTFUL.has(token) ? "doubtful" : LEAN_WORDS.has(token) ? "keyword" : /^\d/.test(token) ? "number" : "";
    yield [kind, token];
  }
}

// Line by line, [kind, text, whether it is marked] in code points.
function leanLines(source, marks) {
  const lines = [[]];
  const marked = new Set();
  for (const { start, end } of marks) for (let place = start; place < end; place += 1) marked.add(place);
  let place = 0;
  for (const [kind, text] of leanTokens(source)) {
    for (const char of text) {
      const last = lines.at(-1).at(-1);
      const on = marked.has(place);
      place += 1;
      if (char === "\n") lines.push([]);
      else if (last && last[0] === kind && last[2] === on) last[1] += char;
      else lines.at(-1).push([kind, char, on]);
    }
  }
  return lines;
}

function placesOf(source, evidence) {
  const lines = source.split("\n").map((line) => [...line]);
  const starts = [0];
  for (const line of lines) starts.push(starts.at(-1) + line.length + 1);
  const chars = [...source];
  const found = [];
  for (const one of evidence) {
    const quote = [...one.quote];
    const start = (starts[one.line - 1] ?? NaN) + one.column;
    if (quote.length && chars.slice(start, start + quote.length).join("") === one.quote) found.push({ start, end: start + quote.length });
  }
  return found;
}

function lean(item) {
  const source = item.formalization && item.formalization.lean;
  if (!source) return item.formalization ? section("Lean", make("p", {}, "No Lean was found in the reply.")) : null;
  const evidence = evidenceOf(item);
  const at = new Map();
  const said = item.lean || {};
  for (const one of [...(said.messages || []), ...(said.guard || []).map((found) => ({ ...found, text: found.rule + ": " + found.message }))]) {
    if (one.line) at.set(one.line, [...(at.get(one.line) || []), one]);
  }
  const rows = leanLines(source, placesOf(source, evidence)).map((parts, number) => {
    const notes = at.get(number + 1) || [];
    const severe = notes.some((one) => one.severity === "error" || one.severity === "reject") ? " wrong" : notes.length ? " noted" : "";
    const code = parts.map(([kind, text, on]) => make(on ? "mark" : "span", { class: kind || null }, shown(text)));
    return make("div", { class: "row" + severe, id: "line-" + (number + 1), title: notes.map((one) => one.severity).join(", ") || null },
      make("span", { class: "at", "aria-hidden": "true" }, String(number + 1)), make("code", {}, code));
  });
  const copy = make("button", { type: "button", class: "copy", on: { click: async () => {
    await navigator.clipboard.writeText(source).then(() => { copy.textContent = "copied"; }, () => { copy.textContent = "not allowed here"; });
  } } }, "copy");
  const outcome = said.outcome ? make("span", { class: "badge lean-" + said.outcome }, "Lean: " + said.outcome) : null;
  return section("Lean", make("p", {}, outcome, " ", said.backend ? make("span", { class: "dim" }, shown(said.backend)) : "", " ", copy),
    make("div", { class: "lean", tabindex: "0", role: "region", "aria-label": "Lean source" }, rows),
    cutNote(item.cuts.get(source)),
    item.case && item.case.problem.formal_statement ? folded("Reference statement", pre(item.case.problem.formal_statement, item, "text code")) : null);
}

function place(one) {
  if (!one.line) return "";
  return make("button", { type: "button", class: "place", on: { click: () => { const line = $("line-" + one.line); if (line) line.scrollIntoView({ block: "center" }); } } }, one.line + (one.column === undefined ? "" : ":" + one.column));
}

function evidenceList(evidence) {
  return (evidence || []).length ? make("ul", { class: "evidence" }, evidence.map((one) => make("li", {}, place(one), " ", make("mark", {}, shown(one.quote)), one.region ? make("span", { class: "dim" }, " " + one.region) : ""))) : null;
}

function edit(found, title) {
  if (!found) return null;
  const facts = [found.rule && "rule " + found.rule, found.handling && "claim " + found.handling, found.empty_proof_body && "the whole proof is one placeholder"].filter(Boolean);
  return section(title, make("p", {}, make("strong", {}, found.label), " ", make("span", { class: "dim" }, shown([found.judge, ...facts].join(" · ")))),
    make("p", { class: "text" }, shown(found.reason)), evidenceList(found.evidence), checks(found.checks), judgement(found.judgement));
}

function checks(found) {
  const held = Object.entries(found || {});
  return held.length ? make("p", { class: "dim" }, "checks of the reply: ", held.map(([name, ok]) => name + (ok ? " ✓" : " ✗")).join(", ")) : null;
}

function judgement(found) {
  if (!found) return null;
  return folded(shown(found.judge + ", " + found.question + (found.said ? ": " + found.said : "")),
    found.trouble ? make("p", { class: "text" }, shown(found.trouble)) : null,
    Object.keys(found.answer || {}).length ? make("pre", { class: "text", tabindex: "0" }, shown(JSON.stringify(found.answer, null, 1))) : null,
    (found.replies || []).map((reply) => [make("p", { class: "dim" }, "reply", shown(reply.trouble ? ", " + reply.trouble : "")), make("pre", { class: "text", tabindex: "0" }, shown(reply.reply))]));
}

function proof(found) {
  if (!found) return null;
  const facts = [found.strategy && "by " + found.strategy, found.vacuous && "vacuous: its hypotheses contradict each other", found.formalized === false && "no formalization", found.typechecks === false && "Lean rejects it"].filter(Boolean);
  return section("Proved or refuted", make("p", {}, make("strong", {}, found.value), " ", make("span", { class: "dim" }, shown(facts.join(" · ")))), make("p", { class: "text" }, shown(found.reason)),
    found.proof ? folded("The proof that the kernel accepted", make("pre", { class: "text code", tabindex: "0" }, shown(found.proof))) : null);
}

function correctness(found) {
  if (!found) return null;
  const parts = Object.entries({ TC: found.tc, StmtSC: found.stmt_sc, ProofSC: found.proof_sc }).filter(([, part]) => part && part.value !== "not_measured");
  return section("Correctness", make("dl", {}, parts.map(([name, part]) => [make("dt", {}, name, " ", make("strong", { class: "is-" + part.value }, part.value)),
    make("dd", {}, make("p", { class: "text" }, shown(part.reason || ""), part.judge ? make("span", { class: "dim" }, shown(" " + part.judge)) : ""), evidenceList(part.evidence), (part.judgements || []).map(judgement))])));
}

function messages(said) {
  if (!said) return null;
  const line = (one, text) => make("li", { class: one.severity }, make("span", { class: "severity" }, one.severity), " ", place(one), make("pre", { class: "text" }, shown(text)));
  const axioms = [...new Set((said.declarations || []).flatMap((one) => one.axioms || []))];
  return [
    (said.guard || []).length ? section("Guard findings", make("ul", { class: "messages" }, said.guard.map((one) => line(one, one.rule + ": " + one.message)))) : null,
    (said.messages || []).length ? section("Messages of Lean", make("ul", { class: "messages" }, said.messages.map((one) => line(one, one.text)))) : null,
    (said.sorries || []).length ? section("Placeholders", make("ul", {}, said.sorries.map((one) => make("li", {}, place(one), " sorry", one.declaration ? [" in ", shown(one.declaration)] : "")))) : null,
    (said.lacking || []).length ? section("What this Lean lacks", make("p", { class: "text" }, shown(said.lacking.join(", ")))) : null,
    axioms.length ? make("p", { class: "dim" }, "axioms: ", shown(axioms.join(", "))) : null,
  ];
}

function grades(item) {
  const held = item.grades || [];
  return held.length ? section("Grades", make("ul", {}, held.map((one) => make("li", {}, make("strong", {}, one.value === undefined ? "no grade" : one.value + " of 10"), " ", shown(one.judge), one.repeat ? " (again, " + one.repeat + ")" : "", one.reason ? make("p", { class: "text" }, shown(one.reason)) : "")))) : null;
}

function review(found) {
  return found ? section("Who erred", make("p", {}, make("strong", {}, found.label), " (T translation, J judges, B the benchmark's text)"),
    found.stages.map((stage) => make("div", {}, make("p", { class: "text" }, shown(stage.stage + ", " + stage.reviewer + ": " + (stage.label || "no answer") + ". " + stage.reason)), stage.facts ? make("pre", { class: "text", tabindex: "0" }, shown(stage.facts)) : ""))) : null;
}

function timings(item) {
  const made = item.formalization || {};
  const used = made.usage || {};
  const facts = [
    ["item", item.seconds, "s"], ["formalizer", made.seconds, "s"], ["Lean", item.lean && item.lean.seconds, "s"], ["prover", item.proof && item.proof.seconds, "s"],
    ["prompt", used.prompt_tokens, " tokens"], ["completion", used.completion_tokens, " tokens"],
  ].filter(([, value]) => typeof value === "number").map(([name, value, unit]) => name + " " + (unit === "s" ? value.toFixed(2) : value) + unit);
  const lines = [["timings", facts.join(", ")], ["model", made.model], ["finish reason", made.finish_reason], ["Lean found by", made.extraction], ["stored answer of", made.stored_at], ["measured at", item.finished_at], ["pytest item", item.nodeid], ["flags", item.case && item.case.problem.flags.join(", ")]].filter(([, value]) => value);
  return section("How", make("dl", { class: "facts" }, lines.map(([name, value]) => [make("dt", {}, name), make("dd", {}, shown(value))])));
}

function reply(item) {
  const made = item.formalization;
  if (!made) return null;
  return [made.raw ? folded("Raw reply", pre(made.raw, item)) : null,
    made.steps && made.steps.length ? folded(made.steps.length + " steps of the system", made.steps.map((step) => pre(step, item))) : null];
}

function body(item) {
  if (item.without_texts) {
    return [make("p", { class: "warning", role: "note" }, "The texts of this item are left out of this page for its size; they are in records.jsonl of the run."),
      section("What was found", make("p", { class: "text" }, shown(item.message || ""))), edit(item.edit, "Verdict"), proof(item.proof), correctness(item.correctness), grades(item), timings(item)];
  }
  const context = item.case.problem.context || [];
  return [
    item.message ? make("p", { class: "text lead" }, shown(item.message)) : null,
    item.fault ? section("Fault of the apparatus: " + item.fault.where, pre(item.fault.message, item)) : null,
    section("Input", told(item), context.length ? make("div", { class: "only" }, make("h4", {}, "From"), context.map((one) => pre(one, item))) : null,
      edited("statement", item.case.problem.task === "step" ? "Step" : "Statement", item), edited("proof", "Proof", item)),
    lean(item), edit(item.edit, "Verdict"), proof(item.proof), correctness(item.correctness), messages(item.lean), grades(item),
    (item.opinions || []).map((one) => edit(one, "Another judge")), review(item.review), reply(item), timings(item),
  ];
}

let openItem = null;
let opener = null;

async function look(name) {
  if (name === openItem) return;
  openItem = name;
  const spot = places.get(name);
  const told = spot === undefined ? [make("p", {}, "This run has no such item.")] : await summary(spot);
  if (openItem !== name) return;
  $("item-title").replaceChildren(...shown(name.replace("~", " sample ")));
  $("item-body").replaceChildren(...told);
  const at = chosen.indexOf(spot);
  $("before").disabled = at <= 0;
  $("after").disabled = at < 0 || at === chosen.length - 1;
  if (!$("item").open) {
    opener = document.activeElement;
    $("item").showModal();
  }
  $("item").scrollTop = 0;
  $("item-title").focus();
}

async function summary(spot) {
  const outcome = term("outcome", spot);
  const about = [term("verdict", spot), term("dataset", spot), term("domain", spot)].filter(Boolean).join(" · ");
  const head = make("p", {}, make("span", { class: "badge " + outcome }, NAMES[outcome]), " ", make("span", { class: "dim" }, shown(about)));
  const item = await itemAt(spot).catch(() => null);
  if (item === null) return [head, make("p", { class: "warning" }, "This file is damaged: the item cannot be read from it.")];
  return [head, ...body(item).flat(3).filter(Boolean)];
}

function step(by) {
  const next = chosen[chosen.indexOf(places.get(openItem)) + by];
  if (next !== undefined) go({ item: index.name[next] });
}

function unlook() {
  openItem = null;
  if ($("item").open) $("item").close();
  if (opener && opener.isConnected) opener.focus();
}

// ---- the page ---------------------------------------------------------------------------------------------------

let shownFilters = null;

async function follow() {
  const byLink = linked;
  linked = false;
  const asked = state();
  asked.delete("item");
  const filtered = asked.toString();
  if (filtered !== shownFilters) {
    const first = shownFilters === null;
    shownFilters = filtered;
    // Who is typing has typed on.
    if (document.activeElement !== $("q")) $("q").value = asked.get("q") || "";
    for (const name of Object.keys(FILTERS)) if ($("filter-" + name)) $("filter-" + name).value = asked.get(name) || "";
    $("sort").value = asked.get("sort") || "item";
    $("deep").checked = asked.has("texts");
    await listed(asked);
    if ((first && filtered) || byLink) $("items").scrollIntoView();
  }
  const item = state().get("item");
  if (item) await look(item);
  else unlook();
}

// Whether the hash was changed by a link of the page itself, rather than by a filter.
let linked = false;

function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.closest("input, select, textarea");
  if ($("item").open) {
    if (event.key === "ArrowLeft" && !event.target.closest("pre, .lean")) step(-1);
    if (event.key === "ArrowRight" && !event.target.closest("pre, .lean")) step(1);
    return;
  }
  if (event.key === "/" && !typing) {
    event.preventDefault();
    $("q").focus();
  }
  const row = event.target.closest("#rows tr");
  if ((event.key === "ArrowDown" || event.key === "ArrowUp") && (row || event.target.id === "q")) {
    const next = row ? (event.key === "ArrowDown" ? row.nextElementSibling : row.previousElementSibling) : $("rows").firstElementChild;
    if (next) {
      event.preventDefault();
      next.querySelector("a").focus();
    }
  }
}

async function begin() {
  if (!$("index")) return;
  if (typeof DecompressionStream === "undefined") {
    $("found").textContent = "This browser cannot open the packed items of this page; a current one can.";
    return;
  }
  index = await unpack("index").catch(() => null);
  if (index === null) {
    $("found").textContent = "This file is damaged: the table of its items cannot be read from it.";
    return;
  }
  searched = index.name.map((name, place) => (name + " " + Object.keys(FILTERS).map((column) => term(column, place)).join(" ") + " " + NAMES[term("outcome", place)] + " " + index.said[place]).toLowerCase());
  places = new Map(index.name.map((name, place) => [name, place]));
  filters();
  document.addEventListener("click", (event) => { linked = Boolean(event.target.closest("a[href^='#']")); });
  document.addEventListener("keydown", keys);
  window.addEventListener("hashchange", follow);
  $("close").addEventListener("click", () => go({ item: null }));
  $("item").addEventListener("cancel", (event) => { event.preventDefault(); go({ item: null }); });
  $("item").addEventListener("click", (event) => { if (event.target === $("item")) go({ item: null }); });
  $("before").addEventListener("click", () => step(-1));
  $("after").addEventListener("click", () => step(1));
  await follow();
  document.documentElement.dataset.ready = "yes";
}

begin();
