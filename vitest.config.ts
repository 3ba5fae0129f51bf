import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// The processes of the tests and those that they start keep what Node has compiled of the sources.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled-tests');

export default defineConfig({
  test: {
    include: ['packages/*/{src,test,tools}/**/*.test.ts', 'bench/**/*.test.ts', 'tools/**/*.test.ts'],
    globalSetup: 'packages/server/test/lend-postgres.ts',
    // These end what hangs; how long something takes is tested by the tests that measure it. A busy machine is slow.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // Node reads the sources itself, as it does in the service: half the time of having Vite rewrite them for each file.
    experimental: { viteModuleRunner: false },
    // Every processor: most tests wait for something (a process, a clock, a store) for most of their time.
    maxWorkers: '100%',
  },
});
