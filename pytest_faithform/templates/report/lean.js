// Lean with its colours, and with evidence and messages at their places. Places count code points, as records do.

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
