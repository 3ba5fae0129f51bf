import { defineConfig } from 'vitest/config';

/** The tests of one area only; `test-mutations.ts` names them. */
export default defineConfig({
  test: {
    include: process.env.MUTATION_TESTS?.split('\n') ?? [],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
