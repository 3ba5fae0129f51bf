import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Words that mean the same share a number: an embedder that knows synonyms, and nothing else. */
export const meanings = [
  ['car', 'automobile', 'vehicle'],
  ['doctor', 'physician', 'medic'],
  ['buy', 'purchase', 'acquire'],
  ['begin', 'commence', 'start'],
  ['house', 'dwelling', 'residence'],
  ['child', 'kid', 'youngster'],
  ['ocean', 'sea', 'deep'],
  ['happy', 'glad', 'joyful'],
  ['stone', 'rock', 'boulder'],
  ['forest', 'wood', 'grove'],
  ['night', 'darkness', 'dusk'],
  ['road', 'street', 'lane'],
] as const;

const dimensions = 24;
type Mode = 'well' | 'down' | 'short' | 'few' | 'nan' | 'limited';

export interface EmbeddingServer {
  /** With `/v1`. */
  url: string;
  /** How it answers from now on. */
  mode: Mode;
  /** Models that do not answer. */
  readonly failing: Set<string>;
  readonly calls: { model: string; texts: number }[];
  close(): Promise<void>;
}

function vectorOf(text: string, model: string): number[] {
  const vector = new Array<number>(dimensions).fill(0.01);
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    const meaning = meanings.findIndex((group) => group.some((one) => one === word));
    // Another model has another space.
    if (meaning >= 0) vector[(meaning + (model.endsWith('large') ? 12 : 0)) % dimensions] = 1;
  }
  return vector;
}

/** A server of embeddings in OpenAI's shape on loopback. */
export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      const { input, model } = JSON.parse(text) as { input: string[]; model: string };
      const texts = Array.isArray(input) ? input : [input];
      state.calls.push({ model, texts: texts.length });
      if (state.mode === 'down' || state.failing.has(model)) return response.writeHead(500).end('{}');
      if (state.mode === 'limited') return response.writeHead(429, { 'retry-after': '600' }).end('{}');
      const data = texts.map((entry, index) => {
        const embedding = vectorOf(entry, model);
        return { index, embedding: state.mode === 'short' ? embedding.slice(1) : embedding };
      });
      const sent = state.mode === 'few' ? data.slice(1) : data;
      const body = JSON.stringify({ data: sent, model, usage: { prompt_tokens: texts.length * 10, total_tokens: 1 } });
      response
        .setHeader('content-type', 'application/json')
        .end(state.mode === 'nan' ? body.replace('0.01', 'null') : body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const state: EmbeddingServer = {
    url: `http://127.0.0.1:${port}/v1`,
    mode: 'well',
    failing: new Set(),
    calls: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return state;
}
