import { APIError, ConnectionError } from './errors.ts';
import type { HttpClient, RequestOptions } from './http-client.ts';

/** Puts bytes to a signed address and tells how many have left, by what the runtime offers for it. */
export async function putWithProgress(
  client: HttpClient,
  { url, blob, onSent }: { url: string; blob: Blob; onSent: ((bytes: number) => void) | undefined },
  options: RequestOptions,
): Promise<void> {
  const type = blob.type || 'application/octet-stream';
  const totalBytes = blob.size;
  onSent?.(0);
  const headers = { 'content-type': type };
  if (onSent === undefined) return client.put(url, () => blob, headers, options);
  // Browsers count only here; most cannot send a stream.
  const Xhr: XhrClass | undefined = Reflect.get(globalThis, xhrName);
  if (Xhr) return putByXhr(new Xhr(), { url, blob, type, report: onSent, signal: options.signal });
  return client.put(url, () => counted(blob, onSent), { ...headers, 'content-length': String(totalBytes) }, options);
}

function counted(blob: Blob, report: (sentBytes: number) => void): ReadableStream {
  let sent = 0;
  return blob.stream().pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        sent += chunk.byteLength;
        report(sent);
        controller.enqueue(chunk);
      },
    }),
  );
}

// As any text, so that programs with the types of a browser do not hold the whole of it against the part below.
const xhrName: string = 'XMLHttpRequest';

/** The part of XMLHttpRequest that is used; only browsers know its type. */
interface Xhr {
  readonly upload: { onprogress: ((event: { loaded: number }) => void) | null };
  readonly status: number;
  readonly responseText: string;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onloadend: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  send(body: Blob): void;
  abort(): void;
}
type XhrClass = new () => Xhr;

interface XhrPut {
  url: string;
  blob: Blob;
  type: string;
  report(sentBytes: number): void;
  signal: AbortSignal | undefined;
}

function putByXhr(request: Xhr, { url, blob, type, report, signal }: XhrPut): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      request.abort();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    request.upload.onprogress = ({ loaded }) => report(loaded);
    request.onload = () => {
      const { status, responseText } = request;
      if (status < 300) resolve();
      else reject(APIError.from({ status, headers: new Headers(), body: { message: responseText.slice(0, 500) } }));
    };
    request.onerror = () => reject(new ConnectionError('upload_failed', 'The connection broke off within the upload'));
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    request.open('PUT', url);
    request.setRequestHeader('content-type', type);
    request.send(blob);
  });
}
