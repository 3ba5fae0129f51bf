#!/usr/bin/env node
// Copies a starter into a new folder. Plain JavaScript without dependencies: it runs under any Node from 20 on before anything is installed.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const own = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
const templates = {
  'ask-documents': 'Ask my documents: answers from files, with the passages they rest on',
  'invoice-review': 'Invoice to JSON: values beside the words they were read from, to be checked by a person',
  research: 'Research: a question becomes a report with citations, and the page shows how far it is',
};
const names = Object.keys(templates);
const usage = `npx create-parley-app [folder] [--template ${names.join('|')}]

${names.map((name) => `  ${name.padEnd(16)}${templates[name]}`).join('\n')}
`;

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function main() {
  const { values, positionals } = readArguments();
  if (values.help) return console.log(usage);
  if (values.version) return console.log(version);
  const template = await choose(values.template);
  const folder = resolve(positionals[0] ?? `parley-${template}`);
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty; name another folder`);
  mkdirSync(folder, { recursive: true });
  for (const part of ['common', template]) cpSync(join(own, 'templates', part), folder, { recursive: true });
  // npm leaves files of this name out of packages.
  renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'));
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const named = { ...manifest, name: nameOf(folder), dependencies: { '@parley/sdk': version } };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(named, null, 2)}\n`);
  const service = findService();
  const lines = `PARLEY_BASE_URL=${service.base_url}\nPARLEY_API_KEY=${service.api_key}\n`;
  writeFileSync(join(folder, '.env'), lines, { mode: 0o600 });
  console.log(`${template} is in ${folder}\n`);
  console.log(`  cd ${positionals[0] ?? basename(folder)}\n  npm install\n  npm run dev\n`);
  if (service.api_key) console.log(`It uses the service at ${service.base_url}; its address and key stand in .env.`);
  else console.log('Put the key of a service into .env: `npx @parley/cli serve` starts one, `npx @parley/cli keys show` prints its key.');
}

function readArguments() {
  const options = { template: { type: 'string', short: 't' }, help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } };
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Error(`${error.message}\n\n${usage}`);
  }
}

/** @param {string | undefined} given */
async function choose(given) {
  if (given !== undefined) {
    if (names.includes(given)) return given;
    throw new Error(`There is no template ${given}; there are ${names.join(', ')}`);
  }
  if (!process.stdin.isTTY) throw new Error(`Name a template:\n\n${usage}`);
  console.log(names.map((name, index) => `  ${index + 1}  ${templates[name]}`).join('\n'));
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = (await prompt.question(`Which? (1-${names.length}) `)).trim();
  prompt.close();
  const name = names[Number(answer) - 1] ?? names.find((one) => one === answer);
  if (name === undefined) throw new Error(`${answer || 'Nothing'} is none of 1 to ${names.length}`);
  return name;
}

/** The environment, else the service that `parley serve` has started on this computer. */
function findService() {
  const { PARLEY_BASE_URL, PARLEY_API_KEY, XDG_CONFIG_HOME, HOME } = process.env;
  let kept = {};
  try {
    kept = JSON.parse(readFileSync(join(XDG_CONFIG_HOME || join(HOME || homedir(), '.config'), 'parley/credentials.json'), 'utf8'));
  } catch {
    // Nobody has started one here.
  }
  const base_url = PARLEY_BASE_URL ?? kept.base_url ?? 'http://127.0.0.1:8484';
  // A key that was kept belongs to the service that it was kept for.
  return { base_url, api_key: PARLEY_API_KEY ?? (base_url === kept.base_url ? kept.api_key : undefined) ?? '' };
}

/** A name that npm takes. @param {string} folder */
function nameOf(folder) {
  return basename(folder).toLowerCase().replace(/[^a-z0-9-]+/g, '-').replace(/^-+|-+$/g, '') || 'parley-app';
}
