import { spawn } from 'node:child_process';

/** Several checkers at once each work out the types of what they share: half as much again of the processor, which other checks wait for. */
const together = ['--checkers', '1'];

/** The checks of every change, two at a time, in the order in which they fail fastest. The same here and in CI. */
const steps: [name: string, command: string, ...args: string[]][] = [
  ['format and lint', 'biome', 'check', '.'],
  ['types', 'tsc', '-p', 'tsconfig.json', ...together],
  ['types of the dashboard', 'tsc', '-p', 'packages/dashboard', ...together],
  ['import directions', 'vitest', 'run', 'packages/server/test/architecture.test.ts'],
  ['exports and files that nobody uses', 'knip', '--no-progress', '--include', 'files,exports,types,nsExports,nsTypes'],
  ['numbers of parameters', 'node', 'tools/check-parameters.ts'],
  ['code that stands twice', 'node', 'tools/check-duplicates.ts'],
  ['time of patterns', 'node', 'tools/check-patterns.ts'],
  ['OpenAPI document', 'node', 'tools/write-openapi.ts', '--check'],
  ["the SDK's types", 'node', 'packages/sdk/tools/write-types.ts', '--check'],
  ['the Python client', 'node', 'tools/write-python-client.ts', '--check'],
  ["the SDK's package", 'node', 'packages/sdk/tools/check-package.ts'],
  ['table of acceptance', 'node', 'acceptance/run-acceptance.ts', '--check-table'],
  ['examples in the guides', 'node', 'tools/write-guides.ts', '--check'],
  ['file lengths and pinned versions', 'node', 'tools/check-files.ts'],
  ['build of the dashboard', 'vite', 'build', 'packages/dashboard', '--logLevel', 'warn'],
  ['size of its first page', 'node', 'packages/dashboard/tools/check-bundle.ts'],
  ['licences of what is shipped', 'node', 'tools/write-sbom.ts', '--check'],
  ['install scripts', 'node', 'tools/check-install-scripts.ts'],
];

/** What looks at the output of the step before it. */
const afterTheOneBefore = new Set(['size of its first page']);
/** More wait for each other: some use every processor by themselves. */
const atOnce = 2;

type Step = (typeof steps)[number];
const chains: Step[][] = [];
for (const step of steps) {
  if (afterTheOneBefore.has(step[0])) chains.at(-1)?.push(step);
  else chains.push([step]);
}

let failed = 0;
async function take([name, command, ...args]: Step): Promise<void> {
  const start = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  const status = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      said += error.message;
      resolve(null);
    });
    child.once('close', resolve);
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  if (status === 0) return;
  failed++;
  console.log(said.trim().split('\n').slice(-60).join('\n'));
}

async function takeAll(): Promise<void> {
  for (let chain = chains.shift(); chain; chain = chains.shift()) for (const step of chain) await take(step);
}
await Promise.all(Array.from({ length: atOnce }, takeAll));
process.exit(failed === 0 ? 0 : 1);
