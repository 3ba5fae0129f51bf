import { Agent, type RequestOptions, request } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import type { Balancer } from './balancers.ts';
import { type PacedVendor, pieceOf, questionOf } from './paced-vendor.ts';

type Kind = 'POST' | 'stream' | 'upload';

export interface Tally {
  sent: Record<Kind, number>;
  failures: string[];
  /** Of POSTs that answered, in milliseconds. */
  latencies: number[];
}

/** Callers of each kind, and how long one rests between two calls. */
const callers: [Kind, number, number][] = [
  ['POST', 4, 300],
  ['stream', 4, 200],
  ['upload', 1, 3000],
];
/** A stream lasts from half a second to four. */
const streamPieces = [5, 40] as const;
const plainPieces = 2;
const giveUpMs = 60_000;
const readMs = 300_000;
/** Failures of one balancer that are shown, as they happen. */
const mostTold = 20;

let calls = 0;

/** Sends POSTs, streams and uploads through a balancer until it is told to end, and writes down what went wrong. */
export class Callers {
  readonly tally: Tally = { sent: { POST: 0, stream: 0, upload: 0 }, failures: [], latencies: [] };
  readonly #balancer: Balancer;
  readonly #vendor: PacedVendor;
  readonly #key: string;
  readonly #kept = new Agent({ keepAlive: true, rejectUnauthorized: false });
  readonly #fresh = new Agent({ keepAlive: false, rejectUnauthorized: false });
  readonly #running: Promise<unknown>;
  #isOver = false;

  constructor(balancer: Balancer, vendor: PacedVendor, key: string) {
    this.#balancer = balancer;
    this.#vendor = vendor;
    this.#key = key;
    this.#running = Promise.all(
      callers.flatMap(([kind, count, restMs]) => Array.from({ length: count }, (_, i) => this.#go(kind, i, restMs))),
    );
  }

  async end(): Promise<Tally> {
    this.#isOver = true;
    await this.#running;
    this.#kept.destroy();
    return this.tally;
  }

  async #go(kind: Kind, index: number, restMs: number): Promise<void> {
    while (!this.#isOver) {
      // Some clients keep their connection, others open one for each call.
      const agent = index % 3 === 0 ? this.#fresh : this.#kept;
      const begun = performance.now();
      const call = ++calls;
      this.tally.sent[kind]++;
      try {
        await (kind === 'upload' ? this.#upload(call, agent) : this.#ask(kind, call, agent));
        if (kind === 'POST') this.tally.latencies.push(performance.now() - begun);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        const ms = Math.round(performance.now() - begun);
        const told = `${new Date().toISOString()} ${kind} ${call} after ${ms} ms: ${message}`;
        if (this.tally.failures.push(told) <= mostTold) console.log(`${this.#balancer.name}: ${told}`);
      }
      await pause(restMs);
    }
  }

  async #ask(kind: Kind, call: number, agent: Agent): Promise<void> {
    const isStream = kind === 'stream';
    const [least, most] = streamPieces;
    const pieces = isStream ? least + (call % (most - least)) : plainPieces;
    const body = {
      model: 'openai/paced',
      stream: isStream,
      messages: [{ role: 'user', content: questionOf(call, pieces) }],
    };
    const headers = { 'content-type': 'application/json' };
    const { status, text } = await this.#send('/v1/chat-completion', { agent, headers }, JSON.stringify(body));
    if (status !== 200) throw new Error(`${status} ${text.slice(0, 200)}`);
    if (isStream && !text.includes('[DONE]')) throw new Error(`cut: …${text.slice(-100)}`);
    const came = Array.from({ length: pieces }, (_, index) => pieceOf(index)).filter((piece) =>
      text.includes(piece.trim()),
    );
    if (came.length !== pieces) throw new Error(`${came.length} of ${pieces} pieces: …${text.slice(-200)}`);
    const times = this.#vendor.asked.get(call) ?? 0;
    if (times !== 1) throw new Error(`asked ${times} times of the vendor`);
  }

  /** A file in a form, larger than a balancer keeps in memory, that must be read. */
  async #upload(call: number, agent: Agent): Promise<void> {
    const mark = `mark${call}`;
    const boundary = `----rolling${call}`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${call}.txt"\r\n\r\n`;
    const body = `${head}${mark}\n${'A plain line of text.\n'.repeat(2000)}\r\n--${boundary}--\r\n`;
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    const { status, text } = await this.#send('/v1/files/upload', { agent, headers }, body);
    if (status !== 200) throw new Error(`${status} ${text.slice(0, 200)}`);
    const { file_id: id }: { file_id: string } = JSON.parse(text);
    await this.#untilRead(id, agent);
    const read = await this.#send(`/v1/files/${id}/text`, { agent, method: 'GET' });
    if (!read.text.includes(mark)) throw new Error(`${id}: its text lacks what was sent`);
    const gone = await this.#send(`/v1/files/${id}`, { agent, method: 'DELETE' });
    if (gone.status >= 300) throw new Error(`DELETE ${id}: ${gone.status}`);
  }

  async #untilRead(id: string, agent: Agent): Promise<void> {
    const until = Date.now() + readMs;
    while (Date.now() < until) {
      const file = await this.#send(`/v1/files/${id}`, { agent, method: 'GET' });
      if (file.status !== 200) throw new Error(`GET ${id}: ${file.status} ${file.text.slice(0, 200)}`);
      const { status: state }: { status: string } = JSON.parse(file.text);
      if (state === 'ready') return;
      if (state !== 'processing') throw new Error(`${id} is ${state}`);
      await pause(250);
    }
    throw new Error(`${id} is not read after ${readMs / 1000} s`);
  }

  #send(path: string, options: RequestOptions, body = ''): Promise<{ status: number; text: string }> {
    const { port, host } = this.#balancer;
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          method: 'POST',
          ...options,
          host: '127.0.0.1',
          port,
          path,
          servername: host,
          timeout: giveUpMs,
          headers: {
            ...options.headers,
            host,
            authorization: `Bearer ${this.#key}`,
            'content-length': Buffer.byteLength(body),
          },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (part: string) => {
            text += part;
          });
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
          response.on('error', reject);
        },
      );
      sent.on('timeout', () => sent.destroy(new Error('silent for a minute')));
      sent.on('error', reject);
      sent.end(body);
    });
  }
}
