import type { Readable } from 'node:stream';
import { errorCatalogue } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Claim,
  type IdempotencyService,
  type KeptReply,
  maxKeptBytes,
} from '../features/runs/idempotency/idempotency-service.ts';
import { AppError } from '../lib/app-error.ts';
import type { EdgeCall } from '../ports/call.ts';
import { BodyIdentity } from './body-identity.ts';
import { parleyBody } from './error-reply.ts';
import { userOf } from './user-of.ts';

export interface MarkedRequest {
  call: Pick<EdgeCall, 'actor' | 'person' | 'confinedTo' | 'workspaceId' | 'requestId' | 'keepsNothing'>;
  request: FastifyRequest;
  idempotencyKey: string;
  /** How much of a body is read to compare it with the first one's. */
  maxBytes: number;
}

/** A key acts in one workspace; a person in the one that the call names, and what was answered there is not for another. */
const senderOf = ({ actor, person, workspaceId, confinedTo }: MarkedRequest['call']): string =>
  person === null ? actor : JSON.stringify([actor, workspaceId, confinedTo]);

/** One request under an `Idempotency-Key`: either the kept first answer, or the claim that keeps this one. */
export class IdempotentReply {
  readonly kept: KeptReply | null;
  #claim: Claim | null;
  readonly #requestId: string;
  /** That there was an answer is kept, and nothing of it. */
  readonly #keepsNothing: boolean;
  readonly #bodyIdentity: BodyIdentity;
  #blocks: string[] = [];
  #blockBytes = 0;

  private constructor(
    begun: KeptReply | Claim,
    { requestId, keepsNothing = false }: MarkedRequest['call'],
    bodyIdentity: BodyIdentity,
  ) {
    this.#keepsNothing = keepsNothing;
    this.kept = 'status' in begun ? begun : null;
    this.#claim = 'status' in begun ? null : begun;
    this.#requestId = requestId;
    this.#bodyIdentity = bodyIdentity;
  }

  static async begin(
    service: IdempotencyService,
    { call, request, idempotencyKey, maxBytes }: MarkedRequest,
  ): Promise<IdempotentReply> {
    const body = new BodyIdentity(request, request.bodyText);
    const begun = await service.begin({
      keyId: senderOf(call),
      workspaceId: call.workspaceId,
      userId: userOf(request.body),
      idempotencyKey,
      target: `${request.method} ${request.url}`,
      body: body.value,
      readBody: () => body.read(maxBytes),
    });
    if ('status' in begun && begun.contentType === notKept) throw wasNotKept(begun.status);
    return new IdempotentReply(begun, call, body);
  }

  /** Takes a block of a stream as it is sent. */
  readonly recordBlock = (block: string): void => {
    this.#blockBytes += block.length;
    if (this.#isWhole && !this.#keepsNothing) this.#blocks.push(block);
  };

  get #isWhole(): boolean {
    return this.#blockBytes <= maxKeptBytes;
  }

  async finish(status: number, contentType: string, body: string): Promise<void> {
    const identity = this.#bodyIdentity.value;
    if (identity !== null && this.#keepsNothing) {
      await this.#claim?.finish({ status, contentType: notKept, body: '' }, identity);
    } else if (identity === null || body.length > maxKeptBytes) await this.drop();
    else await this.#claim?.finish({ status, contentType, body }, identity);
  }

  /** Keeps nothing of this answer: the request may be sent again under the same key. */
  async drop(): Promise<void> {
    const claim = this.#claim;
    this.#claim = null;
    await claim?.drop();
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
      void (hasEnded && this.#isWhole ? this.finish(status, contentType, text) : this.drop());
    });
  }

  async streamed(status: number): Promise<void> {
    if (status !== 200 || !(this.#isWhole || this.#keepsNothing)) await this.drop();
    else await this.finish(200, 'text/event-stream', this.#blocks.join(''));
  }

  /** Final failures are kept; what a retry can mend, and what the caller must correct, is not. */
  async failed(error: AppError): Promise<void> {
    // A model that gave no such object was paid for, and nobody corrects that by sending it again.
    const isCorrectable = error.status < 500 && error.code !== 'schema_not_met';
    if (isCorrectable || errorCatalogue[error.code].retryable) return this.drop();
    const body = JSON.stringify(parleyBody(error, this.#requestId));
    return this.finish(error.status, 'application/json; charset=utf-8', body);
  }
}

/** In place of a content type. */
const notKept = 'not kept';

const wasNotKept = (status: number): AppError =>
  new AppError(
    'idempotency_not_kept',
    `The first request with this Idempotency-Key was answered (${status}), and nothing of its answer was kept, as it asked for (store: false)`,
  );

/** Sends the first answer again. */
export function sendKept(reply: FastifyReply, { status, contentType, body }: KeptReply): FastifyReply {
  return reply.code(status).header('idempotency-replayed', 'true').header('content-type', contentType).send(body);
}
