import { readFileSync } from 'node:fs';
import { findUnnamedScripts } from './find-unnamed-scripts.ts';

// Every package of the tree that runs a script when it is installed must be named under `allowScripts` of package.json: true when
// it may run, false when it must not.
const problems = findUnnamedScripts(
  JSON.parse(readFileSync('package-lock.json', 'utf8')),
  JSON.parse(readFileSync('package.json', 'utf8')),
);
for (const problem of problems) console.log(problem);
process.exit(problems.length === 0 ? 0 : 1);
