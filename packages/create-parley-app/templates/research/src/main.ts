import { Parley, ParleyError } from '@parley/sdk';

// The key is added by the server, see vite.config.ts.
const parley = new Parley({ baseUrl: location.origin, apiKey: 'added-by-the-server' });

const get = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;
const [form, question] = [get<HTMLFormElement>('form'), get<HTMLTextAreaElement>('question')];
const [start, stop] = [get<HTMLButtonElement>('start'), get<HTMLButtonElement>('stop')];
const [status, steps, report, citations] = [get('status'), get('steps'), get('report'), get('citations')];
let abort = new AbortController();

stop.addEventListener('click', () => abort.abort());

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  for (const part of [steps, report, citations]) part.replaceChildren();
  abort = new AbortController();
  setRunning(true);
  try {
    const request = { instructions: question.value, depth: 'quick' as const };
    // Leaving the stream, also by the signal, ends the run.
    const stream = parley.research.stream(request, { signal: abort.signal });
    for await (const step of stream) {
      if (step.type === 'progress') showStep(step.progress.message, step.progress.pages_read);
      if (step.type === 'text') report.append(step.text);
    }
    const result = await stream.result();
    report.textContent = typeof result.output === 'string' ? result.output : JSON.stringify(result.output, null, 2);
    for (const [index, { title, url, quote }] of result.citations.entries()) {
      const link = Object.assign(document.createElement('a'), { href: url, textContent: title });
      const head = document.createElement('p');
      head.append(`[${index + 1}] `, link);
      const words = document.createElement('blockquote');
      words.textContent = quote;
      citations.append(head, words);
    }
    status.textContent = `${result.citations.length} passages from ${result.pages_read} pages`;
    if (result.shortfall) status.textContent += `. ${result.shortfall.reason}`;
  } catch (error) {
    if (abort.signal.aborted) status.textContent = 'Stopped.';
    else if (error instanceof ParleyError) Object.assign(status, { className: 'error', textContent: error.message });
    else throw error;
  } finally {
    setRunning(false);
  }
});

function showStep(message: string, pagesRead: number): void {
  status.textContent = `${message} (${pagesRead} pages read)`;
  const last = steps.lastElementChild?.textContent;
  if (last !== message) steps.append(Object.assign(document.createElement('li'), { textContent: message }));
}

function setRunning(isRunning: boolean): void {
  if (isRunning) Object.assign(status, { className: '', textContent: 'Beginning …' });
  start.disabled = isRunning;
  stop.hidden = !isRunning;
}
