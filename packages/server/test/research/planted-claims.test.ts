import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkReport } from './independent-check.ts';
import { openResearchBench } from './research-bench.ts';
import { type ResearchSite, startResearchSite } from './research-site.ts';
import { type GivenClaim, scriptedResearchModel } from './scripted-research-model.ts';

let site: ResearchSite;
beforeAll(async () => {
  site = await startResearchSite({ pages: 60, traps: false });
});
afterAll(() => site.close());

/** Ways to make a true sentence false; null where a sentence offers no place for it. */
const lies: ((text: string) => string | null)[] = [
  (text) => changed(text, /\b\d{2,}\b/, (figure) => String(Number(figure) + 1)),
  (text) => changed(text, /\b\d+\b/, (figure) => `${figure}0`),
  (text) => changed(text, /\bmegawatt-hours\b/, () => 'gigawatt-hours'),
  (text) => changed(text, /\bmegawatts\b/, () => 'gigawatts'),
  (text) => changed(text, /\b(?:19|20)\d\d\b/, (year) => String(Number(year) - 10)),
  (text) => changed(text, /\b\d+ homes\b/, (homes) => homes.replace('homes', 'million homes')),
  (text) => changed(text, /\bpercent\b/, () => 'per mille or 7 percent'),
  (text) => changed(text, /\b[A-Z]\w+(?= tidal)/, () => 'Wolfsburg'),
  (text) => changed(text, /\bis stored\b/, () => 'is not stored'),
  (text) => changed(text, /\bfell\b/, () => 'rose'),
  (text) => changed(text, /\b\d+(?= percent)/, () => 'seventy-seven'),
  (text) => changed(text, /\b\d+(?= salmon)/, (count) => `${count}, of which 12 were tagged,`),
  swapped,
  (text) => changed(text, /\.$/, () => ' after the flood of March 1987.'),
];

test('of hundreds of false claims and sentences none gets into the report', async () => {
  const told = new Set<string>();
  const lie = (text: string): string[] =>
    lies.flatMap((make) => {
      const falsehood = make(text);
      if (falsehood === null) return [];
      told.add(falsehood);
      return [falsehood];
    });
  const model = scriptedResearchModel({
    claims: (honest) =>
      honest.flatMap((claim): GivenClaim[] => [
        ...lie(claim.text).flatMap((text) => [
          // Under the true quote, under a quote altered with it, and under one made of both.
          { ...claim, text },
          { ...claim, text, quote: text },
          { ...claim, text, quote: `${claim.quote} ${text}` },
        ]),
        claim,
      ]),
    sentences: (honest) =>
      honest.flatMap((entry, index) => {
        const other = honest[(index + 1) % honest.length] ?? entry;
        return [
          ...lie(entry.text).map((text) => ({ ...entry, text })),
          // The figure of one source under the name of another, both cited.
          ...mixed(entry.text, other.text, told).map((text) => ({
            text,
            claim_ids: [...entry.claim_ids, ...other.claim_ids],
          })),
          entry,
        ];
      }),
  });
  const bench = await openResearchBench({ engines: [site.engine], allowed: [site.hostAndPort], model });
  try {
    const call = bench.call();
    const instructions = 'How do tidal power stations store surplus energy, and how many homes do they supply?';
    const run = await bench.service.start({ instructions, depth: 'standard' }, call);
    const result = await bench.service.wait(run.research_id, call);
    const lines = String(result.output)
      .split('\n')
      .map((line) => line.replace(/^- /, '').replace(/\s*\[\d+\]/g, ''));
    expect(told.size).toBeGreaterThanOrEqual(100);
    expect(lines.filter((line) => told.has(line))).toEqual([]);
    const report = await checkReport(result, site.served);
    expect(report).toMatchObject({ verified: report.citations, wrongFigures: [], unknownAddresses: [] });
    expect(report.citations).toBeGreaterThanOrEqual(20);
  } finally {
    await bench.close();
  }
});

function mixed(text: string, other: string, told: Set<string>): string[] {
  const [figure] = /\b\d{2,}\b/.exec(other) ?? [];
  const falsehood = figure && !text.includes(figure) ? changed(text, /\b\d{2,}\b/, () => figure) : null;
  if (falsehood === null) return [];
  told.add(falsehood);
  return [falsehood];
}

function swapped(text: string): string | null {
  const [first, second] = text.match(/\b\d+\b/g) ?? [];
  if (first === undefined || second === undefined || first === second) return null;
  return text.replace(first, '@').replace(second, first).replace('@', second);
}

function changed(text: string, pattern: RegExp, change: (found: string) => string): string | null {
  return pattern.test(text) ? text.replace(pattern, change) : null;
}
