/** The process that `research-resume.ts` kills: takes up the run in a data directory, or begins it. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ResearchModel } from '../packages/server/src/features/research/researchers/research-model.ts';
import type { SearchEngine } from '../packages/server/src/ports/search-engine.ts';
import { openResearchBench } from '../packages/server/test/research/research-bench.ts';
import { sitePages } from '../packages/server/test/research/research-site.ts';

const [dataDir = '', vendorUrl = '', siteUrl = ''] = process.argv.slice(2);

const model: ResearchModel = {
  id: 'vendor',
  isEmbedded: false,
  materialCharacters: 20_000,
  estimateUsd: () => 0.01,
  async ask(question, signal) {
    const answer = await fetch(vendorUrl, { method: 'POST', body: JSON.stringify(question), signal });
    return (await answer.json()) as Awaited<ReturnType<ResearchModel['ask']>>;
  },
};
const engine: SearchEngine = {
  name: 'site',
  search: async ({ limit }) =>
    sitePages(30)
      .slice(0, limit)
      .map((page) => ({ title: page.title, url: siteUrl + page.path, snippet: '' })),
};
const bench = await openResearchBench({ engines: [engine], allowed: [new URL(siteUrl).host], model, dataDir });
const idFile = join(dataDir, 'run-id');
const call = bench.call();
if (!existsSync(idFile)) {
  const run = await bench.service.start(
    { instructions: 'How do tidal power stations store energy?', depth: 'quick' },
    call,
  );
  writeFileSync(idFile, run.research_id);
}
const id = readFileSync(idFile, 'utf8');
const result = await bench.service.wait(id, call);
const billed = bench.billed.get(id) ?? [];
appendFileSync(join(dataDir, 'billings'), 'x');
writeFileSync(
  join(dataDir, 'result.json'),
  JSON.stringify({
    status: result.status,
    citations: result.citations.length,
    billedSteps: billed.length,
    billings: readFileSync(join(dataDir, 'billings'), 'utf8').length,
  }),
);
await bench.close();
process.exit(0);
