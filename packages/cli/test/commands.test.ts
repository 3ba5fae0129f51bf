import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminKey, apiKey, startTestService, type TestService } from '../../server/test/test-service.ts';
import { type CommandLineOptions, runCommandLine } from './command-line.ts';

const text = 'The bridge was opened on 4 May 1932 by the mayor. It cost 1,200 pounds.';
const folder = mkdtempSync(join(tmpdir(), 'cli-'));
const path = join(folder, 'bridge.txt');
let test: TestService;
let env: Record<string, string>;

beforeAll(async () => {
  writeFileSync(path, text);
  test = await startTestService();
  env = { PARLEY_BASE_URL: test.url, PARLEY_API_KEY: apiKey, PARLEY_ADMIN_KEY: adminKey, HOME: folder };
});
afterAll(() => test.close());

const run = (args: string[], options: CommandLineOptions = {}) => runCommandLine(args, { env, ...options });

it('answers a question about a file, a pipe and a context', async () => {
  const asked = await run(['ask', 'When was the bridge opened?', '--file', path, '--sources']);
  expect(asked).toMatchObject({ exitCode: 0 });
  expect(asked.stdout).toContain('4 May 1932');
  expect(asked.stderr).toContain('bridge.txt: “');
  expect((await run(['ask', 'Who opened the bridge?'], { piped: text })).stdout).toContain('mayor');
  expect((await run(['ask'], { piped: 'What is 12 times 12?' })).stdout).toContain('144');
  const json = await run(['ask', 'Who opened the bridge?', '--context', text, '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({ success: true, sources: [{ filename: 'context' }] });
});

it('answers as data in the shape of a schema', async () => {
  const schema = join(folder, 'schema.json');
  writeFileSync(
    schema,
    JSON.stringify({ type: 'object', properties: { cost: { type: 'number' } }, required: ['cost'] }),
  );
  const { stdout } = await run(['ask', 'Extract the cost.', '--schema', schema], { piped: 'Cost: 1200' });
  expect(JSON.parse(stdout)).toEqual({ cost: 1200 });
  expect(await run(['ask', 'x', '--schema', '/none.json'])).toMatchObject({ exitCode: 2 });
});

it('talks line by line and remembers what was said', async () => {
  const { stdout, exitCode } = await run(['chat', '--json'], {
    piped: `/file ${path}\nWhen was the bridge opened?\n\nWho opened it?\n/reset\n/exit\nnot asked\n`,
  });
  const replies = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).response);
  expect(exitCode).toBe(0);
  expect(replies).toHaveLength(2);
  expect(replies[0]).toContain('4 May 1932');
  expect(replies[1]).toContain('mayor');
});

it('uploads, lists, shows, reads, downloads and deletes files', async () => {
  const uploaded = await run(['files', 'upload', path]);
  const id = uploaded.stdout.trim();
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  const named = await run(['files', 'upload', '--name', 'piped.txt', '--json'], { piped: text });
  expect(JSON.parse(named.stdout)).toMatchObject({ filename: 'piped.txt', status: 'ready' });
  expect(JSON.parse((await run(['files', 'list', '--json', '--limit', '1'])).stdout)).toHaveLength(1);
  expect((await run(['files', 'list'])).stdout).toContain('bridge.txt');
  expect((await run(['files', 'show', id])).stdout).toContain('ready');
  expect((await run(['files', 'text', id])).stdout).toContain('mayor');
  const copy = join(folder, 'copy.txt');
  await run(['files', 'download', id, '--output', copy]);
  expect(readFileSync(copy, 'utf8')).toBe(text);
  expect((await run(['files', 'download', id])).stdout).toBe(text);
  expect(await run(['files', 'delete', id])).toMatchObject({ exitCode: 0 });
  expect(await run(['files', 'delete', id])).toMatchObject({ exitCode: 1 });
  expect(await run(['files', 'text', id])).toMatchObject({ exitCode: 1 });
});

it('plays a set of a file against two models, prints them side by side, and fails below a score', async () => {
  const set = join(folder, 'bridge.jsonl');
  const one = { request: { query: 'When was the bridge opened?', context: text }, expected: '1932' };
  const wrong = { request: { query: 'Who opened the bridge?', context: text }, expected: 'the king' };
  writeFileSync(set, `${JSON.stringify(one)}\n${JSON.stringify(wrong)}\n`);
  const models = ['--model', 'small-2', '--model', 'small-1'];
  const { stdout, exitCode } = await run(['eval', 'run', set, ...models, '--cases']);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/small-2 +0\.500 +1\/2 +0 /);
  expect(stdout).toMatch(/small-1 +0\.500 +1\/2 +0 /);
  expect(stdout).toMatch(/✓ small-1: .*1932/);
  expect(stdout).toMatch(/✗ small-2: .*does not contain "the king"/);
  const listed = JSON.parse((await run(['eval', 'sets', '--json'])).stdout);
  expect(listed).toMatchObject([{ name: 'bridge.jsonl', cases: 2 }]);
  const strict = await run(['eval', 'run', listed[0].id, '--model', 'small-2', '--min-score', '0.9', '--json']);
  expect(strict.exitCode).toBe(1);
  expect(JSON.parse(strict.stdout).cases).toHaveLength(2);
  expect(await run(['eval', 'run', '/none.jsonl'])).toMatchObject({ exitCode: 2 });
});

it('reads the text of pictures, and exits with 1 when there is none', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="700" height="120"><rect width="700" height="120" fill="white"/>';
  const picture = await sharp(
    Buffer.from(`${svg}<text x="20" y="80" font-size="56" font-family="sans-serif">Harbour 1932</text></svg>`),
  )
    .png()
    .toBuffer();
  const read = await run(['ocr'], { piped: picture });
  expect(read.stdout).toContain('1932');
  const blank = join(folder, 'blank.png');
  await sharp({ create: { width: 300, height: 200, channels: 3, background: 'white' } })
    .png()
    .toFile(blank);
  const empty = await run(['ocr', blank]);
  expect(empty).toMatchObject({ exitCode: 1, stdout: '' });
  expect(empty.stderr).toContain('No text');
  expect(await run(['ocr', '/none.png'])).toMatchObject({ exitCode: 2 });
});

it('writes down what is said, or says what to connect', async () => {
  const nothing = await run(['transcribe']);
  expect(nothing.exitCode).toBe(2);
  const talk = join(folder, 'talk.wav');
  writeFileSync(talk, 'RIFF....WAVEfmt ');
  const refused = await run(['transcribe', talk, '--format', 'srt']);
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toContain('TRANSCRIPTION_MODEL');
  expect((await run(['transcribe', talk, '--format', 'docx'])).exitCode).toBe(2);
});

it('makes, lists, rolls and revokes keys, and shows what was used', async () => {
  const made = await run(['keys', 'create', '--name', 'cli', '--scope', 'text', '--scope', 'ocr', '--json']);
  const { id, key, scopes } = JSON.parse(made.stdout);
  expect(scopes).toEqual(['text', 'ocr']);
  const own = { ...env, PARLEY_API_KEY: key };
  expect((await run(['ask', 'What is 2 plus 2?'], { env: own })).stdout).toContain('4');
  const refused = await run(['files', 'list'], { env: own });
  expect(refused.exitCode).toBe(4);
  expect(refused.stderr).toContain('files');
  expect((await run(['keys', 'list'])).stdout).toMatch(new RegExp(`${id}.*active.*cli`));
  const successor = (await run(['keys', 'roll', id, '--overlap', '0'])).stdout.trim();
  expect((await run(['ask', 'What is 2 plus 2?'], { env: { ...env, PARLEY_API_KEY: successor } })).exitCode).toBe(0);
  expect((await run(['keys', 'list'])).stdout).toMatch(new RegExp(`${id}.*revoked`));
  expect((await run(['usage', '--by', 'endpoint'])).stdout).toContain('createAnswer');
  expect((await run(['usage', '--records', '--key', id])).stdout).toContain('createAnswer');
  expect(JSON.parse((await run(['usage', '--json', '--from', '2026-01-01'])).stdout)).toMatchObject({
    group_by: 'day',
  });
  expect(await run(['keys', 'create', '--scope', 'everything'])).toMatchObject({ exitCode: 2 });
});

it('shows and clears the cache of replies', async () => {
  expect(JSON.parse((await run(['cache', '--json'])).stdout)).toMatchObject({ entries: 0, hits: 0, data: [] });
  expect((await run(['cache', 'show', '--model', 'openai/m'])).stdout).toMatch(/WORKSPACE +KEY +MODEL +ENTRIES/);
  expect(JSON.parse((await run(['cache', 'clear', '--json'])).stdout)).toEqual({ removed: 0 });
  expect(await run(['cache', 'burn'])).toMatchObject({ exitCode: 2 });
});

it('makes, changes, lists, shows and deletes budgets', async () => {
  const made = await run([
    'budgets',
    'create',
    '--scope',
    'tag',
    '--target',
    'cli',
    '--amount',
    '2',
    '--period',
    'week',
    '--json',
  ]);
  const { id, ...budget } = JSON.parse(made.stdout);
  expect(budget).toMatchObject({ scope: 'tag', target: 'cli', amount_usd: 2, period: 'week', remaining_usd: 2 });
  expect((await run(['budgets', 'change', id, '--amount', '3', '--action', 'warn'])).stdout).toMatch(/warn +3\.0/);
  expect((await run(['budgets'])).stdout).toMatch(new RegExp(`${id}.*tag.*cli.*week`));
  expect(JSON.parse((await run(['budgets', 'show', id])).stdout)).toMatchObject({ id, amount_usd: 3 });
  expect((await run(['budgets', 'delete', id])).exitCode).toBe(0);
  expect((await run(['budgets', 'list'])).stdout).not.toContain(id);
  expect(await run(['budgets', 'create', '--scope', 'tag'])).toMatchObject({ exitCode: 2 });
});

it('lists models and integrations, and starts research in the background', async () => {
  expect((await run(['models'])).stdout).toContain('small-2');
  expect(JSON.parse((await run(['models', 'small-1'])).stdout)).toMatchObject({ id: 'small-1' });
  const listed = await run(['integrations', 'list', '--json']);
  expect(Array.isArray(JSON.parse(listed.stdout))).toBe(true);
  const begun = await run(['research', 'How do tides store energy?', '--depth', 'quick', '--background']);
  const id = begun.stdout.trim();
  expect((await run(['research', 'cancel', id])).exitCode).toBe(0);
  expect((await run(['research', 'show', id])).stdout).toContain(id);
  expect((await run(['research', 'list'])).stdout).toContain(id);
  expect(await run(['research', 'x', '--depth', 'deep'])).toMatchObject({ exitCode: 2 });
});

it('examines what it finds, and fails when something does not work', async () => {
  const well = await run(['doctor', '--data-dir', folder]);
  expect(well.stderr).toBe('');
  for (const part of ['configuration', 'data directory', 'service', 'database', 'storage', 'API key', 'model', 'OCR']) {
    expect(well.stdout, part).toContain(`ok       ${part}`);
  }
  expect(well.exitCode).toBe(0);
  expect(well.stdout).toMatch(/pictures.*sketch.*IMAGE_ENGINE/);
  const wrong = { ...env, PARLEY_API_KEY: 'wrong-key-0123456789', PORT: 'eighty' };
  const ill = await run(['doctor', '--json', '--data-dir', folder], { env: wrong });
  const failed = JSON.parse(ill.stdout).filter(({ state }: { state: string }) => state === 'failed');
  expect(failed.map(({ name }: { name: string }) => name)).toEqual(['configuration', 'API key', 'model', 'pictures']);
  expect(JSON.stringify(failed)).toContain('PORT');
  expect(ill.exitCode).toBe(1);
});

it('keeps no address and no keys of a service that did not start', async () => {
  const home = mkdtempSync(join(tmpdir(), 'cli-'));
  const own = { HOME: home, PATH: process.env.PATH ?? '' };
  expect(await run(['serve', '--port', 'abc', '--data-dir', home], { env: own })).toMatchObject({ exitCode: 1 });
  expect(existsSync(join(home, '.config/parley/credentials.json'))).toBe(false);
  const shown = await run(['keys', 'show'], { env: own });
  expect(shown).toMatchObject({ exitCode: 4, stdout: '' });
  expect(shown.stderr).toMatch(/parley serve/);
});

it('shows the address and the keys that it would use, as lines for a shell', async () => {
  const { exitCode, stdout } = await run(['keys', 'show']);
  expect(exitCode).toBe(0);
  expect(stdout).toBe(
    `export PARLEY_BASE_URL='${test.url}'\nexport PARLEY_API_KEY='${apiKey}'\nexport PARLEY_ADMIN_KEY='${adminKey}'\n`,
  );
  expect(JSON.parse((await run(['keys', 'show', '--json'])).stdout)).toEqual({
    base_url: test.url,
    api_key: apiKey,
    admin_key: adminKey,
  });
});

it('runs on the Node of the workspace where that of the machine cannot read TypeScript', () => {
  // What an older Node says of itself.
  const older =
    'data:text/javascript,if(!process.env.AGAIN){process.env.AGAIN="1";Object.defineProperty(process.features,"typescript",{value:false})}';
  const bin = join(import.meta.dirname, '../bin/parley.js');
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--import', older, '--no-experimental-strip-types', bin, '--version'],
    {
      encoding: 'utf8',
    },
  );
  expect({ stdout, stderr, status }).toEqual({
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    stderr: '',
    status: 0,
  });
});

it('backs the running service up, and says what is missing', async () => {
  const data = { ...env, DATA_DIR: test.dataDir, BACKUP_KEY: 'a passphrase of the tests' };
  const to = join(folder, 'backup.parley');
  const made = await run(['backup', to, '--json'], { env: data });
  expect(made).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(made.stdout)).toMatchObject({ snapshot: expect.any(String), removed: [] });
  expect(existsSync(to)).toBe(true);
  const again = await run(['backup', to], { env: data });
  expect(again).toMatchObject({ exitCode: 1, stdout: '' });
  expect(again.stderr).toBe(`${to} is there already; choose another name, or a folder, which takes many backups\n`);
});

it('says how good a reply was', async () => {
  const headers = { authorization: `Bearer ${apiKey}` };
  const asked = await test.call('POST', '/v1/answer', { query: 'What is 12 times 12?' }, headers);
  const id = asked.headers.get('x-request-id') ?? '';
  const said = await run(['feedback', id, '--comment', 'Too short', '--', '-0.5']);
  expect(said).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(said.stdout)).toMatchObject({ request_id: id, score: -0.5, comment: 'Too short' });
  expect(JSON.parse((await run(['feedback', id, 'up'])).stdout).score).toBe(1);
  expect((await run(['feedback', id, '2'])).stderr).toContain('from -1 to 1');
});

it('deletes an end user with a receipt that it verifies, unless a hold keeps them', async () => {
  expect(await run(['files', 'upload', path])).toMatchObject({ exitCode: 0 });
  const placed = JSON.parse((await run(['holds', 'place', '--user', 'ann', '--reason', 'Case 7'])).stdout);
  expect((await run(['holds', 'list'])).stdout).toContain(placed.id);
  const refused = await run(['erase', 'user', 'ann']);
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining(placed.id)]);
  expect(await run(['holds', 'release', placed.id])).toMatchObject({ exitCode: 0 });
  expect((await run(['holds', 'list'])).stdout).not.toContain(placed.id);
  const receipt = join(folder, 'receipt.json');
  expect(await run(['erase', 'user', 'ann', '--receipt', receipt])).toMatchObject({ exitCode: 0 });
  expect(await run(['erase', 'verify', receipt, '--user', 'ann'])).toMatchObject({ exitCode: 0 });
  expect(await run(['erase', 'verify', receipt, '--user', 'bob'])).toMatchObject({ exitCode: 1 });
  const { id } = JSON.parse(readFileSync(receipt, 'utf8'));
  expect((await run(['erase', 'list'])).stdout).toContain(id);
  writeFileSync(receipt, readFileSync(receipt, 'utf8').replace(id, 'era_other'));
  expect(await run(['erase', 'verify', receipt])).toMatchObject({ exitCode: 1 });
  expect(await run(['erase'])).toMatchObject({ exitCode: 2 });
});

it('takes a stream up again after an event, and stops one', async () => {
  const begun = await fetch(`${test.url}/v1/answer`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'What is 12 times 12?', stream: true, resumable: true }),
  });
  const whole = await begun.text();
  const id = begun.headers.get('x-parley-stream') ?? '';
  expect([begun.status, id === ''], whole).toEqual([200, false]);
  const read = await run(['streams', 'read', id]);
  expect(read).toMatchObject({ exitCode: 0 });
  expect(read.stdout.trimEnd()).toBe(whole.trimEnd());
  const later = await run(['streams', 'read', id, '--after', '1']);
  expect(later.stdout.length).toBeLessThan(read.stdout.length);
  expect(read.stdout.trimEnd().endsWith(later.stdout.trimEnd())).toBe(true);
  expect((await run(['streams', 'stop', id])).stdout).toBe('ended\n');
  expect((await run(['streams', 'read', 'strm_none'])).exitCode).not.toBe(0);
  expect(await run(['streams', 'wait', id])).toMatchObject({ exitCode: 2 });
});
