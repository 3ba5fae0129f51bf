import { limitFreeMemory } from './start/limit-free-memory.ts';

limitFreeMemory(process.env);
const { run } = await import('./start/run.ts');
await run(process.env, process.argv.slice(2));
