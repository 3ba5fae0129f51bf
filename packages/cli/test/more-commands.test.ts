import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminKey, apiKey, startTestService, type TestService } from '../../server/test/test-service.ts';
import { UpstreamServer } from '../../server/test/upstream-server.ts';
import { type CommandLineOptions, runCommandLine } from './command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'cli-'));
let test: TestService;
let vendor: UpstreamServer;
let env: Record<string, string>;

beforeAll(async () => {
  vendor = await UpstreamServer.start();
  test = await startTestService({
    env: { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: vendor.url, SPEECH_MODEL: 'openai/tts-1' },
  });
  env = { PARLEY_BASE_URL: test.url, PARLEY_API_KEY: apiKey, PARLEY_ADMIN_KEY: adminKey, HOME: folder };
});
afterAll(async () => {
  await test.close();
  await vendor.close();
});

const run = (args: string[], options: CommandLineOptions = {}) => runCommandLine(args, { env, ...options });
const jsonOf = async (args: string[], options: CommandLineOptions = {}) => {
  const { exitCode, stdout, stderr } = await run([...args, '--json'], options);
  expect(exitCode, stderr).toBe(0);
  return JSON.parse(stdout);
};

it('makes, tries, changes, lists and deletes guards', async () => {
  const made = ['guards', 'create', '--name', 'apollo', '--stage', 'input', '--action', 'mask'];
  const guard = await jsonOf([...made, '--words', 'project apollo, zeus']);
  expect(guard).toMatchObject({ name: 'apollo', check: { type: 'words', words: ['project apollo', 'zeus'] } });
  const tried = await jsonOf(['guards', 'try', guard.id, 'About', 'Zeus.']);
  expect(tried.text).not.toContain('Zeus');
  expect((await run(['guards', 'change', guard.id, '--action', 'block', '--off'])).stdout).toMatch(/block +words +off/);
  expect((await run(['guards', 'change', guard.id, '--on'])).stdout).toMatch(/block +words +on/);
  const refused = await run(['ask', 'Who is zeus?']);
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('blocked_by_guard')]);
  expect((await run(['guards', 'delete', guard.id])).exitCode).toBe(0);
  expect((await run(['guards'])).stdout).not.toContain(guard.id);
  const check = '{"type": "patterns", "patterns": ["CODE-[0-9]{4}"]}';
  const other = await jsonOf([...made.with(3, 'codes'), '--check', check, '--on-request']);
  expect(other).toMatchObject({ on_request: true, check: { patterns: ['CODE-[0-9]{4}'] } });
  expect((await run(['guards', 'show', other.id])).stdout).toContain('CODE-');
  expect(await run(made)).toMatchObject({ exitCode: 2 });
  expect((await run([...made, '--check', '{'])).stderr).toContain('--check is not JSON');
});

it('keeps prompts by version and label', async () => {
  const { id } = await jsonOf(['prompts', 'create', 'cli-support', '--system', 'You answer customers of {{company}}.']);
  const second = await jsonOf(['prompts', 'add', id, '--note', 'Shorter'], { piped: 'Be short, for {{company}}.' });
  expect(second).toMatchObject({ version: 2, system: 'Be short, for {{company}}.', note: 'Shorter' });
  const labelled = await jsonOf(['prompts', 'label', id, 'production', '1=0.9', '2=0.1']);
  expect(labelled.labels.production).toEqual([
    { version: 1, share: 0.9 },
    { version: 2, share: 0.1 },
  ]);
  expect((await run(['prompts'])).stdout).toMatch(/cli-support +2 +production: 1 and 2/);
  expect((await run(['prompts', 'versions', id])).stdout).toMatch(/2 +0 +– +– .*Shorter/);
  expect(await jsonOf(['prompts', 'show', id, '1'])).toMatchObject({ version: 1 });
  expect((await jsonOf(['prompts', 'label', id, 'trial', '2'])).labels.trial).toEqual([{ version: 2, share: 1 }]);
  expect(Object.keys((await jsonOf(['prompts', 'unlabel', id, 'trial'])).labels)).toEqual(['production']);
  expect(await run(['prompts', 'label', id, 'trial', '2=5'])).toMatchObject({ exitCode: 2 });
  expect(await run(['prompts', 'show', id, 'two'])).toMatchObject({ exitCode: 2 });
  expect((await run(['prompts', 'delete', id])).exitCode).toBe(0);
  expect((await run(['prompts', 'list'])).stdout).not.toContain(id);
});

it('works off a file of calls and prints what became of each', async () => {
  const path = join(folder, 'calls.jsonl');
  const line = (name: string, query?: string) => JSON.stringify({ custom_id: name, body: query ? { query } : {} });
  writeFileSync(path, `${line('sum', 'What is 12 times 12?')}\n\n`);
  const done = await run(['batches', 'run', path, '--endpoint', '/v1/answer']);
  expect(done.exitCode, done.stderr).toBe(0);
  expect(JSON.parse(done.stdout)).toMatchObject({ custom_id: 'sum', response: { status_code: 200 } });
  expect(done.stdout).toContain('144');
  const url = '/v1/answer';
  const piped = [line('good', 'What is 2 plus 2?'), line('bad')].map((one) =>
    JSON.stringify({ method: 'POST', url, ...JSON.parse(one) }),
  );
  const id = (await run(['batches', 'start'], { piped: piped.join('\n') })).stdout.trim();
  expect((await run(['batches', 'wait', id])).stdout).toMatch(new RegExp(`${id} +completed +/v1/answer +2 +1 +1 `));
  const results = await run(['batches', 'results', id]);
  expect(results.exitCode).toBe(1);
  expect(results.stderr).toContain('1 of 2 answered, 1 failed');
  expect(results.stdout.trim().split('\n')).toHaveLength(2);
  expect((await run(['batches', '--limit', '1'])).stdout).toContain(id);
  expect(await jsonOf(['batches', 'show', id])).toMatchObject({ id, status: 'completed' });
  expect((await run(['batches', 'run', path])).stderr).toContain('--endpoint is missing');
  expect((await run(['batches', 'run', '/none.jsonl'])).exitCode).toBe(2);
  expect((await run(['batches', 'start', '--endpoint', url], { piped: 'no' })).stderr).toContain('Line 1 is not JSON');
});

it('says a text into a file or a pipe', async () => {
  const sound = 'sound of a voice';
  vendor.answer = () => ({ headers: { 'content-type': 'audio/wav' }, pieces: [sound] });
  const path = join(folder, 'talk.wav');
  const said = await run(['speak', 'The bridge', 'is open.', '--output', path, '--voice', 'nova', '--speed', '1.5']);
  expect(said.exitCode, said.stderr).toBe(0);
  expect(readFileSync(path, 'utf8')).toBe(sound);
  expect(vendor.requests.at(-1)?.body).toMatchObject({
    input: 'The bridge is open.',
    voice: 'nova',
    response_format: 'wav',
    speed: 1.5,
  });
  const piped = await run(['speak', '--format', 'wav'], { piped: 'Read this.' });
  expect(piped.stdout).toBe(sound);
  expect(vendor.requests.at(-1)?.body).toMatchObject({ input: 'Read this.', voice: 'alloy' });
  expect(await run(['speak'])).toMatchObject({ exitCode: 2 });
  expect(await run(['speak', 'x'], { isTerminal: true })).toMatchObject({ exitCode: 2, stdout: '' });
  expect(await run(['speak', 'x', '--format', 'doc'])).toMatchObject({ exitCode: 2 });
});
