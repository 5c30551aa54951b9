// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The panel of the selected item: its names, origin and cost, the references that keep it, and the
// items that it keeps.

const MOST_KEPT = 12;

function element(tag, text, className) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

class Details {
  /// `onSelect(item)` is called if the user clicks an item in a list of this panel.
  /// `onLocate(item)` is called if the user wants to see the shown item in the treemap.
  constructor(body, { onSelect, onLocate }) {
    Object.assign(this, { body, onSelect, onLocate });
  }

  clear() {
    this.body.replaceChildren(element("p", "Click a part of the map or a row of the table.", "muted"));
  }

  facts(pairs) {
    const list = element("dl");
    for (const [label, value, className] of pairs)
      if (value !== "" && value !== undefined) list.append(element("dt", label), element("dd", value, className));
    this.body.append(list);
  }

  showGroup(node, path) {
    this.body.replaceChildren(element("h4", node.title || node.name, "name"));
    this.facts([
      ["in", path.slice(0, -1).join(" \u203a ")],
      ["bytes", number(node.value), "strong"],
      ["parts", number(node.children.length)],
    ]);
    this.list("Largest parts", node.children.slice(0, MOST_KEPT), node.children.length);
  }

  showRow(row) {
    const name = row.file !== undefined ? fileName(row.file, row.member) : row.name ?? row.op ?? row.kernel;
    this.body.replaceChildren(element("h4", name, "name"));
    this.facts([["file", row.file], ["member", row.member], ["class", row.class], ["only for", row.only], ["kernels", row.kernels]]);
    this.costs(["own", "retained", "shared"].filter((what) => row[what]).map((what) => [what, row[what].flash, row[what].ram]));
  }

  showItem(model, item) {
    const { items } = model;
    this.model = model;
    this.body.replaceChildren(element("h4", items.name[item], "name"));
    if (items.symbol[item]) this.body.append(element("p", items.symbol[item], "raw"));
    const output = items.output[item];
    const locate = element("button", "Show in the map");
    locate.addEventListener("click", () => this.onLocate(item));
    this.facts([
      ["kind", items.kind[item]], ["class", items.class[item]],
      ["file", items.file[item]], ["member", items.member[item]],
      ["section", items.section[item]],
      ["placed in", output < 0 ? "" : `${model.image.sections[output].name} (${model.memories(item).map((m) => model.image.memories[m].name).join(", ")})`],
      ["padding", items.padding[item] ? number(items.padding[item]) + " B, included in the own bytes" : ""],
      ["referred to by", `${number(items.referrers[item])} ${items.referrers[item] === 1 ? "item" : "items"}`],
      ["only for", model.accounts.get(item)?.only],
      ["used by", model.accounts.get(item)?.operators === undefined ? "" : `${number(model.accounts.get(item).operators)} ${model.accounts.get(item).operators === 1 ? "operator" : "operators"}`],
    ]);
    this.body.append(locate);
    this.costs(this.costsOf(model, item));
    this.why(model, item);
    this.keeps(model, item);
  }

  costsOf(model, item) {
    const account = model.accounts.get(item);
    const rows = ["own", "retained"].map((what) => [what, ...["flash", "ram"].map((kind) =>
      account?.[what]?.[kind] ?? (what === "own" ? model.own(kind) : model.retained(kind))[item])]);
    if (account?.shared) rows.push(["shared", account.shared.flash, account.shared.ram]);
    return rows;
  }

  costs(rows) {
    const table = element("table", undefined, "costs"), head = table.createTHead().insertRow();
    for (const label of ["bytes", "flash", "RAM"]) head.append(element("th", label));
    const help = {
      own: "the part itself", retained: "freed if the part is dropped", shared: "needed by other code, too",
    };
    const body = table.createTBody();
    for (const [what, flash, ram] of rows) {
      const row = body.insertRow(), label = element("th", what);
      label.append(" ", element("span", help[what], "muted"));
      row.append(label, element("td", number(flash), "number"), element("td", number(ram), "number"));
    }
    this.body.append(table);
  }

  link({ item, label, title }) {
    const button = element("button", label, "link");
    button.title = title.slice(0, 1000);
    button.addEventListener("click", () => this.onSelect(item));
    return button;
  }

  /// Shows the shortest chain of references from a root to the item. Also shows the item's parent
  /// in the dominator tree. Each chain from a root to the item goes through the parent.
  why(model, item) {
    const { items } = model, chain = model.chain(item, "why");
    this.body.append(element("h4", "Why it is there"));
    const list = element("ol", undefined, "why");
    if (items.reason[chain[0]]) this.body.append(element("p", items.reason[chain[0]] + ":", "reason"));
    for (const step of chain) {
      const entry = element("li");
      entry.append(step === item ? element("strong", model.label(step)) : this.link(itemNode(model, step)));
      if (items.kind[step] !== "section") entry.append(" ", element("span", items.kind[step], "muted"));
      list.append(entry);
    }
    this.body.append(list);
    const parent = items.parent[item];
    if (parent < 0) return;
    const only = element("p", items.kind[parent] === "group" ? "Only kernels need this item." : "Every chain of references to this item goes through ");
    if (items.kind[parent] !== "group") only.append(this.link(itemNode(model, parent)));
    this.body.append(only);
  }

  keeps(model, item) {
    const flash = model.retained("flash"), ram = model.retained("ram");
    const kept = model.children(item).map((child) => itemNode(model, child, flash[child] + ram[child]))
      .sort((a, b) => b.value - a.value || a.item - b.item);
    this.list("Kept by this item alone", kept.slice(0, MOST_KEPT), kept.length);
  }

  list(heading, rows, count) {
    if (!rows.length) return;
    this.body.append(element("h4", heading));
    const list = element("ul", undefined, "kept");
    for (const row of rows) {
      const entry = element("li");
      entry.append(row.item >= 0 ? this.link(row) : element("span", row.label), element("span", number(row.value), "number"));
      list.append(entry);
    }
    if (count > rows.length) list.append(element("li", `and ${number(count - rows.length)} more`, "muted"));
    this.body.append(list);
  }
}
