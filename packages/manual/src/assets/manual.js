// What makes the pages pleasant: theme, contents on small screens, copying, tabs, the mark in the contents of a page, search.
// Everything reads without it.

const root = document.documentElement;
const one = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

function isDark() {
  if (root.dataset.theme) return root.dataset.theme === 'dark';
  return matchMedia('(prefers-color-scheme: dark)').matches;
}

const theme = one('.theme');
theme.hidden = false;
theme.addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark';
  try {
    localStorage.setItem('parley-theme', root.dataset.theme);
  } catch {
    // Then it holds for this page.
  }
});

const menu = one('.menu');
menu.hidden = false;
const openMenu = (isOpen) => {
  menu.setAttribute('aria-expanded', String(isOpen));
  root.classList.toggle('menu-open', isOpen);
};
menu.addEventListener('click', () => openMenu(menu.getAttribute('aria-expanded') !== 'true'));
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') openMenu(false);
});
one('.contents [aria-current]')?.scrollIntoView({ block: 'center' });

for (const block of all('figure.code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(one('code', block).textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(one('code', block));
      button.textContent = 'Selected';
    }
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1600);
  });
  one('figcaption', block).append(button);
}

let language = 'cURL';
try {
  language = localStorage.getItem('parley-language') ?? language;
} catch {
  // The first one then.
}
const groups = all('.tabs');
for (const [index, group] of groups.entries()) {
  const list = document.createElement('div');
  list.className = 'tablist';
  list.role = 'tablist';
  list.ariaLabel = 'Language of the sample';
  for (const panel of all('.tab', group)) {
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.role = 'tab';
    tab.textContent = panel.dataset.label;
    tab.id = `tab-${index}-${panel.dataset.label}`;
    panel.id = `panel-${index}-${panel.dataset.label}`;
    panel.role = 'tabpanel';
    panel.setAttribute('aria-labelledby', tab.id);
    tab.setAttribute('aria-controls', panel.id);
    tab.addEventListener('click', () => choose(panel.dataset.label, group));
    list.append(tab);
  }
  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const tabs = all('[role=tab]', list);
    const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
    next.focus();
    next.click();
  });
  group.prepend(list);
}

/** Chooses a language on the whole page, without what is read moving away. */
function choose(label, group) {
  const top = group?.getBoundingClientRect().top;
  for (const tabs of groups) {
    for (const tab of all('[role=tab]', tabs)) {
      const isChosen = tab.textContent === label;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
    }
    for (const panel of all('.tab', tabs)) panel.hidden = panel.dataset.label !== label;
  }
  if (!group) return;
  scrollBy(0, group.getBoundingClientRect().top - top);
  try {
    localStorage.setItem('parley-language', label);
  } catch {
    // Then it holds for this page.
  }
}
if (groups.length > 0) choose(all('.tab', groups[0]).some((tab) => tab.dataset.label === language) ? language : 'cURL');

// An anchor inside something closed opens it.
const openTarget = () => {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let place = target; place; place = place.parentElement) if (place.tagName === 'DETAILS') place.open = true;
};
addEventListener('hashchange', openTarget);
openTarget();

const marks = new Map(all('.toc a').map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
const headings = [...marks.keys()].map((id) => document.getElementById(id)).filter(Boolean);
const markCurrent = () => {
  const passed = headings.filter((heading) => heading.getBoundingClientRect().top < 140);
  const current = passed.at(-1) ?? headings[0];
  for (const [id, link] of marks) {
    if (id === current?.id) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
};
if (headings.length > 0) {
  let isAsked = false;
  addEventListener(
    'scroll',
    () => {
      if (isAsked) return;
      isAsked = true;
      requestAnimationFrame(() => {
        isAsked = false;
        markCurrent();
      });
    },
    { passive: true },
  );
  markCurrent();
}

const search = one('.search');
search.hidden = false;
if (/Mac|iP/.test(navigator.platform)) one('kbd', search).textContent = '⌘ K';
const openSearch = async () => {
  const { open } = await import(search.dataset.script);
  open(search.dataset.index);
};
search.addEventListener('click', openSearch);
document.addEventListener('keydown', (event) => {
  const isTyping = /INPUT|TEXTAREA|SELECT/.test(event.target.tagName);
  if ((event.key === '/' && !isTyping) || (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey))) {
    event.preventDefault();
    void openSearch();
  }
});
