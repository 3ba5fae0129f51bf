import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export interface Postgres {
  /** Of a fresh, empty database. */
  url: string;
  stop(): void;
}

/** A server that can go away. */
export interface OwnPostgres extends Postgres {
  /** At once, as after a power cut. */
  goAway(): void;
  comeBack(): void;
}

/**
 * A fresh database: on the server of `TEST_DATABASE_URL` where there is one, else on a server of its own from the programs that
 * Debian's `postgresql` brings.
 */
export async function startPostgres(): Promise<Postgres> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== '') {
    const url = freshDatabase(given);
    return {
      url,
      stop: () => query(given, `DROP DATABASE IF EXISTS "${new URL(url).pathname.slice(1)}" WITH (FORCE)`),
    };
  }
  return startOwnPostgres();
}

/** On a server of its own, whatever the environment names. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const bin = newestPrograms();
  const folder = mkdtempSync(join(tmpdir(), 'parley-postgres-'));
  const isRoot = process.getuid?.() === 0;
  // PostgreSQL refuses to run as root.
  const run = (program: string, ...words: string[]) => {
    const [command = '', ...rest] = isRoot
      ? ['runuser', '-u', 'postgres', '--', join(bin, program)]
      : [join(bin, program)];
    execFileSync(command, [...rest, ...words], { stdio: ['ignore', 'ignore', 'inherit'] });
  };
  if (isRoot) execFileSync('chown', ['postgres', folder]);
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  const port = await freePort();
  run('initdb', '-D', data, '-U', 'parley', '--auth=trust', '-E', 'UTF8', '--no-sync');
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c max_connections=200`;
  const comeBack = () => run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'server.log'), '-o', options, 'start');
  const goAway = () => run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
  comeBack();
  return {
    url: freshDatabase(`postgres://parley@127.0.0.1:${port}/postgres`),
    goAway,
    comeBack,
    stop: () => {
      goAway();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a database answers, a line a row. */
function query(url: string, sql: string): string {
  return execFileSync('psql', ['-X', '-A', '-t', '-q', '-c', sql, url], { encoding: 'utf8' });
}

function freshDatabase(server: string): string {
  const name = `acceptance_${process.pid}_${Date.now()}`;
  query(server, `CREATE DATABASE "${name}"`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

function newestPrograms(): string {
  const root = '/usr/lib/postgresql';
  const versions = readdirSync(root).sort((a, b) => Number(a) - Number(b));
  const newest = versions.at(-1);
  if (newest === undefined) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  return join(root, newest, 'bin');
}
