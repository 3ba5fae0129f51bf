// The forms of the reference. A key stands in its field and nowhere else, and is gone when the page is left, unless its user has
// ticked that this tab may keep it: then it is in the tab's own storage, which ends with the tab.
const shownChars = 200_000;
const place = 'parley-key';
const key = document.querySelector('#key');
const keep = document.querySelector('#keep');

key.closest('form').addEventListener('submit', (event) => event.preventDefault());
const kept = stored();
if (kept !== null) {
  key.value = kept;
  keep.checked = true;
}
for (const field of [key, keep]) {
  field.addEventListener('input', () => {
    try {
      if (keep.checked) sessionStorage.setItem(place, key.value);
      else sessionStorage.removeItem(place);
    } catch {
      keep.checked = false;
    }
  });
}

for (const form of document.querySelectorAll('form[data-path]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
}

function stored() {
  try {
    return sessionStorage.getItem(place);
  } catch {
    return null;
  }
}

async function send(form) {
  const reply = form.parentElement.querySelector('.reply');
  const status = document.createElement('p');
  const output = document.createElement('pre');
  output.tabIndex = 0;
  reply.replaceChildren(status, output);
  const stop = form.querySelector('.stop');
  const abort = new AbortController();
  stop.onclick = () => abort.abort();
  stop.hidden = false;
  status.textContent = 'Sending …';
  const begun = performance.now();
  try {
    const answer = await fetch(addressOf(form), { ...requestOf(form), signal: abort.signal });
    status.className = answer.ok ? 'good' : 'bad';
    status.textContent = `${answer.status} ${answer.statusText} · ${Math.round(performance.now() - begun)} ms`;
    await show(answer, output);
    if (answer.status === 401 && key.value === '') status.append(' · enter a key at the top of this page');
  } catch (error) {
    status.className = 'bad';
    status.textContent = abort.signal.aborted ? 'Stopped' : `Not sent: ${error.message}`;
  } finally {
    stop.hidden = true;
  }
}

function addressOf(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  for (const input of form.querySelectorAll('[data-in]')) {
    if (input.dataset.in === 'path') path = path.replace(`{${input.name}}`, encodeURIComponent(input.value));
    if (input.dataset.in === 'query' && input.value !== '') query.append(input.name, input.value);
  }
  return `${path}${query.size > 0 ? `?${query}` : ''}`;
}

function requestOf(form) {
  const headers = new Headers({ accept: 'application/json, text/event-stream, */*' });
  const { method } = form.dataset;
  if (key.value !== '' && form.dataset.key !== 'none') headers.set('authorization', `Bearer ${key.value}`);
  for (const input of form.querySelectorAll('[data-in="header"]')) {
    if (input.value !== '') headers.set(input.name, input.value);
  }
  const text = form.querySelector('textarea');
  if (text) {
    headers.set('content-type', 'application/json');
    return { method, headers, body: text.value };
  }
  const bytes = form.querySelector('[data-in="bytes"]');
  if (bytes) return { method, headers, body: bytes.files[0] ?? '' };
  const fields = form.querySelectorAll('[data-in="form"]');
  if (fields.length === 0) return { method, headers };
  const body = new FormData();
  for (const input of fields) {
    const value = input.type === 'file' ? input.files[0] : input.value;
    if (value) body.append(input.name, value);
  }
  return { method, headers, body };
}

async function show(answer, output) {
  const type = answer.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) {
    output.textContent = JSON.stringify(await answer.json(), null, 2).slice(0, shownChars);
    return;
  }
  if (type.startsWith('image/')) {
    const image = new Image();
    image.alt = 'The answer';
    image.src = URL.createObjectURL(await answer.blob());
    output.replaceWith(image);
    return;
  }
  let left = shownChars;
  for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    output.append(part.slice(0, left));
    left -= part.length;
    if (left <= 0) return;
  }
}
