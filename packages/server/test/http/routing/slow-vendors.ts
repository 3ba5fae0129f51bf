import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What the process of slow vendors was asked. */
export interface AskedModel {
  model: string;
  /** By the clock of the machine, in milliseconds. */
  at: number;
}

export const words = ['one ', 'two ', 'three ', 'four ', 'five '];
const pauseMs = 800;

// Two vendors whose replies take a while, in a process of their own, so that its times are not those of a busy test. Sends their addresses
// first, and what they were asked once it is told anything.
if (process.send) {
  const asked: AskedModel[] = [];
  const servers = [0, 1].map(() =>
    createServer(async (request, response) => {
      const at = Date.now();
      const text = (await buffer(request)).toString();
      // How much its models read it does not tell.
      if (request.method !== 'POST') return response.writeHead(404).end();
      const { model }: { model: string } = JSON.parse(text);
      asked.push({ model, at });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const say = (value: object) => response.write(`data: ${JSON.stringify(value)}\n\n`);
      for (const word of words) {
        say({ choices: [{ index: 0, delta: { content: word }, finish_reason: null }] });
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      const usage = { prompt_tokens: 3, completion_tokens: 5 };
      say({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage });
      return response.end('data: [DONE]\n\n');
    }),
  );
  for (const server of servers) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.send(servers.map((server) => `127.0.0.1:${(server.address() as AddressInfo).port}`));
  process.on('message', () => process.send?.(asked));
}
