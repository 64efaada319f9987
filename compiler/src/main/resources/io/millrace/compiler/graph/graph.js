(function () {
  "use strict";
  var data = JSON.parse(document.getElementById("data").textContent);
  var details = document.getElementById("details");
  var nodes = Array.prototype.slice.call(document.querySelectorAll(".node"));
  var edges = Array.prototype.slice.call(document.querySelectorAll(".edge"));

  function add(parent, tag, text, style) {
    var element = document.createElement(tag);
    if (text) { element.textContent = text; }
    if (style) { element.className = style; }
    parent.appendChild(element);
    return element;
  }

  function rows(title, list) {
    if (!list.length) { return; }
    add(details, "h3", title);
    var table = add(details, "table");
    list.forEach(function (cells) {
      var row = add(table, "tr");
      cells.forEach(function (cell) { add(row, "td", cell); });
    });
  }

  function show(id) {
    var node = data[id];
    details.textContent = "";
    details.hidden = false;
    add(details, "h2", node.name);
    add(details, "div", node.type + (node.place ? ", " + node.place : ""), "faint");
    if (node.comment) { add(details, "p", node.comment); }
    rows("Columns", node.columns);
    rows("Expectations", node.expectations);
    rows("Properties", node.properties);
    node.flows.forEach(function (flow) {
      add(details, "h3", "Flow " + flow.name);
      add(details, "div", flow.kind + ", " + flow.place, "faint");
      add(details, "pre", flow.query);
    });
  }

  /* The ids of all nodes that a walk over the edges in one direction reaches. */
  function reach(id, from, to) {
    var seen = {};
    var work = [id];
    while (work.length) {
      var next = work.pop();
      if (seen[next]) { continue; }
      seen[next] = true;
      edges.forEach(function (edge) {
        if (edge.getAttribute(from) === next) { work.push(edge.getAttribute(to)); }
      });
    }
    return seen;
  }

  function select(id) {
    var up = id && reach(id, "data-to", "data-from");
    var down = id && reach(id, "data-from", "data-to");
    nodes.forEach(function (node) {
      var here = node.getAttribute("data-id");
      node.classList.toggle("selected", here === id);
      node.classList.toggle("dim", !!id && !up[here] && !down[here]);
    });
    edges.forEach(function (edge) {
      var from = edge.getAttribute("data-from");
      var to = edge.getAttribute("data-to");
      edge.classList.toggle("dim", !!id && !(up[from] && up[to]) && !(down[from] && down[to]));
    });
    if (id) { show(id); } else { details.hidden = true; }
  }

  nodes.forEach(function (node) {
    var id = node.getAttribute("data-id");
    node.addEventListener("click", function (event) { event.stopPropagation(); select(id); });
    node.addEventListener("keydown", function (event) {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); select(id); }
    });
  });
  document.getElementById("canvas").addEventListener("click", function () { select(null); });
  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape") { select(null); }
  });
  document.getElementById("search").addEventListener("input", function (event) {
    var wanted = event.target.value.toLowerCase();
    nodes.forEach(function (node) {
      var name = data[node.getAttribute("data-id")].name.toLowerCase();
      node.classList.toggle("dim", !!wanted && name.indexOf(wanted) < 0);
    });
  });
})();
