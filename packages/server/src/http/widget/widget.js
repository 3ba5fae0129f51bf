// The chat of a page, as one classic script: nothing is imported, and nothing but the element it adds is seen by the page.
// <script src="https://ai.example.com/widget.js" data-key="parley_…" data-collections="col_…" async></script>
(() => {
  /** @typedef {{ filename: string, page?: number, quote: string }} Source */
  /** @typedef {{ content?: string, retry?: object, done?: boolean, error?: string, sources?: Source[] }} StreamEvent */
  /** @typedef {{ role: 'user' | 'assistant', content: string }} Turn */

  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) return;
  const {
    key = '',
    collections = '',
    title,
    greeting,
    color = '#1d4ed8',
    instructions,
    model,
    language,
  } = script.dataset;
  const service = new URL(script.src).origin;
  /** So much of a conversation goes with the next question. */
  const keptTurns = 12;
  const longestQuote = 240;
  const texts = {
    en: {
      title: 'Ask us',
      close: 'Close the chat',
      greeting: 'What would you like to know?',
      log: 'Conversation',
      question: 'Your question',
      send: 'Send',
      stop: 'Stop',
      you: 'You: ',
      sources: 'From',
      page: 'page',
      busy: 'Looking …',
      nothing: 'There was no answer. Ask in other words.',
      away: 'The chat cannot be reached. Try again in a moment.',
      refused: 'This chat is not set up for this page.',
      tooMany: 'Too many questions at once. Try again in a minute.',
      spent: 'The chat has reached its limit. Try again later.',
      failed: 'Something went wrong. Try again.',
    },
    de: {
      title: 'Fragen Sie uns',
      close: 'Chat schließen',
      greeting: 'Was möchten Sie wissen?',
      log: 'Gespräch',
      question: 'Ihre Frage',
      send: 'Senden',
      stop: 'Abbrechen',
      you: 'Sie: ',
      sources: 'Aus',
      page: 'Seite',
      busy: 'Ich sehe nach …',
      nothing: 'Es kam keine Antwort. Fragen Sie in anderen Worten.',
      away: 'Der Chat ist nicht zu erreichen. Versuchen Sie es gleich noch einmal.',
      refused: 'Dieser Chat ist für diese Seite nicht eingerichtet.',
      tooMany: 'Zu viele Fragen auf einmal. Versuchen Sie es in einer Minute noch einmal.',
      spent: 'Der Chat hat seine Grenze erreicht. Versuchen Sie es später noch einmal.',
      failed: 'Etwas ist schiefgegangen. Versuchen Sie es noch einmal.',
    },
  };
  const isGerman = (language ?? document.documentElement.lang).toLowerCase().startsWith('de');
  const say = isGerman ? texts.de : texts.en;

  const style = `
:host { all: initial; position: fixed; inset: auto 1rem 1rem auto; z-index: 2147483000; color-scheme: light dark;
  --back: #fff; --text: #111827; --faint: #4b5563; --line: #d1d5db; --own: #eef2ff; --bad: #b91c1c; }
@media (prefers-color-scheme: dark) { :host { --back: #111827; --text: #f3f4f6; --faint: #cbd5e1; --line: #374151; --own: #1e293b; --bad: #fca5a5; } }
* { box-sizing: border-box; font: 400 16px/1.5 system-ui, sans-serif; }
button { border: 0; border-radius: .5rem; background: var(--main); color: var(--on-main); padding: .5rem .9rem; cursor: pointer; }
button[hidden], [hidden] { display: none; }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
.launcher { border-radius: 2rem; padding: .75rem 1.25rem; box-shadow: 0 4px 16px #0003; }
section { display: flex; flex-direction: column; width: min(24rem, calc(100vw - 2rem)); height: min(34rem, calc(100vh - 2rem));
  background: var(--back); color: var(--text); border: 1px solid var(--line); border-radius: .75rem; overflow: hidden; box-shadow: 0 8px 32px #0004; }
header { display: flex; justify-content: space-between; align-items: center; padding: .5rem .5rem .5rem 1rem; border-bottom: 1px solid var(--line); }
h2 { font-weight: 600; margin: 0; }
.close { background: none; color: var(--text); padding: .25rem .75rem; font-size: 1.25rem; }
.log { flex: 1; overflow-y: auto; padding: 1rem; display: flex; flex-direction: column; gap: .75rem; }
.log p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.own { align-self: flex-end; background: var(--own); border-radius: .75rem; padding: .5rem .75rem; max-width: 85%; }
.bad { color: var(--bad); }
.sources { margin: .5rem 0 0; padding: 0; list-style: none; display: grid; gap: .375rem; }
.sources li { border-left: 3px solid var(--line); padding-left: .625rem; }
.sources * { font-size: 14px; color: var(--faint); }
.sources cite { font-style: normal; font-weight: 600; }
.sources q { display: block; }
form { display: flex; gap: .5rem; padding: .75rem; border-top: 1px solid var(--line); align-items: end; }
textarea { flex: 1; resize: none; border: 1px solid var(--faint); border-radius: .5rem; padding: .5rem; background: var(--back); color: var(--text); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
`;

  const host = document.createElement('parley-chat');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  // A page that allows no inline style allows a sheet made by a script.
  sheet.replaceSync(`:host { --main: ${safeColor(color)}; --on-main: ${readableOn(safeColor(color))}; } ${style}`);
  root.adoptedStyleSheets = [sheet];

  const launcher = make('button', { className: 'launcher', textContent: title ?? say.title });
  launcher.setAttribute('aria-expanded', 'false');
  launcher.setAttribute('aria-haspopup', 'dialog');
  const panel = make('section', { hidden: true });
  panel.setAttribute('role', 'dialog');
  panel.setAttribute('aria-labelledby', 'title');
  const close = make('button', { className: 'close', textContent: '×' });
  close.setAttribute('aria-label', say.close);
  const head = make('header', {}, make('h2', { id: 'title', textContent: title ?? say.title }), close);
  const log = make('div', { className: 'log', tabIndex: 0 }, make('p', { textContent: greeting ?? say.greeting }));
  log.setAttribute('role', 'log');
  log.setAttribute('aria-label', say.log);
  const field = make('textarea', { id: 'question', rows: 2, maxLength: 4000, required: true });
  const label = make('label', { className: 'hidden', htmlFor: 'question', textContent: say.question });
  const send = make('button', { type: 'submit', textContent: say.send });
  const stop = make('button', { type: 'button', textContent: say.stop, hidden: true });
  const form = make('form', {}, label, field, send, stop);
  panel.append(head, log, form);
  root.append(launcher, panel);
  (document.body ?? document.documentElement).append(host);

  /** @type {Turn[]} */
  const turns = [];
  /** @type {AbortController | null} */
  let running = null;
  launcher.addEventListener('click', () => show(true));
  close.addEventListener('click', () => show(false));
  stop.addEventListener('click', () => running?.abort());
  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') show(false);
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const question = field.value.trim();
    if (question === '' || running !== null) return;
    field.value = '';
    void ask(question);
  });

  /** @param {boolean} isOpen */
  function show(isOpen) {
    panel.hidden = !isOpen;
    launcher.hidden = isOpen;
    launcher.setAttribute('aria-expanded', String(isOpen));
    (isOpen ? field : launcher).focus();
  }

  /** @param {string} question */
  async function ask(question) {
    const own = make('p', { className: 'own' }, make('span', { className: 'hidden', textContent: say.you }), question);
    const answer = make('p', { textContent: say.busy });
    const reply = make('div', {}, answer);
    log.append(own, reply);
    own.scrollIntoView({ block: 'start' });
    running = new AbortController();
    setBusy(true);
    let text = '';
    try {
      const sources = await read(question, running.signal, (piece) => {
        text = piece === null ? '' : text + piece;
        answer.textContent = text || say.busy;
      });
      answer.textContent = text || say.nothing;
      // What was asked and what was answered go together, so that roles alternate.
      if (text) turns.push({ role: 'user', content: question }, { role: 'assistant', content: text });
      if (sources.length > 0) reply.append(listOf(sources));
    } catch (error) {
      answer.textContent = text;
      if (!running.signal.aborted) {
        const said = error instanceof Refusal ? error.message : say.away;
        const alert = make('p', { className: 'bad', textContent: said });
        alert.setAttribute('role', 'alert');
        reply.append(alert);
        field.value ||= question;
      }
    } finally {
      running = null;
      setBusy(false);
    }
  }

  /**
   * Sends the conversation and hands on the reply as it comes; null: what came so far is written again.
   * @param {string} question
   * @param {AbortSignal} signal
   * @param {(piece: string | null) => void} on
   * @returns {Promise<Source[]>}
   */
  async function read(question, signal, on) {
    const ids = collections.split(/[\s,]+/).filter(Boolean);
    const response = await fetch(`${service}/v1/conversation`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        messages: [...turns.slice(-keptTurns), { role: 'user', content: question }],
        stream: true,
        ...(ids.length > 0 && { collection_ids: ids }),
        ...(instructions && { system_prompt: instructions }),
        ...(model && { model }),
      }),
      signal,
    });
    if (!response.ok || response.body === null) throw await refusalOf(response);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw new Refusal(say.failed);
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (!line.startsWith('data: ')) continue;
        /** @type {StreamEvent} */
        const event = JSON.parse(line.slice(6));
        if (event.error !== undefined) throw new Refusal(say.failed);
        if (event.retry) on(null);
        if (event.content) on(event.content);
        if (event.done) return event.sources ?? [];
      }
    }
  }

  /** Visitors are told what they can do; whoever made the page finds the service's own words in the console. @param {Response} response */
  async function refusalOf(response) {
    const { status } = response;
    /** @type {{ message?: string }} */
    const body = await response.json().catch(() => ({}));
    console.warn(`The chat was refused (${status}): ${body.message ?? JSON.stringify(body)}`);
    if (status === 429) return new Refusal(say.tooMany);
    if (status === 402) return new Refusal(say.spent);
    return new Refusal(status < 500 && status !== 408 ? say.refused : say.failed);
  }

  /** @param {Source[]} sources */
  function listOf(sources) {
    const items = sources.slice(0, 5).map(({ filename, page, quote }) => {
      const place = page === undefined ? filename : `${filename}, ${say.page} ${page}`;
      const shown = quote.length > longestQuote ? `${quote.slice(0, longestQuote)} …` : quote;
      return make(
        'li',
        {},
        make('cite', { textContent: `${say.sources} ${place}` }),
        make('q', { textContent: shown }),
      );
    });
    return make('ul', { className: 'sources' }, ...items);
  }

  /** A reader of the screen hears a reply once it is whole. @param {boolean} isBusy */
  function setBusy(isBusy) {
    log.setAttribute('aria-busy', String(isBusy));
    const hadFocus = root.activeElement === send || root.activeElement === stop;
    send.hidden = isBusy;
    stop.hidden = !isBusy;
    if (hadFocus) field.focus();
  }

  class Refusal extends Error {}

  /** Six digits only: the value stands in a style sheet, and its lightness decides what is read on it. @param {string} given */
  function safeColor(given) {
    return /^#[0-9a-f]{6}$/i.test(given) ? given : '#1d4ed8';
  }

  /** @param {string} hex */
  function readableOn(hex) {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000' : '#fff';
  }

  /**
   * @template {keyof HTMLElementTagNameMap} Name
   * @param {Name} name
   * @param {Partial<HTMLElementTagNameMap[Name]>} properties
   * @param {(Node | string)[]} children
   * @returns {HTMLElementTagNameMap[Name]}
   */
  function make(name, properties, ...children) {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  }
})();
