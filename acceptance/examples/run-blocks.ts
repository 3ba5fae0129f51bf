import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Block } from './guide-blocks.ts';

export interface Desk {
  /** The directory in which the reader of the guide works. */
  desk: string;
  env: Record<string, string>;
  /** The service, in the place of the guides' address. */
  base: string;
}

const limitMs = 120_000;
const names: Record<string, string> = { col: 'COLLECTION_ID', key: 'KEY_ID', ws: 'WORKSPACE_ID', resp: 'RESPONSE_ID' };
/** A curl that fails with the status, and ends its output with a line; an npx that takes the `parley` of this repository. */
const prelude = `
set -e -o pipefail
curl() { command curl -sS --fail-with-body "$@" && { echo; return 0; } || { echo; return 1; }; }
`;

/**
 * Runs the blocks of one guide one after the other, as its reader would: what a reply names (\`file_id\`, \`upload_url\`, \`id\`) stands in a
 * variable of the same name in capitals afterwards, and assignments of one block hold in the next. Gives each block's name and what is
 * wrong with it, or null.
 */
export async function runBlocks(
  blocks: Block[],
  { desk, env, base }: Desk,
): Promise<[name: string, problem: string | null][]> {
  const tools = join(desk, '.tools');
  mkdirSync(tools, { recursive: true });
  writeFileSync(join(tools, 'npx'), '#!/bin/sh\nexec "$@"\n');
  chmodSync(join(tools, 'npx'), 0o755);
  const variables: Record<string, string> = {};
  const results: [string, string | null][] = [];
  for (const { line, code } of blocks) {
    const script = `${prelude}${code.replaceAll('http://127.0.0.1:8484', base).replaceAll('npx @parley/cli', 'parley')}\necho; declare -p BASE AUTH 2>/dev/null || true`;
    const { status, output, errors } = await shell(script, desk, {
      ...env,
      ...variables,
      PATH: `${tools}:${env.PATH}`,
    });
    results.push([
      String(line),
      status === 0 ? null : `ended with ${status}:\n${output.slice(-2000)}\n${errors.slice(-2000)}`,
    ]);
    Object.assign(variables, namedIn(output));
  }
  return results;
}

function shell(script: string, cwd: string, env: Record<string, string>) {
  return new Promise<{ status: number | null; output: string; errors: string }>((resolve) => {
    const child = spawn('bash', ['-c', script], { cwd, env, timeout: limitMs, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { output: '', errors: '' };
    child.stdout.on('data', (text) => {
      said.output += text;
    });
    child.stderr.on('data', (text) => {
      said.errors += text;
    });
    child.on('error', (error) => resolve({ status: null, output: '', errors: String(error) }));
    child.on('close', (status) => resolve({ status, ...said }));
  });
}

/** Ids and addresses that replies name, and what the block has assigned. */
function namedIn(output: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const line of output.split('\n')) {
    const [, name, value] = /^declare -\S+ (BASE|AUTH)="(.*)"$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) found[name] = value;
    if (!line.startsWith('{')) continue;
    for (const [field, given] of Object.entries(parsed(line))) {
      if (typeof given !== 'string') continue;
      if (/(?:_id|_url)$/.test(field)) found[field.toUpperCase()] = given;
      const kind = field === 'id' ? names[given.split('_')[0] ?? ''] : undefined;
      if (kind !== undefined) found[kind] = given;
    }
  }
  return found;
}

function parsed(line: string): object {
  try {
    return Object(JSON.parse(line));
  } catch {
    return {};
  }
}
