// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The data of the page: unpacked, and asked by item. Everything else of the script shows what is
// here; nothing here knows the document but the element with the data.
//
// Names are others' text. They become text nodes and attributes, never markup.

async function readData() {
  const packed = atob(document.getElementById("data").textContent.trim());
  const bytes = Uint8Array.from(packed, (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

// -- Numbers and names ---------------------------------------------------------------------------

const grouped = new Intl.NumberFormat("en-US");
const number = (n) => grouped.format(n);
const signed = (n) => (n > 0 ? "+" : "") + number(n);
const percent = (part, whole) => (whole ? ((100 * part) / whole).toFixed(1) + "%" : "");
const change = (before, after) =>
  !before || before === after ? "" : (after > before ? "+" : "") + ((100 * (after - before)) / before).toFixed(1) + "%";

/// "412", "9.6 KiB", "1.11 MiB": for tiles.
function shortSize(n) {
  if (n < 1024) return number(n) + " B";
  const [unit, value] = n < 1 << 20 ? ["KiB", n / 1024] : ["MiB", n / (1 << 20)];
  return (value < 100 ? value.toPrecision(3) : value.toFixed(0)) + " " + unit;
}

const baseName = (path) => path.slice(path.lastIndexOf("/") + 1);
const fileName = (file, member) => baseName(file) + (member ? `(${member})` : "");

/// A function of C++ without parameters, template arguments and all but the last of the names
/// around it: enough for a tile. Other names as they are.
function shortName(name) {
  const unwind = /^(unwind \w+ of )(.+)$/s.exec(name);
  if (unwind) return unwind[1] + shortName(unwind[2]);
  if (name.length < 24 || !/::|[(<]/.test(name)) return name;
  const pointer = /^[^(]*\(\*(.*)\)\([^()]*\)$/.exec(name); // a function that returns one
  const text = (pointer ? pointer[1] : name)
    .replaceAll("(anonymous namespace)", "{anonymous}")
    .replace(/operator(\(\)|<<=?|>>=?|<=>|<=?|->\*?|>=?)/g, (op) =>
      op.replace(/[()<>]/g, (c) => ({ "(": "\u0001", ")": "\u0002", "<": "\u0003", ">": "\u0004" })[c]));
  let kept = "", depth = 0;
  for (const c of text) {
    if (c === "(" || c === "<") depth += 1;
    else if ((c === ")" || c === ">") && depth) depth -= 1;
    else if (!depth) kept += c;
    if (depth === 1 && c === "<") kept += "<\u2026>";
  }
  kept = kept.replace(/ (const|\[clone.*\])/g, "").trim();
  const parts = kept.split("::");
  const last = parts.slice(-2).map((part, i) => (i === 0 ? part.replace(/^.* /, "") : part)).join("::");
  return (last || name).replace(/[\u0001-\u0004]/g, (c) => "()<>"["\u0001\u0002\u0003\u0004".indexOf(c)]);
}

// -- An image ------------------------------------------------------------------------------------

/// The account of one image. Items are numbers; their columns are in `items`.
class ImageModel {
  constructor(image) {
    this.image = image;
    this.items = image.items;
    this.count = image.items.kind.length;
    this.sectionMemories = image.sections.map((section) => section.memories);
    this.retainedCache = new Map();
    this.childrenCache = null;
    this.accounts = new Map();
    for (const list of [image.operators, image.kernels, image.helpers])
      for (const row of list || []) if (row.item >= 0) this.accounts.set(row.item, row);
    for (const helper of image.helpers || [])
      if (helper.name === undefined) helper.name = this.items.name[helper.item];
  }

  symbol(item) {
    return this.items.symbol[item] || this.items.name[item];
  }

  section(item) {
    const section = this.items.section[item];
    return Array.isArray(section) ? section[0] + this.symbol(item) : section;
  }

  size(item) {
    return this.items.bytes[item] + this.items.padding[item];
  }

  /// The memories that an item takes its size of.
  memories(item) {
    const output = this.items.output[item];
    return output < 0 ? [] : this.sectionMemories[output];
  }

  /// What each item takes of a memory, given by its index; or of all that count as "flash" or "ram".
  own(memory) {
    const wanted = this.image.memories.map((m, i) => i === memory || m.counts_as === memory);
    const times = this.sectionMemories.map((list) => list.filter((m) => wanted[m]).length);
    const { output } = this.items;
    const sizes = new Float64Array(this.count);
    for (let i = 0; i < this.count; i += 1) if (output[i] >= 0) sizes[i] = this.size(i) * times[output[i]];
    return sizes;
  }

  /// What each item retains of it: itself and all below. Parents stand before their children.
  retained(memory) {
    let sums = this.retainedCache.get(memory);
    if (sums) return sums;
    sums = this.own(memory);
    const { parent } = this.items;
    for (let i = this.count - 1; i >= 0; i -= 1) if (parent[i] >= 0) sums[parent[i]] += sums[i];
    this.retainedCache.set(memory, sums);
    return sums;
  }

  children(item) {
    if (!this.childrenCache) {
      this.childrenCache = new Map();
      this.items.parent.forEach((parent, i) => {
        const list = this.childrenCache.get(parent);
        if (list) list.push(i);
        else this.childrenCache.set(parent, [i]);
      });
    }
    return this.childrenCache.get(item) || [];
  }

  /// The items from a root to this one along a column, "why" or "parent".
  chain(item, column) {
    const chain = [], seen = new Set();
    for (let i = item; i >= 0 && i < this.count && !seen.has(i); i = this.items[column][i]) {
      seen.add(i);
      chain.unshift(i);
    }
    return chain;
  }
}

/// What the page shows: one report, or two of a diff. `sides` are the images that there are, the one
/// before first.
function readModel(data) {
  const reports = data.map((entry) => entry.report);
  const last = reports[reports.length - 1];
  const sides = [];
  const add = (label, image) => image && sides.push({ label, model: new ImageModel(image) });
  if (reports.length === 2) {
    add("before", reports[0].image);
    add("after", reports[1].image);
  } else {
    add("before", last.image_before);
    add(last.kind === "explanation" ? "image" : "after", last.image);
  }
  return { reports, names: data.map((entry) => entry.name), last, sides, isDiff: reports.length === 2 };
}
