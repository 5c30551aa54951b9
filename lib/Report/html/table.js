// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables: sorted by any column, searched, and drawn only where they are looked at. Of 50,000 rows
// some forty are elements; a row above and one below are as high as all the others would be. What is
// printed are the first rows.
//
// A table is {id, label, count, columns, item(row), search(row), note}. A column is {label, number,
// get(row), text(row), title(row)}: `get` gives what is sorted by.

const ROW_HEIGHT = 26;
const PRINTED_ROWS = 60;

class DataTable {
  constructor(panel, { onSelect }) {
    Object.assign(this, { panel, onSelect, words: [] });
    this.scroller = document.createElement("div");
    this.scroller.className = "scroller";
    this.scroller.tabIndex = 0;
    this.table = document.createElement("table");
    this.table.setAttribute("role", "grid");
    this.status = document.createElement("p");
    this.status.className = "muted";
    this.status.setAttribute("role", "status");
    this.scroller.append(this.table);
    panel.append(this.status, this.scroller);
    this.scroller.addEventListener("scroll", () => this.drawRows());
    this.scroller.addEventListener("keydown", (event) => this.keyPressed(event));
    this.table.addEventListener("click", (event) => this.clicked(event));
    const print = matchMedia("print");
    print.addEventListener("change", () => this.drawRows());
    addEventListener("beforeprint", () => this.drawRows(true));
    addEventListener("afterprint", () => this.drawRows(false));
  }

  show(spec) {
    this.spec = spec;
    spec.sorted ??= { column: spec.sortBy ?? 0, down: !!spec.columns[spec.sortBy ?? 0].number };
    this.active = -1;
    this.table.setAttribute("aria-label", spec.label);
    this.body = document.createElement("tbody");
    this.table.replaceChildren(this.header(), this.body);
    this.order();
  }

  search(text) {
    this.words = text.toLowerCase().split(/\s+/).filter(Boolean);
    this.active = -1;
    this.order();
  }

  header() {
    const head = document.createElement("thead"), row = head.insertRow();
    this.spec.columns.forEach((column, i) => {
      const cell = document.createElement("th"), button = document.createElement("button");
      cell.scope = "col";
      cell.className = column.number ? "number" : "";
      button.type = "button";
      button.textContent = column.label;
      button.addEventListener("click", () => this.sort(i));
      cell.append(button);
      row.append(cell);
    });
    return head;
  }

  sort(column) {
    const { sorted, columns } = this.spec;
    sorted.down = sorted.column === column ? !sorted.down : !!columns[column].number;
    sorted.column = column;
    this.order();
  }

  /// The rows that are found, in their order.
  order() {
    const { spec } = this, { sorted } = spec;
    const { get, number: isNumber } = spec.columns[sorted.column];
    let rows = Array.from({ length: spec.count }, (_, i) => i);
    if (this.words.length) {
      spec.texts ??= new Array(spec.count);
      rows = rows.filter((row) => {
        const text = (spec.texts[row] ??= spec.search(row).toLowerCase());
        return this.words.every((word) => text.includes(word));
      });
    }
    const values = new Map(rows.map((row) => [row, get(row)]));
    const compare = isNumber ? (a, b) => a - b : (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    const sign = sorted.down ? -1 : 1;
    this.rows = rows.sort((a, b) => sign * compare(values.get(a), values.get(b)) || a - b);
    this.table.setAttribute("aria-rowcount", rows.length + 1);
    [...this.table.tHead.rows[0].cells].forEach((cell, i) => {
      cell.setAttribute("aria-sort", i !== sorted.column ? "none" : sorted.down ? "descending" : "ascending");
    });
    const found = rows.length === spec.count ? number(spec.count) : `${number(rows.length)} of ${number(spec.count)}`;
    this.status.textContent = `${found} ${spec.count === 1 ? "row" : "rows"}${spec.note ? "; " + spec.note : ""}`;
    this.scroller.scrollTop = 0;
    this.drawRows();
  }

  // -- Drawing -----------------------------------------------------------------------------------

  drawRows(isPrinted = matchMedia("print").matches) {
    if (!this.spec) return;
    const height = this.scroller.clientHeight || 400;
    const start = isPrinted ? 0 : Math.max(0, Math.floor(this.scroller.scrollTop / ROW_HEIGHT) - 10);
    const end = Math.min(this.rows.length, isPrinted ? PRINTED_ROWS : start + Math.ceil(height / ROW_HEIGHT) + 20);
    const rows = document.createDocumentFragment();
    if (start) rows.append(this.gap(start));
    for (let i = start; i < end; i += 1) rows.append(this.row(i));
    if (end < this.rows.length && !isPrinted) rows.append(this.gap(this.rows.length - end));
    if (end < this.rows.length && isPrinted) rows.append(this.more(this.rows.length - end));
    this.body.replaceChildren(rows);
  }

  gap(count) {
    const row = document.createElement("tr");
    row.className = "gap";
    row.setAttribute("aria-hidden", "true");
    row.style.height = count * ROW_HEIGHT + "px";
    return row;
  }

  more(count) {
    const row = document.createElement("tr"), cell = row.insertCell();
    cell.colSpan = this.spec.columns.length;
    cell.textContent = `and ${number(count)} more`;
    return row;
  }

  row(position) {
    const index = this.rows[position], row = document.createElement("tr");
    row.id = "row-" + position;
    row.setAttribute("aria-rowindex", position + 2);
    row.setAttribute("aria-selected", position === this.active ? "true" : "false");
    row.position = position;
    for (const column of this.spec.columns) {
      const cell = row.insertCell();
      const value = column.get(index);
      cell.textContent = column.text ? column.text(index) : column.number ? number(value) : value;
      if (column.number) cell.className = "number" + (column.signed && value ? (value > 0 ? " more" : " less") : "");
      if (!column.number) cell.title = String(column.title ? column.title(index) : value).slice(0, 1000);
    }
    return row;
  }

  // -- Choosing ----------------------------------------------------------------------------------

  activate(position) {
    if (!this.rows.length) return;
    this.active = Math.min(this.rows.length - 1, Math.max(0, position));
    const head = this.table.tHead.offsetHeight, top = this.active * ROW_HEIGHT;
    const room = this.scroller.clientHeight - head - ROW_HEIGHT;
    if (top < this.scroller.scrollTop) this.scroller.scrollTop = top;
    else if (top > this.scroller.scrollTop + room) this.scroller.scrollTop = top - room;
    this.drawRows();
    this.scroller.setAttribute("aria-activedescendant", "row-" + this.active);
  }

  choose() {
    const row = this.rows[this.active];
    if (row !== undefined && this.spec.item) this.onSelect(this.spec.item(row), this.spec);
  }

  clicked(event) {
    const row = event.target.closest("tbody tr");
    if (!row || row.position === undefined) return;
    this.activate(row.position);
    this.choose();
  }

  keyPressed(event) {
    if (event.target !== this.scroller || event.ctrlKey || event.altKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / ROW_HEIGHT) - 2);
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (event.key === "Enter" || event.key === " ") this.choose();
    else if (event.key in moves) this.activate(Math.max(this.active, moves[event.key] > 0 ? -1 : 0) + moves[event.key]);
    else return;
    event.preventDefault();
  }
}

// -- What the tables have ------------------------------------------------------------------------

const memoryColumns = (rows, has = ["own", "retained", "shared"]) =>
  ["flash", "ram"].flatMap((kind) =>
    has.map((what) => ({
      label: `${what} ${kind === "ram" ? "RAM" : kind}`, number: true, get: (i) => rows[i][what][kind],
    })));

/// A table of rows of the account, with the name in one of their fields.
function accountTable(id, label, rows, field, more, has) {
  const name = { label: label.replace(/s$/, "").replace(/ie$/, "y"), get: (i) => rows[i][field] };
  const columns = [name, ...more(rows), ...memoryColumns(rows, has)];
  return {
    id, label, columns, count: rows.length, search: (i) => columns.filter((c) => !c.number).map((c) => c.get(i)).join(" "),
    sortBy: columns.findIndex((c) => c.label === "retained flash"),
    item: (i) => ({ item: rows[i].item ?? -1, row: rows[i] }),
  };
}

function itemsTable(model) {
  const { items } = model;
  const flash = model.retained("flash"), ram = model.retained("ram");
  const memories = model.image.memories.map((m) => m.name);
  const text = (label, get) => ({ label, get });
  const count = (label, get) => ({ label, number: true, get });
  return {
    id: "items", label: "All items", count: model.count, sortBy: 5,
    columns: [
      text("name", (i) => items.name[i]), text("kind", (i) => items.kind[i]),
      text("class", (i) => items.class[i]), text("file", (i) => fileName(items.file[i], items.member[i])),
      text("memory", (i) => model.memories(i).map((m) => memories[m]).join(", ")),
      count("bytes", (i) => items.bytes[i]), count("padding", (i) => items.padding[i]),
      count("retained flash", (i) => flash[i]), count("retained RAM", (i) => ram[i]),
      count("referrers", (i) => items.referrers[i]),
    ],
    search: (i) => [items.name[i], items.symbol[i], items.section[i], items.file[i], items.member[i], items.class[i], items.kind[i]].join(" "),
    item: (i) => ({ item: i }),
  };
}

/// The tables of an image.
function imageTables(model) {
  const { image } = model;
  const kernels = (rows) => [{ label: "kernels", number: true, get: (i) => rows[i].kernels ?? 0 }];
  const operators = (rows) => rows.some((row) => row.models)
    ? [...kernels(rows), { label: "models", get: (i) => (rows[i].models || []).join(", ") }] : kernels(rows);
  const none = () => [];
  const files = (rows) => [
    { label: "member", get: (i) => rows[i].member }, { label: "class", get: (i) => rows[i].class },
    { label: "only for", get: (i) => rows[i].only || "" },
  ];
  const helpers = (rows) => [
    { label: "class", get: (i) => rows[i].class ?? "" }, { label: "only for", get: (i) => rows[i].only || "" },
    { label: "operators", number: true, get: (i) => rows[i].operators },
  ];
  const tables = [
    accountTable("operators", "Operators", image.operators || [], "op", operators),
    accountTable("kernels", "Kernels", image.kernels || [], "kernel", none),
    accountTable("helpers", "Helpers", image.helpers || [], "name", helpers, ["own", "retained"]),
    accountTable("files", "Files", image.files || [], "file", files, ["own", "retained"]),
    accountTable("libraries", "Libraries", image.libraries || [], "name", kernels),
    accountTable("models", "Models", image.models || [], "name", none),
    itemsTable(model),
  ].filter((table) => table.count);
  for (const table of tables)
    if (table.id === "files") Object.assign(table.columns[0], { text: (i) => baseName(image.files[i].file), title: (i) => image.files[i].file });
  return tables;
}
