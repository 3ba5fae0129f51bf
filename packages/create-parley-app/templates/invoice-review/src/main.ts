import { Parley, ParleyError } from '@parley/sdk';
import { fields, invoice } from './invoice.ts';

// The key is added by the server, see vite.config.ts.
const parley = new Parley({ baseUrl: location.origin, apiKey: 'added-by-the-server' });

const get = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;
const [file, status, review] = [get<HTMLInputElement>('file'), get('status'), get<HTMLFormElement>('review')];
const [values, approved] = [get('values'), get('approved')];

file.addEventListener('change', async () => {
  const [chosen] = file.files ?? [];
  if (chosen === undefined) return;
  review.hidden = approved.hidden = true;
  file.disabled = true;
  status.className = '';
  status.textContent = 'Reading …';
  try {
    const { file_id } = await parley.files.upload(chosen);
    // `fields` says for every value where it stands.
    const reply = await parley.answer.create({
      query: 'Read the invoice.',
      file_ids: [file_id],
      response_format: invoice,
    });
    const data = Object(reply.data);
    values.replaceChildren(
      ...fields.map((name) => {
        const found = reply.fields?.[`/${name}`];
        return row(name, data[name], found?.source?.quote, found?.source?.page);
      }),
    );
    review.hidden = false;
    status.textContent = 'Check each value against the words beside it.';
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    status.className = 'error';
    status.textContent = error.message;
  } finally {
    file.disabled = false;
  }
});

review.addEventListener('submit', (event) => {
  event.preventDefault();
  const given = new FormData(review);
  const checked = Object.fromEntries(
    fields.map((name) => {
      const text = String(given.get(name) ?? '').trim();
      if (text === '') return [name, null];
      return [name, name === 'total' ? Number(text) : text];
    }),
  );
  // From here on it is yours: send it to your books.
  approved.textContent = JSON.stringify(checked, null, 2);
  approved.hidden = false;
  status.textContent = 'Approved.';
});

/** A value that can be corrected, and below it what it was read from. */
function row(name: (typeof fields)[number], value: unknown, quote?: string, page?: number): HTMLElement {
  const input = document.createElement('input');
  input.name = name;
  input.value = String(value ?? '');
  if (name === 'total') Object.assign(input, { type: 'number', step: '0.01' });
  if (name === 'date') input.type = 'date';
  const label = document.createElement('label');
  label.append(name.replace('_', ' '), input);
  const words = document.createElement('blockquote');
  const place = page === undefined ? '' : `page ${page}: `;
  words.textContent = quote === undefined ? 'Not found in the document; look yourself.' : `${place}${quote}`;
  const pair = document.createElement('div');
  pair.append(label, words);
  return pair;
}
