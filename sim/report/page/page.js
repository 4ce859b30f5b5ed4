"use strict";
(function () {
const data = JSON.parse(document.getElementById("data").textContent);
const stats = data.stats;
const US = 1e6; // picoseconds
const COLORS = { library: [64, 120, 192], waiting: [226, 132, 60], computing: [88, 160, 88] };
const STATES = ["in library", "waiting", "computing"];
const rgb = (c) => "rgb(" + c.map(Math.round).join(",") + ")";
const STATE_COLORS = [rgb(COLORS.library), rgb(COLORS.waiting), rgb(COLORS.computing)];
const element = (id) => document.getElementById(id);
const sum = (list, of) => list.reduce((n, v) => n + of(v), 0);

/* time is a time with a unit that suits it. */
function time(ps) {
	const a = Math.abs(ps);
	if (a >= 1e12) return (ps / 1e12).toPrecision(5) + " s";
	if (a >= 1e9) return (ps / 1e9).toPrecision(5) + " ms";
	if (a >= 1e6) return (ps / 1e6).toPrecision(5) + " µs";
	if (a >= 1e3) return (ps / 1e3).toPrecision(5) + " ns";
	return Math.round(ps) + " ps";
}
const us = (ps) => (ps / US).toFixed(3);
const percent = (x) => (100 * x).toFixed(1) + " %";

function bytesOf(base64) {
	const text = atob(base64), list = new Uint8Array(text.length);
	for (let i = 0; i < text.length; i++) list[i] = text.charCodeAt(i);
	return list;
}

/* table fills an element with a table; columns of strings are text. */
function table(id, head, rows) {
	const t = document.createElement("table");
	const line = (cells, kind) => {
		const tr = t.appendChild(document.createElement("tr"));
		for (const c of cells) {
			const td = tr.appendChild(document.createElement(kind));
			td.textContent = c;
		}
		return tr;
	};
	line(head, "th");
	for (const r of rows) line(r, "td");
	element(id).replaceChildren(t);
	return t;
}

/* chart makes a chart that follows the width of the window. */
function chart(id) {
	const c = echarts.init(element(id), null, { renderer: "canvas" });
	window.addEventListener("resize", () => c.resize());
	return c;
}

const base = { animation: false, textStyle: { fontFamily: "system-ui, sans-serif" }, grid: { left: 90, right: 30, top: 40, bottom: 50 } };
const calls = stats.calls || [];
const few = 2000; // rows of a table that a browser lays out at once

function summary() {
	element("command").textContent = (stats.command || [stats.program]).join(" ");
	const rows = [
		["virtual time", time(stats.time_ps), "time"],
		["ranks", stats.ranks.length, "ranks"],
		["machine", stats.machine, "machine"],
		["topology", stats.topology || "-", "topology"],
		["messages", sum(stats.ranks, (r) => r.sent), "messages"],
		["bytes of payload", sum(stats.ranks, (r) => r.sent_bytes), "bytes"],
		["library calls", sum(stats.ranks, (r) => r.calls), "calls"],
		["events of the trace", data.events + (data.cut ? " (the trace was cut off)" : ""), "events"],
	];
	const path = data.path.parts[0];
	if (path) rows.push(["most of the critical path", path.name + ", " + percent(path.time_ps / data.path.end_ps), "path"]);
	for (const [what, value, id] of rows) {
		const div = element("summary").appendChild(document.createElement("div"));
		const name = div.appendChild(document.createElement("span"));
		name.textContent = what;
		const b = div.appendChild(document.createElement("b"));
		b.id = "sum-" + id;
		b.textContent = value;
	}
}

/* ---- timeline ---- */

function timeline() {
	const t = data.timeline, n = t.ranks, end = t.bins * t.width_ps;
	const states = [bytesOf(t.library), bytesOf(t.waiting), bytesOf(t.computing)];
	const total = Math.max(stats.time_ps, data.path.end_ps, 1);
	const byRank = Array.from({ length: n }, () => []);
	for (const s of data.spans) byRank[s[0]].push(s);
	const c = chart("timeline");
	const view = { from: 0, to: total, first: 0, last: n - 1 };
	const COLUMNS = 600, ROWS = 128;

	/* cells are rows of ranks and columns of time, with the shares of the three states. */
	function cells() {
		const list = [];
		const ranks = view.last - view.first + 1, step = Math.max(1, Math.ceil(ranks / ROWS));
		const columns = Math.max(1, Math.min(COLUMNS, Math.ceil((view.to - view.from) / t.width_ps), Math.floor(50000 / Math.ceil(ranks / step))));
		const width = (view.to - view.from) / columns;
		for (let r = view.first; r <= view.last; r += step) {
			for (let k = 0; k < columns; k++) {
				const a = view.from + k * width;
				const i0 = Math.floor(a / t.width_ps), i1 = Math.max(i0 + 1, Math.ceil((a + width) / t.width_ps - 1e-9));
				const share = [0, 0, 0];
				let of = 0;
				for (let q = r; q < Math.min(r + step, n); q++)
					for (let i = i0; i < Math.min(i1, t.bins); i++, of++)
						for (let s = 0; s < 3; s++) share[s] += states[s][q * t.bins + i];
				if (of > 0 && share[0] + share[1] + share[2] > 0) list.push([a, a + width, r, r + step, share[0] / of / 255, share[1] / of / 255, share[2] / of / 255]);
			}
		}
		return list;
	}
	function mix(share) {
		const parts = [COLORS.library, COLORS.waiting, COLORS.computing], idle = Math.max(0, 1 - share[0] - share[1] - share[2]);
		return rgb([0, 1, 2].map((k) => 250 * idle + share.reduce((v, s, i) => v + s * parts[i][k], 0)));
	}
	/* exact are the spans of the view, if the page has them and they are few. */
	function exact() {
		if (data.spans.length === 0) return null;
		const list = [];
		for (let r = view.first; r <= view.last; r++)
			for (const s of byRank[r])
				if (s[2] > view.from && s[1] < view.to) {
					list.push([s[1], s[2], r, r + 1, s[4], s[3]]);
					if (list.length > 20000) return null;
				}
		return list;
	}
	function rectangle(params, api, color) {
		const a = api.coord([api.value(0), api.value(2)]), b = api.coord([api.value(1), api.value(3)]);
		const shape = echarts.graphic.clipRectByRect({ x: a[0], y: Math.min(a[1], b[1]), width: Math.max(b[0] - a[0], 0.5), height: Math.max(Math.abs(b[1] - a[1]) - 0.5, 0.5) },
			{ x: params.coordSys.x, y: params.coordSys.y, width: params.coordSys.width, height: params.coordSys.height });
		return shape && { type: "rect", shape: shape, style: { fill: color } };
	}
	function arrows() {
		const list = [];
		if (!element("show-messages").checked) return list;
		for (const m of data.messages.list)
			if (m[3] > view.from && m[2] < view.to && (m[0] >= view.first && m[0] <= view.last || m[1] >= view.first && m[1] <= view.last)) list.push(m);
		const every = Math.max(1, Math.ceil(list.length / 1500));
		note.drawn = Math.ceil(list.length / every);
		return list.filter((_, i) => i % every === 0).map((m) => ({ coords: [[m[2], m[0] + 0.5], [m[3], m[1] + 0.5]], value: m }));
	}
	function path() {
		if (!element("show-path").checked) return [];
		return data.path.steps.filter((s) => s.end_ps > view.from && s.begin_ps < view.to).map((s) => [s.begin_ps, s.end_ps, s.rank]);
	}
	const note = { drawn: 0 };
	function series() {
		const spans = exact();
		const text = [];
		if (spans) text.push("each call and wait is shown");
		else if (data.spans.length === 0) text.push("time in steps of " + time(Math.max(t.width_ps, (view.to - view.from) / COLUMNS)) + ", mixed colours: shares");
		note.drawn = 0;
		const lines = arrows();
		if (element("show-messages").checked) text.push(note.drawn + " messages drawn" + (data.messages.every > 1 ? "; the page has one in " + data.messages.every : ""));
		element("timeline-note").textContent = text.join("; ");
		return [
			{
				type: "custom", id: "states", clip: true, progressive: 0, data: spans || cells(), encode: { x: [0, 1], y: [2, 3] },
				renderItem: (p, api) => rectangle(p, api, spans ? STATE_COLORS[api.value(4)] : mix([api.value(4), api.value(5), api.value(6)])),
				tooltip: { formatter: (p) => {
					const v = p.value, head = "rank " + v[2] + "<br>" + time(v[0]) + " to " + time(v[1]) + " (" + time(v[1] - v[0]) + ")<br>";
					if (spans) return head + echarts.format.encodeHTML(data.names[v[5]]);
					return head + STATES.map((s, i) => s + " " + percent(v[4 + i])).join("<br>");
				} },
			},
			{
				type: "custom", id: "path", clip: true, progressive: 0, data: path(), encode: { x: [0, 1], y: 2 }, z: 5, silent: true,
				renderItem: (p, api) => {
					const a = api.coord([api.value(0), api.value(2) + 0.5]), b = api.coord([api.value(1), api.value(2) + 0.5]);
					return { type: "line", shape: { x1: a[0], y1: a[1], x2: Math.max(b[0], a[0] + 1), y2: b[1] }, style: { stroke: "#c00", lineWidth: 2 } };
				},
			},
			{
				type: "custom", id: "messages", clip: true, progressive: 0, data: lines.map((l) => [l.value[2], l.value[0], l.value[3], l.value[1], l.value[4]]), encode: { x: [0, 2], y: [1, 3] }, z: 4,
				renderItem: (p, api) => {
					const a = api.coord([api.value(0), api.value(1) + 0.5]), b = api.coord([api.value(2), api.value(3) + 0.5]);
					const angle = Math.atan2(b[1] - a[1], b[0] - a[0]), d = 5;
					return { type: "group", children: [
						{ type: "line", shape: { x1: a[0], y1: a[1], x2: b[0], y2: b[1] }, style: { stroke: "#333", lineWidth: 0.7, opacity: 0.7 } },
						{ type: "polygon", shape: { points: [[b[0], b[1]], [b[0] - d * Math.cos(angle - 0.4), b[1] - d * Math.sin(angle - 0.4)], [b[0] - d * Math.cos(angle + 0.4), b[1] - d * Math.sin(angle + 0.4)]] }, style: { fill: "#333", opacity: 0.7 } },
					] };
				},
				tooltip: { formatter: (p) => "rank " + p.value[1] + " to rank " + p.value[3] + "<br>sent " + time(p.value[0]) + ", visible " + time(p.value[2]) + "<br>" + p.value[4] + " bytes" },
			},
		];
	}
	function zoom() {
		const o = c.getOption().dataZoom;
		const share = (z, most) => [z.start / 100 * most, z.end / 100 * most];
		[view.from, view.to] = share(o[0], total);
		const [a, b] = share(o[2], n);
		view.first = Math.max(0, Math.min(n - 1, Math.floor(a + 1e-6)));
		view.last = Math.max(view.first, Math.min(n - 1, Math.ceil(b - 1e-6) - 1));
		c.setOption({ series: series() }, { replaceMerge: ["series"] });
	}
	c.setOption(Object.assign({}, base, {
		grid: { left: 70, right: 50, top: 10, bottom: 80 },
		tooltip: { trigger: "item" },
		xAxis: { type: "value", min: 0, max: total, axisLabel: { formatter: time, hideOverlap: true }, splitLine: { show: false } },
		yAxis: { type: "value", min: 0, max: n, inverse: true, name: "rank", nameLocation: "middle", nameGap: 45, minInterval: 1, splitLine: { show: false } },
		dataZoom: [
			{ type: "slider", xAxisIndex: 0, filterMode: "none", bottom: 10, labelFormatter: time },
			{ type: "inside", xAxisIndex: 0, filterMode: "none" },
			{ type: "slider", yAxisIndex: 0, filterMode: "none", right: 10, showDetail: false },
		],
		series: series(),
	}));
	c.on("datazoom", zoom);
	for (const id of ["show-path", "show-messages"]) element(id).addEventListener("change", zoom);
	element("whole").addEventListener("click", () => {
		c.dispatchAction({ type: "dataZoom", batch: [{ dataZoomIndex: 0, start: 0, end: 100 }, { dataZoomIndex: 2, start: 0, end: 100 }] });
	});
	c.on("click", (p) => {
		if (p.seriesId !== "states") return;
		const r = stats.ranks[p.value[2]];
		element("timeline-click").textContent = "rank " + r.rank + " on node " + r.node + ": " + r.calls + " calls, computing " + time(r.computing_ps) + ", in library " + time(r.library_ps) +
			", waiting " + time(r.waiting_ps) + ", sent " + r.sent + " messages, received " + r.received + ", ended at " + time(r.ended_ps);
	});
}

function ranks() {
	const c = chart("ranks"), list = stats.ranks;
	const bar = (name, key, color) => ({ name: name, type: "bar", stack: "time", data: list.map((r) => r[key] / US), itemStyle: { color: color }, large: true });
	c.setOption(Object.assign({}, base, {
		tooltip: { trigger: "axis", valueFormatter: (v) => v.toFixed(3) + " µs" },
		legend: { top: 5 },
		xAxis: { type: "category", data: list.map((r) => r.rank), name: "rank", nameLocation: "middle", nameGap: 28 },
		yAxis: { type: "value", name: "µs" },
		dataZoom: [{ type: "inside" }],
		series: [bar("computing", "computing_ps", rgb(COLORS.computing)), bar("in library", "library_ps", rgb(COLORS.library)), bar("waiting", "waiting_ps", rgb(COLORS.waiting)),
			{ name: "others waited for it", type: "line", data: data.late.map((l) => l.caused_ps / US), color: "#c00", symbolSize: 4 }],
	}));
	table("ranks-table", ["rank", "node", "calls", "sent", "received", "bytes sent", "bytes received", "computing (µs)", "in library", "waiting", "interrupted", "ended", "others waited for it", "on the critical path"],
		list.slice(0, few).map((r, i) => [r.rank, r.node, r.calls, r.sent, r.received, r.sent_bytes, r.received_bytes, us(r.computing_ps), us(r.library_ps), us(r.waiting_ps), us(r.interrupted_ps), us(r.ended_ps),
			us(data.late[i].caused_ps), us(data.late[i].path_ps)]));
}

function bars(id, rows, of, color) {
	const c = chart(id), list = rows.slice(0, 12).reverse();
	c.setOption(Object.assign({}, base, {
		grid: { left: 280, right: 60, top: 30, bottom: 40 },
		legend: of.length > 1 ? { top: 0 } : undefined,
		tooltip: { trigger: "axis", axisPointer: { type: "shadow" }, valueFormatter: (v) => v.toFixed(3) + " µs" },
		xAxis: { type: "value", name: "µs" },
		yAxis: { type: "category", data: list.map((r) => r.name), axisLabel: { width: 260, overflow: "truncate" } },
		series: of.map((o) => ({ name: o.name, type: "bar", stack: "t", data: list.map((r) => o.of(r) / US), itemStyle: { color: o.color } })),
	}));
}

function path() {
	const p = data.path;
	bars("path", p.parts, [{ name: "critical path", of: (r) => r.time_ps, color: "#c00" }]);
	table("path-table", ["part", "µs", "share"], p.parts.map((r) => [r.name, us(r.time_ps), percent(r.time_ps / Math.max(p.end_ps, 1))]));
}

function functions() {
	bars("functions", calls, [
		{ name: "waiting", of: (f) => f.waiting_ps, color: rgb(COLORS.waiting) },
		{ name: "in library", of: (f) => f.time_ps - f.waiting_ps, color: rgb(COLORS.library) },
	]);
	table("functions-table", ["function", "calls", "time (µs)", "waiting", "mean", "longest"],
		calls.map((f) => [f.name, f.calls, us(f.time_ps), us(f.waiting_ps), us(f.time_ps / f.calls), us(f.longest_ps)]));
}

function sizes() {
	const list = stats.operations || [];
	const name = (s) => s.from_bytes === s.to_bytes ? String(s.from_bytes) : s.from_bytes + "-" + s.to_bytes;
	chart("sizes").setOption(Object.assign({}, base, {
		tooltip: { trigger: "axis" }, legend: { top: 5 },
		xAxis: { type: "category", data: list.map(name), name: "bytes", nameLocation: "middle", nameGap: 28 },
		yAxis: { type: "value", name: "operations" },
		series: [["put", "put"], ["get", "get"], ["getput", "get_put"]].map(([n, k]) => ({ name: n, type: "bar", stack: "n", data: list.map((s) => s[k]) })),
	}));
	table("sizes-table", ["bytes", "put", "get", "getput"], list.map((s) => [name(s), s.put, s.get, s.get_put]));
}

function waits() {
	table("waits-table", ["wait", "waits", "time (µs)", "of these, ended by a message", "mean", "longest"],
		data.waits.map((w) => [w.why, w.count, us(w.time_ps), us(w.message_ps), us(w.time_ps / w.count), us(w.longest_ps)]));
}

/* heat is a heat map of cells [x, y, value], with the whole range of colours. */
function heat(c, x, y, cells, format, more) {
	const most = cells.reduce((m, v) => Math.max(m, v[2]), 0);
	c.setOption(Object.assign({}, base, {
		grid: { left: 70, right: 100, top: 20, bottom: 50 },
		tooltip: { formatter: format },
		xAxis: Object.assign({ type: "category", nameLocation: "middle", nameGap: 28 }, x),
		yAxis: Object.assign({ type: "category", nameLocation: "middle", nameGap: 45 }, y),
		visualMap: { min: 0, max: most || 1, calculable: true, right: 0, top: "center", itemHeight: 200, precision: most < 10 ? 3 : 0, inRange: { color: ["#f4f6fa", "#9cc3e6", "#f0b04a", "#c8321e"] } },
		series: [{ type: "heatmap", data: cells, progressive: 0, emphasis: { itemStyle: { borderColor: "#000", borderWidth: 1 } } }],
	}, more || {}), true);
}

function matrix() {
	const m = data.matrix, c = chart("matrix");
	const labels = Array.from({ length: m.size }, (_, i) => m.block === 1 ? String(i) : i * m.block + "-" + (Math.min((i + 1) * m.block, stats.ranks.length) - 1));
	let text = m.count + " messages, answers and barriers included, " + m.bytes + " bytes of payload.";
	if (m.unknown > 0) text += " " + m.unknown + " more have no sender in the trace.";
	element("matrix-note").textContent = text;
	const words = (e) => "from " + labels[e[0]] + " to " + labels[e[1]] + ": " + e[2] + " messages, " + e[3] + " bytes, ended waits of " + time(e[4]);
	const by = new Map(m.entries.map((e) => [e[0] + "," + e[1], e]));
	const draw = () => {
		const k = Number(element("matrix-what").value);
		const cells = m.entries.map((e) => [e[1], e[0], k === 4 ? e[4] / US : e[k]]);
		heat(c, { data: labels, name: "to rank" }, { data: labels, name: "from rank", inverse: true }, cells, (p) => words(by.get(p.value[1] + "," + p.value[0])));
	};
	element("matrix-what").addEventListener("change", draw);
	c.on("click", (p) => { element("matrix-click").textContent = words(by.get(p.value[1] + "," + p.value[0])); });
	draw();
}

/* ---- links ---- */

function links() {
	const all = stats.links || [];
	if (all.length === 0 && data.load.parts.length === 0) {
		element("links-section").hidden = true;
		return;
	}
	const place = new Map((stats.nodes || []).map((n) => [n.node, n.place]));
	const coordinates = (node) => {
		const m = /^\(([0-9, ]+)\)$/.exec(place.get(node) || "");
		return m ? m[1].split(",").map(Number) : null;
	};
	const torus = all.length > 0 && all.some((l) => coordinates(l.node)) && all.every((l) => !place.has(l.node) || coordinates(l.node));
	const load = new Map();
	for (const p of data.load.parts) if (p.name.startsWith("link ")) load.set(p.node + " " + p.name.slice(5), p);
	const shares = new Map();
	const shareOf = (p) => {
		let s = shares.get(p);
		if (!s) {
			const b = bytesOf(p.busy);
			s = new Float32Array(b.length / 2);
			for (let i = 0; i < s.length; i++) s[i] = (b[2 * i] | b[2 * i + 1] << 8) / 65535;
			shares.set(p, s);
		}
		return s;
	};
	const used = Math.max(1, Math.min(data.load.bins, Math.ceil(stats.time_ps / data.load.width_ps)));
	const STEPS = Math.min(64, used);
	const directions = [...new Set(all.map((l) => l.direction))];
	const option = (select, value, text) => {
		const o = select.appendChild(document.createElement("option"));
		o.value = value;
		o.textContent = text;
	};
	const words = (l) => "link " + l.direction + " of node " + l.node + " " + (place.get(l.node) || "") + ": " + l.packets + " packets, " + l.bytes + " bytes, busy " + time(l.busy_ps) + " (" +
		percent(l.busy_ps / Math.max(stats.time_ps, 1)) + " of the time), packets waited " + time(l.waited_ps) + ", " + l.retries + " retries";
	const c = chart("links-map");

	if (all.length > 0) {
		option(element("links-direction"), "", "all directions");
		for (const d of directions) option(element("links-direction"), d, d);
		const depth = torus ? Math.max(...all.map((l) => (coordinates(l.node) || [0]).length > 2 ? coordinates(l.node)[2] : 0)) + 1 : 1;
		for (let z = 0; z < depth; z++) option(element("links-slice"), z, "z = " + z);
		element("slice-label").hidden = depth < 2;
		element("links-time-label").hidden = load.size === 0;
		element("links-time").max = STEPS;
		const value = (l, what, step) => {
			if (step === 0) return what.endsWith("_ps") ? l[what] / US : l[what];
			const p = load.get(l.node + " " + l.direction);
			if (!p) return 0;
			const s = shareOf(p), a = Math.floor((step - 1) * used / STEPS), b = Math.max(a + 1, Math.floor(step * used / STEPS));
			let v = 0;
			for (let i = a; i < b; i++) v += s[i];
			return v / (b - a);
		};
		const draw = () => {
			const step = Number(element("links-time").value), direction = element("links-direction").value, slice = Number(element("links-slice").value);
			const what = step === 0 ? element("links-what").value : "busy_ps";
			element("links-what").disabled = step > 0;
			const width = used * data.load.width_ps / STEPS;
			element("links-when").textContent = step === 0 ? "whole run" : time((step - 1) * width) + " to " + time(step * width) + ": share that links are busy";
			const cells = new Map(), of = new Map();
			for (const l of all) {
				if (direction !== "" && l.direction !== direction) continue;
				let x, y;
				if (torus) {
					const at = coordinates(l.node);
					if (!at || depth > 1 && at[2] !== slice) continue;
					[x, y] = at;
				} else {
					x = directions.indexOf(l.direction);
					y = l.node;
				}
				const key = x + "," + y;
				cells.set(key, Math.max(cells.get(key) || 0, value(l, what, step)));
				of.set(key, (of.get(key) || []).concat([l]));
			}
			const list = [...cells].map(([k, v]) => k.split(",").map(Number).concat([v]));
			const size = (i) => Array.from({ length: list.reduce((m, v) => Math.max(m, v[i]), 0) + 1 }, (_, k) => String(k));
			const xs = torus ? { data: size(0), name: "x" } : { data: directions, name: "link" };
			const ys = torus ? { data: size(1), name: "y" } : { data: size(1), name: "node" };
			const unit = step > 0 ? "" : what.endsWith("_ps") ? " µs" : "";
			heat(c, xs, ys, list, (p) => "(" + p.value[0] + ", " + p.value[1] + "): most of a link " + (unit ? p.value[2].toFixed(3) : p.value[2]) + unit);
			draw.of = of;
		};
		for (const id of ["links-what", "links-direction", "links-slice"]) element(id).addEventListener("change", draw);
		element("links-time").addEventListener("input", draw);
		c.on("click", (p) => { element("links-click").textContent = (draw.of.get(p.value[0] + "," + p.value[1]) || []).map(words).join("\n"); });
		draw();
	}

	/* Load over time: the busiest links, or all parts of one kind. */
	const kinds = [...new Set(data.load.parts.map((p) => p.name.startsWith("link ") ? "links" : p.name))];
	if (kinds.length === 0) {
		element("load").hidden = true;
		return;
	}
	kinds.sort((a, b) => (b === "links") - (a === "links"));
	for (const k of kinds) option(element("load-what"), k, k);
	const lc = chart("load");
	const columns = Math.min(used, 240);
	let shown = [];
	const draw = () => {
		const kind = element("load-what").value;
		const total = (p) => shareOf(p).reduce((a, b) => a + b, 0);
		shown = data.load.parts.filter((p) => kind === "links" ? p.name.startsWith("link ") : p.name === kind).map((p) => [total(p), p]);
		shown.sort((a, b) => b[0] - a[0]);
		shown = shown.slice(0, 40).map((s) => s[1]).reverse();
		const cells = [];
		shown.forEach((p, y) => {
			const s = shareOf(p);
			for (let x = 0; x < columns; x++) {
				const a = Math.floor(x * used / columns), b = Math.max(a + 1, Math.floor((x + 1) * used / columns));
				let v = 0;
				for (let i = a; i < b; i++) v += s[i];
				cells.push([x, y, v / (b - a)]);
			}
		});
		const width = used * data.load.width_ps / columns;
		heat(lc, { data: Array.from({ length: columns }, (_, i) => time(i * width)), name: "time" },
			{ data: shown.map((p) => p.node + " " + (place.get(p.node) || "") + " " + p.name.replace("link ", "")), name: "", axisLabel: { fontSize: 10 } }, cells,
			(p) => "node " + shown[p.value[1]].node + ", " + shown[p.value[1]].name + "<br>" + time(p.value[0] * width) + ": busy " + percent(p.value[2]), { grid: { left: 150, right: 100, top: 10, bottom: 50 } });
	};
	element("load-what").addEventListener("change", draw);
	lc.on("click", (p) => {
		const part = shown[p.value[1]], l = part.name.startsWith("link ") && all.find((v) => v.node === part.node && v.direction === part.name.slice(5));
		element("load-click").textContent = l ? words(l) : "node " + part.node + ", " + part.name;
	});
	draw();
}

function nodes() {
	const list = stats.nodes || [];
	if (list.length === 0) {
		element("nodes-table").textContent = "This machine's network has no parts that count.";
		return;
	}
	const keys = Object.keys(list[0]).filter((k) => k !== "node" && k !== "place");
	table("nodes-table", ["node", "place"].concat(keys.map((k) => k.replace(/_ps$/, " (µs)").replaceAll("_", " "))),
		list.slice(0, few).map((n) => [n.node, n.place].concat(keys.map((k) => k.endsWith("_ps") ? us(n[k]) : n[k]))));
}

function parameters() {
	const list = stats.parameters || [];
	const t = table("parameters-table", ["parameter", "value", "source"], list.map((p) => [p.key, p.value, p.source]));
	for (const td of t.querySelectorAll("td")) td.className = "text";
}

for (const part of [summary, timeline, ranks, path, matrix, waits, links, functions, sizes, nodes, parameters]) part();
document.body.dataset.ready = "yes";
})();
