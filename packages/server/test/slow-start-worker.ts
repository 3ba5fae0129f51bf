import { serveTasks } from '../src/lib/serve-tasks.ts';

/* A process that takes longer to start than its tasks may take. */

const until = performance.now() + 1500;
while (performance.now() < until);

serveTasks({
  echo: (value: string) => value,
  hang: () => new Promise(() => {}),
});
