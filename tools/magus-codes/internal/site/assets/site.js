"use strict";
(() => {
  const root = document.documentElement.dataset.root;
  const input = document.getElementById("Search");
  const found = document.getElementById("Found");
  const hits = document.getElementById("Hits");
  const results = document.getElementById("Results");
  const most = 50;
  let entries = null;
  let loading = null;

  // The index is a script, not data to fetch: a page opened from a folder may
  // load the one and not the other. It calls codesIndex with its rows.
  const load = () => {
    loading ??= new Promise((resolve, reject) => {
      window.codesIndex = (rows) => {
        entries = rows.map(([code, title, level, status, file, ...more]) => ({
          code, title, level, status, file,
          key: code.toLowerCase(),
          name: title.toLowerCase(),
          text: more.join("\n").toLowerCase(),
        }));
        resolve();
      };
      const script = document.createElement("script");
      script.src = root + "assets/search-index.js";
      script.onerror = reject;
      document.head.append(script);
    });
    return loading;
  };

  // A word counts most at the start of a code, then of its number, in the title, then anywhere.
  const score = (entry, word) => {
    if (entry.key === word) return 100;
    if (entry.key.startsWith(word)) return 60;
    if (/^\d+$/.test(word) && entry.key.includes(word)) return 50;
    if (entry.name.includes(word)) return 30;
    return entry.text.includes(word) ? 10 : 0;
  };

  const search = (query) => {
    const words = query.toLowerCase().replace(/[[\]]/g, " ").split(/\s+/).filter(Boolean);
    if (words.length === 0) return null;
    const list = [];
    for (const entry of entries) {
      let sum = 0;
      for (const word of words) {
        const s = score(entry, word);
        if (s === 0) { sum = 0; break; }
        sum += s;
      }
      if (sum > 0) list.push({ entry, sum });
    }
    return list.sort((a, b) => b.sum - a.sum || (a.entry.code < b.entry.code ? -1 : 1)).map((x) => x.entry);
  };

  const show = (list) => {
    results.replaceChildren();
    found.hidden = list === null;
    if (list === null) return;
    hits.textContent = list.length === 0 ? "No code found." :
      list.length > most ? `${list.length} codes found, the first ${most} shown.` :
      list.length === 1 ? "1 code found." : `${list.length} codes found.`;
    for (const entry of list.slice(0, most)) {
      const item = document.createElement("li");
      const link = document.createElement("a");
      const code = document.createElement("code");
      const note = document.createElement("small");
      link.href = root + entry.file;
      code.textContent = entry.code;
      note.textContent = entry.status === "active" ? entry.level : `${entry.level}, ${entry.status}`;
      link.append(code, " " + entry.title, note);
      item.append(link);
      results.append(item);
    }
  };

  const update = () => {
    const query = input.value;
    load().then(() => { if (query === input.value) show(search(query)); },
      () => { found.hidden = false; hits.textContent = "The search index could not be read."; });
  };

  const links = () => [...results.querySelectorAll("a")];
  const close = () => { found.hidden = true; };

  input.disabled = false;
  input.addEventListener("focus", load, { once: true });
  input.addEventListener("input", update);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && links().length > 0) location.assign(links()[0].href);
    else if (event.key === "ArrowDown" && links().length > 0) { event.preventDefault(); links()[0].focus(); }
  });
  results.addEventListener("keydown", (event) => {
    const all = links();
    const at = all.indexOf(document.activeElement);
    if (event.key === "ArrowDown") all[Math.min(at + 1, all.length - 1)].focus();
    else if (event.key === "ArrowUp") (at > 0 ? all[at - 1] : input).focus();
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches("input, textarea, select");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus();
    } else if (event.key === "Escape" && !found.hidden) {
      input.focus();
      close();
    }
  });
  document.addEventListener("click", (event) => { if (!event.target.closest(".search")) close(); });

  // index.html#q=words is a search that can be shared.
  const shared = () => {
    if (!location.hash.startsWith("#q=")) return;
    try { input.value = decodeURIComponent(location.hash.slice(3)); } catch { return; }
    input.focus();
    update();
  };
  window.addEventListener("hashchange", shared);
  shared();

  const copy = document.getElementById("Copy");
  if (copy) {
    const permalink = document.getElementById("Permalink");
    const said = document.getElementById("Copied");
    // A copy on a disk has no address worth passing on; the printed one has.
    const here = location.href.replace(/(index\.html)?([?#].*)?$/, "");
    const address = location.protocol === "file:" ? permalink.textContent : here;
    permalink.textContent = address;
    if (location.protocol !== "file:") permalink.href = address;
    copy.hidden = false;
    copy.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(address);
        said.textContent = "Copied.";
      } catch {
        getSelection().selectAllChildren(permalink);
        said.textContent = "Selected: copy it with the keyboard.";
      }
    });
  }
})();
