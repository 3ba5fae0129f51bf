/**
 * Makes typical mistakes through curl, the command line, the client library and OpenAI's own client, prints what each is told, and fails where that
 * does not say what to do: `npm run test:mistakes`. With `--write` the table becomes docs/guides/mistakes.md.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Parley } from '@parley/sdk';
import OpenAI from 'openai';
import { freePort } from '../free-port.ts';
import { startService } from '../start-service.ts';
import { type Mistake, mistakes } from './mistakes.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const commandMs = 120_000;
const longestShown = 460;

const folder = mkdtempSync(join(tmpdir(), 'parley-mistakes-'));
const big = join(folder, 'big.json');
writeFileSync(big, JSON.stringify({ query: 'x'.repeat(11_000_000) }));
const dataDir = join(folder, 'data');
const service = await startService(join(root, 'packages/server/bin/parley.js'), await freePort(), {
  env: { DATA_DIR: dataDir, EMBEDDING_MODEL: 'lexical' },
});
const rows: { name: string; way: string; said: string }[] = [];
const failures: string[] = [];
try {
  for (const mistake of mistakes)
    for (const [way, tell] of waysOf(mistake)) {
      const said = oneLine(await tell());
      rows.push({ name: mistake.name, way, said });
      const isHelpful = mistake.tells.test(said);
      console.log(`${isHelpful ? 'ok  ' : 'FAIL'} ${mistake.name} · ${way}: ${said.slice(0, longestShown)}`);
      if (!isHelpful) failures.push(`${mistake.name} · ${way} does not tell ${mistake.tells}`);
    }
} finally {
  await service.stop();
  rmSync(folder, { recursive: true });
}
if (process.argv.includes('--write')) writeFileSync(join(root, 'docs/guides/mistakes.md'), toGuide());
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`${rows.length - failures.length} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);

function waysOf({ curl, cli, env = {}, sdk, openai, hasWrongKey }: Mistake): [string, () => Promise<string>][] {
  const apiKey = hasWrongKey ? 'parley-nonsense-0123' : service.key;
  const ways: [string, () => Promise<string>][] = [];
  if (curl) ways.push(['curl', () => byCurl(curl)]);
  if (cli) ways.push(['command line', () => byCommand(cli, { ...env, PARLEY_API_KEY: apiKey })]);
  if (sdk)
    ways.push(['client library', () => told(() => sdk(new Parley({ baseUrl: service.base, apiKey, maxRetries: 0 })))]);
  if (openai)
    ways.push([
      "OpenAI's client",
      () => told(() => openai(new OpenAI({ baseURL: `${service.base}/v1`, apiKey, maxRetries: 0 }))),
    ]);
  return ways;
}

function filled(text: string): string {
  return text
    .replaceAll('$URL', service.base)
    .replaceAll('$KEY', service.key)
    .replaceAll('$BIG', big)
    .replaceAll('$DATA', dataDir);
}

async function byCurl(args: readonly string[]): Promise<string> {
  const { stdout } = await run('curl', ['-s', '-m', '110', ...args.map(filled)], { cwd: root, timeout: commandMs });
  return stdout;
}

async function byCommand(args: readonly string[], env: Record<string, string>): Promise<string> {
  const given = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)]));
  try {
    const work = run(process.execPath, [join(root, 'packages/cli/bin/parley.js'), ...args.map(filled)], {
      cwd: folder,
      timeout: commandMs,
      env: {
        PATH: process.env.PATH ?? '',
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        HOME: folder,
        PARLEY_BASE_URL: service.base,
        DATA_DIR: join(folder, 'other'),
        ...given,
      },
    });
    // Nothing is typed: a command that reads what it is given would wait.
    work.child.stdin?.end();
    const { stdout, stderr } = await work;
    return `${stdout} ${stderr}`;
  } catch (error) {
    return `${Object(error).stderr ?? ''} ${Object(error).stdout ?? ''}` || String(error);
  }
}

async function told(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return '(no error)';
  } catch (error) {
    const details: unknown = Object(error).details;
    return `${error instanceof Error ? error.message : String(error)}${typeof details === 'string' ? ` ${details}` : ''}`;
  }
}

/** Without what is another one each time. */
function oneLine(text: string): string {
  return text
    .replaceAll(/,?"request_id":"[^"]*"/g, '')
    .replaceAll(service.base, 'http://127.0.0.1:8484')
    .replaceAll(/, request req_\w+/g, '')
    .replaceAll(/process \d+/g, 'process 4711')
    .replaceAll(folder, '…')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function toGuide(): string {
  const lines = rows.map(
    ({ name, way, said }) =>
      `| ${name} | ${way} | \`${said.slice(0, longestShown).replaceAll('|', '¦').replaceAll('`', "'")}\` |`,
  );
  return `# What mistakes are told\n\nWritten by \`npm run test:mistakes -- --write\`, which makes each of them and fails where the answer does not say what to do.\n\n| Mistake | Through | Is told |\n|---|---|---|\n${lines.join('\n')}\n`;
}
