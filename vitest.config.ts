import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { alone, endurance, long, slow } from './tools/test-suites.ts';

// The processes of the tests and those that they start keep what Node has compiled of the sources.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled-tests');

const shared = {
  // These end what hangs; how long something takes is tested by the tests that measure it. A busy machine is slow.
  testTimeout: 90_000,
  hookTimeout: 90_000,
  expect: { poll: { timeout: 60_000 } },
  pool: 'forks' as const,
  // Node reads the sources itself, as it does in the service: half the time of having Vite rewrite them for each file.
  experimental: { viteModuleRunner: false },
  // One more than there are processors: tests wait for something (a process, a clock, a store) for nearly half of their time.
  maxWorkers: availableParallelism() + 1,
};

const notHere = ['**/node_modules/**', ...alone, ...endurance, ...long];
/** Files of one process share what they import, which for most of them takes longer than the tests do. */
const sharing = { ...shared, isolate: false };

export default defineConfig({
  test: {
    ...shared,
    // Here and not in a project, so that they are one for all.
    globalSetup: ['tools/own-temporary.ts', 'packages/server/test/lend-postgres.ts'],
    projects: [
      {
        test: {
          ...sharing,
          name: 'units',
          include: [
            '{packages,engines}/*/{src,tools}/**/*.test.ts',
            'quality/**/*.test.ts',
            '{acceptance,bench,tools}/**/*.test.ts',
          ],
          exclude: [...notHere, ...slow],
        },
      },
      {
        test: {
          ...sharing,
          name: 'services',
          include: ['{packages,engines}/*/test/**/*.test.ts', ...slow],
          exclude: notHere,
        },
      },
      { test: { ...shared, name: 'alone', include: alone } },
      { test: { ...sharing, name: 'long', include: long } },
      {
        test: {
          ...sharing,
          name: 'endurance',
          include: endurance,
          env: { FUZZ_RUNS: process.env.FUZZ_RUNS ?? '30' },
        },
      },
    ],
  },
});
