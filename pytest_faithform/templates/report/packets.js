// Index, items and texts lie in the page as deflated JSON in base64, and are opened when they are looked at.

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
