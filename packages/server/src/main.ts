import { run } from './start/run.ts';

await run(process.env, process.argv.slice(2));
