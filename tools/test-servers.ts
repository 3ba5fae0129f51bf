import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endurance } from './test-suites.ts';

/**
 * Runs the test files that have something to do when servers are there (`tools/ci/start-servers.sh`), but for their halves on SQLite, which
 * `npm test` has run: they have nothing to do with a server. What of them is endurance has a command of its own, which takes both halves.
 */
const needsServer =
  /onBothDatabases|hasServers|hasPostgresServer|TEST_(DATABASE_URL|REDIS_URL|CHROMIUM|SEARXNG_URL|KIWIX_URL|OTLP_URL)|process\.env\.HELM/;
const files = ['packages', 'engines', 'quality', 'bench', 'tools'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
    .map((name) => join(root, name))
    .filter((path) => needsServer.test(readFileSync(path, 'utf8')) && !endurance.includes(path)),
);
console.log(files.join('\n'));
const notOnSqlite = '^(?!.* on SQLite(?: |$))';
const { status } = spawnSync('vitest', ['run', '--testNamePattern', notOnSqlite, ...files], { stdio: 'inherit' });
process.exit(status ?? 1);
