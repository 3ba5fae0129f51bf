import http from 'node:http';

/**
 * A model provider on loopback in OpenAI's shape. The model's name chooses the pace: `burst` sends 100 tokens at once,
 * `paced` one every 10 ms. Prints its port.
 */
const tokens = 100;
const gapMs = 10;
const usage = { prompt_tokens: 1200, completion_tokens: tokens, total_tokens: 1300 };
const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const blocks = Array.from({ length: tokens }, (_, index) => chunk({ content: ` token${index}` }));
const ending = `${chunk({}, 'stop')}data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage })}\n\ndata: [DONE]\n\n`;
const content = Array.from({ length: tokens }, (_, index) => ` token${index}`).join('');
const body = JSON.stringify({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage,
});

/** All paced streams share one timer, so that the mock itself costs little. */
const paced = new Map<http.ServerResponse, number>();
setInterval(() => {
  for (const [response, next] of paced) {
    if (next < tokens) {
      response.write(blocks[next]);
      paced.set(response, next + 1);
    } else {
      paced.delete(response);
      response.end(ending);
    }
  }
}, gapMs);

const server = http.createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const text = Buffer.concat(parts).toString();
    if (!text.includes('"stream":true')) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
      response.end(body);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (text.includes('burst')) {
      response.end(blocks.join('') + ending);
      return;
    }
    response.write(chunk({ role: 'assistant', content: '' }));
    paced.set(response, 0);
    response.on('close', () => paced.delete(response));
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const address = server.address();
  console.log(`listening ${typeof address === 'object' ? address?.port : address}`);
});
