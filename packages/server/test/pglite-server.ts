import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { type Database, openDatabase } from '../src/db/open-database.ts';

/** A PostgreSQL in this process (WebAssembly), spoken with over a socket as with any other: npm alone brings it. */
export async function openPGlite(): Promise<Database> {
  const engine = await PGlite.create();
  const server = new PGLiteSocketServer({ db: engine, port: 0, host: '127.0.0.1', maxConnections: 20 });
  await server.start();
  const [, port] = server.getServerConn().split(':');
  const database = await openDatabase({ url: `postgres://postgres@127.0.0.1:${port}/postgres`, dataDir: ':memory:' });
  return {
    ...database,
    async close() {
      await database.close();
      await server.stop();
      await engine.close();
    },
  };
}
