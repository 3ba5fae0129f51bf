import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APIError } from '@parley/sdk';
import { nodePackage } from '@parley/server/entry';
import { expect, it } from 'vitest';
import { exitCodes, explain } from '../src/exit-codes.ts';
import { runCommandLine } from './command-line.ts';

const nowhere = {
  PARLEY_BASE_URL: 'http://127.0.0.1:9',
  PARLEY_API_KEY: 'key',
  HOME: mkdtempSync(join(tmpdir(), 'cli-')),
};

it('shows help for everything and for each command', async () => {
  const { stdout, exitCode } = await runCommandLine([]);
  expect(exitCode).toBe(0);
  const words = [
    'serve',
    'ask',
    'chat',
    'ocr',
    'transcribe',
    'files',
    'research',
    'eval',
    'keys',
    'budgets',
    'usage',
    'models',
    'providers',
    'routes',
    'streams',
    'integrations',
    'doctor',
    'backup',
    'restore',
    'verify',
    'migrate',
    'move',
    'export',
  ];
  for (const word of [...words, 'completion']) {
    expect(stdout).toContain(`  ${word} `);
    const help = await runCommandLine([word, '--help']);
    expect(help.stdout).toContain(`parley ${word}`);
    expect(help.exitCode).toBe(0);
  }
  expect((await runCommandLine(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

it.each([
  [['aks'], 'no command aks'],
  [['ask'], 'question is missing'],
  [['ask', 'two', 'words'], 'between quotes'],
  [['ask', 'x', '--nonsense'], 'nonsense'],
  [['ask', 'x', '--max-tokens', 'many'], 'whole number'],
  [['files', 'rename'], 'no rename'],
  [['ask', 'x', '--file', '/none.pdf'], 'no file /none.pdf'],
  [['files', 'upload', '/tmp'], 'not a file'],
  [['completion'], 'Which shell'],
])('says what is wrong with %j, and exits with 2', async (args, sentence) => {
  const { exitCode, stderr, stdout } = await runCommandLine(args, { env: nowhere });
  expect(exitCode).toBe(exitCodes.usage);
  expect(stderr).toContain(sentence);
  expect(stdout).toBe('');
});

it('says how to start a service that is not there, and exits with 3', async () => {
  const { exitCode, stderr } = await runCommandLine(['models'], { env: nowhere });
  expect(exitCode).toBe(exitCodes.unreachable);
  expect(stderr).toContain('parley serve');
});

it('names the request of a failure where there is one, and nothing where there is none', () => {
  const failed = (headers: Record<string, string>) =>
    explain(
      new APIError({ status: 502, body: { code: 'research_failed', message: 'No.' }, headers: new Headers(headers) }),
      '',
    ).text;
  expect(failed({})).toMatch(/\(research_failed\)$/);
  expect(failed({ 'x-request-id': 'req_1' })).toMatch(/\(research_failed, request req_1\)$/);
});

it('exits with 130 when it is interrupted', async () => {
  const { exitCode } = await runCommandLine(['ask', 'x'], {
    env: nowhere,
    signal: AbortSignal.abort(new Error('stop')),
  });
  expect(exitCode).toBe(exitCodes.interrupted);
});

it('colours on a terminal only, and never with NO_COLOR', async () => {
  const onTerminal = await runCommandLine(['aks'], { isTerminal: true });
  expect(onTerminal.stderr).toContain('\x1b[31m');
  expect((await runCommandLine(['aks'])).stderr).not.toContain('\x1b');
  const without = await runCommandLine(['aks'], { isTerminal: true, env: { NO_COLOR: '1' } });
  expect(without.stderr).not.toContain('\x1b');
});

it('prints completion scripts that the shells accept', async () => {
  const script = (await runCommandLine(['completion', 'bash'])).stdout;
  const file = join(mkdtempSync(join(tmpdir(), 'cli-')), 'completion.bash');
  writeFileSync(file, script);
  const complete = (...words: string[]) =>
    execFileSync('bash', [
      '-c',
      `source ${file}; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _parley; echo "\${COMPREPLY[*]}"`,
    ])
      .toString()
      .trim();
  expect(complete('parley', 'f')).toBe('files feedback');
  expect(complete('parley', 'files', 'do')).toBe('download');
  expect(complete('parley', 'ask', '--sch')).toBe('--schema');
  expect(complete('parley', 'research', '--depth', 'th')).toBe('thorough');
  expect((await runCommandLine(['completion', 'zsh'])).stdout).toContain('bashcompinit');
  expect((await runCommandLine(['completion', 'fish'])).stdout).toContain("-a 'list upload");
});

it('brings the same Node to older machines as the workspace has', () => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'));
  expect(nodePackage).toBe(`node@${manifest.dependencies.node}`);
});
