// The script of the report: search, filters, sorting, the graph, and what is loaded on demand.
// It runs from plain files without a server, and in the single file, where `packed` holds the pages.
"use strict";

const bundle = document.getElementById("packed");
const packed = bundle ? JSON.parse(bundle.textContent) : null;
bundle?.remove(); // its text would be held a second time
const main = document.getElementById("main");
const all = (rule, inside = main) => [...inside.querySelectorAll(rule)];
const root = () => document.documentElement.dataset.root;

// ---------------------------------------------------------------- addresses, in both forms

// What stands behind "#": of the page itself, or in the single file behind the path in it.
function fragment() {
  const hash = location.hash.slice(1);
  return packed ? hash.split("#").slice(1).join("#") : hash;
}

function setFragment(text) {
  const hash = packed ? `#/${document.documentElement.dataset.path}#${text}` : `#${text}`;
  history.replaceState(null, "", hash);
}

// ---------------------------------------------------------------- the single file

async function unpack(text) {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let k = 0; k < letters.length; k++) bytes[k] = letters.charCodeAt(k);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

async function route() {
  const path = location.hash.startsWith("#/") ? location.hash.slice(2).split("#")[0] : "index.html";
  const here = decodeURIComponent(path);
  const pack = packed.where[here];
  if (!pack) return;
  if (here !== document.documentElement.dataset.path) {
    const [title, html] = (await unpack(packed.packs[pack]))[here];
    document.documentElement.dataset.path = here;
    main.innerHTML = html; // our own page, escaped when it was written
    document.title = new DOMParser().parseFromString(title, "text/html").body.textContent;
    window.scrollTo(0, 0);
    main.focus({ preventScroll: true });
  }
  start();
}

function follow(event) {
  const link = event.target.closest("a[href]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const address = link.getAttribute("href");
  if (/^[a-z]+:/.test(address)) return;
  event.preventDefault();
  const inside = main.contains(link) || address.startsWith("#");
  const from = inside ? document.documentElement.dataset.path : "index.html";
  const url = new URL(address, `file:///${from}`);
  location.hash = `#${url.pathname}${url.hash}`;
}

// ---------------------------------------------------------------- search

const box = document.getElementById("search");
const found = document.getElementById("found");
let rows = null;

async function readIndex() {
  if (rows) return rows;
  const index = packed ? await unpack(packed.index) : window.workbenchIndex;
  rows = index.claims.map(([page, id, title, status, source, words]) => ({
    page, id, title, status, source, words,
    glyph: index.glyphs[status],
    head: `${id} ${title} ${source}`.toLowerCase(),
  }));
  return rows;
}

function score(row, words) {
  let total = 0;
  for (const word of words) {
    const at = row.head.indexOf(word);
    if (row.id.endsWith(word) || row.id === word) total += 40;
    else if (at >= 0) total += /[a-z0-9]/.test(row.head[at - 1] || " ") ? 12 : 20;
    else if (row.words.includes(word)) total += 3;
    else return 0;
  }
  return total;
}

async function search() {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  found.replaceChildren();
  found.hidden = !words.length;
  if (!words.length) return;
  const hits = (await readIndex()).map((row) => [score(row, words), row]).filter(([n]) => n);
  hits.sort((a, b) => b[0] - a[0]);
  const told = document.createElement("p");
  told.textContent = hits.length === 1 ? "1 claim" : `${hits.length} claims`;
  found.replaceChildren(told, ...hits.slice(0, 30).map(([, row]) => result(row)));
}

function result(row) {
  const link = document.createElement("a");
  link.href = (packed ? "" : root()) + row.page;
  link.className = `s-${row.status}`;
  const glyph = document.createElement("span");
  glyph.className = "wb-glyph";
  glyph.textContent = row.glyph;
  const code = document.createElement("code");
  code.textContent = row.id;
  link.append(glyph, " ", row.title, " ", code, ` ${row.status}`);
  return link;
}

function searchKeys(event) {
  const links = all("a", found);
  const at = links.indexOf(document.activeElement);
  const inSearch = at >= 0 || document.activeElement === box;
  if (event.key === "Escape" && inSearch) {
    box.value = "";
    search();
    box.focus();
  } else if (inSearch && event.key === "ArrowDown" && links.length) {
    event.preventDefault();
    links[Math.min(at + 1, links.length - 1)].focus();
  } else if (inSearch && event.key === "ArrowUp") {
    event.preventDefault();
    (at > 0 ? links[at - 1] : box).focus();
  } else if (event.key === "Enter" && document.activeElement === box && links.length) {
    links[0].click();
  } else if (event.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) {
    event.preventDefault();
    box.focus();
  }
}

// ---------------------------------------------------------------- lists: filter and sort

function startList(list) {
  const filters = all("[data-filter]");
  const wanted = new URLSearchParams(fragment());
  for (const one of filters) {
    const value = wanted.get(one.dataset.filter);
    if (one.type === "checkbox") one.checked = value === null || value.split(",").includes(one.value);
    else one.value = value ?? "";
  }
  const items = all("[data-status]", list);
  const update = (changed) => {
    const chosen = {};
    for (const one of filters) {
      const name = one.dataset.filter;
      if (one.type !== "checkbox") chosen[name] = one.value ? [one.value] : null;
      else (chosen[name] ??= []).push(...(one.checked ? [one.value] : []));
    }
    let count = 0;
    for (const item of items) {
      const shown = Object.entries(chosen).every(([k, v]) => !v || v.includes(item.dataset[k]));
      item.hidden = !shown;
      count += shown;
    }
    for (const group of [...all(".wb-item", list), ...all("section", list)]) {
      const inner = all("[data-status]", group);
      group.hidden = inner.length > 0 && inner.every((i) => i.hidden);
    }
    for (const told of all("[data-shown]")) told.textContent = `${count} of ${items.length} shown`;
    if (changed) {
      const boxes = filters.filter((f) => f.type === "checkbox");
      const parts = boxes.every((f) => f.checked) ? [] : [["status", chosen.status.join(",")]];
      for (const [k, v] of Object.entries(chosen)) if (k !== "status" && v) parts.push([k, v[0]]);
      setFragment(parts.map(([k, v]) => `${k}=${encodeURIComponent(v)}`).join("&"));
    }
  };
  for (const one of filters) one.onchange = () => update(true);
  for (const [rule, value] of [["[data-all]", true], ["[data-none]", false]]) {
    for (const button of all(rule)) {
      button.onclick = () => {
        for (const one of filters) if (one.type === "checkbox") one.checked = value;
        update(true);
      };
    }
  }
  for (const button of all("[data-sort]", list)) button.onclick = () => sort(list, button);
  update(false);
}

function sort(table, button) {
  const place = Number(button.dataset.sort);
  const head = button.closest("th");
  const down = head.getAttribute("aria-sort") === "ascending";
  for (const th of all("th", table.tHead)) th.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const key = (row) => row.cells[place].dataset.key ?? row.cells[place].textContent.trim();
  const body = table.tBodies[0];
  const sorted = [...body.rows].sort((a, b) => key(a).localeCompare(key(b), "en", { numeric: true }));
  body.append(...(down ? sorted.reverse() : sorted));
}

// ---------------------------------------------------------------- loaded on demand

let waiting = [];
let current = null;
window.workbenchLoaded = (text) => { current.textContent = text; };

function load() { // one file at a time: a script does not say which of them it is
  const next = waiting.shift();
  if (!next) return;
  current = next.querySelector("pre");
  const script = document.createElement("script");
  script.src = next.dataset.load;
  script.onload = () => { script.remove(); load(); };
  script.onerror = () => {
    current.textContent = `${next.dataset.load} is not beside this page: the folder was copied in part.`;
    load();
  };
  delete next.dataset.load;
  document.head.append(script);
}

function opened(details) {
  if (!details.open || !details.dataset.load) return;
  waiting.push(details);
  if (waiting.length === 1) load();
}

// ---------------------------------------------------------------- every page

// A formula that scrolls is a stop of the tab key, and no other one is.  Only what is near the screen
// is measured: to measure all would lay out the whole page, and double what it holds in memory.
const onScreen = new IntersectionObserver((changes) => {
  for (const { target, isIntersecting } of changes) {
    if (!isIntersecting) continue;
    if (target.scrollWidth > target.clientWidth + 1) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
}, { rootMargin: "100%" });

function makeReachable() {
  onScreen.disconnect();
  for (const formula of all(".wb-math")) onScreen.observe(formula);
}

function start() {
  for (const list of all("[data-rows]")) startList(list);
  for (const frame of all("[data-graph]")) startGraph(frame);
  for (const details of all("details[data-load]")) details.ontoggle = () => opened(details);
  const target = fragment() && document.getElementById(decodeURIComponent(fragment()));
  if (packed && target) target.scrollIntoView();
  setTimeout(makeReachable);
}

box.oninput = search;
document.addEventListener("keydown", searchKeys);
document.addEventListener("toggle", makeReachable, true);
window.onresize = makeReachable;
if (packed) {
  document.addEventListener("click", follow);
  window.onhashchange = () => { found.hidden = true; box.value = ""; route(); };
  route();
} else {
  window.onhashchange = start;
  start();
}
