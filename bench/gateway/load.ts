import http from 'node:http';

const sentence = 'All work and no play makes for a dull "benchmark". ';
const turns = 11;

/** A conversation of eleven turns and about that many bytes, or one short question. */
function bodyOf(model: string, stream: boolean, bytes: number, opening = ''): string {
  const content = sentence.repeat(Math.max(1, Math.round(bytes / turns / sentence.length)));
  const count = bytes < turns * sentence.length ? 1 : turns;
  const messages = Array.from({ length: count }, (_, turn) => ({
    role: turn % 2 ? 'assistant' : 'user',
    content: turn === 0 ? opening + content : content,
  }));
  return JSON.stringify({ model, stream, messages });
}

export interface LoadResult {
  requests: number;
  failed: number;
  /** Text events counted over all streams, and how many there should have been. */
  tokens: number;
  seconds: number;
  /** Per request, in milliseconds. */
  latencies: number[];
  firstBytes: number[];
}

/** Sends `total` requests, `concurrency` at a time, and reads each answer to its end. */
export async function load(options: {
  port: number;
  model: string;
  stream: boolean;
  /** Size of the request's body. Default: 5,000. */
  bytes?: number;
  total: number;
  concurrency: number;
  /** Default: `/v1/chat-completion`. */
  path?: string;
  /** Default: the key of the benchmarks. */
  headers?: Record<string, string>;
  /** What each body begins with, and a number of its own, so that none is like another. Default: all are alike. */
  varied?: string;
}): Promise<LoadResult> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: options.concurrency });
  const { model, stream, bytes = 5_000, varied } = options;
  const same = bodyOf(model, stream, bytes);
  const result: LoadResult = { requests: 0, failed: 0, tokens: 0, seconds: 0, latencies: [], firstBytes: [] };
  const start = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: options.concurrency }, async () => {
      while (next < options.total) {
        next++;
        const body = varied === undefined ? same : bodyOf(model, stream, bytes, `${varied} ${next}: `);
        await send(options, agent, body, result);
      }
    }),
  );
  result.seconds = (performance.now() - start) / 1000;
  agent.destroy();
  return result;
}

function send(
  target: Pick<Parameters<typeof load>[0], 'port' | 'path' | 'headers'>,
  agent: http.Agent,
  body: string,
  result: LoadResult,
): Promise<void> {
  const started = performance.now();
  return new Promise((resolve) => {
    const end = (isOk: boolean) => {
      result.requests++;
      if (!isOk) result.failed++;
      result.latencies.push(performance.now() - started);
      resolve();
    };
    const request = http.request(
      {
        host: '127.0.0.1',
        port: target.port,
        path: target.path ?? '/v1/chat-completion',
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...(target.headers ?? { authorization: 'Bearer bench-key-0123456789' }),
        },
      },
      (response) => {
        let text = '';
        let hasBegun = false;
        response.setEncoding('latin1');
        response.on('data', (chunk) => {
          if (!hasBegun) result.firstBytes.push(performance.now() - started);
          hasBegun = true;
          text += chunk;
        });
        response.on('end', () => {
          // Counted by words, because several tokens may travel in one event.
          result.tokens += text.split(' token').length - 1;
          end(response.statusCode === 200);
        });
        response.on('error', () => end(false));
      },
    );
    request.on('error', () => end(false));
    request.end(body);
  });
}

export const percentile = (values: number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
