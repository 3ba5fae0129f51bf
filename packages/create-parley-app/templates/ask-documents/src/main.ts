import { Parley, ParleyError } from '@parley/sdk';

// The key is added by the server, see vite.config.ts.
const parley = new Parley({ baseUrl: location.origin, apiKey: 'added-by-the-server' });
const fileIds: string[] = [];

const get = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;
const [files, uploaded, form, question] = [
  get<HTMLInputElement>('files'),
  get('uploaded'),
  get<HTMLFormElement>('form'),
  get<HTMLTextAreaElement>('question'),
];
const [ask, status, answer, sources] = [get<HTMLButtonElement>('ask'), get('status'), get('answer'), get('sources')];

files.addEventListener('change', () =>
  whileBusy('Reading …', async () => {
    for (const file of files.files ?? []) {
      // Waits until the file is read; a PDF, document, sheet, picture or mail, scanned or not.
      const { file_id } = await parley.files.upload(file);
      fileIds.push(file_id);
      uploaded.append(element('li', file.name));
    }
    files.value = '';
  }),
);

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void whileBusy('Looking …', async () => {
    answer.textContent = '';
    sources.replaceChildren();
    const stream = parley.answer.stream({ query: question.value, file_ids: fileIds });
    for await (const piece of stream) {
      if (piece.type === 'text') answer.append(piece.text);
    }
    const { sources: found = [] } = await stream.result();
    for (const { filename, page, quote } of found) {
      const place = page === undefined ? filename : `${filename}, page ${page}`;
      sources.append(element('strong', place), element('blockquote', quote));
    }
  });
});

/** Says what goes on, lets nothing else begin meanwhile, and shows what went wrong. */
async function whileBusy(text: string, work: () => Promise<void>): Promise<void> {
  status.className = '';
  status.textContent = text;
  ask.disabled = files.disabled = true;
  try {
    await work();
    status.textContent = '';
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    status.className = 'error';
    status.textContent = error.message;
  } finally {
    ask.disabled = files.disabled = false;
  }
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
