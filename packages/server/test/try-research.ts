import { openResearchBench } from './research-bench.ts';
import { startResearchSite } from './research-site.ts';

const site = await startResearchSite({ pages: 70 });
const bench = await openResearchBench({ engines: [site.engine], allowed: [site.hostAndPort] });
for (const depth of (process.argv[2] ?? 'quick').split(',')) {
  const call = bench.call();
  const t = Date.now();
  const run = await bench.service.start(
    {
      instructions: 'How do tidal power stations store surplus energy, and how many homes do they supply?',
      depth,
    } as never,
    call,
  );
  try {
    const r = await bench.service.wait(run.research_id, call);
    console.log(
      depth,
      Date.now() - t,
      'ms',
      r.citations.length,
      new Set(r.citations.map((c) => c.url)).size,
      r.pages_read,
      r.searches_performed,
      r.shortfall,
      r.failed_sources.length,
    );
    if (process.argv[3]) console.log(r.output, r.failed_sources, r.citations.slice(0, 2));
  } catch (e) {
    console.log(e, await bench.repository.find('ws_test', run.research_id));
  }
}
await bench.close();
await site.close();
