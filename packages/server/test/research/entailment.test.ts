import { afterAll, beforeAll, expect, it } from 'vitest';
import { openResearchBench } from './research-bench.ts';
import { type ResearchSite, startResearchSite } from './research-site.ts';
import { type ScriptedResearcher, scriptedResearchModel } from './scripted-research-model.ts';

let site: ResearchSite;
beforeAll(async () => {
  site = await startResearchSite({ pages: 60, traps: false });
});
afterAll(() => site.close());

/** One claim in words of its own for every source, beside nothing honest. */
async function report(script: ScriptedResearcher) {
  const model = scriptedResearchModel(script);
  const bench = await openResearchBench({ engines: [site.engine], allowed: [site.hostAndPort], model });
  try {
    const call = bench.call();
    const run = await bench.service.start(
      { instructions: 'How do tidal power stations store surplus energy?', depth: 'quick' },
      call,
    );
    const { output, citations } = await bench.service.wait(run.research_id, call);
    return { text: String(output), citations, questions: model.questions };
  } finally {
    await bench.close();
  }
}

/** A sentence without any of the quote's words, as a translation has none. */
const foreign = 'Hier erfährt man, wie Überschüsse aufgehoben werden.';
const translated: ScriptedResearcher['claims'] = (honest) => honest.map((claim) => ({ ...claim, text: foreign }));

it('a claim in other words stays when the model says that the quote says it, and is marked so', async () => {
  const { text, citations, questions } = await report({ claims: translated, supports: () => true });
  expect(text).toContain(foreign.replace(/\.$/, ''));
  expect(citations.some(({ verified }) => verified === 'entailed')).toBe(true);
  const judged = questions.find(({ system }) => system.startsWith('You judge'));
  // The judge sees quotes and statements and nothing else.
  expect(judged?.text).toContain(`<statement>${foreign}</statement>`);
  expect(judged?.text).not.toContain('Task:');
});

it('goes when the model says no, and when it says nothing', async () => {
  const { text, citations } = await report({ claims: translated, supports: () => false });
  expect(text).not.toContain('Überschüsse');
  expect(citations.every(({ verified }) => verified === 'quoted')).toBe(true);
});

it('a figure that the quote does not hold goes whatever the model says', async () => {
  const { text } = await report({
    claims: (honest) =>
      honest.map((claim) => ({ ...claim, text: `${claim.text.replace(/\.$/, '')} for 98765 homes.` })),
    supports: () => true,
  });
  expect(text).not.toContain('98765');
});

it('a sentence of the report in other words is asked about too', async () => {
  const own = 'Surplus is put away for later by such places.';
  const sentences: ScriptedResearcher['sentences'] = (honest) => honest.map((entry) => ({ ...entry, text: own }));
  expect((await report({ sentences, supports: () => true })).text).toContain('put away for later');
  const refused = await report({ sentences, supports: (statement, quote) => quote.includes(statement) });
  expect(refused.text).not.toContain('put away for later');
});
