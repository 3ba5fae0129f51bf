/**
 * Runs the real client libraries of others, unchanged, against a service of its own: `npm run test:clients`.
 *
 * Every check runs twice: with the embedded engine, and with a model that is connected (a scripted vendor on loopback). Prints a table of
 * clients and features, and ends with `N passed, N failed`.
 */
import { aiSdkChecks } from './ai-sdk-checks.ts';
import { anthropicChecks } from './anthropic-checks.ts';
import type { ClientCheck, Target } from './client-check.ts';
import { faultChecks, playFaults } from './fault-checks.ts';
import { langchainChecks } from './langchain-checks.ts';
import { mcpChecks } from './mcp-checks.ts';
import { openaiChecks } from './openai-checks.ts';
import { openaiImageChecks } from './openai-image-checks.ts';
import { personChecks } from './person-checks.ts';
import { withEachEngine } from './started-engines.ts';

const checkMs = 60_000;
const checks: ClientCheck[] = [
  ...openaiChecks,
  ...openaiImageChecks,
  ...anthropicChecks,
  ...aiSdkChecks,
  ...langchainChecks,
  ...mcpChecks,
];
let passed = 0;
const failures: string[] = [];
const table = new Map<string, string[]>();
// The SDK warns of a name that it has no limits for; that is not what is checked.
Reflect.set(globalThis, 'AI_SDK_LOG_WARNINGS', false);

await withEachEngine(async ({ name, service, vendor }) => {
  for (const check of checks) await tryOne(check, name, service);
  if (name === 'embedded') {
    for (const check of personChecks) await tryOne(check, name, service);
    return;
  }
  for (const check of faultChecks) {
    const run = (target: Target) => playFaults(check, target, vendor);
    await tryOne({ client: check.name, feature: 'faults of the vendor', run }, name, service);
  }
});

for (const [row, results] of table) console.log(`${row.padEnd(52)} ${results.join('  ')}`);
for (const failure of failures) console.log(`\nFAILED ${failure}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);

async function tryOne(check: ClientCheck, engine: string, target: Target): Promise<void> {
  const row = `${check.client}: ${check.feature}`;
  const results = table.get(row) ?? [];
  table.set(row, results);
  try {
    await within(check.run(target));
    passed++;
    results.push(`${engine} ok`);
  } catch (error) {
    failures.push(`${row} (${engine}): ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    results.push(`${engine} FAILED`);
  }
}

function within(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${checkMs / 1000} s`)), checkMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
