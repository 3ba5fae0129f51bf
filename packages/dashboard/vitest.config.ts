import { defineConfig } from 'vitest/config';

/** Flows in a real Chromium (`TEST_CHROMIUM`), against the service itself. Not part of `npm test`. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['test/**/*.flow.ts'],
    testTimeout: 60_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    pool: 'forks',
    // Files of one process share its browser and what they import.
    isolate: false,
  },
});
