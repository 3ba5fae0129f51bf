import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { type MutationArea, mutationAreas } from './areas.ts';

/**
 * Puts faults into the core, one at a time, and counts those that the tests notice. Names of areas as arguments, all without.
 * `--concurrency 1` leaves the other processors alone (2 by default), `--file PATH` does one file of an area that takes long.
 * A fault that ends in the time limit counts as noticed, and so does one whose test runs into its own: both are counted
 * apart, because a slow machine must not pass for a test. What stands under `node_modules/.cache/mutation` lets the next
 * run do only what changed.
 */
const cache = 'node_modules/.cache/mutation';

interface Score {
  area: string;
  mutants: number;
  killed: number;
  timeouts: number;
  survived: number;
  uncovered: number;
  score: number;
}

const { values, positionals: given } = parseArgs({
  allowPositionals: true,
  options: { concurrency: { type: 'string', default: '2' }, file: { type: 'string', multiple: true } },
});
const unknown = given.filter((name) => !(name in mutationAreas));
if (unknown.length > 0) {
  console.error(`There is no area ${unknown.join(', ')}; the areas are ${Object.keys(mutationAreas).join(', ')}`);
  process.exit(1);
}

const scores: Score[] = [];
for (const [name, area] of Object.entries(mutationAreas)) {
  if (given.length === 0 || given.includes(name)) scores.push(await testArea(name, area));
}
printTable(scores);
process.exit(scores.every(({ score }) => score >= 80) ? 0 : 1);

async function testArea(name: string, { mutate, tests }: MutationArea): Promise<Score> {
  console.log(`\n${name}`);
  const directory = mkdtempSync(join(tmpdir(), 'mutation-'));
  const clean = () => rmSync(directory, { recursive: true, force: true });
  // Also when it is interrupted.
  process.once('exit', clean);
  mkdirSync(cache, { recursive: true });
  process.env.MUTATION_TESTS = tests.join('\n');
  try {
    const stryker = new Stryker({
      mutate: values.file ?? mutate,
      testRunner: 'vitest',
      vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false, pool: 'threads' },
      plugins: ['@stryker-mutator/vitest-runner', join(import.meta.dirname, 'ignore-prose.ts')],
      ignorers: ['prose'],
      coverageAnalysis: 'perTest',
      concurrency: Number(values.concurrency),
      timeoutMS: 30_000,
      incremental: true,
      incrementalFile: join(cache, `${name}.json`),
      tempDirName: directory,
      cleanTempDir: 'always',
      // Nothing is compiled here, so there is no configuration of the compiler to adapt.
      tsconfigFile: 'none',
      disableTypeChecks: false,
      ignorePatterns: ['bench', 'docs', 'dist', 'data'],
      reporters: ['clear-text', 'progress-append-only'],
      clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
    });
    const results = await stryker.runMutationTest();
    const count = (...states: string[]) => results.filter(({ status }) => states.includes(status)).length;
    const late = results.filter(({ status, statusReason }) => status === 'Killed' && isTimeLimit(statusReason)).length;
    const [killed, timeouts] = [count('Killed') - late, count('Timeout') + late];
    const [survived, uncovered] = [count('Survived'), count('NoCoverage')];
    const mutants = killed + timeouts + survived + uncovered;
    return { area: name, mutants, killed, timeouts, survived, uncovered, score: (100 * (killed + timeouts)) / mutants };
  } finally {
    process.off('exit', clean);
    clean();
  }
}

function isTimeLimit(reason = ''): boolean {
  return /^(?:Error: )?(?:Test|Hook) timed out/.test(reason);
}

function printTable(scores: Score[]): void {
  const rows = [
    ['area', 'mutants', 'killed', 'timeouts', 'survived', 'no coverage', 'score'],
    ...scores.map(({ area, mutants, killed, timeouts, survived, uncovered, score }) => [
      area,
      ...[mutants, killed, timeouts, survived, uncovered].map(String),
      `${score.toFixed(1)} %`,
    ]),
  ];
  console.log(
    `\n${rows.map(([area = '', ...cells]) => area.padEnd(16) + cells.map((cell) => cell.padStart(13)).join('')).join('\n')}`,
  );
}
