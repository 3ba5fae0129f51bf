import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/fake-clock.ts';
import { type PipelineParts, ResearchPipeline } from './research-pipeline.ts';
import type { Claim, Finding, Source } from './research-types.ts';
import type { Researcher, ResearchState } from './researcher.ts';
import { CostLimitReached } from './researchers/research-model.ts';
import { QuoteFinder } from './sources/quote-finder.ts';

const sentenceOf = (index: number) =>
  `Station ${'abcdefghijklmnopqrstuvwxyz'[index]} stores ${100 + index} tons of salt.`;
const source = (index: number): Source => ({
  url: `https://s${index}.example/`,
  title: `Station ${'abcdefghijklmnopqrstuvwxyz'[index]}`,
  contentHash: `hash${index}`,
  fetchedAt: 0,
  fileId: null,
});

/** A run over pages that say one sentence each, found in one search. */
function pipeline(
  pages: number,
  more: {
    researcher?: Partial<Researcher>;
    minSources?: number;
    maxSources?: number;
    scores?: number[];
    schema?: object;
  } = {},
) {
  const { minSources = 0, maxSources = pages } = more;
  const findingsOf = (index: number): Finding[] => {
    const text = sentenceOf(index);
    const score = more.scores?.[index];
    return score === undefined ? [] : [{ text, start: 0, end: text.length, paragraph: text, question: 0, score }];
  };
  const states: ResearchState[] = [];
  const steps: string[] = [];
  const sources: Source[] = [];
  const failed = [{ url: 'https://gone.example/', reason: 'gone' }];
  const gatherer = {
    sources,
    failed,
    found: pages,
    pagesRead: pages,
    filesRead: [],
    searchesPerformed: 1,
    searchFailure: null,
    hasFiles: false,
    search: async () => {},
    read: async (_: unknown, wanted: number) => {
      const from = sources.length;
      const read = Array.from({ length: Math.max(0, Math.min(wanted, pages - from)) }, (_each, at) =>
        source(from + at),
      );
      sources.push(...read);
      return read.map((each, at) => ({ index: from + at, source: each, findings: findingsOf(from + at) }));
    },
    admitReserve: () => [],
    followLinks: () => false,
  };
  const plainResearcher: Researcher = {
    modelId: 'a-model',
    brief: async () => ({ title: 'Salt', questions: ['Which stations store salt?'], queries: [['salt']] }),
    claims: async (_brief, _batch, read) =>
      read.map(({ index }) => ({ text: sentenceOf(index), quote: sentenceOf(index), source: index, question: 0 })),
    confirm: async (_name, pairs) => pairs.map(() => null),
    reflect: async () => [],
    report: async (state) => {
      states.push(state);
      const sentences = state.claims.map((claim) => ({ text: claim.text, claims: [claim.id] }));
      return { title: 'Salt', sections: [{ heading: 'Stations', sentences }] };
    },
    structured: async () => ({}),
  };
  const researcher: Researcher = { ...plainResearcher, ...more.researcher };
  const parts = {
    id: 'r1',
    request: { instructions: 'Which stations store salt?', schema: more.schema ?? null },
    plan: { rounds: 1, minSources, maxSources, maxCitations: 100, maxMs: 60_000, subQuestions: 1 },
    researcher,
    plainResearcher,
    gatherer,
    verifier: {
      pages: { findContent: async () => null },
      work: {
        locate: async ({ text, quotes }: { text: string; quotes: string[] }) =>
          quotes.map((quote) => {
            const found = new QuoteFinder(text).find(quote);
            return found && { ...found, paragraph: text };
          }),
      },
      workspaceId: 'w1',
      fileTexts: new Map(
        Array.from({ length: pages }, (_, index) => [`hash${index}`, `${sentenceOf(index)} It is old.`]),
      ),
      signal: new AbortController().signal,
    },
    clock: new FakeClock(0),
    startedAt: 0,
    spentUsd: () => 0.5,
    onProgress: async ({ step }: { step: string }) => void steps.push(step),
  };
  // Only what a run asks of them.
  const run = () => new ResearchPipeline(parts as unknown as PipelineParts).run();
  return { run, states, steps };
}

describe('a run', () => {
  it('brings every claim of every source that was read into the report, each with its citation', async () => {
    const { run, states, steps } = pipeline(20);
    const report = await run();
    for (let index = 0; index < 20; index++) expect(report.output).toContain(`stores ${100 + index} tons of salt [`);
    expect(report.citations.map(({ url, quote }) => [url, quote])).toEqual(
      Array.from({ length: 20 }, (_, index) => [`https://s${index}.example/`, sentenceOf(index)]),
    );
    expect(states[0]?.claims.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => `c${index + 1}`));
    expect(report).toMatchObject({ searches_performed: 1, pages_read: 20, model: 'a-model', cost_usd: 0.5 });
    expect(report.failed_sources).toHaveLength(1);
    expect(report.shortfall).toBeUndefined();
    expect(steps).toEqual(['brief', 'claims', 'write']);
  });

  it('gives the researcher the best claims first', async () => {
    const { run, states } = pipeline(3, { scores: [0.4, 0.9, 0.6] });
    expect((await run()).citations.map(({ url }) => url)).toEqual([1, 2, 0].map((index) => source(index).url));
    expect(states[0]?.claims.map(({ score }) => score)).toEqual([0.9, 0.6, 0.4]);
  });

  it('says where it fell short of what was wanted', async () => {
    const { shortfall } = await pipeline(3, { minSources: 5, maxSources: 5 }).run();
    expect(shortfall).toMatchObject({ wanted: 5, cited: 3, read: 3, found: 3 });
    expect(shortfall?.reason).toContain('1 addresses could not be read');
  });

  const unproven: Researcher['claims'] = async (_brief, _batch, read) =>
    read.map(({ index }) => ({
      text: sentenceOf(index),
      quote: 'This stands nowhere at all.',
      source: index,
      question: 0,
    }));

  it('says in a short report that nothing speaks to the instructions, and what was looked through', async () => {
    const { run, states } = pipeline(4, { researcher: { claims: unproven }, minSources: 2 });
    const report = await run();
    expect(report.output).toBe(
      '# Salt\n\nNo source was found that speaks to the instructions. 1 searches found 4 addresses; 4 pages were read.',
    );
    expect(report).toMatchObject({ citations: [], shortfall: { wanted: 2, cited: 0, read: 4, found: 4 } });
    expect(states).toEqual([]);
  });

  it('says why where statements were proven and no sentence of the report stands on them', async () => {
    const report: Researcher['report'] = async () => ({ title: 'Salt', sections: [] });
    const { output, citations } = await pipeline(4, { researcher: { report } }).run();
    expect(citations).toEqual([]);
    expect(output).toBe(
      '# Salt\n\n4 passages were found, and no sentence of the report could be shown to stand on them.',
    );
  });

  it('fails where no source could be read, and where an object is wanted of which nothing speaks', async () => {
    await expect(pipeline(0).run()).rejects.toMatchObject({
      code: 'research_failed',
      details: expect.stringContaining('https://gone.example/: gone'),
    });
    const schema = { type: 'object' };
    await expect(pipeline(4, { researcher: { claims: unproven }, schema }).run()).rejects.toMatchObject({
      code: 'research_failed',
    });
  });

  it('tells the researcher what did not hold, and keeps it out', async () => {
    const claims: Researcher['claims'] = async (_brief, _batch, read) =>
      read.flatMap(({ index }) => [
        { text: sentenceOf(index), quote: sentenceOf(index), source: index, question: 0 },
        { text: sentenceOf(index + 1), quote: sentenceOf(index), source: index, question: 0 },
      ]);
    const { run, states } = pipeline(4, { researcher: { claims } });
    const { citations } = await run();
    expect(citations).toHaveLength(4);
    expect(states[0]?.rejected.map(({ text }) => text).sort()).toEqual([1, 2, 3, 4].map(sentenceOf));
  });

  it('writes a sentence in words of its own only when the model confirms it', async () => {
    const own = (claim: Claim) => claim.text.replace('tons of salt', 'tons of salt for hungry customers');
    const report: Researcher['report'] = async ({ claims }) => ({
      title: 'Salt',
      sections: [{ heading: 'Stations', sentences: claims.map((claim) => ({ text: own(claim), claims: [claim.id] })) }],
    });
    for (const verdict of [true, false, null]) {
      const confirm: Researcher['confirm'] = async (name, pairs) =>
        pairs.map((_, index) => (name === 'report' && index === 1 ? verdict : null));
      const { output } = await pipeline(3, { researcher: { report, confirm } }).run();
      expect(String(output).match(/hungry/g)?.length ?? 0).toBe(verdict === true ? 1 : 0);
      if (verdict === true) expect(output).toContain('stores 101 tons of salt for hungry customers [2]');
      // What nobody judged is told in the source's own words.
      expect(String(output).match(/tons of salt \[/g)).toHaveLength(verdict === null ? 3 : 2);
    }
  });

  it('goes on without the model when the money is used up, and says so', async () => {
    const claims: Researcher['claims'] = async () => {
      throw new CostLimitReached('the money is used up');
    };
    const { output, shortfall } = await pipeline(4, { researcher: { claims }, minSources: 9, maxSources: 9 }).run();
    expect(String(output).match(/tons of salt \[/g)).toHaveLength(4);
    expect(shortfall?.reason).toContain('the money is used up');
  });
});
