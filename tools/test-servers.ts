import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endurance, fuzzed } from './test-suites.ts';

/**
 * Runs the test files that have something to do when servers are there (`tools/ci/start-servers.sh`); with `--endurance` all of
 * `npm run test:endurance` as well, each file once.
 */
const needsServer =
  /onBothDatabases|hasServers|hasPostgresServer|TEST_(DATABASE_URL|REDIS_URL|CHROMIUM|SEARXNG_URL|KIWIX_URL)|process\.env\.HELM/;
const files = ['packages', 'engines', 'quality', 'bench', 'tools'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
    .map((name) => join(root, name))
    .filter((path) => needsServer.test(readFileSync(path, 'utf8'))),
);
const others = process.argv.includes('--endurance') ? [...endurance, ...fuzzed] : [];
const all = [...new Set([...files, ...others])];
console.log(all.join('\n'));
const { status } = spawnSync('vitest', ['run', ...all], { stdio: 'inherit' });
process.exit(status ?? 1);
