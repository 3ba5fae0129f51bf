import { addAbortSignal, type Readable } from 'node:stream';
import { AppError } from './app-error.ts';

/**
 * The chunks of a stream, up to `maxBytes`; with more it throws `payload_too_large` at once. The stream is left as it is
 * then (a request must stay open for its answer); an abort destroys it.
 */
export async function* limitBytes(body: Readable, maxBytes: number, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  signal?.throwIfAborted();
  if (signal) addAbortSignal(signal, body);
  let sizeBytes = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw payloadTooLarge(maxBytes);
    yield chunk;
  }
}

export function payloadTooLarge(maxBytes: number): AppError {
  return new AppError(
    'payload_too_large',
    `The upload is larger than the limit of ${maxBytes.toLocaleString('en-US')} bytes.`,
    { fields: { max_size: maxBytes } },
  );
}
