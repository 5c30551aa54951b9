// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Unpacks the report that the page contains, and computes the sums that the other scripts show.
//
// The names in the report come from the user's program, so they can contain HTML markup. The
// scripts therefore insert names only as text nodes and attributes.

async function readData() {
  const packed = atob(document.getElementById("data").textContent.trim());
  const bytes = Uint8Array.from(packed, (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

const grouped = new Intl.NumberFormat("en-US");
const number = (n) => grouped.format(n);
const signed = (n) => (n > 0 ? "+" : "") + number(n);
const percent = (part, whole) => (whole ? ((100 * part) / whole).toFixed(1) + "%" : "");
const change = (before, after) =>
  !before || before === after ? "" : (after > before ? "+" : "") + ((100 * (after - before)) / before).toFixed(1) + "%";

function shortSize(n) {
  if (n < 1024) return number(n) + " B";
  const [unit, value] = n < 1 << 20 ? ["KiB", n / 1024] : ["MiB", n / (1 << 20)];
  return (value < 100 ? value.toPrecision(3) : value.toFixed(0)) + " " + unit;
}

const baseName = (path) => path.slice(path.lastIndexOf("/") + 1);
const fileName = (file, member) => baseName(file) + (member ? `(${member})` : "");

/// The account of one image. An item is an index into the arrays of `items`. `items` has one array
/// for each column, such as `items.name`.
class ImageModel {
  constructor(image) {
    this.image = image;
    this.items = Object.fromEntries(image.item_columns.map((name, i) => [name, image.items.map((row) => row[i])]));
    this.count = image.items.length;
    this.sectionMemories = image.sections.map((section) => section.memories);
    this.retainedCache = new Map();
    this.childrenCache = null;
    this.accounts = new Map();
    for (const list of [image.operators, image.kernels, image.helpers])
      for (const row of list || []) if (row.item >= 0) this.accounts.set(row.item, row);
  }

  label(item) {
    return this.items.short[item] || this.items.name[item];
  }

  size(item) {
    return this.items.bytes[item] + this.items.padding[item];
  }

  memories(item) {
    const output = this.items.output[item];
    return output < 0 ? [] : this.sectionMemories[output];
  }

  /// The bytes of each item in the memory with the index `memory`. If `memory` is "flash" or "ram",
  /// the bytes in all memories of this kind.
  own(memory) {
    const wanted = this.image.memories.map((m, i) => i === memory || m.counts_as === memory);
    const times = this.sectionMemories.map((list) => list.filter((m) => wanted[m]).length);
    const { output } = this.items;
    const sizes = new Float64Array(this.count);
    for (let i = 0; i < this.count; i += 1) if (output[i] >= 0) sizes[i] = this.size(i) * times[output[i]];
    return sizes;
  }

  /// The bytes that each item retains in the memory: the bytes of the item and of all its
  /// descendants. The loop runs backwards, because parents precede their children in the list.
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

  /// The items from a root to `item`. `column` is "why" for the shortest chain of references, or
  /// "parent" for the items whose removal would remove `item`.
  chain(item, column) {
    const chain = [], seen = new Set();
    for (let i = item; i >= 0 && i < this.count && !seen.has(i); i = this.items[column][i]) {
      seen.add(i);
      chain.unshift(i);
    }
    return chain;
  }
}

function readModel(report) {
  const sides = [];
  const add = (label, image) => image && sides.push({ label, model: new ImageModel(image) });
  add("before", report.image_before);
  add(report.kind === "explanation" ? "image" : "after", report.image);
  return { report, sides };
}
