/**
 * How many hostile addresses the guarded fetcher refuses: `node bench/outbound-guard.ts <file.jsonl>`, one
 * `{"url": …}` a line. Names resolve to a loopback address here, as an attacker's own name server would answer.
 */
import { readFile } from 'node:fs/promises';
import { GuardedFetcher } from '../packages/server/src/outbound/guard/guarded-fetcher.ts';

const path = process.argv[2];
if (!path) {
  console.error('usage: node bench/outbound-guard.ts <file.jsonl>');
  process.exit(2);
}

let lookups = 0;
const fetcher = new GuardedFetcher({
  userAgent: 'parley-bench/1',
  lookup: async () => {
    lookups += 1;
    return [{ address: '127.0.0.1', family: 4 }];
  },
});
const outcomes = new Map<string, number>();
for (const line of (await readFile(path, 'utf8')).split('\n').filter(Boolean)) {
  const { url } = JSON.parse(line) as { url: string };
  const outcome = await fetcher.fetch(url, { timeoutMs: 2000 }).then(
    () => 'fetched',
    (error) => String(error.code ?? error.name),
  );
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  if (outcome !== 'url_not_allowed') console.log(`${outcome}: ${url}`);
}
await fetcher.close();
console.log(Object.fromEntries(outcomes), `${lookups} of them by the looked-up address`);
process.exitCode = outcomes.size === 1 && outcomes.has('url_not_allowed') ? 0 : 1;
