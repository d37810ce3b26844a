package main

// To add a row: take a figure from a source, or add a source (a package of
// benchmarks by goBench, or a probe of your own), and a line here.

var sources = []source{
	goBench("logs", ".", "ns/op", folder("logs")),
	goBench("lookup", ".", "ns/op", generated),
	initProbe,
	goBench("envguard", "AppendOp/^(inherit|rebuild)$|Plain", "ns/var", ofMain("envguard")),
	explainProbe,
	generatorProbe,
	logProbe,
}

// The bars are those of section 8 of the project's design: README.md of this
// module lists them.
var rows = []row{
	{name: "off: typed function", source: "logs", ours: "Off/diag-typed", peer: "Off/zerolog", unit: ns, max: 2.5, ratio: below, noAllocs: true},
	{name: "off: Enabled", source: "logs", ours: "Off/diag-enabled", peer: "Off/slog-enabled", unit: ns, max: 3, noAllocs: true},
	{name: "off: Emit, two fields", source: "logs", ours: "Off/diag-emit", peer: "Off/slog", unit: ns, max: 15, ratio: below, noAllocs: true},
	{name: "off: Emit, two fields, an override in force", source: "logs", ours: "Off/diag-emit-overridden", peer: "Off/slog", unit: ns, noAllocs: true},
	{name: "off: Emit beside zap", source: "logs", ours: "Off/diag-emit", peer: "Off/zap", unit: ns, ratio: below, noAllocs: true},
	{name: "off: typed function beside phuslu", source: "logs", ours: "Off/diag-typed", peer: "Off/phuslu", unit: ns, ratio: below, noAllocs: true},
	{name: "off: typed function beside charm", source: "logs", ours: "Off/diag-typed", peer: "Off/charm", unit: ns, ratio: below, noAllocs: true},

	{name: "text: Emit beside slog", source: "logs", ours: "Text/diag-emit", peer: "Text/slog", unit: ns, max: 150, ratio: below, noAllocs: true},
	{name: "text: Emit beside zap", source: "logs", ours: "Text/diag-emit", peer: "Text/zap", unit: ns, max: 150, ratio: below, noAllocs: true},
	{name: "text: Emit beside zerolog", source: "logs", ours: "Text/diag-emit", peer: "Text/zerolog", unit: ns, max: 150, ratio: below, noAllocs: true},
	{name: "text: Emit beside phuslu", source: "logs", ours: "Text/diag-emit", peer: "Text/phuslu", unit: ns, ratio: below, noAllocs: true},
	{name: "text: Emit beside charm", source: "logs", ours: "Text/diag-emit", peer: "Text/charm", unit: ns, ratio: below, noAllocs: true},
	{name: "text: typed function", source: "logs", ours: "Text/diag-typed", peer: "Text/slog", unit: ns, max: 150, ratio: below},
	{name: "text: diag/charmlog beside charm v1", source: "logs", ours: "Text/charmlog", peer: "Text/charm", unit: ns},
	{name: "text: diag/charmlog beside charm v2", source: "logs", ours: "Text/charmlog", peer: "Text/charm2", unit: ns},

	{name: "json: Emit beside slog", source: "logs", ours: "JSON/diag-emit", peer: "JSON/slog", unit: ns, max: 250, ratio: below, noAllocs: true},
	{name: "json: Emit beside zap", source: "logs", ours: "JSON/diag-emit", peer: "JSON/zap", unit: ns, max: 250, ratio: below, noAllocs: true},
	{name: "json: Emit beside zerolog", source: "logs", ours: "JSON/diag-emit", peer: "JSON/zerolog", unit: ns, max: 250, ratio: below, noAllocs: true},
	{name: "json: Emit beside phuslu", source: "logs", ours: "JSON/diag-emit", peer: "JSON/phuslu", unit: ns, noAllocs: true},
	{name: "json: Emit beside charm", source: "logs", ours: "JSON/diag-emit", peer: "JSON/charm", unit: ns, ratio: below, noAllocs: true},
	{name: "json: typed function", source: "logs", ours: "JSON/diag-typed", peer: "JSON/slog", unit: ns, max: 250, ratio: below},

	{name: "foreign handler: Emit beside slog itself", source: "logs", ours: "Foreign/diag-emit", peer: "Foreign/slog", unit: ns},
	{name: "foreign handler: off", source: "logs", ours: "Foreign/diag-emit-off", peer: "Off/slog", unit: ns},
	{name: "deep context: text", source: "logs", ours: "Deep/diag-on", peer: "Deep/slog-on", unit: ns, ratio: below},
	{name: "deep context: off", source: "logs", ours: "Deep/diag-off", peer: "Off/slog", unit: ns},

	{name: "Lookup, 80 codes", source: "lookup", ours: "Lookup80/ours", peer: "Lookup80/map", unit: ns, max: 15, ratio: below, noAllocs: true},
	{name: "Lookup, 1,000 codes", source: "lookup", ours: "Lookup1000/ours", peer: "Lookup1000/map", unit: ns, max: 20, ratio: below, noAllocs: true},
	{name: "Lookup of no code, 80", source: "lookup", ours: "Miss80/ours", peer: "Miss80/map", unit: ns, noAllocs: true},
	{name: "Lookup of no code, 1,000", source: "lookup", ours: "Miss1000/ours", peer: "Miss1000/map", unit: ns, noAllocs: true},
	{name: "start-up, 1,000 codes: init tasks of the catalog", source: "init", ours: "tasks", unit: count, atMost0: true},
	{name: "start-up, 1,000 codes: whole process", source: "init", ours: "run", peer: "hello", unit: ms},

	{name: "explain: one page, start to last byte", source: "explain", ours: "run", peer: "hello", unit: ms, ratio: 2.5},
	{name: "explain: beside man, where there is one", source: "explain", ours: "run", peer: "man", unit: ms},
	{name: "explain: beside rustc --explain, likewise", source: "explain", ours: "run", peer: "rustc", unit: ms},
	{name: "explain: output beside its page", source: "explain", ours: "output", peer: "page", unit: bytes, ratio: 1.5},
	{name: "explain: peak memory", source: "explain", ours: "peak", peer: "hello-peak", unit: bytes, max: 8 << 20},
	{name: "explain: size of the program", source: "explain", ours: "binary", peer: "hello-binary", unit: bytes},

	{name: "generator: 10,000 pages, all written", source: "generator", ours: "written", peer: "read+decode", unit: ms, ratio: 1.5},
	{name: "generator: 10,000 pages, nothing changed", source: "generator", ours: "unchanged", peer: "read+decode", unit: ms, ratio: 1.5},

	{name: "log: codes of 64 MiB", source: "log", ours: "read", peer: "grep -oE", unit: ms, ratio: below},
	{name: "log: peak memory, 256 MiB beside 64 MiB", source: "log", ours: "peak 256 MiB", peer: "peak 64 MiB", unit: bytes, ratio: 1.25},

	{name: "envguard: a variable, inherit, slice reused", source: "envguard", ours: "AppendOp/inherit/reused/100", peer: "Plain/os-exec-dedup/100", unit: ns, max: 20, noAllocs: true},
	{name: "envguard: a variable, rebuild, slice reused", source: "envguard", ours: "AppendOp/rebuild/reused/100", peer: "Plain/os-exec-dedup/100", unit: ns, max: 20, noAllocs: true},
	{name: "envguard: a variable, rebuild, new slice", source: "envguard", ours: "AppendOp/rebuild/fresh/100", peer: "Plain/copy/fresh/100", unit: ns, max: 20, allocs: 1},
	{name: "envguard: a variable of 1,000, inherit", source: "envguard", ours: "AppendOp/inherit/reused/1000", peer: "Plain/copy/reused/1000", unit: ns, max: 20, noAllocs: true},
}
