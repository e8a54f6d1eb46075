// One Lean session: `import Init` once, elaborate the base texts once (or take both over from an image), then check texts
// one at a time, each from the environment that the base texts left. Nothing a text declares is seen by the next.
"use strict";

// A Lean function takes over its arguments (they are passed retained) unless the compiler found that it only looks at
// them: those of MessageLog.toList and Environment.getModuleIdxFor? are passed as they are.

const MAX_MESSAGES = 200; // in a reply
const MAX_KEPT = 2000; // while a text is checked
const MAX_MESSAGE_CHARS = 4000;
const MAX_ANSWER_CHARS = 200000; // of what a text asks Lean to print
const MAX_CHARS = 2000000; // in a reply
const MAX_DECLARATIONS = 2000;

// Axioms that live in core. Imported theorems have no bodies in this build and look like axioms: of the imported
// constants only these are axioms.
const CORE_AXIOMS = new Set([
  "propext", "Classical.choice", "Quot.sound", "sorryAx", "Lean.ofReduceBool", "Lean.ofReduceNat", "Lean.trustCompiler",
]);

// Lean.ConstantInfo, in the order of its constructors.
const KINDS = ["axiom", "definition", "theorem", "opaque", "other", "inductive", "other", "other"];

// Names that the elaborator makes beside a declaration, besides those that Lean itself calls internal.
const GENERATED = new RegExp(
  "\\.(brecOn|below)\\.|\\.eq_\\d+$|" +
    "\\.(rec|recOn|casesOn|brecOn|below|binductionOn|ibelow|noConfusion|noConfusionType|toCtorIdx|ctorIdx|ctorElim|" +
    "ctorElimType|ofNat_ctorIdx|sizeOf_spec|injEq|inj|elim|eq_def|eq_unfold|induct|induct_unfolding|fun_cases|" +
    "fun_cases_unfolding|mutual_induct|congr_simp)(_\\d+)?$",
);

// Of these, the ones that Lean makes only when a text first needs them.
const MADE_LATER = /\.(eq_\d+|eq_def|eq_unfold|induct|induct_unfolding|fun_cases|fun_cases_unfolding|mutual_induct|congr_simp)(_\d+)?$/;

// `baseTexts`: [{ name, text }], elaborated one after the other. `saved` is what `session.saved` was when the image in Lean's memory was made, or null in a Lean that was just loaded.
function openSession(lean, baseTexts, saved = null) {
  const { wasm, box, retain, release, tag, field, string, text, constructor, constant, io } = lean;

  const environmentOf = (state) => field(state, 0); // Lean.Elab.Command.State
  const messagesOf = (state) => field(state, 1);
  const optionsOf = (state) => field(field(field(state, 2), 0), 1); // of the outermost scope

  const base = saved || startAnew();
  const baseNames = new Set(base.names);
  const baseConstants = field(wasm.l_Lean_Environment_constants(retain(base.env)), 1);
  const options = new Map(); // heartbeats -> Lean options
  let kept = null; // what the last text that others may begin with left behind

  function startAnew() {
    start();
    const imported = importModules(["Init"]);
    lean.closeFileSystem();
    return elaborateBase(imported);
  }

  function start() {
    lean.useLargeStack();
    wasm.lean_initialize();
    io(wasm.l_Lean_initSearchPath(string(lean.searchPath), box(0)), "search path");
    wasm.lean_enable_initializer_execution();
    wasm.lean_init_task_manager_using(1);
    wasm.lean_io_mark_end_initialization();
  }

  function name(dotted) {
    return dotted.split(".").reduce((prefix, part) => wasm.l_Lean_Name_str___override(prefix, string(part)), box(0));
  }

  function nameText(n) {
    const parts = [];
    for (; tag(n) !== 0; n = field(n, 0)) {
      const last = field(n, 1);
      const part = tag(n) === 1 ? text(last) : String(lean.isScalar(last) ? lean.unbox(last) : "#");
      // Else `«a.b»` would pass for b in the namespace a, and `«0»` for the number that Lean marks private names with.
      parts.push(tag(n) === 1 && /\.|^\d+$/.test(part) ? `«${part}»` : part);
    }
    return parts.reverse().join(".");
  }

  // importModules (level := private): texts are ordinary files, their declarations public.
  function importModules(modules) {
    let list = box(0);
    for (const module of [...modules].reverse()) {
      const item = constructor(0, [name(module)], 3);
      lean.setScalarByte(item, 1, 1); // isExported
      list = constructor(1, [item, list]);
    }
    const trustLevel = 1024;
    const level = 2;
    return io(
      wasm.l_Lean_importModules(
        wasm.lean_array_mk(list), constant("l_Lean_Options_empty"), trustLevel, lean.emptyArray(), 1, 1, level, box(1),
      ),
      "import",
    );
  }

  // Borrows env and opts; the caller releases the Command.State that comes back.
  // Definitions that rest on axioms have no code: where the base assumes some, texts are in a noncomputable scope.
  function process(source, env, opts, noncomputable = false) {
    return goOn(began(env, opts, noncomputable), source, 0).state;
  }

  // A Lean.Elab.Command.State at the beginning of a text.
  function began(env, opts, noncomputable) {
    const command = wasm.l_Lean_Elab_Command_mkState(retain(env), constant("l_Lean_MessageLog_empty"), retain(opts));
    if (noncomputable) lean.setScalarByte(field(field(command, 2), 0), 0, 1);
    return command;
  }

  // Lean.Elab.IO.processCommands on what stands in the text from a byte on. Takes over the Command.State; the log of the
  // one that comes back has only what was said of these commands. `end` is where reading stopped, which `#exit` brings on.
  function goOn(command, source, start) {
    const input = string(source);
    const context = wasm.l_Lean_Parser_mkInputContext___redArg(
      retain(input), string("<input>"), 1, box(Buffer.byteLength(source)),
    );
    release(input);
    const parser = constructor(0, [box(start)], 1);
    const frontend = io(wasm.l_Lean_Elab_IO_processCommands(context, parser, command), "process");
    const state = retain(field(frontend, 0));
    const end = lean.unbox(field(field(frontend, 1), 0));
    release(frontend);
    return { state, end };
  }

  // The base texts' declarations and notations stay in the environment, and what they set with set_option in its scope:
  // both are what every text starts from.
  function elaborateBase(imported) {
    let env = imported;
    let opts = constant("l_Lean_Options_empty");
    for (const { name: file, text: source } of baseTexts) {
      const state = process(source, env, opts);
      const failures = messages(messagesOf(state)).filter((m) => m.severity === "error");
      if (failures.length) {
        throw new Error(failures.map((m) => `base text ${file}:${m.line}:${m.column}: ${m.text}`).join("\n"));
      }
      env = retain(environmentOf(state));
      opts = retain(optionsOf(state));
      release(state);
    }
    return { env, options: opts, ...namesOf(env) };
  }

  function optionsFor(heartbeats) {
    if (!options.has(heartbeats)) {
      const state = process(`set_option maxHeartbeats ${heartbeats}`, base.env, base.options);
      options.set(heartbeats, retain(optionsOf(state)));
      release(state);
    }
    return options.get(heartbeats);
  }

  // `before`: what the same text was told already, which counts towards the limits.
  function messages(log, before = Object.assign([], { chars: 0 })) {
    const out = [];
    const list = wasm.l_Lean_MessageLog_toList(log);
    let dropped = 0;
    let { chars } = before;
    for (let rest = list; tag(rest) === 1; rest = field(rest, 1)) {
      const json = wasm.l_Lean_Json_compress(wasm.l_Lean_Message_toJson(retain(field(rest, 0))));
      const message = JSON.parse(text(json));
      release(json);
      const { severity, pos, data } = message;
      if (before.length + out.length >= MAX_KEPT && severity !== "error") { // an error decides the outcome: none is passed over
        dropped += 1;
        continue;
      }
      const asked = severity === "information" ? Math.min(MAX_ANSWER_CHARS, MAX_CHARS - chars) : 0;
      const limit = Math.max(MAX_MESSAGE_CHARS, asked);
      out.push({
        severity: severity === "information" ? "info" : severity,
        line: pos ? pos.line : null,
        column: pos ? pos.column : null,
        text: data.length <= limit ? data : `${data.slice(0, limit)} … (${data.length} characters)`,
      });
      chars += Math.min(data.length, limit);
    }
    release(list);
    return Object.assign(out, { dropped, chars });
  }

  // Constants that were added to an environment since the import: SMap.map₂, a persistent hash map. Parts of it that are
  // parts of `since`, an earlier such map, are passed over (they are the same objects); a few of its constants may be told.
  function added(env, since = null) {
    const map = wasm.l_Lean_Environment_constants(retain(env));
    const out = new Map();
    const add = (key, info) => out.set(nameText(key), { key, info });
    const isNode = (entry) => entry !== null && !lean.isScalar(entry) && tag(entry) === 1;
    const visit = (node, old) => {
      if (node === old) return;
      const entries = field(node, 0);
      if (tag(node) === 1) { // collision: an array of keys, an array of values
        const values = field(node, 1);
        for (let i = 0; i < lean.arraySize(entries); i++) add(lean.arrayItem(entries, i), lean.arrayItem(values, i));
        return;
      }
      const oldEntries = old !== null && tag(old) === 0 ? field(old, 0) : null;
      for (let i = 0; i < lean.arraySize(entries); i++) {
        const entry = lean.arrayItem(entries, i);
        const oldEntry = oldEntries === null ? null : lean.arrayItem(oldEntries, i);
        if (lean.isScalar(entry) || entry === oldEntry) continue; // empty, or as it was
        if (tag(entry) === 0) add(field(entry, 0), field(entry, 1));
        else visit(field(entry, 0), isNode(oldEntry) ? field(oldEntry, 0) : null);
      }
    };
    visit(field(map, 1), since);
    return { map, constants: out };
  }

  // All axioms a constant rests on, in order of discovery: `assumed` are the base texts', by identity, so that no name
  // that a text gives to an axiom of its own passes for one of them.
  function axioms(env, constantName) {
    const start = constructor(0, [box(1), lean.emptyArray()]);
    const result = wasm.l_Lean_CollectAxioms_collect(retain(constantName), retain(env), start);
    const found = field(field(result, 1), 1);
    const own = [];
    const assumed = [];
    for (let i = 0; i < lean.arraySize(found); i++) {
      const axiom = lean.arrayItem(found, i);
      const written = nameText(axiom);
      const module = wasm.l_Lean_Environment_getModuleIdxFor_x3f(env, axiom);
      const isImported = !lean.isScalar(module);
      release(module);
      if (baseNames.has(written)) assumed.push(written);
      else if (!isImported) own.push(ownAxiom(written));
      else if (CORE_AXIOMS.has(written)) own.push(written);
    }
    release(result);
    return { axioms: own, assumed };
  }

  // The declarations that the text wrote: what the environment gained, without what Lean made beside one of them. A name
  // alone does not tell: `_x` or `inj` at the top was written by somebody.
  function declarations(env) {
    const { map, constants } = added(env, baseConstants);
    const written = [...constants.keys()].filter((key) => !baseNames.has(key));
    const users = new Set(written.map(userName));
    const isBeside = (user, names) => [...user.matchAll(/\./g)].some(({ index }) => names.has(user.slice(0, index)));
    const out = [];
    let dropped = 0;
    for (const [written, { key, info }] of constants) {
      if (baseNames.has(written)) continue;
      const user = userName(written);
      if ((isInternal(key) || GENERATED.test(user)) && isBeside(user, users)) continue;
      if ((isInternal(key) || MADE_LATER.test(user)) && isBeside(user, baseNames)) continue;
      if (out.length >= MAX_DECLARATIONS) dropped += 1;
      else out.push({ name: user, kind: KINDS[tag(info)], ...axioms(env, key) });
    }
    release(map);
    return { out, dropped };
  }

  function isInternal(n) {
    return wasm.l_Lean_Name_isInternalDetail(wasm.l_Lean_privateToUserName(retain(n))) !== 0;
  }

  function namesOf(env) {
    const { map, constants } = added(env);
    const names = [...constants.keys()];
    const axioms = names.filter((name) => KINDS[tag(constants.get(name).info)] === "axiom");
    release(map);
    return { names, axioms };
  }

  // Hold what was elaborated for the texts that begin with `whole`. A beginning that Lean objects to or stops in is not gone on
  // from (state: null): what follows may have been read as a part of it, or not at all.
  function keep(whole, settings, { state, end }, read, said, linesBefore) {
    drop();
    const isWhole = end === Buffer.byteLength(read) && !said.dropped && said.every((m) => m.severity !== "error");
    const moved = said.map((m) => ({ ...m, line: m.line === null ? null : m.line + linesBefore }));
    kept = { text: whole, settings, state: isWhole ? retain(state) : null, said: Object.assign(moved, { chars: said.chars }) };
  }

  function drop() {
    if (kept !== null && kept.state !== null) release(kept.state);
    kept = null;
  }

  // As the text stands. What it leaves behind is kept for texts in which it stands between the lines of a section of the
  // name `frame`; null where Lean speaks of that section, which the text knows nothing of.
  function framed(frame, source, start, settings) {
    drop(); // no room is taken for what nothing will ask for
    const opening = `section ${frame}\n`;
    const read = goOn(goOn(start(), opening, 0).state, source, 0);
    const said = messages(messagesOf(read.state));
    if (said.some((m) => m.text.includes(frame))) {
      release(read.state);
      return null;
    }
    keep(`${opening}${source}\n`, settings, read, source, said, 1);
    return { state: read.state, said };
  }

  // `head` stands before `source`, and ends where a command ends; `frame` is given where there is no head. What is kept ends at
  // a line's end, and what comes next in the texts that begin with it is a command.
  function elaborated({ source, head, frame, heartbeats, compiled }) {
    const noncomputable = !compiled || base.axioms.length > 0;
    const settings = JSON.stringify([heartbeats, noncomputable]);
    const start = () => began(base.env, optionsFor(heartbeats), noncomputable);
    const whole = head + source;
    const begins = () => kept !== null && kept.settings === settings && whole.startsWith(kept.text);
    if (head && !begins()) {
      const read = goOn(start(), head, 0);
      keep(head, settings, read, head, messages(messagesOf(read.state)), 0);
      release(read.state);
    }
    if (begins() && kept.state !== null) {
      const { state } = goOn(retain(kept.state), whole, Buffer.byteLength(kept.text));
      const rest = messages(messagesOf(state), kept.said);
      return { state, said: Object.assign([...kept.said, ...rest], { dropped: rest.dropped }) };
    }
    const found = frame ? framed(frame, source, start, settings) : null;
    if (found !== null) return found;
    const { state } = goOn(start(), whole, 0);
    return { state, said: messages(messagesOf(state)) };
  }

  function check({ source, head = "", frame = "", heartbeats, compiled = true }) {
    const { state, said: all } = elaborated({ source, head, frame, heartbeats, compiled });
    const declared = declarations(environmentOf(state));
    release(state);
    const errors = all.filter((m) => m.severity === "error");
    const shown = [...errors, ...all.filter((m) => m.severity !== "error")].slice(0, MAX_MESSAGES);
    return {
      messages: shown,
      sorries: all.filter((m) => m.severity === "warning" && /declaration uses .sorry/.test(m.text)),
      droppedMessages: all.dropped + all.length - shown.length,
      declarations: declared.out,
      droppedDeclarations: declared.dropped,
    };
  }

  return { check, saved: base };
}

// `_private.Module.0.name` -> `name`
function userName(written) {
  const match = /^_private\.(?:.*?\.)?0\.(.+)$/.exec(written);
  return match ? match[1] : written;
}

// A private axiom of a text keeps its whole name where it would read as one of core's.
function ownAxiom(written) {
  const user = userName(written);
  return CORE_AXIOMS.has(user) ? written : user;
}

module.exports = { openSession };
