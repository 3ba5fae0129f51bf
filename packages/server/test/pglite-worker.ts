import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

/** A PostgreSQL of WebAssembly, spoken with over a socket as with any other: npm alone brings it. Says its address. */
const engine = inWholeQueries(await begin());
const server = new PGLiteSocketServer({ db: engine, port: 0, host: '127.0.0.1', maxConnections: 20 });
await server.start();
const [, port] = server.getServerConn().split(':');
parentPort?.postMessage(`postgres://postgres@127.0.0.1:${port}/postgres`);

/** To make an empty cluster takes six seconds of the processor, to read one half a second: it is made once for each version of the engine. */
async function begin(): Promise<PGlite> {
  const root = join(import.meta.dirname, '../../..');
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const kept = join(root, `node_modules/.cache/empty-postgres/${devDependencies['@electric-sql/pglite']}.tar`);
  if (existsSync(kept)) return PGlite.create({ extensions: { vector }, loadDataDir: new Blob([readFileSync(kept)]) });
  const made = await PGlite.create({ extensions: { vector } });
  const cluster = await made.dumpDataDir('none');
  mkdirSync(dirname(kept), { recursive: true });
  // Whole or not at all, whoever else makes it at the same time.
  const unfinished = `${kept}.${process.pid}-${performance.now()}`;
  writeFileSync(unfinished, await cluster.bytes());
  renameSync(unfinished, kept);
  return made;
}

/**
 * The server takes messages of its connections in the order in which they come, and all share one session: between the parts of a query
 * (parse, bind, execute) another connection's would run, and an insert would be gone without an error. It goes on with the same
 * connection for as long as the engine says that it is in a transaction, and here it says so until a query is whole.
 */
function inWholeQueries(engine: PGlite): PGlite {
  const partsBeforeSync = new Set([...'PBDECH'].map((letter) => letter.charCodeAt(0)));
  let isOpen = false;
  const { execProtocolRawStream, isInTransaction, exec } = engine;
  return Object.assign(engine, {
    execProtocolRawStream: (message, options) => {
      isOpen = partsBeforeSync.has(message[0] ?? 0);
      return execProtocolRawStream.call(engine, message, options);
    },
    isInTransaction: () => isOpen || isInTransaction.call(engine),
    // What the server asks for itself, of a connection that left in the middle.
    exec: (query, options) => {
      isOpen = false;
      return exec.call(engine, query, options);
    },
  } satisfies Partial<PGlite>);
}
