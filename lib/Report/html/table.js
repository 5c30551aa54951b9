// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables of the report. A reader can search them, and sort them by any column. A table draws
// only the first MOST_ROWS rows. To see another row, the reader searches, or sorts differently.
//
// A table is {id, label, count, columns, sortBy, item(row), search(row), note}. `count` is the
// number of rows. The table is first sorted by column number `sortBy`. `item` returns the argument
// of `onSelect`. `search` returns the text to search. The page shows `note` after the number of
// rows. A column is {label, number, get(row), text(row), title(row)}: `get` returns the sort key,
// `text` the cell's text, and `title` the cell's tooltip. The sort key replaces a missing `text` or
// `title`.

const MOST_ROWS = 1000;

class DataTable {
  constructor(panel, { onSelect }) {
    Object.assign(this, { panel, onSelect, words: [] });
    this.scroller = element("div", undefined, "scroller");
    this.table = element("table");
    this.status = element("p", undefined, "muted");
    this.status.setAttribute("role", "status");
    this.scroller.append(this.table);
    panel.append(this.status, this.scroller);
    this.table.addEventListener("click", (event) => this.clicked(event));
  }

  show(spec) {
    this.spec = spec;
    spec.sorted ??= { column: spec.sortBy ?? 0, down: !!spec.columns[spec.sortBy ?? 0].number };
    this.table.setAttribute("aria-label", spec.label);
    this.body = element("tbody");
    this.table.replaceChildren(this.header(), this.body);
    this.order();
  }

  search(text) {
    this.words = text.toLowerCase().split(/\s+/).filter(Boolean);
    this.order();
  }

  header() {
    const head = element("thead"), row = head.insertRow();
    this.spec.columns.forEach((column, i) => {
      const cell = element("th", undefined, column.number ? "number" : ""), button = element("button", column.label);
      cell.scope = "col";
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

  drawRows() {
    this.body.replaceChildren(...this.rows.slice(0, MOST_ROWS).map((index, i) => this.row(index, i)));
    if (this.rows.length <= MOST_ROWS) return;
    const cell = this.body.insertRow().insertCell();
    cell.colSpan = this.spec.columns.length;
    cell.textContent = `and ${number(this.rows.length - MOST_ROWS)} more: search, or sort by another column`;
  }

  row(index, position) {
    const row = element("tr");
    row.setAttribute("aria-rowindex", position + 2);
    row.index = index;
    for (const column of this.spec.columns) {
      const cell = row.insertCell();
      const value = column.get(index);
      cell.textContent = column.text ? column.text(index) : column.number ? number(value) : value;
      if (column.number) cell.className = "number" + (column.signed && value ? (value > 0 ? " more" : " less") : "");
      if (!column.number) cell.title = String(column.title ? column.title(index) : value).slice(0, 1000);
    }
    if (this.spec.item) row.cells[0].replaceChildren(element("button", row.cells[0].textContent, "link"));
    return row;
  }

  clicked(event) {
    const row = event.target.closest("tbody tr");
    if (!row || row.index === undefined || !this.spec.item) return;
    for (const other of this.body.rows) other.setAttribute("aria-selected", other === row ? "true" : "false");
    this.onSelect(this.spec.item(row.index));
  }
}

/// Makes the table of one list of an image's account, for example of the kernels. `named` is the
/// field with a row's name, which becomes the first column. The fields own, retained and shared get
/// two columns each: flash and RAM. Any other field gets one column.
function accountTable(id, label, rows, named) {
  const fields = new Set(rows.flatMap(Object.keys));
  const columns = [{ label: label.replace(/s$/, "").replace(/ie$/, "y"), get: (i) => rows[i][named] }];
  for (const field of fields)
    if (![named, "item", "own", "retained", "shared"].includes(field))
      columns.push({ label: field.replace("_", " "), number: rows.some((row) => typeof row[field] === "number"),
        get: (i) => (Array.isArray(rows[i][field]) ? rows[i][field].join(", ") : rows[i][field] ?? "") });
  for (const kind of ["flash", "ram"])
    for (const what of ["own", "retained", "shared"])
      if (fields.has(what))
        columns.push({ label: `${what} ${kind === "ram" ? "RAM" : kind}`, number: true, get: (i) => rows[i][what][kind] });
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

function imageTables(model) {
  const { image } = model;
  const files = accountTable("files", "Files", image.files || [], "file");
  Object.assign(files.columns[0], { text: (i) => baseName(image.files[i].file), title: (i) => image.files[i].file });
  return [
    accountTable("operators", "Operators", image.operators || [], "op"),
    accountTable("kernels", "Kernels", image.kernels || [], "kernel"),
    accountTable("helpers", "Helpers", image.helpers || [], "name"),
    files,
    accountTable("libraries", "Libraries", image.libraries || [], "name"),
    accountTable("models", "Models", image.models || [], "name"),
    itemsTable(model),
  ].filter((table) => table.count);
}
