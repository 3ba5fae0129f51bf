// The search of the pages: the index is fetched when it is first opened, and looked through here.
const shown = 12;
let dialog = null;
let entries = null;

/** Opens the search, with what was typed last. */
export async function open(address) {
  dialog ??= make();
  if (!dialog.open) dialog.showModal();
  dialog.querySelector('input').select();
  if (entries === null) {
    try {
      const loaded = await (await fetch(address)).json();
      entries = loaded.map((entry) => ({ ...entry, words: [entry.h.toLowerCase(), entry.p.toLowerCase(), entry.t.toLowerCase()] }));
    } catch {
      say('The search cannot be loaded; reload the page.');
      return;
    }
  }
  list();
}

function make() {
  const made = document.createElement('dialog');
  made.className = 'finder';
  made.ariaLabel = 'Search the documentation';
  made.innerHTML = `<input type="search" role="combobox" aria-label="Search" aria-expanded="true" aria-controls="found" aria-autocomplete="list"
 placeholder="Search guides, calls, errors, settings" autocomplete="off" spellcheck="false"><ul id="found" role="listbox" aria-label="Found"></ul>
<p class="said" role="status"></p><p class="keys"><kbd>↑</kbd><kbd>↓</kbd> choose <kbd>Enter</kbd> open <kbd>Esc</kbd> close</p>`;
  document.body.append(made);
  const input = made.querySelector('input');
  input.addEventListener('input', list);
  input.addEventListener('keydown', (event) => {
    const options = [...made.querySelectorAll('[role=option]')];
    const current = options.findIndex((option) => option.getAttribute('aria-selected') === 'true');
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length > 0) {
      event.preventDefault();
      mark(options, (current + step + options.length) % options.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      options[current]?.querySelector('a').click();
    }
  });
  made.addEventListener('click', (event) => {
    if (event.target === made || event.target.closest('a')) made.close();
  });
  return made;
}

function list() {
  if (entries === null) return;
  const query = dialog.querySelector('input').value;
  const found = find(query);
  const box = dialog.querySelector('#found');
  box.replaceChildren(
    ...found.map((entry, index) => {
      const option = document.createElement('li');
      option.role = 'option';
      option.id = `found-${index}`;
      const link = document.createElement('a');
      link.href = entry.u;
      link.tabIndex = -1;
      const title = document.createElement('strong');
      title.textContent = entry.h || entry.p;
      const place = document.createElement('small');
      place.textContent = entry.h ? entry.p : '';
      const text = document.createElement('span');
      text.append(...excerpt(entry.t, termsOf(query)));
      link.append(title, place, text);
      option.append(link);
      return option;
    }),
  );
  mark([...box.children], 0);
  say(query.trim() === '' ? '' : found.length === 0 ? `Nothing about “${query}”.` : '');
}

/** Entries in which every word stands, or begins one; headings count most. */
function find(query) {
  const terms = termsOf(query);
  if (terms.length === 0) return entries.filter(({ h }) => h === '').slice(0, shown);
  const scored = [];
  for (const entry of entries) {
    let score = 0;
    for (const term of terms) {
      const best = Math.max(...entry.words.map((text, field) => matchOf(text, term) * (entry.h === '' ? [0, 8, 1] : [6, 2, 1])[field]));
      if (best === 0) {
        score = 0;
        break;
      }
      score += best;
    }
    if (score > 0) scored.push({ entry, score });
  }
  return scored.sort((a, b) => b.score - a.score).slice(0, shown).map(({ entry }) => entry);
}

/** 3: the whole text or a whole word, 2: the beginning of a word, 1: inside one. */
function matchOf(text, term) {
  const at = text.indexOf(term);
  if (at === -1) return 0;
  const isWord = (sign) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
  for (let place = at, best = 1; ; ) {
    if (!isWord(text[place - 1])) best = isWord(text[place + term.length]) ? Math.max(best, 2) : 3;
    const next = text.indexOf(term, place + 1);
    if (best === 3 || next === -1) return best;
    place = next;
  }
}

const termsOf = (query) => query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);

function excerpt(text, terms) {
  const at = Math.max(0, Math.min(...terms.map((term) => text.toLowerCase().indexOf(term)).filter((place) => place >= 0)) - 40 || 0);
  const piece = `${at > 0 ? '…' : ''}${text.slice(Number.isFinite(at) ? at : 0, (Number.isFinite(at) ? at : 0) + 140)}`;
  if (terms.length === 0) return [piece];
  const pattern = new RegExp(`(${terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'giu');
  return piece.split(pattern).map((part, index) => {
    if (index % 2 === 0) return part;
    const marked = document.createElement('mark');
    marked.textContent = part;
    return marked;
  });
}

function mark(options, chosen) {
  for (const [index, option] of options.entries()) option.setAttribute('aria-selected', String(index === chosen));
  options[chosen]?.scrollIntoView({ block: 'nearest' });
  const input = dialog.querySelector('input');
  if (options[chosen]) input.setAttribute('aria-activedescendant', options[chosen].id);
  else input.removeAttribute('aria-activedescendant');
}

function say(text) {
  dialog.querySelector('.said').textContent = text;
}
