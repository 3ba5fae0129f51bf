import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Runs the test files that have something to do when servers are there; see `tools/ci/start-servers.sh`. */
const needsServer = /onBothDatabases|hasServers|TEST_(DATABASE_URL|REDIS_URL|CHROMIUM|SEARXNG_URL|KIWIX_URL)/;
const files = ['packages', 'bench', 'tools'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
    .map((name) => join(root, name))
    .filter((path) => needsServer.test(readFileSync(path, 'utf8'))),
);
console.log(files.join('\n'));
const { status } = spawnSync('vitest', ['run', ...files], { stdio: 'inherit' });
process.exit(status ?? 1);
