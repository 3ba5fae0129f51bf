import { createHash, hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../lib/app-error.ts';
import { payloadTooLarge } from '../lib/size-limit.ts';

/**
 * What tells a request's body from another: a hash of its bytes. For a form its boundary does not count, which senders draw
 * anew each time. A body that the handler reads as a stream is known once it was read to its end.
 */
export class BodyIdentity {
  readonly #request: FastifyRequest;
  readonly #bytes: FormHash | null;
  #value: string | null;

  /** For a body that was not read yet this looks on while somebody else reads it. */
  constructor(request: FastifyRequest, bodyText: string | null) {
    const { raw } = request;
    this.#request = request;
    const isRead = bodyText !== null || raw.readableEnded || !hasBody(request);
    this.#value = isRead ? hash('sha256', `text\n${bodyText ?? ''}`) : null;
    this.#bytes = isRead ? null : new FormHash(boundaryOf(request));
    if (!this.#bytes) return;
    raw.on('data', (chunk: Buffer) => this.#bytes?.update(chunk));
    raw.once('end', () => {
      this.#value = this.#bytes?.digest() ?? null;
    });
    // Listening alone must not start the flow before the reader is there.
    raw.pause();
  }

  /** Null while the body was not read to its end. */
  get value(): string | null {
    return this.#value;
  }

  /** Reads the body and throws it away. Throws `payload_too_large`, and `client_closed_request` when it breaks off. */
  async read(maxBytes: number): Promise<string> {
    if (this.#value !== null) return this.#value;
    let left = maxBytes;
    try {
      for await (const chunk of this.#request.raw) {
        left -= chunk.length;
        if (left < 0) throw payloadTooLarge(maxBytes);
      }
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      throw new AppError('client_closed_request', 'The connection ended before the body did', { cause });
    }
    return this.#value ?? '';
  }
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function boundaryOf({ headers }: FastifyRequest): Buffer | null {
  const match = /^multipart\/.*;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(headers['content-type'] ?? '');
  const boundary = match?.[1] ?? match?.[2];
  return boundary === undefined ? null : Buffer.from(boundary, 'latin1');
}

/** SHA-256 over the pieces between the boundaries, each by its own hash, so that no piece can pass for two. */
class FormHash {
  readonly #boundary: Buffer | null;
  readonly #whole = createHash('sha256');
  #piece = createHash('sha256');
  #tail: Buffer = Buffer.alloc(0);

  constructor(boundary: Buffer | null) {
    this.#boundary = boundary;
  }

  update(chunk: Buffer): void {
    const boundary = this.#boundary;
    if (!boundary) {
      this.#piece.update(chunk);
      return;
    }
    const data = this.#tail.length > 0 ? Buffer.concat([this.#tail, chunk]) : chunk;
    let from = 0;
    for (let at = data.indexOf(boundary); at >= 0; at = data.indexOf(boundary, from)) {
      this.#piece.update(data.subarray(from, at));
      this.#endPiece();
      from = at + boundary.length;
    }
    // A boundary may lie across two chunks.
    const kept = Math.max(from, data.length - boundary.length + 1);
    this.#piece.update(data.subarray(from, kept));
    this.#tail = data.subarray(kept);
  }

  digest(): string {
    this.#piece.update(this.#tail);
    this.#endPiece();
    return this.#whole.digest('hex');
  }

  #endPiece(): void {
    this.#whole.update(this.#piece.digest());
    this.#piece = createHash('sha256');
  }
}
