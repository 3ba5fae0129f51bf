import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * Tells a client that asks before it sends its body (`Expect: 100-continue`) to go on only when somebody begins to read it. Node
 * tells it so at once, and the client then sends a body that is refused.
 */
export function continueWhenRead(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const invite = (event: string | symbol) => {
      if (event !== 'data' && event !== 'readable') return;
      request.off('newListener', invite);
      if (!response.headersSent) response.writeContinue();
    };
    request.on('newListener', invite);
    server.emit('request', request, response);
  });
}
