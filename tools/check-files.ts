import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Up to here nobody asks. */
const usualLength = 300;
/** A file between the two says in a line of its own why it is not two: `// long because …`. */
const sourceLimit = 400;
const testLimit = 500;

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter(Boolean);
const problems: string[] = [];

for (const file of tracked.filter(
  (name) =>
    /^(packages|engines|quality|acceptance|bench|tools)\/.*\.tsx?$/.test(name) &&
    !/\/(fixtures|generated)\//.test(name),
)) {
  const text = readFileSync(file, 'utf8');
  const lines = text.split('\n').length - 1;
  const isTest = /\.test\.tsx?$|\/test\//.test(file);
  const limit = isTest ? testLimit : sourceLimit;
  if (lines > limit) problems.push(`${file} has ${lines} lines; ${limit} are the limit`);
  else if (!isTest && lines > usualLength && !/^\/\/ long because \w/m.test(text)) {
    problems.push(`${file} has ${lines} lines and no line "// long because …" that says why it is not two files`);
  }
}

for (const file of tracked.filter((name) => name.endsWith('package.json'))) {
  const parsed: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'));
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    for (const [name, version] of Object.entries(parsed[kind] ?? {})) {
      if (!/^\d/.test(String(version))) problems.push(`${file}: ${name} is not pinned exactly (${version})`);
    }
  }
}

const lockfile = readFileSync('package-lock.json', 'utf8');
if (/"resolved": "http/.test(lockfile)) problems.push('package-lock.json holds addresses of a registry');

for (const problem of problems) console.log(problem);
process.exit(problems.length === 0 ? 0 : 1);
