// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the report, fills the sections of the page, and connects them: for example, a click in a
// table selects an item in the treemap.

const byId = (id) => document.getElementById(id);

/// Fills `group` with a button for each [value, label] in `options`. Arrow keys choose another
/// button. `role` is "radio" or "tab". Returns a function that marks a value's button as chosen.
function fillSwitch(group, options, chosen, onChange, role = "radio") {
  const choose = (value) => {
    for (const button of group.children) {
      const isChosen = button.value === String(value);
      button.setAttribute(role === "tab" ? "aria-selected" : "aria-checked", isChosen ? "true" : "false");
      button.tabIndex = isChosen ? 0 : -1;
    }
  };
  group.replaceChildren(...options.map(([value, label]) => {
    const button = element("button", label);
    button.value = value;
    button.setAttribute("role", role);
    button.addEventListener("click", () => (choose(value), onChange(value)));
    return button;
  }));
  group.onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const buttons = [...group.children];
    const next = buttons[(buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length];
    next.click();
    next.focus();
  };
  choose(chosen);
  return choose;
}

const MODE_HELP = {
  own: "Own bytes, by where they come from: class, file, member, section.",
  retained: "Retained bytes, by library, operator and kernel: the bytes that the image loses without the operator or kernel. Code and data that several operators need are in 'shared by operators'.",
};

class MapView {
  constructor(model) {
    this.model = model;
    this.side = model.sides.length - 1;
    this.mode = "retained";
    this.trees = new Map();
    this.map = new Treemap(byId("treemap"), {
      onSelect: (node) => this.selectNode(node),
      onZoom: (node, focus) => this.zoom(node, focus || true),
      onPoint: (node) => { byId("treemap-status").textContent = this.map.describe(node); },
    });
    this.details = new Details(byId("details-body"), {
      onSelect: (item) => this.selectItem(item), onLocate: (item) => this.locate(item),
    });
    this.memory = this.startMemory();
    this.fillSwitches();
    this.legend();
    this.home();
  }

  get image() {
    return this.model.sides[this.side].model;
  }

  /// The index of the flash memory with the most used bytes. -1 (all memories) if no flash is used.
  startMemory() {
    const { memories } = this.image.image;
    const flash = memories.map((m, i) => [m.counts_as === "flash" ? m.used : -1, i]).sort((a, b) => b[0] - a[0])[0];
    return flash && flash[0] > 0 ? flash[1] : -1;
  }

  fillSwitches() {
    const { sides } = this.model;
    if (sides.length > 1)
      fillSwitch(byId("image-switch"), sides.map((side, i) => [i, side.label]), this.side, (value) => this.setSide(value));
    this.fillMemories();
    fillSwitch(byId("mode-switch"), [["retained", "Retained bytes"], ["own", "Own bytes"]], this.mode, (value) => {
      this.mode = value;
      this.home();
    });
  }

  fillMemories() {
    const { memories } = this.image.image;
    this.chooseMemory = fillSwitch(byId("memory-switch"),
      [[-1, "All memories"], ...memories.map((m, i) => [i, `${m.name} ${shortSize(m.used)}`])], this.memory,
      (value) => { this.memory = value; this.home(); });
  }

  setSide(side) {
    this.side = side;
    if (this.memory >= this.image.image.memories.length) this.memory = -1;
    this.fillMemories();
    this.legend();
    this.home();
    this.onSide?.();
  }

  tree() {
    const key = [this.side, this.mode, this.memory].join();
    if (!this.trees.has(key)) this.trees.set(key, treeOf(this.image, this.mode, this.memory));
    return this.trees.get(key);
  }

  home() {
    byId("mode-help").textContent = MODE_HELP[this.mode];
    this.map.selected = null;
    this.details.clear();
    this.zoom(this.tree());
  }

  path(node) {
    const path = [];
    for (let n = node; n; n = n.parent) path.unshift(n);
    return path;
  }

  zoom(node, focus) {
    this.map.show(node, focus);
    byId("treemap-status").textContent = this.map.describe(node);
    byId("crumbs").replaceChildren(...this.path(node).map((step) => {
      const entry = element("li"), button = element("button", step.label, "link");
      button.title = step.title.slice(0, 1000);
      if (step === node) button.setAttribute("aria-current", "page");
      button.addEventListener("click", () => this.zoom(step));
      entry.append(button);
      return entry;
    }), element("li", number(node.value) + " B", "strong total"));
  }

  selectNode(node) {
    if (node.item >= 0) this.details.showItem(this.image, node.item);
    else this.details.showGroup(node, this.path(node).map((step) => step.name));
  }

  selectItem(item, side = this.side) {
    if (side !== this.side) {
      fillSwitch(byId("image-switch"), this.model.sides.map((s, i) => [i, s.label]), side, (value) => this.setSide(value));
      this.setSide(side);
    }
    this.details.showItem(this.image, item);
    this.map.mark({ item });
  }

  /// Zooms to the item, or to its parent if the item has no children. If the item retains no bytes
  /// in the shown memory, switches to another memory first.
  locate(item) {
    if (!this.image.retained(this.memory)[item] && this.memory !== -1) {
      const other = this.image.image.memories.findIndex((_, i) => this.image.retained(i)[item]);
      if (other < 0) return;
      this.memory = other;
      this.chooseMemory(other);
    }
    const node = nodeOfItem(this.tree(), this.image, item);
    if (!node) return;
    this.map.selected = node;
    this.zoom(node.children.length ? node : node.parent || node, node);
    this.map.mark(node);
  }

  legend() {
    byId("legend").replaceChildren(...this.image.image.classes.map((row) => {
      const entry = element("span", undefined, "key");
      entry.append(element("i", undefined, classStyle(row.class)), `${row.class} `,
        element("span", `${shortSize(row.flash)} flash, ${shortSize(row.ram)} RAM`, "muted"));
      return entry;
    }));
  }
}

class TablesView {
  constructor(model, map) {
    Object.assign(this, { model, map });
    this.table = new DataTable(byId("table-panel"), {
      onSelect: ({ item, row, side }) => {
        if (!map) return;
        if (item >= 0) map.selectItem(item, side);
        else if (row) map.details.showRow(row);
        else return;
        byId("details").classList.add("flash");
        setTimeout(() => byId("details").classList.remove("flash"), 400);
      },
    });
    let pending = 0;
    byId("search").addEventListener("input", (event) => {
      clearTimeout(pending);
      pending = setTimeout(() => this.table.search(event.target.value), 120);
    });
    this.fill();
    if (map) map.onSide = () => this.fill();
  }

  fill() {
    this.specs = [
      ...changeTables(this.model),
      ...(this.map ? imageTables(this.map.image) : []),
      ...pruningTables(this.model.report),
    ];
    byId("tables").hidden = !this.specs.length;
    const shown = Math.max(0, this.specs.findIndex((spec) => spec.label === this.shown));
    fillSwitch(byId("tabs"), this.specs.map((spec, i) => [i, spec.label]), shown, (i) => this.show(this.specs[i]), "tab");
    if (this.specs.length) this.show(this.specs[shown]);
  }

  show(spec) {
    this.shown = spec.label;
    byId("table-panel").setAttribute("aria-label", spec.label);
    this.table.show(spec);
  }
}

function describeReport(report) {
  const { linker = {} } = report;
  const kind = report.kind === "explanation" ? "Explanation of the image's bytes"
    : report.dry_run ? "What pruning would give" : "Pruned";
  byId("subtitle").textContent = [kind, (report.selection_sources || []).join(" "),
    [linker.name, linker.version].filter(Boolean).join(", ")].filter(Boolean).join(" \u00b7 ");
  byId("made-by").textContent = `Made by et-prune ${report.tool_version || ""}. Sizes are in bytes. This file is complete: it loads nothing.`;
}

function showNotes({ report, sides }) {
  const body = byId("notes-body");
  if (!sides.length)
    body.append(element("p", "The page shows no map, because the report does not list the bytes of an image. If no note gives the reason, an older et-prune made the report; make the report again.", "notice"));
  for (const [heading, texts] of [["Warnings", report.warnings], ["Notes", report.notes]]) {
    if (!texts?.length) continue;
    const list = element("ul");
    for (const text of texts) list.append(element("li", text));
    body.append(element("h3", heading), list);
  }
  byId("notes").hidden = !body.children.length;
}

let view = null; // the map and the tables, so that the browser's console can reach them

async function start() {
  const model = readModel(await readData());
  describeReport(model.report);
  const sizes = sizesOf(model.report);
  showHeadline(byId("headline"), sizes);
  byId("sizes").hidden = !showSizes(byId("sizes-body"), model, sizes);
  byId("map").hidden = byId("details").hidden = !model.sides.length;
  const map = model.sides.length ? new MapView(model) : null;
  view = { map, tables: new TablesView(model, map) };
  showNotes(model);
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.matches("input")) return;
    event.preventDefault();
    byId("search").focus();
  });
  document.documentElement.dataset.ready = "yes";
}

start().catch((error) => {
  byId("problem").hidden = false;
  byId("problem").textContent = typeof DecompressionStream === "undefined"
    ? "This browser is too old to show the report: it has no DecompressionStream (Chromium 80, Firefox 113, Safari 16.4)."
    : `The report cannot be shown: ${error.message}`;
  throw error;
});
