// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The treemap: d3-hierarchy lays out the visible part of a tree as nested rectangles.
//
// A tree may have 50,000 nodes. The map draws four levels; only large tiles show further levels.
// One tile stands for all children of a node that are too small for tiles of their own. A click
// zooms into this tile. Positions and sizes of tiles are percentages, so the map scales when the
// page gets narrower or is printed.
//
// A screen reader presents the map as a tree: each tile states its level and whether it is
// expanded. Tab reaches only one tile. The arrow keys, Home and End move the focus to other tiles.

const LEVELS = 4;
const MAX_LEVELS = 9;
const MIN_AREA = 60; // in square pixels; smaller nodes with the same parent share one tile
const MIN_GROUP_AREA = 7000; // on levels 1 to LEVELS - 1, smaller tiles do not show their children
const LARGE_AREA = 40000; // on further levels, smaller tiles do not show their children
const HEADER = 18; // pixels above the children of a tile, for its label

class Treemap {
  /// Calls `onSelect(node)` when the user selects a tile, and `onPoint(node)` when the mouse or the
  /// focus moves to a tile. Calls `onZoom(node, next)` when the user zooms to `node`. onZoom() must
  /// call show(), and focus the tile of the node `next`, or the first tile if `next` is undefined.
  constructor(element, { onSelect, onZoom, onPoint }) {
    Object.assign(this, { element, onSelect, onZoom, onPoint });
    this.tiles = new Map(); // nodes to elements
    element.addEventListener("click", (event) => this.clicked(event));
    element.addEventListener("keydown", (event) => this.keyPressed(event));
    element.addEventListener("focusin", (event) => this.pointed(event));
    element.addEventListener("mouseover", (event) => this.pointed(event));
    new ResizeObserver(() => this.resized()).observe(element);
  }

  show(node, focus) {
    this.current = node;
    this.draw();
    if (focus) this.focus(this.tiles.has(focus) ? focus : this.first());
  }

  /// The root of the tree. describe() gives the size of a tile as a percentage of the root's size.
  top() {
    let node = this.current;
    while (node.parent) node = node.parent;
    return node;
  }

  visibleChildren(node, area) {
    const least = (MIN_AREA * node.value) / area;
    let shown = node.children.filter((child) => child.value >= least);
    if (node.children.length - shown.length < 2) shown = node.children;
    const rest = node.children.slice(shown.length);
    if (!rest.length) return shown;
    const others = makeNode(`${number(rest.length)} smaller`);
    others.children = rest;
    others.parent = node;
    others.value = rest.reduce((sum, child) => sum + child.value, 0);
    others.cls = rest[0].cls;
    others.isRest = true;
    return [...shown, others];
  }

  /// Returns the tree that d3 lays out: {node, value, children}. In a chain of nodes with one child
  /// each, only the first node gets a tile. The tile shows the children of the last node.
  visible(node, level, area) {
    const entry = { node, value: node.value, children: [] };
    let inner = node;
    while (level > 0 && inner.children.length === 1) inner = inner.children[0];
    const least = level === 0 ? 0 : level < LEVELS ? MIN_GROUP_AREA : LARGE_AREA;
    if (!inner.children.length || level >= MAX_LEVELS || area < least || (node.isRest && level)) return entry;
    entry.children = this.visibleChildren(inner, area).map((child) =>
      this.visible(child, level + 1, (area * child.value) / (inner.value || 1)));
    return entry;
  }

  draw() {
    const width = Math.max(200, this.element.clientWidth), height = Math.max(200, this.element.clientHeight);
    this.width = width;
    const root = d3.hierarchy(this.visible(this.current, 0, width * height), (entry) => entry.children);
    root.eachAfter((laid) => { laid.value = laid.data.value; });
    d3.treemap().size([width, height]).round(true).paddingInner(1)
      .paddingTop((laid) => (laid.depth ? HEADER : 0))
      .paddingLeft((laid) => (laid.depth ? 2 : 0)).paddingRight((laid) => (laid.depth ? 2 : 0))
      .paddingBottom((laid) => (laid.depth ? 2 : 0))(root);
    this.tiles.clear();
    const fragment = document.createDocumentFragment();
    root.eachBefore((laid) => {
      if (laid.depth || !laid.children) fragment.append(this.tile(laid, width, height));
    });
    this.element.replaceChildren(fragment);
    const first = this.tiles.get(this.first());
    if (first) first.tabIndex = 0;
    this.mark(this.selected);
  }

  tile(laid, width, height) {
    const { node } = laid.data, { x0, y0, x1, y1 } = laid;
    const w = x1 - x0, h = y1 - y0;
    const tile = element("div", undefined, (w > 130 ? "wide " : "") + "tile " + (laid.children ? "group " : "leaf ") +
      classStyle(node.cls) + (node.isRest ? " rest" : ""));
    for (const [side, part, whole] of [["left", x0, width], ["top", y0, height], ["width", w, width], ["height", h, height]])
      tile.style[side] = (100 * part) / whole + "%";
    if (w > 26 && h > 13) {
      tile.append(element("span", node.label.replace(/^aten::/, ""), "label"));
      if (laid.children ? w > 130 : h > 30) tile.append(element("span", shortSize(node.value), "bytes"));
    }
    tile.setAttribute("role", "treeitem");
    tile.setAttribute("aria-level", laid.depth || 1);
    tile.setAttribute("aria-label", this.describe(node));
    if (node.children.length) tile.setAttribute("aria-expanded", laid.children ? "true" : "false");
    tile.tabIndex = -1;
    tile.node = node;
    tile.above = laid.parent && laid.parent.depth ? laid.parent.data.node : null;
    tile.below = laid.children ? laid.children[0].data.node : null;
    this.tiles.set(node, tile);
    return tile;
  }

  describe(node) {
    const name = node.name.length > 300 ? node.name.slice(0, 299) + "\u2026" : node.name;
    return `${name}: ${number(node.value)} bytes, ${percent(node.value, this.top().value)}`;
  }

  resized() {
    if (!this.current || this.element.clientWidth === this.width) return;
    cancelAnimationFrame(this.pending);
    this.pending = requestAnimationFrame(() => this.draw());
  }

  first() {
    return this.tiles.keys().next().value;
  }

  mark(node) {
    this.selected = node;
    for (const [other, tile] of this.tiles)
      tile.setAttribute("aria-selected", other === node || (node && node.item >= 0 && other.item === node.item) ? "true" : "false");
  }

  focus(node) {
    const tile = this.tiles.get(node);
    if (!tile) return;
    for (const other of this.element.querySelectorAll('[tabindex="0"]')) other.tabIndex = -1;
    tile.tabIndex = 0;
    tile.focus();
  }

  tileOf(event) {
    return event.target.closest(".tile");
  }

  pointed(event) {
    const tile = this.tileOf(event);
    if (tile) this.onPoint(tile.node);
  }

  select(node) {
    this.mark(node);
    this.onSelect(node);
  }

  open(node) {
    this.select(node);
    if (node.children.length && node !== this.current) this.onZoom(node);
  }

  clicked(event) {
    const tile = this.tileOf(event);
    if (!tile) return;
    this.focus(tile.node);
    this.open(tile.node);
  }

  /// Among the tiles with the parent of `tile`, returns the node `step` positions after `tile`.
  /// Beyond the first or last of these tiles, returns the node of the first or last tile.
  beside(tile, step) {
    const row = [...this.tiles.values()].filter((other) => other.above === tile.above);
    return row[Math.min(row.length - 1, Math.max(0, row.indexOf(tile) + step))].node;
  }

  keyPressed(event) {
    const tile = this.tileOf(event);
    if (!tile || event.ctrlKey || event.altKey || event.metaKey) return;
    const moves = {
      ArrowDown: () => this.focus(this.beside(tile, 1)),
      ArrowUp: () => this.focus(this.beside(tile, -1)),
      ArrowRight: () => (tile.below ? this.focus(tile.below) : this.open(tile.node)),
      ArrowLeft: () => (tile.above ? this.focus(tile.above) : this.out()),
      Home: () => this.focus(this.beside(tile, -Infinity)),
      End: () => this.focus(this.beside(tile, Infinity)),
      Enter: () => this.open(tile.node),
      " ": () => this.select(tile.node),
      Escape: () => this.out(),
      Backspace: () => this.out(),
    };
    if (!moves[event.key]) return;
    event.preventDefault();
    moves[event.key]();
  }

  out() {
    if (this.current.parent) this.onZoom(this.current.parent, this.current);
  }
}

const CLASS_STYLES = new Map([
  ["kernels", "c-kernels"], ["registration table", "c-table"], ["runtime", "c-runtime"],
  ["C library", "c-libc"], ["application", "c-application"], ["linker", "c-linker"], ["padding", "c-padding"],
]);
const classStyle = (cls) => CLASS_STYLES.get(cls) || "c-other";
