/**
 * Checks a running server from outside, through the client library: `npm run test:acceptance -- --profile smoke` (or `full`).
 * With BASE_URL and API_KEY (and ADMIN_KEY) any server; without them it starts one of its own. Ends with `N passed, N failed`.
 * `--write-table` writes the table of what is covered into `acceptance/README.md`; `--check-table` tells whether it is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Parley } from '@parley/sdk';
import type { Check, Ground } from './checks/check.ts';
import { fileChecks } from './checks/file-checks.ts';
import { serviceChecks } from './checks/service-checks.ts';
import { textChecks } from './checks/text-checks.ts';
import { freePort } from './free-port.ts';
import { serviceEntry } from './service-entry.ts';
import { startService } from './start-service.ts';

const checkMs = 120_000;
const checks: Check[] = [...textChecks, ...fileChecks, ...serviceChecks];
const readme = join(import.meta.dirname, 'README.md');
const { values } = parseArgs({
  options: {
    profile: { type: 'string', default: 'smoke' },
    'write-table': { type: 'boolean', default: false },
    'check-table': { type: 'boolean', default: false },
  },
});

if (values['write-table']) writeFileSync(readme, withTable(readFileSync(readme, 'utf8')));
else if (values['check-table']) {
  const current = readFileSync(readme, 'utf8');
  if (withTable(current) !== current) {
    console.error('acceptance/README.md is stale; run npm run test:acceptance -- --write-table');
    process.exitCode = 1;
  }
} else process.exitCode = (await runProfile(values.profile)) === 0 ? 0 : 1;

async function runProfile(profile: string): Promise<number> {
  if (profile !== 'smoke' && profile !== 'full') throw new Error(`--profile takes smoke or full, not ${profile}`);
  const chosen = checks.filter(({ isSmoke }) => profile === 'full' || isSmoke);
  const { ground, stop } = await groundOf();
  const counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    for (const check of chosen) counts[await runCheck(check, ground)]++;
  } finally {
    await stop();
  }
  if (counts.skipped > 0) console.log(`${counts.skipped} skipped: they need ADMIN_KEY`);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed;
}

async function runCheck(check: Check, ground: Ground): Promise<'passed' | 'failed' | 'skipped'> {
  if (check.needsAdmin && !ground.isAdmin) return 'skipped';
  const begun = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end within ${checkMs} ms`)), checkMs);
  });
  try {
    await Promise.race([check.run(ground), late]);
    console.log(`ok   ${check.name} (${Math.round(performance.now() - begun)} ms)`);
    return 'passed';
  } catch (error) {
    console.log(
      `FAIL ${check.name}\n     ${error instanceof Error ? error.message.replaceAll('\n', '\n     ') : error}`,
    );
    return 'failed';
  } finally {
    clearTimeout(timer);
  }
}

async function groundOf(): Promise<{ ground: Ground; stop: () => Promise<void> }> {
  const { BASE_URL: baseUrl, API_KEY: apiKey, ADMIN_KEY: adminKey } = process.env;
  if (baseUrl && apiKey) {
    const parley = new Parley({ baseUrl, apiKey, adminKey });
    return { ground: { parley, baseUrl, apiKey, isAdmin: Boolean(adminKey) }, stop: async () => {} };
  }
  const service = await startService(serviceEntry, await freePort(), { env: { PARLEY_MODEL: 'reader' } });
  const parley = new Parley({ baseUrl: service.base, apiKey: service.key, adminKey: service.adminKey });
  return { ground: { parley, baseUrl: service.base, apiKey: service.key, isAdmin: true }, stop: () => service.stop() };
}

/** The text with the table between its marks written anew. */
function withTable(page: string): string {
  const rows = checks.flatMap((check) => check.covers.map((line) => ({ line, check })));
  const bySection = (line: string) => Number(line.split(' ')[0]);
  rows.sort((a, b) => bySection(a.line) - bySection(b.line));
  const lines = rows.map(({ line, check }) => {
    const [section = '', ...rest] = line.split(' ');
    const profile = check.isSmoke ? 'smoke, full' : 'full';
    return `| ${section} | ${rest.join(' ')} | ${check.name} | ${profile}${check.needsAdmin ? ', admin key' : ''} |`;
  });
  const table = ['| Section | Line of the contract | Check | Profile |', '|---|---|---|---|', ...lines].join('\n');
  return page.replace(/<!-- table -->[\s\S]*<!-- end of table -->/, `<!-- table -->\n${table}\n<!-- end of table -->`);
}
