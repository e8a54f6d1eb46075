// The item that is looked at, the keys, and the address that says what is shown.

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
