import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

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
  // Every processor: most tests wait for something (a process, a clock, a store) for most of their time.
  maxWorkers: '100%',
};

// It replaces functions of `node:fs` for what is loaded after.
const alone = 'packages/server/src/features/billing/usage-journal.test.ts';

export default defineConfig({
  test: {
    ...shared,
    // Here and not in a project, so that it is one for both.
    globalSetup: 'packages/server/test/lend-postgres.ts',
    projects: [
      {
        test: {
          ...shared,
          name: 'beside-the-code',
          include: ['packages/*/{src,tools}/**/*.test.ts', 'bench/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: ['**/node_modules/**', alone],
          // Files of one process share what they import, which for most of them takes longer than the tests do.
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'services',
          include: ['packages/*/test/**/*.test.ts', alone],
        },
      },
    ],
  },
});
