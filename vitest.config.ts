import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/{src,test,tools}/**/*.test.ts', 'bench/**/*.test.ts', 'tools/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: 'forks',
    // Every processor: most tests wait for something (a process, a clock, a store) for most of their time.
    maxWorkers: '100%',
  },
});
