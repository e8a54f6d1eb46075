// The table of items: what is chosen stands in the address, so that a selection can be linked to.

const PAGE_ROWS = 100;
const FILTERS = { kind: "perturbation", region: "region", style: "style", outcome: "outcome", verdict: "verdict", dataset: "data set", domain: "domain" };
const SORTS = { item: "by item", outcome: "worst first", seconds: "slowest first" };
const WORST_FIRST = ["error", "fail", "skip", "pass"];
const LISTS = { "newly-failing": "newly failing", "newly-passing": "newly passing" };
// Stands in a filter for items that have no such term; "" stands for all.
const NOTHING = "-";

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
