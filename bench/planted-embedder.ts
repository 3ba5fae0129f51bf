import { createServer } from 'node:http';

const dimensions = 384;

/** An embedder in OpenAI's shape on loopback: each word has a direction of its own, a text is the sum of its words. */
export async function startPlantedEmbedder(): Promise<{ url: string; dimensions: number; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { input } = JSON.parse(Buffer.concat(chunks).toString());
    const texts: string[] = Array.isArray(input) ? input : [input];
    const data = texts.map((text, index) => ({ index, embedding: toBase64(embed(text)) }));
    const usage = { prompt_tokens: texts.length * 100, total_tokens: texts.length * 100 };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data, usage }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the embedder does not listen');
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    dimensions,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function embed(text: string): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const word of text.split(/\W+/)) {
    let state = 2_166_136_261;
    for (let at = 0; at < word.length; at++) state = Math.imul(state ^ word.charCodeAt(at), 16_777_619) >>> 0;
    for (let one = 0; one < 24; one++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      const at = (state >>> 8) % dimensions;
      vector[at] = (vector[at] ?? 0) + (state & 1 ? 1 : -1);
    }
  }
  if (vector.every((one) => one === 0)) vector[0] = 1;
  return vector;
}

const toBase64 = (vector: Float32Array): string => Buffer.from(vector.buffer).toString('base64');
