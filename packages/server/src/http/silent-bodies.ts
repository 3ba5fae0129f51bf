import type { FastifyRequest } from 'fastify';
import { AppError } from '../lib/app-error.ts';
import type { OpenCall } from './request-pipeline.ts';

interface SilentBodiesOptions {
  /** For so long nothing of a body may come. */
  limitMs: number;
  openCalls(): Iterable<OpenCall>;
  /** Answers the call with the error and closes its connection. */
  refuse(call: OpenCall, error: AppError): Promise<void>;
}

/**
 * Ends calls whose bodies have stopped coming: their connections would stay until the time for the whole request is over. It goes over
 * the open calls a few times within the limit, so that the usual ones, whose bodies come with their heads, cost nothing.
 */
export class SilentBodies {
  readonly #options: SilentBodiesOptions;
  readonly #look: NodeJS.Timeout;
  /** How many bytes had come on the connection of a call when it was last seen to move. */
  readonly #seen = new WeakMap<FastifyRequest, { bytes: number; atMs: number }>();

  constructor(options: SilentBodiesOptions) {
    this.#options = options;
    this.#look = setInterval(() => this.#endSilent(), options.limitMs / 6).unref();
  }

  close(): void {
    clearInterval(this.#look);
  }

  #endSilent(): void {
    const nowMs = performance.now();
    for (const call of this.#options.openCalls()) {
      const { raw } = call.request;
      if (raw.complete || raw.destroyed || call.reply.raw.headersSent) continue;
      const bytes = raw.socket.bytesRead;
      const seen = this.#seen.get(call.request);
      // What has come and waits to be read is our delay and not the caller's.
      if (seen === undefined || seen.bytes !== bytes || raw.readableLength > 0) {
        this.#seen.set(call.request, { bytes, atMs: nowMs });
      } else if (nowMs - seen.atMs >= this.#options.limitMs) {
        const seconds = Math.round(this.#options.limitMs / 1000);
        const error = new AppError('body_timeout', `Nothing of the request body has come for ${seconds} s`);
        void this.#options.refuse(call, error).finally(() => call.state.abort.abort(error));
      }
    }
  }
}
