#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Opens the HTML pages of reports, and compares each page with the JSON of its report:
#
#   browse.py page.html CHECK... [--json report.json] [-- page.html ...]
#
# Each CHECK is a function below. The script prints "CHECK: ok" or the fault. One browser opens all
# pages, because its start takes longer than most checks.

import argparse
import json
import sys
import traceback
from pathlib import Path

from browser import Browser

number = "{:,}".format

# Most checks click by script (press), because a click by mouse takes half a second.


def equal(found, wanted, what=""):
    assert found == wanted, f"{what} {found!r} instead of {wanted!r}"


def last_image(reports):
    return reports[-1]["image"]


def memory_switch(page, name):
    buttons = page.texts("#memory-switch button")
    page.press("#memory-switch button", next(b for b in buttons if b.startswith(name)))


def bytes_shown(page):
    return page.text("#crumbs .total")


def box(page, selector):
    """Returns the vertical positions of an element's top and bottom in the window, in pixels."""
    return page.run("((b) => [b.top, b.bottom])(document.querySelector(a[0]).getBoundingClientRect())",
                    selector)


def values(page, caption):
    return page.run("""Object.fromEntries([...document.querySelectorAll('table.bars')]
        .filter((t) => t.caption.textContent === a[0]).flatMap((t) => [...t.tBodies[0].rows])
        .map((r) => [r.cells[0].textContent, [...r.cells].slice(2).map((c) => c.textContent)]))""",
                    caption)


def open_table(page, label):
    page.press("#tabs button", label)
    equal(page.text('#tabs [aria-selected="true"]'), label)


def first_row(page):
    return page.texts("#table-panel tbody td:first-child")[0]


def search(page, text, status):
    page.run("(a[0].value = a[1], a[0].dispatchEvent(new Event('input')))",
             page.driver.find_element("id", "search"), text)
    page.wait("document.querySelector('#table-panel [role=status]').textContent.startsWith(a[0])",
              status)


def totals(page, reports):
    """The bars, the heading and the tiles of each memory show as many bytes as the JSON."""
    image = last_image(reports)
    bars = values(page, "Memories")
    drawn = page.run("""(() => {
        const press = (buttons, text) => [...document.querySelectorAll(buttons)]
            .find((b) => b.textContent.trim().startsWith(text)).click();
        return a[0].flatMap((memory) => ['Own bytes', 'Retained bytes'].map((mode) => {
            press('#mode-switch button', mode);
            press('#memory-switch button', memory);
            return [document.querySelector('#crumbs .total').textContent,
                [...document.querySelectorAll('.tile')].filter((t) => !t.above)
                    .reduce((sum, t) => sum + t.node.value, 0)]; })); })()""",
                     [memory["name"] for memory in image["memories"]])
    for memory, own, retained in zip(image["memories"], drawn[::2], drawn[1::2]):
        assert number(memory["used"]) in bars[memory["name"]], bars
        for shown in (own, retained):
            equal(shown, [number(memory["used"]) + " B", memory["used"]], memory["name"])
    for part in image["account"]:
        for kind in ("flash", "ram"):
            shown = values(page, f"What keeps the {'RAM' if kind == 'ram' else kind}")[part["what"]]
            assert number(part[kind]) in shown, (part, shown)


def first_view(page, reports):
    """On a small screen, the headline and the whole map are visible without scrolling."""
    page.resize(1366, 768)
    page.run("scrollTo(0, 0)")
    report = reports[-1]
    for kind, label in (("flash", "flash"), ("ram", "RAM")):
        before, after = report[kind]["before"], report[kind]["after"]
        share = f"{100 * (after - before) / before:+.1f}%"
        wanted = f"{number(before)} \u2192 {number(after)} B, {share} {label}"
        assert wanted in page.texts("#headline span:has(strong)"), (wanted, page.text("#headline"))
    for part in ("#headline", "#treemap"):
        top, bottom = box(page, part)
        assert 0 <= top < bottom <= 768, (part, top, bottom)
    page.resize(*page.size)


def panel(page, _):
    """After a click on any row, the name in the details panel is visible without scrolling, even on
    a phone."""
    open_table(page, "All items")
    for width, height in ((1366, 768), (400, 700)):
        page.resize(width, height)
        # The table is 520 pixels high. `top` is the position of its upper edge in the window.
        for top in (0, height - 520, 100 - 520):
            for last in (False, True):
                page.run("""((s) => { s.scrollTop = a[1] ? 1e9 : 0;
                    scrollBy(0, s.getBoundingClientRect().top - a[0]); })
                    (document.querySelector('.scroller'))""", top, last)
                page.run("[...document.querySelectorAll('#table-panel tr[aria-rowindex]')]"
                         ".at(a[0] ? -1 : 0).click()", last)
                begin, end = box(page, "#details h4.name")
                assert 0 <= begin < end <= height, (width, top, last, begin, end)
    page.resize(*page.size)


def narrow(page, _):
    page.resize(400, 700)
    for tab in page.texts("#tabs button") or [None]:
        if tab:
            open_table(page, tab)
        equal(page.run("document.documentElement.scrollWidth"), 400, tab)
    page.resize(*page.size)


def content(page, reports):
    image = last_image(reports)
    shown = page.driver.execute_async_script("""readData().then((data) => {
        const model = readModel(data).sides.at(-1).model;
        arguments[1](arguments[0].map((name) => model.items[name])); })""", image["item_columns"])
    for name, column, wanted in zip(image["item_columns"], shown, zip(*image["items"])):
        equal(column, list(wanted), name)


def before_and_after(page, reports):
    report = reports[-1]
    for name, size in [("flash", report["flash"]), ("RAM", report["ram"])]:
        row = values(page, "Totals")[name]
        equal(row[:2], [number(size["before"]), number(size["after"])], name)
    for region in report["regions"]:
        row = values(page, "Memories")[region["name"]]
        equal(row[:2], [number(region["used"]["before"]), number(region["used"]["after"])])
        equal(row[4], number(region["length"]))
    if "image_before" in report:
        page.press("#image-switch button", "before")
        memory_switch(page, report["image_before"]["memories"][0]["name"])
        equal(bytes_shown(page), number(report["image_before"]["memories"][0]["used"]) + " B")
        page.press("#image-switch button", "after")


def tables(page, reports):
    """Each table has as many rows as the list in the JSON. A click on a heading sorts the rows. The
    search hides rows."""
    image = last_image(reports)
    for label, rows in (("Operators", image["operators"]), ("Kernels", image["kernels"]),
                        ("Helpers", image["helpers"]), ("All items", image["items"])):
        open_table(page, label)
        equal(page.run("+document.querySelector('#table-panel table').ariaRowCount"), len(rows) + 1, label)
    open_table(page, "Operators")
    largest = max(image["operators"], key=lambda row: row["retained"]["flash"])
    equal(first_row(page), largest["op"], "sorted by size")
    page.press("#table-panel thead button", "Operator")
    equal(first_row(page), min(row["op"] for row in image["operators"]), "sorted by name")
    equal(page.run("document.querySelector('#table-panel th').ariaSort"), "ascending")
    open_table(page, "All items")
    word = image["items"][-9][2][-12:]
    found = sum(word.lower() in " ".join(row[1:7]).lower() for row in image["items"])
    search(page, word.upper(), f"{number(found)} of {number(len(image['items']))}")
    search(page, "no such name", "0 of")
    search(page, "", number(len(image["items"])) + " rows")


def click(page, reports):
    image = last_image(reports)
    largest = max(image["operators"], key=lambda row: row["retained"]["flash"])
    page.click("#tabs button", "Operators")
    page.click("#table-panel tbody tr")
    equal(page.text("#details h4.name"), largest["op"])
    costs = page.texts(".costs td")
    equal(costs[:4], [number(largest[what][kind]) for what in ("own", "retained")
                      for kind in ("flash", "ram")])
    page.click("#details button", "Show in the map")
    equal(bytes_shown(page), number(largest["retained"]["flash"]) + " B")
    page.click(".tile.leaf")
    item = page.run("document.querySelector('#treemap [aria-selected=true]').node.item")
    row = image["items"][item]
    equal(page.text("#details h4.name"), row[1], "selected")
    equal(page.text("#details .raw"), row[2])
    chain = []
    while item >= 0:
        chain.insert(0, image["items"][item])
        item = image["items"][item][11]
    equal(page.count("#details .why li"), len(chain), "chain")
    equal(page.text("#details .reason"), chain[0][12] + ":")
    assert f"{row[13]} item" in page.text("#details dl"), "referrers"
    page.click("#details .why li:nth-child(1) button, #details .why li:nth-child(1)")
    page.click("#crumbs button", image["memories"][0]["name"])
    equal(bytes_shown(page), number(image["memories"][0]["used"]) + " B")


def why(page, reports):
    """The chain from a root to an item follows references, not the dominator tree. A click on the
    first item of the chain selects that item."""
    rows = last_image(reports)["items"]
    different = [i for i, row in enumerate(rows) if row[11] >= 0 and row[11] != row[10]]
    assert different
    for item in different[:5]:
        page.run("view.map.selectItem(a[0])", item)
        chain = [item]
        while rows[chain[0]][11] >= 0:
            chain.insert(0, rows[chain[0]][11])
        equal(page.run("[...document.querySelectorAll('.why .link')].map((b) => b.title)"),
              [rows[i][1][:1000] for i in chain[:-1]])
        page.press(".why .link")
        equal(page.text("#details h4.name"), rows[chain[0]][1])


def keyboard(page, reports):
    page.click("#memory-switch button")
    for _ in range(12):
        page.keys("TAB")
        if page.run("document.activeElement.getAttribute('role')") == "treeitem":
            break
    else:
        raise AssertionError("Tab does not reach the map")
    equal(page.run("document.activeElement.ariaLevel"), "1")
    first = page.focused()
    page.keys("ARROW_RIGHT")
    assert page.focused() != first
    equal(page.run("document.activeElement.ariaLevel"), "2")
    page.keys("ARROW_LEFT")
    equal(page.focused(), first)
    page.keys("ENTER")
    equal(page.count("#crumbs li"), 3, "zoomed in")
    equal(page.run("document.activeElement.getAttribute('role')"), "treeitem")
    page.keys("ESCAPE")
    equal(page.count("#crumbs li"), 2, "zoomed out")
    page.keys("/")
    equal(page.run("document.activeElement.id"), "search")
    page.run("document.querySelector('#table-panel td button').focus()")
    page.keys("TAB", "ENTER")
    equal(page.text("#details h4.name"), page.text('tr[aria-rowindex="3"][aria-selected="true"] td'))
    page.run("document.querySelector('#mode-switch [aria-checked=true]').focus()")
    page.keys("ARROW_RIGHT")
    equal(page.text("#mode-switch [aria-checked=true]"), "Own bytes")
    page.run("document.querySelector('#tabs [aria-selected=true]').focus()")
    page.keys("ARROW_RIGHT")
    equal(page.text("#tabs [aria-selected=true]"), page.focused())


def roles(page, _):
    """Every button, input and tile has a name. Tab reaches only one tile. No element
    has an event handler as an attribute."""
    wrong = page.run("""[...document.querySelectorAll(a[0])].filter((e) => !e.ariaLabel && !e.textContent
        && !e.closest('label')).map((e) => e.outerHTML.slice(0, 99))""",
                     "button, input, [role=treeitem], [role=radiogroup], [role=tree]")
    equal(wrong, [], "without a name")
    equal(page.count('#treemap [tabindex="0"]'), 1, "tiles that Tab reaches")
    equal(page.count("[onclick], [onload], [onerror]"), 0, "handlers in attributes")


def colors(page, _):
    background = "getComputedStyle(document.body).backgroundColor"
    page.media(prefers_color_scheme="light")
    light = page.run(background)
    page.media(prefers_color_scheme="dark")
    assert light == "rgb(255, 255, 255)" and page.run(background) != light, light
    page.media()


def contrast(page, _):
    """In both color schemes, text has a contrast of at least 4.5 to 1. The check takes the tiles'
    colors from the legend, which has the same colors."""
    for scheme in ("light", "dark"):
        page.media(prefers_color_scheme=scheme)
        low = page.run("""(() => {
          const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
          const light = (color) => { canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
            const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((v) => v / 255)
              .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
            return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
          const ratio = (one, other) => { const [a, b] = [light(one), light(other)].sort((x, y) => y - x);
            return (a + 0.05) / (b + 0.05); };
          const style = (e) => getComputedStyle(e), body = style(document.body);
          const pairs = [...document.querySelectorAll('.legend i')].map((i) => [body.color, style(i).backgroundColor]);
          for (const e of document.querySelectorAll('.muted, .link, .more, .less')) pairs.push([style(e).color, body.backgroundColor]);
          return pairs.filter(([a, b]) => ratio(a, b) < 4.5).map(String); })()""")
        equal(low, [], scheme)
    page.media()


def local(page, _):
    """The page requests no other file. The Content Security Policy blocks a script that is added to
    the page."""
    equal(page.requests(), [])
    page.run("""(() => { const s = document.createElement('script'); s.textContent = 'window.broken = 1';
        document.body.append(s); const i = new Image(); i.src = 'https://example.invalid/x.png';
        document.body.append(i); })()""")
    equal(page.run("typeof window.broken"), "undefined", "an added script ran: window.broken is")
    assert any("Content Security Policy" in m for m in page.messages())
    text = Path(page.path).read_text(encoding="utf-8")
    for word in ("src=", "href=", "@import", "url(", "fetch(", "XMLHttpRequest", "import("):
        assert word not in text, word


def silent(page, _):
    equal(page.messages(), [])
    equal(page.run("document.getElementById('problem').hidden"), True)


def hostile(page, reports):
    equal(page.run("typeof window.broken"), "undefined", "a script in a name ran: window.broken is")
    name = reports[-1]["input"].rsplit("/", 1)[-1]
    equal(page.text("#title"), name)
    equal(page.driver.title, name + " - et-prune")
    equal(page.run("document.scripts.length"), 2)
    equal(page.count("main svg, main img, main script, main b"), 0)
    image = last_image(reports)
    names = {row[1] for row in image["items"]} | {row["op"] for row in image["operators"]}
    open_table(page, "All items")
    for item in image["items"]:
        if item[0] == "section" and item[4] == "/" + item[1]:
            page.run("document.querySelector('.scroller').scrollTop = 0")
            wanted = image["items"].index(item)
            page.run("view.map.selectItem(a[0])", wanted)
            equal(page.text("#details h4.name"), item[1])
            assert item[2] in page.texts("#details .raw")[0]
    for tab in page.texts("#tabs button"):
        open_table(page, tab)
    assert set(page.run("[...document.querySelectorAll('.tile')].map((t) => t.node.name)")) & names
    equal(page.run("typeof window.broken"), "undefined", "a script in a name ran: window.broken is")


def large(page, reports):
    """The page of a large report has few elements, and answers within seconds."""
    image = last_image(reports)
    assert page.run("performance.now()") < 30000
    assert page.count(".tile") <= 4000, page.count(".tile")
    open_table(page, "All items")
    equal(page.count("#table-panel tbody tr"), 1001)  # 1,000 rows, and a row "and ... more"
    equal(page.run("+document.querySelector('#table-panel table').ariaRowCount"), len(image["items"]) + 1)
    took = page.run("""(() => { const start = performance.now();
        for (const mode of document.querySelectorAll('#mode-switch button')) mode.click();
        return performance.now() - start; })()""")
    assert took < 10000, took
    search(page, "softmax c10::half", "")
    page.wait("/ of /.test(document.querySelector('#table-panel [role=status]').textContent)")


def changes(page, reports):
    before, after = ({row["op"]: row for row in reports[-1][image]["operators"]}
                     for image in ("image_before", "image"))
    changed = [op for op in before.keys() | after.keys() if op not in before or op not in after
               or any(before[op][what] != after[op][what] for what in ("own", "retained"))]
    open_table(page, "Changed operators")
    equal(page.run("+document.querySelector('#table-panel table').ariaRowCount"), len(changed) + 1)
    smallest = min(changed, key=lambda op: (after.get(op, {}).get("retained", {}).get("flash", 0) -
                                            before.get(op, {}).get("retained", {}).get("flash", 0)))
    equal(first_row(page), smallest)
    for label in ("Changed kernels", "Changed helpers", "Changed files"):
        open_table(page, label)


def budgets(page, reports):
    report, shown = reports[-1], values(page, "Memories")
    limited = [region for region in report["regions"] if region["budget"]]
    for region in limited:
        assert number(region["budget"]) in shown[region["name"]], shown
    equal(len(page.texts(".bar .budget")), len(limited) + 1, "marks of budgets:")
    kept, gone = len(report["kept"]), len(report["dropped"])
    equal(values(page, "Kernels")["kernels"][:2], [number(kept + gone), number(kept)])
    assert number(report["kernel_budget"]) in values(page, "Kernels")["kernels"]
    last = limited[-1]
    share = page.run("parseFloat(document.querySelector('.bar .budget').style.left)")
    assert abs(share - 100 * last["budget"] / last["length"]) < 0.01, share


def no_image(page, reports):
    """Without the account of an image, the page shows a note and the rest of the report."""
    equal(page.run("document.getElementById('map').hidden"), True)
    assert "no map" in page.text("#notes")
    equal(values(page, "Totals")["flash"][1], number(reports[-1]["flash"]["after"]))
    assert page.count("#tabs button") >= 2


def damaged(page, _):
    equal(page.run("document.getElementById('problem').hidden"), False)


def check_page(page, options):
    reports = [json.load(open(path, encoding="utf-8")) for path in options.json]
    failed = 0
    for check in options.checks:
        try:
            globals()[check](page, reports)
            print(f"{check}: ok")
        except Exception as error:  # pylint: disable=broad-except
            failed += 1
            line = traceback.extract_tb(error.__traceback__)[-1].lineno
            print(f"{options.page}: {check}: line {line}: {str(error)[:2000]}")
    return failed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page")
    parser.add_argument("checks", nargs="+")
    parser.add_argument("--json", action="append", default=[])
    groups = [[]]
    for word in sys.argv[1:]:
        if word == "--":
            groups.append([])
        else:
            groups[-1].append(word)
    pages = [parser.parse_args(group) for group in groups]
    with Browser(pages[0].page) as browser:
        failed = check_page(browser, pages[0])
        for options in pages[1:]:
            browser.open(options.page)
            failed += check_page(browser, options)
    return failed != 0


sys.exit(main())
