// The forms of the reference. The key stands in its field and nowhere else: it is gone when the page is left.
const shownBytes = 200_000;

for (const form of document.querySelectorAll('form[data-path]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
}

document.querySelector('#find').addEventListener('input', ({ target }) => {
  const wanted = target.value.trim().toLowerCase();
  for (const link of document.querySelectorAll('nav a')) {
    const text = `${link.textContent} ${link.title}`.toLowerCase();
    link.parentElement.hidden = !text.includes(wanted);
  }
});

async function send(form) {
  const output = form.parentElement.querySelector('pre');
  const stop = form.querySelector('.stop');
  const abort = new AbortController();
  stop.onclick = () => abort.abort();
  stop.hidden = false;
  output.hidden = false;
  output.textContent = '…';
  try {
    const reply = await fetch(addressOf(form), { ...requestOf(form), signal: abort.signal });
    output.textContent = `${reply.status} ${reply.statusText}\n\n`;
    await show(reply, output);
  } catch (error) {
    output.append(`\n${abort.signal.aborted ? 'stopped' : error.message}`);
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
  const headers = new Headers();
  const key = document.querySelector('#key').value;
  if (key !== '') headers.set('authorization', `Bearer ${key}`);
  for (const input of form.querySelectorAll('[data-in="header"]')) {
    if (input.value !== '') headers.set(input.name, input.value);
  }
  const text = form.querySelector('textarea');
  if (text) {
    headers.set('content-type', 'application/json');
    return { method: form.dataset.method, headers, body: text.value };
  }
  const fields = form.querySelectorAll('[data-in="form"]');
  if (fields.length === 0) return { method: form.dataset.method, headers };
  const body = new FormData();
  for (const input of fields) {
    const value = input.type === 'file' ? input.files[0] : input.value;
    if (value) body.append(input.name, value);
  }
  return { method: form.dataset.method, headers, body };
}

async function show(reply, output) {
  const type = reply.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) {
    output.append(JSON.stringify(await reply.json(), null, 2).slice(0, shownBytes));
    return;
  }
  let left = shownBytes;
  for await (const part of reply.body.pipeThrough(new TextDecoderStream())) {
    output.append(part.slice(0, left));
    left -= part.length;
    if (left <= 0) return;
  }
}
