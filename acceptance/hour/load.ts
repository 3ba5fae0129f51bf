import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pieceOf, questionOf } from '../rolling/paced-vendor.ts';

const ticket = readFileSync(join(import.meta.dirname, '../fixtures/ticket.png')).toString('base64');
const giveUpMs = 120_000;
/** Codes of errors that say that the machine did not come to it, and what this program says itself. */
const tooSlow =
  /file_timeout|ocr_timeout|upstream_overloaded|timed? ?out|TimeoutError|does not end|service_unavailable/i;

/** Of a kind of load: how often it was done, and how it went wrong. */
export interface Count {
  done: number;
  /** Ended by a time limit on a machine that has other things to do. */
  late: number;
  failures: string[];
}

interface Kind {
  name: string;
  /** Callers at the same time, and how long each rests between two calls. */
  callers: number;
  restMs: number;
  run(load: Load, call: number): Promise<void>;
}

/** Mixed calls until it is told to end: what callers do in a day, and what goes wrong then. */
export class Load {
  readonly counts = new Map<string, Count>(kinds.map(({ name }) => [name, { done: 0, late: 0, failures: [] }]));
  readonly #isMachineBusy: boolean;
  readonly #base: string;
  readonly #key: string;
  readonly #running: Promise<unknown>;
  #calls = 0;
  #isOver = false;

  constructor(base: string, key: string, isMachineBusy: boolean) {
    this.#isMachineBusy = isMachineBusy;
    this.#base = base;
    this.#key = key;
    this.#running = Promise.all(kinds.flatMap((kind) => Array.from({ length: kind.callers }, () => this.#go(kind))));
  }

  /** How often the rarest kind was done, or tried for too long. */
  get fewest(): number {
    return Math.min(...[...this.counts.values()].map(({ done, late }) => done + late));
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const timeout = AbortSignal.timeout(giveUpMs);
    return fetch(this.#base + path, {
      ...init,
      headers: { authorization: `Bearer ${this.#key}`, ...init.headers },
      signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout,
    });
  }

  /** One call; throws on an answer that is none of those accepted. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    accepted: (status: number) => boolean = (status) => status < 300,
  ) {
    const reply = await this.fetch(path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await reply.text();
    if (!accepted(reply.status)) throw new Error(`${method} ${path}: ${reply.status} ${text.slice(0, 200)}`);
    return text;
  }

  async #go({ name, restMs, run }: Kind): Promise<void> {
    const count = this.counts.get(name);
    await pause(randomInt(1 + restMs));
    while (count && !this.#isOver) {
      try {
        await run(this, ++this.#calls);
        count.done++;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        if (this.#isMachineBusy && tooSlow.test(message)) count.late++;
        else count.failures.push(message);
      }
      await pause(restMs);
    }
  }
}

const ask = (content: string, stream: boolean, model = 'openai/paced') => ({
  model,
  stream,
  messages: [{ role: 'user', content }],
});
const faults = ['500', '429', 'garbage', 'cut'];

const kinds: Kind[] = [
  {
    name: 'calls',
    callers: 2,
    restMs: 500,
    async run(load, call) {
      const text = await load.call('POST', '/v1/chat-completion', ask(questionOf(call, 3), false));
      if (!text.includes(pieceOf(2).trim())) throw new Error(`calls: ${text.slice(0, 200)}`);
    },
  },
  {
    name: 'streams',
    callers: 5,
    restMs: 300,
    async run(load, call) {
      const pieces = 5 + (call % 40);
      const text = await load.call('POST', '/v1/chat-completion', ask(questionOf(call, pieces), true));
      if (!text.includes(pieceOf(pieces - 1).trim()) || !text.includes('[DONE]')) {
        throw new Error(`streams: …${text.slice(-200)}`);
      }
    },
  },
  {
    name: 'disconnects',
    callers: 2,
    restMs: 800,
    async run(load, call) {
      const leave = new AbortController();
      const body = JSON.stringify(ask(questionOf(call, 50), call % 3 > 0));
      const headers = { 'content-type': 'application/json' };
      const reply = load.fetch('/v1/chat-completion', { method: 'POST', body, headers, signal: leave.signal });
      const read = reply.then(async ({ body: parts }) => {
        for await (const _ of parts ?? []);
      });
      await Promise.race([read.catch(() => {}), pause(randomInt(1, 1500))]);
      leave.abort();
      await read.catch(() => {});
    },
  },
  {
    name: 'upstream errors',
    callers: 1,
    restMs: 1500,
    async run(load, call) {
      const question = `${questionOf(call, 5)} fault-${faults[call % faults.length]}`;
      const text = await load.call(
        'POST',
        '/v1/chat-completion',
        ask(question, call % 2 === 0, 'openai/faulty'),
        () => true,
      );
      if (/"code":\s*"internal_error"/.test(text)) throw new Error(`upstream errors: ${text.slice(0, 300)}`);
    },
  },
  {
    name: 'answers',
    callers: 1,
    restMs: 1500,
    async run(load) {
      const context = 'The bridge was opened on 4 May 1932 by the mayor. It is 120 m long. '.repeat(20);
      const text = await load.call('POST', '/v1/answer', {
        query: 'When was the bridge opened?',
        context,
        model: 'small-2',
      });
      if (!text.includes('1932')) throw new Error(`answers: ${text.slice(0, 200)}`);
    },
  },
  {
    name: 'files',
    callers: 1,
    restMs: 3000,
    async run(load, call) {
      const [name, text] = fileOf(call);
      const id = await upload(load, name, text);
      const read = await load.call('GET', `/v1/files/${id}/text`);
      if (!read.includes(`mark${call}`)) throw new Error(`files: ${id} lacks what was sent`);
      await load.call('DELETE', `/v1/files/${id}`);
    },
  },
  {
    name: 'OCR',
    callers: 1,
    restMs: 15000,
    async run(load) {
      const text = await load.call('POST', '/v1/ocr/image', { image: ticket });
      if (!/"success":\s*true/.test(text)) throw new Error(`OCR: ${text.slice(0, 200)}`);
    },
  },
  {
    name: 'research',
    callers: 1,
    restMs: 12000,
    async run(load, call) {
      const id = await upload(load, `${call}.txt`, `The mill mark${call} was built in 1871 and moved in 1904.`);
      const body = {
        instructions: `When was the mill mark${call} built?`,
        depth: 'quick',
        file_ids: [id],
        background: true,
      };
      const begun: { research_id: string } = JSON.parse(await load.call('POST', '/v1/deep-research', body));
      const path = `/v1/deep-research/${begun.research_id}`;
      if (call % 4 === 0) await load.call('POST', `${path}/cancel`, {});
      await settled(load, path);
      await load.call('DELETE', `/v1/files/${id}`);
    },
  },
  {
    name: 'collections',
    callers: 1,
    restMs: 8000,
    async run(load, call) {
      const { id }: { id: string } = JSON.parse(await load.call('POST', '/v1/collections', { name: `Notes ${call}` }));
      const fileIds: string[] = [];
      for (let at = 0; at < 3; at++) {
        fileIds.push(
          await upload(load, `${call}-${at}.md`, `# Note ${at}\n\nThe note mark${call}x${at} says little else.\n`),
        );
      }
      await load.call('POST', `/v1/collections/${id}/files`, { file_ids: fileIds });
      const until = Date.now() + giveUpMs;
      for (;;) {
        const { files } = JSON.parse(await load.call('GET', `/v1/collections/${id}`));
        if (files.ready === fileIds.length) break;
        if (files.failed > 0 || Date.now() > until) throw new Error(`collections: ${JSON.stringify(files)}`);
        await pause(300);
      }
      const found = await load.call('POST', `/v1/collections/${id}/search`, { query: `mark${call}x1`, top_k: 3 });
      if (!found.includes(`mark${call}x1`)) throw new Error(`collections: ${found.slice(0, 200)}`);
      await load.call('POST', '/v1/answer', {
        query: `What does the note mark${call}x2 say?`,
        collection_ids: [id],
        model: 'small-2',
      });
      await load.call('DELETE', `/v1/collections/${id}?files=delete`);
    },
  },
];

function fileOf(call: number): [name: string, text: string] {
  const lines = [10, 500, 20_000][call % 3] ?? 10;
  const mark = `mark${call}`;
  if (call % 2 === 0) return [`${call}.csv`, `name,value\n${mark},1\n${'row,2\n'.repeat(lines)}`];
  return [`${call}.md`, `# ${mark}\n\n${'Some words in a line.\n\n'.repeat(lines)}`];
}

async function upload(load: Load, name: string, text: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([text]), name);
  form.append('wait_ms', '20000');
  const reply = await load.fetch('/v1/files/upload', { method: 'POST', body: form });
  const said = await reply.text();
  if (!reply.ok) throw new Error(`upload: ${reply.status} ${said.slice(0, 200)}`);
  const { file_id: id }: { file_id: string } = JSON.parse(said);
  await settled(load, `/v1/files/${id}`);
  return id;
}

/** Waits until what goes on in the background has ended. */
async function settled(load: Load, path: string): Promise<void> {
  const until = Date.now() + giveUpMs;
  while (Date.now() < until) {
    const said = await load.call('GET', path);
    const { status, error }: { status: string; error?: unknown } = JSON.parse(said);
    if (status === 'failed') throw new Error(`${path}: ${JSON.stringify(error)}`);
    if (!['processing', 'queued', 'running', 'in_progress', 'pending', 'cancelling'].includes(status)) return;
    await pause(300);
  }
  throw new Error(`${path} does not end`);
}
