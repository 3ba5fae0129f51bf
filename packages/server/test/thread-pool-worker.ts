import { readFileSync } from 'node:fs';
import { serveThreadTasks } from '../src/lib/serve-thread-tasks.ts';

let served = 0;

// Each way in which a task can go on for ever, fail, or take its thread with it.
serveThreadTasks({
  echo: (value: unknown) => value,
  served: () => ++served,
  pause: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
  loop: () => {
    while (true);
  },
  pattern: () => /^(?:a+)+$/.test(`${'a'.repeat(60)}!`),
  never: () => new Promise(() => {}),
  fail: () => {
    throw Object.assign(new Error('not this one'), { code: 'unlucky' });
  },
  exit: () => process.exit(3),
  throwLater: () => {
    setImmediate(() => {
      throw new Error('too late');
    });
    return new Promise(() => {});
  },
  grow: () => {
    const kept: unknown[] = [];
    while (true) kept.push(Array.from({ length: 1000 }, (_, index) => `${index}`));
  },
  growAWhile: (count: number) => Array.from({ length: count }, (_, index) => [`${index}`, { index }]).length,
  // V8's own limit of a thread ends the process where a table that doubles goes beyond it.
  growTable: () => {
    const kept = new Map<string, object>();
    for (let index = 0; ; index++) kept.set(`k${index}`, { index });
  },
  unsendable: () => () => {},
  environment: () => Object.keys(process.env),
  // The nice value of this very thread is the 19th field; the name, in brackets, may hold spaces.
  niceValue: () => Number(readFileSync('/proc/thread-self/stat', 'utf8').split(') ')[1]?.split(' ')[16]),
});
