import { serveTasks } from '../src/lib/serve-tasks.ts';

serveTasks({
  spin(_: unknown, progress: (value: unknown) => void) {
    progress(process.pid);
    const until = Date.now() + 60_000;
    while (Date.now() < until);
  },
});
