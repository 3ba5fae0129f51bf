#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// The sources are TypeScript, which the machine's own Node may be too old for; the workspace brings one that is not.
const own = new URL(`../../../node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`, import.meta.url);
if (process.features.typescript || !existsSync(own)) {
  await import('../src/main.ts');
} else {
  // Ctrl-C reaches both; the other one ends in its own way.
  process.on('SIGINT', () => {});
  const child = spawn(fileURLToPath(own), [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}
