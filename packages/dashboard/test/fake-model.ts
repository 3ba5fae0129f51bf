import { createServer, type ServerResponse } from 'node:http';

/** A model behind OpenAI's API that says a word when it is told to. */
export interface FakeModel {
  url: string;
  /** Says more; waits until somebody has asked. */
  say(text: string): Promise<void>;
  /** Ends the reply. */
  finish(): Promise<void>;
  /** Settles when the one who asked has gone. */
  left: Promise<void>;
  stop(): void;
}

export async function startFakeModel(): Promise<FakeModel> {
  const asked = Promise.withResolvers<ServerResponse>();
  const left = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    request.resume();
    if (!request.url?.endsWith('/chat/completions')) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ object: 'list', data: [{ id: 'slow', object: 'model' }] }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.on('close', () => left.resolve());
    request.on('end', () => asked.resolve(response));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('No port');
  const send = async (choice: object, more: object = {}) => {
    const part = {
      id: 'c',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'slow',
      choices: [{ index: 0, ...choice }],
      ...more,
    };
    (await asked.promise).write(`data: ${JSON.stringify(part)}\n\n`);
  };
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    say: (content) => send({ delta: { content }, finish_reason: null }),
    finish: async () => {
      await send(
        { delta: {}, finish_reason: 'stop' },
        { usage: { prompt_tokens: 21, completion_tokens: 7, total_tokens: 28 } },
      );
      (await asked.promise).end('data: [DONE]\n\n');
    },
    left: left.promise,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
