import { readFileSync, writeFileSync } from 'node:fs';
import { compose } from '../packages/server/src/compose.ts';
import { readConfig } from '../packages/server/src/config.ts';

/** Writes `docs/openapi.json`; with `--check` only tells whether it is up to date. */
const file = new URL('../docs/openapi.json', import.meta.url);
const service = await compose(readConfig({ DATA_DIR: ':memory:', LOG_LEVEL: 'silent', PARLEY_MODEL: 'reader' }));
const response = await service.app.inject({ method: 'GET', url: '/openapi.json', headers: { host: '127.0.0.1:8484' } });
await service.close();
const text = `${JSON.stringify(response.json(), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (text !== readCurrent()) {
  console.error('docs/openapi.json is stale; run npm run openapi');
  process.exitCode = 1;
}

function readCurrent(): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
