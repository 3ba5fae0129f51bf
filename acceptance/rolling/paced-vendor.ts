import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

const gapMs = 100;

/** What a call wants of the vendor, written into its question: `call-17 pieces-30`. */
export const questionOf = (call: number, pieces: number): string => `call-${call} pieces-${pieces}`;

/** The word of piece `index`: what a caller counts in an answer. */
export const pieceOf = (index: number): string => `piece${index} `;

const refusals: Record<string, number> = { 500: 500, 429: 429 };

/**
 * A vendor of models in OpenAI's shape that takes its time, a word every tenth of a second, and counts how often each call came. A question
 * with `fault-500`, `fault-429`, `fault-garbage` or `fault-cut` in it is answered so.
 */
export class PacedVendor {
  readonly asked = new Map<number, number>();
  readonly #server = createServer((request, response) => {
    void text(request).then((body) => this.#answer(body, response));
  });

  async start(): Promise<this> {
    // A connection that is kept outlasts every service that is tried with it.
    this.#server.keepAliveTimeout = 600_000;
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    return this;
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo; // it listens at a port
    return `http://127.0.0.1:${port}/v1`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(body: string, response: ServerResponse): Promise<void> {
    const [, call = '0', count = '1'] = /call-(\d+) pieces-(\d+)/.exec(body) ?? [];
    this.asked.set(Number(call), (this.asked.get(Number(call)) ?? 0) + 1);
    const pieces = Array.from({ length: Number(count) }, (_, index) => pieceOf(index));
    const [, fault = ''] = /fault-(\w+)/.exec(body) ?? [];
    if (refusals[fault] !== undefined) {
      response.writeHead(refusals[fault], { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: 'scripted', type: 'scripted' } }));
      return;
    }
    if (fault === 'garbage') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {"choices": [{"del\n\n<html>');
      return;
    }
    const usage = { prompt_tokens: 10, completion_tokens: pieces.length, total_tokens: 10 + pieces.length };
    if (!body.includes('"stream":true')) {
      await pause(gapMs);
      const message = { role: 'assistant', content: pieces.join('') };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }], usage }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (value: object) => response.write(`data: ${JSON.stringify(value)}\n\n`);
    for (const content of pieces) {
      await pause(gapMs);
      if (response.destroyed) return;
      send({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
      if (fault === 'cut') {
        response.destroy();
        return;
      }
    }
    send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage });
    response.end('data: [DONE]\n\n');
  }
}
