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
      entries = prepare(loaded);
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
  const found = find(entries, query);
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

/** The index as it is looked through. */
export function prepare(loaded) {
  return loaded.map((entry) => {
    const words = [entry.h.toLowerCase(), entry.p.toLowerCase(), entry.t.toLowerCase()];
    return { ...entry, words, tokens: words.map((text) => new Set(text.match(/[\p{L}\p{N}]+/gu) ?? [])) };
  });
}

/** Entries with most of the words of a query; they may begin a word or miss it by a typing error. Headings count most. */
export function find(prepared, query) {
  const terms = termsOf(query);
  if (terms.length === 0) return prepared.filter(({ h }) => h === '').slice(0, shown);
  const scored = [];
  for (const entry of prepared) {
    const weights = entry.h === '' ? [0, 8, 1] : [6, 2, 1];
    const scores = terms.map((term) => Math.max(...weights.map((weight, field) => weight && weight * matchOf(entry, field, term))));
    const matched = scores.filter((score) => score > 0).length;
    if (matched > 0) scored.push({ entry, matched, score: scores.reduce((sum, one) => sum + one, 0) });
  }
  // What has all the words goes alone; where nothing has, what has the most of them.
  const most = Math.max(0, ...scored.map(({ matched }) => matched));
  return scored
    .filter(({ matched }) => matched === most && (matched === 1 || matched * 2 >= terms.length))
    .sort((one, other) => other.score - one.score)
    .slice(0, shown)
    .map(({ entry }) => entry);
}

/** How well a term fits a field: as it stands, else in another form of the word, else by a typing error. */
function matchOf({ words, tokens }, field, term) {
  const exact = standsIn(words[field], term);
  if (exact > 0) return exact;
  if (term.length < 4) return 0;
  const stem = term.replace(/(?:ing|ed|es|s|e)$/, '');
  const limit = term.length < 8 ? 1 : 2;
  let best = 0;
  for (const token of tokens[field]) {
    if (stem.length > 3 && token.startsWith(stem)) return 1;
    if (best === 0 && Math.abs(token.length - term.length) <= limit && isNear(token, term, limit)) best = 0.5;
  }
  return best;
}

/** Whether one word becomes the other by so many letters added, dropped, changed, or swapped with the next. */
function isNear(one, other, limit) {
  let [before, last] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= one.length; row++) {
    const line = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      line[column] = Math.min(last[column] + 1, line[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1));
      const isSwapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwapped) line[column] = Math.min(line[column], before[column - 2] + 1);
    }
    if (Math.min(...line) > limit) return false;
    [before, last] = [last, line];
  }
  return last[other.length] <= limit;
}

/** 3: the whole text or a whole word, 2: the beginning of a word, 1: inside one. */
function standsIn(text, term) {
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

/** Words of questions that say nothing of what is looked for. */
const idle = new Set('a an and are be by can do does for from get have how i in is it me mean meaning my of on or please should show tell that the this to use what when where which why with you your'.split(' '));

function termsOf(query) {
  const typed = query.toLowerCase().split(/[\s?!,;“”"]+/).filter(Boolean).slice(0, 12);
  const telling = typed.filter((word) => !idle.has(word));
  return (telling.length > 0 ? telling : typed).slice(0, 8);
}

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
