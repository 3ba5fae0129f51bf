import { hash } from 'node:crypto';
import fastify from 'fastify';
import { Pool } from 'undici';

/**
 * The reference: Fastify, one key, one schema, own translation of events on undici, and no other feature. What our service
 * costs beyond it is what its features cost.
 */
const key = hash('sha256', 'bench-key-0123456789');
const pool = new Pool(process.env.UPSTREAM ?? '', { connections: 2000, pipelining: 1 });
const app = fastify({ bodyLimit: 10 * 1024 * 1024 });
const schema = {
  body: {
    type: 'object',
    required: ['model', 'messages'],
    properties: {
      model: { type: 'string' },
      stream: { type: 'boolean' },
      messages: {
        type: 'array',
        items: {
          type: 'object',
          required: ['role', 'content'],
          properties: { role: { type: 'string' }, content: { type: 'string' } },
        },
      },
    },
  },
};
interface Body {
  model: string;
  stream?: boolean;
  messages: object[];
}
const headers = { 'content-type': 'application/json' };

app.post<{ Body: Body }>('/v1/chat-completion', { schema }, async (request, reply) => {
  const token = request.headers.authorization?.slice(7) ?? '';
  if (hash('sha256', token) !== key) return reply.code(401).send({ error: 'no' });
  const { model, messages, stream } = request.body;
  const body = JSON.stringify({ model, messages, stream, ...(stream && { stream_options: { include_usage: true } }) });
  if (!stream) {
    const response = await pool.request({ path: '/v1/chat/completions', method: 'POST', headers, body });
    const json = (await response.body.json()) as { choices: { message: { content: string } }[]; usage: object };
    return { result: { response: [{ role: 'assistant', content: json.choices[0]?.message.content }], thinking: '' } };
  }
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, { 'content-type': 'text/event-stream' });
  let rest = '';
  const decoder = new TextDecoder();
  pool.dispatch(
    { path: '/v1/chat/completions', method: 'POST', headers, body },
    {
      onRequestStart() {},
      onResponseStart() {},
      onResponseData(_controller, chunk) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
        rest = lines.pop() ?? '';
        let out = '';
        for (const line of lines) {
          if (!line.startsWith('data: ') || line === 'data: [DONE]') continue;
          const content = JSON.parse(line.slice(6)).choices[0]?.delta?.content;
          if (content) out += `data: ${JSON.stringify({ content: { type: 'text_chunk', content } })}\n\n`;
        }
        if (out) raw.write(out);
      },
      onResponseEnd() {
        raw.end('data: {"content":"[DONE]"}\n\n');
      },
      onResponseError() {
        raw.destroy();
      },
    },
  );
});
const address = await app.listen({ host: '127.0.0.1', port: 0 });
console.log(`listening ${new URL(address).port}`);
