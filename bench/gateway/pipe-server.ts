import http from 'node:http';
import { Pool } from 'undici';

/** The limit for Node: bytes go through unread. */
const pool = new Pool(process.env.UPSTREAM ?? '', { connections: 2000, pipelining: 1 });
const server = http.createServer((request, response) => {
  pool.dispatch(
    { path: '/v1/chat/completions', method: 'POST', body: request, headers: { 'content-type': 'application/json' } },
    {
      onRequestStart() {},
      onResponseStart(_controller, status, headers) {
        response.writeHead(status, { 'content-type': String(headers['content-type']) });
      },
      onResponseData(_controller, chunk) {
        response.write(chunk);
      },
      onResponseEnd() {
        response.end();
      },
      onResponseError() {
        response.destroy();
      },
    },
  );
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`listening ${typeof address === 'object' ? address?.port : address}`);
});
