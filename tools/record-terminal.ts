/**
 * Records the first minutes of a newcomer: starts a service, types commands, and writes what stands on the screen and when to
 * `docs/first-answer.cast` (asciicast v2) and, as a picture that moves in a browser, to `docs/images/first-answer.svg`: `npm run record`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../acceptance/free-port.ts';
import { startService } from '../acceptance/start-service.ts';
import { drawTerminal } from './draw-terminal.ts';

const root = join(import.meta.dirname, '..');
const size = { width: 100, height: 26 };
const commands = [
  'npx parley ask "What is this file about?" --file lease.pdf',
  'npx parley ask "When is the deposit due?" --file lease.pdf --sources',
  `npx parley ask "Read the receipt: day and total." --file receipt.png --schema receipt.schema.json`,
];
const secondsPerKey = 0.035;
/** Longer waits are cut to this, so that a busy machine makes no slow recording. */
const longestWait = 2;

const service = await startService(join(root, 'packages/server/src/main.ts'), await freePort());
const home = mkdtempSync(join(tmpdir(), 'parley-record-'));
const schema = {
  type: 'object',
  properties: {
    date: { type: ['string', 'null'], format: 'date' },
    total: { type: ['number', 'null'], description: 'Total in euros.' },
  },
  required: ['date', 'total'],
};
const events: [seconds: number, kind: 'o', text: string][] = [];
let clock = 0.4;
try {
  for (const name of ['lease.pdf', 'receipt.png'])
    writeFileSync(join(home, name), readFileSync(join(root, 'examples/samples', name)));
  writeFileSync(join(home, 'receipt.schema.json'), JSON.stringify(schema));
  for (const command of commands) {
    say('$ ');
    for (const key of command) {
      clock += secondsPerKey;
      say(key);
    }
    say('\r\n');
    const begun = performance.now();
    const output = await run(`${command.replace(/^npx /, '')} 2>&1`);
    clock += Math.min(longestWait, (performance.now() - begun) / 1000);
    say(output.trimEnd().replaceAll('\n', '\r\n'));
    say('\r\n\r\n');
    clock += 1.6;
  }
} finally {
  await service.stop();
  rmSync(home, { recursive: true, force: true });
}
const header = { version: 2, ...size, title: 'A first answer', env: { TERM: 'xterm-256color', SHELL: '/bin/sh' } };
writeFileSync(
  join(root, 'docs/first-answer.cast'),
  `${[header, ...events].map((one) => JSON.stringify(one)).join('\n')}\n`,
);
writeFileSync(join(root, 'docs/images/first-answer.svg'), drawTerminal(events, size));

function say(text: string): void {
  events.push([Math.round(clock * 1000) / 1000, 'o', text]);
}

function run(command: string): Promise<string> {
  const env = {
    PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
    HOME: home,
    PARLEY_BASE_URL: service.base,
    PARLEY_API_KEY: service.key,
    COLUMNS: String(size.width),
  };
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', command], {
      cwd: home,
      env,
      timeout: 60_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    child.stdout.on('data', (text) => {
      output += text;
    });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`${command} ended with ${code}`))));
  });
}
