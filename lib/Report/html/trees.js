// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The trees that the treemap shows. The tree of own bytes has the levels class, file, archive
// member and section. The tree of retained bytes has the levels library, operator and kernel. Below
// a kernel are the items that only this kernel needs. Beside the libraries are two groups: one has
// the items that several operators share, the other the items that stay if all kernels go.
//
// A node is {name, label, title, item, value, cls, children, parent}. `item` is the index of the
// item, or -1 for a group. `label` is a short name, `title` the full name. `value` is the node's
// bytes in the shown memory. `cls` is the class of most of these bytes.

function makeNode(name, title = name) {
  return { name, label: name, title, item: -1, value: 0, cls: "", children: [], parent: null };
}

function itemNode(model, item, value = 0, suffix = "") {
  const node = makeNode(model.items.name[item] + suffix);
  return Object.assign(node, { label: model.label(item) + suffix, item, value, cls: model.items.class[item] });
}

/// Returns the child with this key. If there is none, adds the child that `make` returns.
function childNamed(node, key, make) {
  node.index ??= new Map();
  let child = node.index.get(key);
  if (!child) {
    child = make();
    node.index.set(key, child);
    node.children.push(child);
  }
  return child;
}

function ownTree(model, memory, root) {
  const { class: cls, file, member } = model.items;
  const own = model.own(memory);
  for (let i = 0; i < model.count; i += 1) {
    if (!own[i]) continue;
    let node = childNamed(root, cls[i], () => makeNode(cls[i]));
    if (file[i]) node = childNamed(node, file[i], () => makeNode(baseName(file[i]), file[i]));
    if (file[i] && member[i]) node = childNamed(node, member[i], () => makeNode(member[i], fileName(file[i], member[i])));
    node.children.push(itemNode(model, i, own[i]));
  }
}

/// An operator's library, read from its kernels' names, such as "aten::add.out-Float-portable".
function libraryOf(model, operator) {
  const libraries = (model.image.libraries || []).map((library) => library.name);
  const found = new Set();
  for (const kernel of model.children(operator))
    if (model.items.kind[kernel] === "kernel")
      found.add(libraries.find((name) => model.items.name[kernel].endsWith("-" + name)) ?? "kernels");
  return found.size === 1 ? [...found][0] : "several libraries";
}

function retainedTree(model, memory, root) {
  const { kind, parent } = model.items;
  const own = model.own(memory), retained = model.retained(memory);
  const nodes = new Array(model.count);
  const shared = makeNode("shared by operators"), others = makeNode("the program without kernels");
  const libraries = makeNode("");
  const placeOf = (i) => {
    const above = parent[i];
    if (above < 0) return childNamed(others, model.items.class[i], () => makeNode(model.items.class[i] || "others"));
    if (kind[above] !== "group") return nodes[above];
    if (kind[i] !== "operator") return shared;
    const library = libraryOf(model, i);
    return childNamed(libraries, library, () => makeNode(library));
  };
  for (let i = 0; i < model.count; i += 1) {
    if (!retained[i] || kind[i] === "group") continue;
    const node = itemNode(model, i);
    nodes[i] = node;
    if (own[i] && own[i] !== retained[i]) node.children.push(itemNode(model, i, own[i], " (itself)"));
    else node.value = own[i];
    placeOf(i).children.push(node);
  }
  root.children = [...libraries.children, shared, others].filter((node) => node.children.length);
}

/// Sets the parent of each node. Sets the value and class of each node with children, and sorts the
/// children by value. Does not recurse, because a deep tree could overflow the stack.
function finishTree(root) {
  const order = [root];
  for (let i = 0; i < order.length; i += 1)
    for (const child of order[i].children) {
      child.parent = order[i];
      order.push(child);
    }
  for (let i = order.length - 1; i >= 0; i -= 1) {
    const node = order[i];
    if (!node.children.length) continue;
    node.value = node.children.reduce((sum, child) => sum + child.value, 0);
    node.children.sort((a, b) => b.value - a.value || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    const classes = new Map();
    for (const child of node.children) classes.set(child.cls, (classes.get(child.cls) || 0) + child.value);
    node.cls = [...classes].sort((a, b) => b[1] - a[1])[0][0];
    delete node.index;
  }
  return root;
}

/// Returns the tree of a mode, "own" or "retained". `memory` is the index of a memory. For -1, the
/// tree has all memories as its first level.
function treeOf(model, mode, memory) {
  const root = makeNode("image");
  const fill = mode === "own" ? ownTree : retainedTree;
  model.image.memories.forEach((region, i) => {
    if (memory !== -1 && memory !== i) return;
    const node = makeNode(region.name);
    fill(model, i, node);
    if (node.children.length) root.children.push(node);
  });
  return finishTree(memory !== -1 && root.children.length === 1 ? root.children[0] : root);
}

/// Returns the node of an item. If the tree lacks the item, returns the node of the item's nearest
/// ancestor in the tree; null if there is none. Ancestors are parents, their parents and so on.
function nodeOfItem(tree, model, item) {
  const wanted = new Map(model.chain(item, "parent").map((i, depth) => [i, depth]));
  let best = null, bestDepth = -1;
  const open = [tree];
  while (open.length) {
    const node = open.pop();
    const depth = wanted.get(node.item) ?? -1;
    if (depth > bestDepth) [best, bestDepth] = [node, depth];
    open.push(...node.children);
  }
  return best;
}
