import type { DeepResearchRequest } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../src/lib/app-error.ts';
import { checkReport } from './independent-check.ts';
import { openResearchBench } from './research-bench.ts';
import { type ResearchSite, startResearchSite } from './research-site.ts';
import {
  type ScriptedResearcher,
  type ScriptedResearchModel,
  scriptedResearchModel,
} from './scripted-research-model.ts';

const instructions = 'How do tidal power stations store surplus energy, and how many homes do they supply?';
let site: ResearchSite;
beforeAll(async () => {
  site = await startResearchSite({ pages: 30 });
});
afterAll(() => site.close());

async function research(model: ScriptedResearchModel, request: Partial<DeepResearchRequest> = {}) {
  const bench = await openResearchBench({ engines: [site.engine], allowed: [site.hostAndPort], model });
  try {
    const call = bench.call();
    const run = await bench.service.start({ instructions, depth: 'quick', ...request }, call);
    return await bench.service.wait(run.research_id, call);
  } finally {
    await bench.close();
  }
}

describe('a model that refuses or fails', () => {
  const silent = (): ScriptedResearchModel => {
    const model = scriptedResearchModel();
    return { ...model, ask: async (...given) => ({ ...(await model.ask(...given)), value: null }) };
  };

  it('is noticed after two calls; the report is in the words of the sources and says so', async () => {
    const model = silent();
    const result = await research(model);
    expect(model.questions).toHaveLength(2);
    expect(result.degraded).toMatchObject({ calls: 2, failed: 2, reason: expect.stringContaining('no usable answer') });
    expect(result.citations.length).toBeGreaterThan(5);
    expect(await checkReport(result, site.served)).toMatchObject({ danglingMarks: [], wrongFigures: [] });
  });

  it('is noticed as well when its vendor refuses the questions', async () => {
    let calls = 0;
    const model: ScriptedResearchModel = {
      ...scriptedResearchModel(),
      ask: async () => {
        calls++;
        throw new AppError('upstream_rejected', 'not this');
      },
    };
    expect((await research(model)).degraded).toMatchObject({ calls: 2, failed: 2 });
    expect(calls).toBe(2);
  });

  it('gives no object, and the error says what to do', async () => {
    const output_schema = { type: 'object', properties: { homes: { type: 'number' } } };
    await expect(research(silent(), { output_schema })).rejects.toMatchObject({
      code: 'schema_not_met',
      details: expect.stringContaining('without output_schema'),
    });
  });
});

describe('a model is told', () => {
  const run = async (script: ScriptedResearcher) => {
    const model = scriptedResearchModel(script);
    const result = await research(model, { depth: 'standard' });
    const asked = (opening: string) => model.questions.filter(({ system }) => system.startsWith(opening));
    return { result, asked };
  };

  it('the date, what done means, where to look, what is proven and rejected, and the outline', async () => {
    const { asked } = await run({
      queries: ['tidal barrage storage'],
      claims: (honest) => [
        ...honest,
        ...honest.slice(0, 1).map((claim) => ({ ...claim, text: `${claim.text.replace(/\.$/, '')} since 1066.` })),
      ],
    });
    const [plan] = asked('You plan research');
    expect(plan?.system).toMatch(
      /Today is \d{4}-\d\d-\d\d\.[\s\S]*`done`[\s\S]*primary source[\s\S]*against the expected/,
    );
    const [review] = asked('You review research');
    expect(review?.text).toMatch(/0\. .*: \d+ claims from \d+ sources/);
    expect(review?.text).toMatch(/Rejected:\n- \(0\) .*1066.*: "1066" is not in the quote/);
    expect(review?.text).toContain('Searched for already:\n- ');
    const [section] = asked('You write one section');
    expect(section?.text).toMatch(/Outline:\n1\. Stations\n[\s\S]*Your section: 1\. Stations/);
  });

  it('to summarise last; the summary stands first and is checked like the rest', async () => {
    let calls = 0;
    const { result, asked } = await run({
      sentences: (honest) => {
        calls++;
        const wrong = { ...honest[0]!, text: `${honest[0]!.text.replace(/\.$/, '')} in 1066.` };
        return asked0(calls) ? honest : [wrong, ...honest.slice(0, 2)];
      },
    });
    const [summary] = asked('You summarise');
    expect(summary).toBeDefined();
    const [, opening = '', heading = ''] = String(result.output).split('\n\n');
    expect(heading).toMatch(/^## /);
    expect(opening).toMatch(/\[1\]/);
    expect(String(result.output)).not.toContain('1066');
    const report = await checkReport(result, site.served);
    expect(report).toMatchObject({ verified: report.citations, danglingMarks: [], wrongFigures: [] });
  });
});

/** The first question for sentences is a section; what follows it is the summary. */
const asked0 = (calls: number): boolean => calls === 1;
