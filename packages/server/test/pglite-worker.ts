import { parentPort } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

/** A PostgreSQL of WebAssembly, spoken with over a socket as with any other: npm alone brings it. Says its address. */
const engine = await PGlite.create({ extensions: { vector } });
const server = new PGLiteSocketServer({ db: engine, port: 0, host: '127.0.0.1', maxConnections: 20 });
await server.start();
const [, port] = server.getServerConn().split(':');
parentPort?.postMessage(`postgres://postgres@127.0.0.1:${port}/postgres`);
