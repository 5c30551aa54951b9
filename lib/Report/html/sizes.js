// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shows how full each memory is and how the sizes changed, and makes the tables of changes. A
// change is the difference between the images before and after a pruning.

// -- Bars ----------------------------------------------------------------------------------------

/// Returns a table with a bar and numbers for each row {label, before, after, limit, budget}. The
/// numbers are bytes or kernels. `limit` is the size of the memory. `budget` is from --budget.
/// `before`, `limit` and `budget` may be null. `labels` are the headings of `before` and `after`.
function barTable(caption, rows, labels = ["before", "after"]) {
  const table = element("table", undefined, "bars");
  table.append(element("caption", caption));
  const changes = rows.some((row) => row.before !== null);
  const limits = [["limit", "of"], ["budget", "budget"]].filter(([field]) => rows.some((row) => row[field]));
  table.classList.toggle("wide", limits.length > 1);
  const head = table.createTHead().insertRow();
  const columns = ["", "", ...(changes ? [...labels, "change", ""] : ["bytes"]), ...limits.flatMap(([, label]) => [label, ""])];
  for (const label of columns) head.append(element(label ? "th" : "td", label, "number"));
  const largest = Math.max(1, ...rows.map((row) => Math.max(row.before ?? 0, row.after, row.budget ?? 0)));
  const body = table.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    const heading = element("th", row.label);
    heading.scope = "row";
    line.append(heading, barCell(row, row.limit || largest));
    const cell = (text, style = "") => line.append(element("td", text, "number " + style));
    if (changes) {
      const { before, after } = row, delta = after - (before ?? after);
      cell(before === null ? "" : number(before));
      cell(number(after), "strong");
      cell(before === null || !delta ? "" : signed(delta), delta > 0 ? "more" : "less");
      cell(change(before, after));
    } else {
      cell(number(row.after), "strong");
    }
    for (const [field] of limits) {
      cell(row[field] ? number(row[field]) : "");
      cell(row[field] ? percent(row.after, row[field]) : "");
    }
  }
  return table;
}

function barCell({ before, after, limit, budget }, whole) {
  const cell = element("td", undefined, "bar-cell"), bar = element("div", undefined, "bar");
  bar.setAttribute("aria-hidden", "true");
  const part = (bytes, className) => {
    const piece = element("div", undefined, className);
    piece.style.width = Math.min(100, (100 * bytes) / whole) + "%";
    bar.append(piece);
  };
  if (before !== null) part(before, "before");
  part(after, "after" + (after > Math.min(limit || Infinity, budget || Infinity) ? " over" : ""));
  if (limit) bar.classList.add("limited");
  if (budget) {
    const mark = element("div", undefined, "budget");
    mark.style.left = Math.min(100, (100 * budget) / whole) + "%";
    bar.append(mark);
  }
  cell.append(bar);
  return cell;
}

const TOTALS = { flash: "flash", ram: "RAM", text: "text", data: "data", bss: "bss", file_size: "file" };
const pairOf = (value) => (value && typeof value === "object" ? value : null);

/// Returns two lists of rows for barTable(): the memories and the totals of a report. A report of
/// --explain describes one image, so `before` is null in its rows.
function sizesOf(report) {
  if (!pairOf(report.flash)) {
    const { totals = {}, memories = [] } = report.image || {};
    const row = (label, after, limit) => ({ label, before: null, after, limit });
    return {
      memories: memories.map((m) => row(m.name, m.used, m.length)),
      totals: Object.entries(totals).map(([name, bytes]) => row(TOTALS[name] || name, bytes)),
    };
  }
  const all = report.regions || [], regions = report.regions_from_script || all.some((r) => r.budget) ? all : [];
  return {
    memories: regions.map((r) => ({ label: r.name, ...r.used, limit: r.length, budget: r.budget })),
    totals: Object.keys(TOTALS).filter((name) => pairOf(report[name])).map((name) => ({ label: TOTALS[name], ...report[name] })),
  };
}

function showHeadline(line, { totals }) {
  const sums = totals.filter(({ label }) => label === "flash" || label === "RAM");
  line.replaceChildren(...sums.map(({ label, before, after }) => {
    const sum = element("span"), same = before === null || before === after;
    const size = same ? number(after) : `${number(before)} \u2192 ${number(after)}`;
    sum.append(element("strong", [size + " B", !same && change(before, after)].filter(Boolean).join(", ")), element("span", " " + label, "muted"));
    return sum;
  }));
}

function showSizes(body, model, { memories, totals }) {
  const grid = element("div", undefined, "size-grid");
  if (memories.length) grid.append(barTable("Memories", memories));
  if (totals.length) grid.append(barTable("Totals", totals));
  const { kept, dropped, kernel_budget: budget, account } = model.report;
  if (budget)
    grid.append(barTable("Kernels", [{ label: "kernels", before: kept.length + dropped.length, after: kept.length, budget }],
      ["linked", "kept"]));
  for (const kind of ["flash", "ram"]) {
    const changed = (account?.categories || []).filter((c) => c[kind].before || c[kind].after).map((c) => ({ label: c.category, ...c[kind] }));
    if (changed.length) grid.append(barTable(`What is in ${kind === "ram" ? "RAM" : kind}`, changed));
  }
  const after = model.sides[model.sides.length - 1]?.model;
  const before = model.sides.length === 2 ? model.sides[0].model : null;
  for (const kind of after ? ["flash", "ram"] : [])
    grid.append(barTable(`What keeps the ${kind === "ram" ? "RAM" : kind}`, after.image.account.map((part, i) => ({
      label: part.what, before: before ? before.image.account[i][kind] : null, after: part[kind],
    }))));
  body.append(grid);
  return grid.children.length > 0;
}

const numberColumn = (label, get) => ({ label, number: true, get });
const changeColumn = (label, get) => ({ label, number: true, signed: true, get, text: (i) => signed(get(i)) });

/// Returns an entry {name, items, sides} for each key in two lists of rows; `name` is the key.
/// `items` has two item indexes, one for each list; -1 means no item. `sides` has the summed bytes
/// of the rows with this key, for each list; null means that the list has no such row.
function joined(lists, keyOf) {
  const rows = new Map();
  lists.forEach((list, side) => {
    for (const row of list || []) {
      const name = keyOf(row), bytes = ["own", "retained"].map((what) => row[what] || { flash: 0, ram: 0 });
      const entry = rows.get(name) || { name, items: [-1, -1], sides: [null, null] };
      const sum = (entry.sides[side] ??= { own: { flash: 0, ram: 0 }, retained: { flash: 0, ram: 0 } });
      ["own", "retained"].forEach((what, i) => {
        sum[what].flash += bytes[i].flash;
        sum[what].ram += bytes[i].ram;
      });
      entry.items[side] = row.item ?? -1;
      rows.set(name, entry);
    }
  });
  return [...rows.values()];
}

function changeTable(id, label, lists, keyOf) {
  const all = joined(lists, keyOf);
  const bytes = (row, side, what, kind) => row.sides[side]?.[what][kind] ?? 0;
  const delta = (row, what, kind) => bytes(row, 1, what, kind) - bytes(row, 0, what, kind);
  const rows = all.filter((row) => !row.sides[0] || !row.sides[1] ||
    ["own", "retained"].some((what) => delta(row, what, "flash") || delta(row, what, "ram")));
  const columns = [{ label: "name", get: (i) => rows[i].name },
    { label: "", get: (i) => (!rows[i].sides[0] ? "added" : !rows[i].sides[1] ? "gone" : "changed") }];
  for (const kind of ["flash", "ram"]) {
    const memory = kind === "ram" ? "RAM" : kind;
    columns.push(numberColumn(`retained ${memory} before`, (i) => bytes(rows[i], 0, "retained", kind)),
      numberColumn("after", (i) => bytes(rows[i], 1, "retained", kind)),
      changeColumn("change", (i) => delta(rows[i], "retained", kind)),
      changeColumn(`own ${memory} change`, (i) => delta(rows[i], "own", kind)));
  }
  return {
    id, label, columns, count: rows.length, search: (i) => rows[i].name, sortBy: 4,
    sorted: { column: 4, down: false }, note: `${number(all.length - rows.length)} the same`,
    item: (i) => ({ side: rows[i].items[1] >= 0 || !rows[i].sides[0] ? 1 : 0, item: Math.max(rows[i].items[1], rows[i].items[1] < 0 ? rows[i].items[0] : -1) }),
  };
}

const kernelName = (kernel) => [kernel.op, kernel.variant, kernel.library].join("-");

function changeTables({ sides }) {
  if (sides.length < 2) return [];
  const images = sides.map((side) => side.model.image);
  const table = (id, label, field, keyOf) => changeTable(id, label, images.map((image) => image[field]), keyOf);
  return [
    table("changed-operators", "Changed operators", "operators", (row) => row.op),
    table("changed-kernels", "Changed kernels", "kernels", (row) => row.kernel),
    table("changed-helpers", "Changed helpers", "helpers", (row) => row.name),
    table("changed-files", "Changed files", "files", (row) => fileName(row.file, row.member)),
  ];
}

function sizeTable(id, label, rows, more = []) {
  const columns = [{ label: "name", get: (i) => rows[i].name }, ...more.map((field) => ({ label: field, get: (i) => rows[i][field] || "" })),
    numberColumn("before", (i) => rows[i].before), numberColumn("after", (i) => rows[i].after),
    changeColumn("change", (i) => rows[i].after - rows[i].before)];
  return {
    id, label, columns, count: rows.length, sorted: { column: columns.length - 1, down: false },
    search: (i) => columns.filter((c) => !c.number).map((c) => c.get(i)).join(" "),
  };
}

function pruningTables(report) {
  const kernels = (id, label, list, extra) => ({
    id, label, count: (list || []).length, sortBy: 1,
    columns: [{ label: "kernel", get: (i) => kernelName(list[i]) },
      { label: "code bytes", number: true, get: (i) => list[i].code_size }, ...extra.map(([name, get]) => ({ label: name, get: (i) => get(list[i]) }))],
    search: (i) => kernelName(list[i]) + " " + extra.map(([, get]) => get(list[i])).join(" "),
  });
  const inputs = (report.account?.inputs || []).map((input) => ({
    name: input.section, category: input.category, file: fileName(input.file, input.member), ...input.size,
  }));
  return [
    kernels("kept", "Kept kernels", report.kept, [["key", (k) => k.key || ""], ["asked by", (k) => (k.asked_by || []).join(", ")]]),
    kernels("dropped", "Dropped kernels", report.dropped, []),
    kernels("leftover", "Left over", report.leftover, [["referred to by", (k) => (k.referrers || []).join(", ")]]),
    sizeTable("inputs", "Changed input sections", inputs, ["category", "file"]),
  ].filter((table) => table.count);
}
