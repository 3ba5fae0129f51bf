import { createServer, type Server } from 'node:http';

/** A model behind OpenAI's API that answers every question alike and at once, on a machine however busy. */
export function startPlainModel(port: number): Promise<Server> {
  const choice = { index: 0, message: { role: 'assistant', content: 'Blue.' }, finish_reason: 'stop' };
  const usage = { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 };
  const reply = { id: 'c', object: 'chat.completion', created: 1, model: 'house-model', choices: [choice], usage };
  const chunk = (delta: object, more: object = {}) =>
    `data: ${JSON.stringify({ ...reply, object: 'chat.completion.chunk', usage: undefined, choices: [{ index: 0, delta, finish_reason: null }], ...more })}\n\n`;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      if (!body.includes('"stream":true')) {
        response.setHeader('content-type', 'application/json');
        return response.end(
          JSON.stringify(request.url?.endsWith('/models') ? { object: 'list', data: [{ id: 'house-model' }] } : reply),
        );
      }
      response.setHeader('content-type', 'text/event-stream');
      response.write(chunk({ content: 'Blue.' }));
      response.end(
        `${chunk({}, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage })}data: [DONE]\n\n`,
      );
    });
  });
  return new Promise((done) => server.listen(port, '127.0.0.1', () => done(server)));
}
