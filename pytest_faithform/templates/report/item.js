// What one item was given, what it answered, and what was found.

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
    Object.keys(found.answer || {}).length ? make("pre", { class: "text", tabindex: "0" }, shown(typeof found.answer === "string" ? found.answer : JSON.stringify(found.answer, null, 1))) : null,
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

// What the baseline answered to an item that changed sides, with what differs from this run's Lean marked.
function baseline(item) {
  const before = item.baseline;
  if (!before) return null;
  const now = (item.formalization && item.formalization.lean) || "";
  const [start, end] = differing(before.lean, now);
  return section("What the baseline answered", make("p", {}, make("strong", {}, shown(before.verdict))), before.message ? make("p", { class: "text" }, shown(before.message)) : null,
    !before.lean ? make("p", {}, "No Lean was found in its reply.") : before.lean === now ? make("p", {}, "The same Lean.") :
      make("pre", { class: "text code", tabindex: "0" }, withMark(before.lean, start, end, "mark")), cutNote(item.cuts.get(before.lean)));
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
    lean(item), baseline(item), edit(item.edit, "Verdict"), proof(item.proof), correctness(item.correctness), messages(item.lean), grades(item),
    (item.opinions || []).map((one) => edit(one, "Another judge")), review(item.review), reply(item), timings(item),
  ];
}
