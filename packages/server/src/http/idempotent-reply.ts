import type { Readable } from 'node:stream';
import { type Endpoint, errorCatalogue } from '@parley/contract';
import type { FastifyReply } from 'fastify';
import {
  type Claim,
  type IdempotencyService,
  type KeptReply,
  maxKeptBytes,
} from '../features/idempotency/idempotency-service.ts';
import type { AppError } from '../lib/app-error.ts';
import { parleyBody } from './error-reply.ts';
import type { RequestState } from './request-pipeline.ts';

/** One request under an `Idempotency-Key`: either the kept first answer, or the claim that keeps this one. */
export class IdempotentReply {
  readonly kept: KeptReply | null;
  readonly #claim: Claim | null;
  readonly #requestId: string;
  #blocks: string[] = [];
  #blockBytes = 0;

  private constructor(kept: KeptReply | null, claim: Claim | null, requestId: string) {
    this.kept = kept;
    this.#claim = claim;
    this.#requestId = requestId;
  }

  static async begin(
    service: IdempotencyService,
    request: { state: RequestState; endpoint: Endpoint; idempotencyKey: string; body: unknown },
  ): Promise<IdempotentReply> {
    const { state, endpoint, idempotencyKey, body } = request;
    const begun = await service.begin({ keyId: state.call.keyId, endpoint: endpoint.id, idempotencyKey, body });
    const isKept = 'status' in begun;
    return new IdempotentReply(isKept ? begun : null, isKept ? null : begun, state.call.requestId);
  }

  replay(reply: FastifyReply): FastifyReply {
    const { status, contentType, body } = this.kept ?? { status: 200, contentType: 'application/json', body: '' };
    return reply.code(status).header('idempotency-replayed', 'true').header('content-type', contentType).send(body);
  }

  /** Takes a block of a stream as it is sent. */
  readonly recordBlock = (block: string): void => {
    this.#blockBytes += block.length;
    if (this.#blockBytes <= maxKeptBytes) this.#blocks.push(block);
  };

  async finish(status: number, contentType: string, body: string): Promise<void> {
    if (body.length > maxKeptBytes) await this.#claim?.drop();
    else await this.#claim?.finish({ status, contentType, body });
  }

  /** Keeps a body that is sent as it comes, once it has ended; one that breaks off is not kept. */
  watch(status: number, contentType: string, body: Readable): void {
    let hasEnded = false;
    body.on('data', (chunk) => this.recordBlock(String(chunk)));
    body.once('end', () => {
      hasEnded = true;
    });
    body.once('close', () => {
      const text = this.#blocks.join('').trimStart();
      const isKept = hasEnded && this.#blockBytes <= maxKeptBytes;
      void (isKept ? this.finish(status, contentType, text) : this.#claim?.drop());
    });
  }

  async streamed(status: number): Promise<void> {
    if (status !== 200) await this.#claim?.drop();
    else await this.finish(200, 'text/event-stream', this.#blocks.join(''));
  }

  /** Final failures are kept; what a retry can mend, and what the caller must correct, is not. */
  async failed(error: AppError): Promise<void> {
    const isCorrectable = error.status < 500;
    if (isCorrectable || errorCatalogue[error.code].retryable) return this.#claim?.drop();
    const body = JSON.stringify(parleyBody(error, this.#requestId));
    return this.#claim?.finish({ status: error.status, contentType: 'application/json; charset=utf-8', body });
  }
}
