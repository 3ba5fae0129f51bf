import { statSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The smallest files first: most faults are noticed by the test beside the code, before one that starts servers. */
class SmallestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const size = ({ moduleId }: TestSpecification) => statSync(moduleId).size;
    return [...files].sort((left, right) => size(left) - size(right));
  }
}

/** The tests of one area only; `test-mutations.ts` names them. */
export default defineConfig({
  test: {
    include: process.env.MUTATION_TESTS?.split('\n') ?? [],
    // The runner starts a new worker for each fault, so the files of one run can share what they import: five times as fast.
    isolate: false,
    sequence: { sequencer: SmallestFirst },
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
