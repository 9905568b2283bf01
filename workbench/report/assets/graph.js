// The graph of the report: zoom, drag, the lines of a claim.  It is joined to site.js, whose names
// it uses.

function startGraph(frame) {
  const svg = frame.querySelector("svg");
  if (!svg) return;
  const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  let view = [0, 0, width, height];
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  const show = () => svg.setAttribute("viewBox", view.map((v) => v.toFixed(1)).join(" "));
  const scale = (factor, x = view[0] + view[2] / 2, y = view[1] + view[3] / 2) => {
    const f = Math.min(Math.max(factor, 120 / view[2]), (4 * width) / view[2]);
    view = [x - (x - view[0]) * f, y - (y - view[1]) * f, view[2] * f, view[3] * f];
    show();
  };
  const near = (x, y, w, h) => {
    view = [x, y, w, h];
    show();
  };
  const lane = (paper) => {
    const band = all("rect.lane", svg).find((r) => r.dataset.of === paper);
    if (band) near(0, Number(band.getAttribute("y")) - 8, width, Number(band.getAttribute("height")) + 16);
  };
  const unit = () => view[2] / svg.clientWidth;
  const edges = all(".edge", svg);
  const pick = (node) => {
    for (const edge of edges) {
      edge.classList.toggle("on", [edge.dataset.a, edge.dataset.b].includes(node?.dataset.n));
    }
    if (node) document.getElementById("picked").textContent = node.querySelector("title").textContent;
  };
  for (const node of all("a.node", svg)) {
    node.onmouseenter = () => pick(node);
    node.onfocus = () => pick(node);
  }
  let from = null;
  frame.onpointerdown = (e) => { from = [e.clientX, e.clientY, 0]; };
  frame.onpointermove = (e) => {
    if (!from || !e.buttons) return;
    const [dx, dy] = [e.clientX - from[0], e.clientY - from[1]];
    if (!from[2] && Math.hypot(dx, dy) < 4) return; // a click on a claim is no drag
    view[0] -= dx * unit();
    view[1] -= dy * unit();
    from = [e.clientX, e.clientY, 1];
    show();
  };
  frame.ondragstart = () => false;
  frame.addEventListener("click", (e) => { if (from?.[2]) { e.preventDefault(); e.stopPropagation(); } from = null; }, true);
  frame.onwheel = (e) => {
    e.preventDefault();
    const at = svg.getBoundingClientRect();
    const place = [view[0] + (e.clientX - at.left) * unit(), view[1] + (e.clientY - at.top) * unit()];
    scale(Math.exp(e.deltaY / 400), ...place);
  };
  frame.onkeydown = (e) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    if (step) {
      e.preventDefault();
      near(view[0] + (step[0] * view[2]) / 8, view[1] + (step[1] * view[3]) / 8, view[2], view[3]);
    } else if (e.key === "+" || e.key === "-") scale(e.key === "+" ? 0.8 : 1.25);
  };
  for (const button of all("[data-zoom]")) {
    button.onclick = () =>
      button.dataset.zoom === "all" ? near(0, 0, width, height) : scale(button.dataset.zoom === "in" ? 0.7 : 1.4);
  }
  for (const button of all("[data-lane]")) button.onclick = () => lane(button.dataset.lane);
  const wanted = new URLSearchParams(fragment());
  if (wanted.get("paper")) lane(wanted.get("paper"));
  const node = all("a.node", svg).find((a) => a.dataset.id === wanted.get("claim"));
  if (node) {
    const rect = node.querySelector("rect");
    near(Number(rect.getAttribute("x")) - 360, Number(rect.getAttribute("y")) - 240, 900, 500);
    node.classList.add("picked");
    pick(node);
  }
}
