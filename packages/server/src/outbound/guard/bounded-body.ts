import { pipeline, type Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AppError } from '../../lib/app-error.ts';

interface BodyOptions {
  body: Readable;
  headers: Record<string, string>;
  maxBytes: number;
  method: string;
}

/** Layers of compression that are undone; more than two are only seen in attacks. */
const maxLayers = 2;

/** The body as it arrives, decompressed, cut off with `url_too_large` as soon as more than `maxBytes` came out. */
export async function* boundedBody({ body, headers, maxBytes, method }: BodyOptions): AsyncGenerator<Buffer> {
  let sizeBytes = 0;
  try {
    const encodings = contentEncodings(headers);
    const declared = Number(headers['content-length']);
    if (method !== 'HEAD' && encodings.length === 0 && declared > maxBytes) throw tooLarge(maxBytes);
    const layers = encodings.map(decompressor);
    const source = layers.length === 0 ? body : pipeline([body, ...layers], () => {});
    for await (const chunk of source as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
    }
  } finally {
    // Left early or failed: the socket is closed rather than drained.
    body.on('error', () => {});
    body.destroy();
  }
}

function contentEncodings(headers: Record<string, string>): string[] {
  const names = (headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > maxLayers) throw new AppError('url_unreachable', 'The answer is compressed too many times.');
  return names.reverse();
}

function decompressor(name: string): Transform {
  // Servers that cut the last bytes of a gzip stream are common; browsers forgive them too.
  const forgiving = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(forgiving);
    case 'deflate':
      return createInflate(forgiving);
    case 'br':
      return createBrotliDecompress();
    default:
      throw new AppError('url_unreachable', `The answer is compressed in a way that is not supported (${name}).`);
  }
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('url_too_large', `The answer is larger than ${maxBytes} bytes.`);
}
