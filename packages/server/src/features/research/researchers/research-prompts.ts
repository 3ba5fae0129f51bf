import type { JsonObject } from '@parley/contract';
import type { Claim } from '../research-types.ts';
import type { ReadSource, RejectedClaim, ResearchState, StatementPair } from '../researcher.ts';

const string = { type: 'string' };
const strings = { type: 'array', items: string };

function object(properties: JsonObject): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function list(items: JsonObject): JsonObject {
  return { type: 'array', items };
}

export const briefSchema = object({
  title: string,
  questions: list(object({ question: string, done: string, queries: strings })),
});
export const claimsSchema = object({
  claims: list(object({ text: string, source: string, quote: string, question: { type: 'integer' } })),
});
export const judgeSchema = object({
  verdicts: list(object({ pair: { type: 'integer' }, supported: { type: 'boolean' } })),
});
export const reflectSchema = object({ queries: strings });
export const outlineSchema = object({ title: string, sections: list(object({ heading: string, claim_ids: strings })) });
export const sectionSchema = object({ sentences: list(object({ text: string, claim_ids: strings })) });

/** Quotes beside their statements, numbered from 0. */
export function pairList(pairs: readonly StatementPair[]): string {
  return pairs
    .map(
      ({ quote, statement }, index) =>
        `<pair number="${index}">\n<quote>${defused(quote)}</quote>\n<statement>${defused(statement)}</statement>\n</pair>`,
    )
    .join('\n\n');
}

/** The questions with their numbers. */
export function questionList(questions: readonly string[]): string {
  return questions.map((question, index) => `${index}. ${question}`).join('\n');
}

/** The questions with what a complete answer holds, and how much of it has been proven. */
export function coverageList({ brief, claims }: ResearchState): string {
  return brief.questions
    .map((question, index) => {
      const mine = claims.filter((claim) => claim.question === index);
      const sources = new Set(mine.map(({ source }) => source)).size;
      const done = brief.done?.[index] ? ` (done: ${brief.done[index]})` : '';
      return `${index}. ${question}${done}: ${mine.length} claims from ${sources} sources`;
    })
    .join('\n');
}

/** What was rejected and why, the newest last. */
export function rejectedList(rejected: readonly RejectedClaim[]): string {
  return rejected
    .map(({ question, text, reason }) => `- (${question}) ${defused(text).slice(0, 200)}: ${reason}`)
    .join('\n');
}

/** Sources as fenced material. What could close the fence inside it is taken apart. */
export function fenced(sources: readonly ReadSource[], maxCharacters: number): string {
  const each = Math.floor(maxCharacters / Math.max(1, sources.length));
  return sources
    .map(({ index, source, findings }) => {
      const body = excerpt(findings, each);
      return `<source id="s${index}" title="${attribute(source.title)}">\n${defused(body)}\n</source>`;
    })
    .join('\n\n');
}

/** The paragraphs of the best findings in reading order, within so many characters. */
function excerpt(findings: ReadSource['findings'], maxCharacters: number): string {
  const paragraphs = new Map<string, number>();
  let length = 0;
  for (const finding of findings) {
    if (paragraphs.has(finding.paragraph)) continue;
    if (length + finding.paragraph.length > maxCharacters && paragraphs.size > 0) continue;
    paragraphs.set(finding.paragraph.slice(0, maxCharacters), finding.start);
    length += finding.paragraph.length;
  }
  return [...paragraphs]
    .sort((left, right) => left[1] - right[1])
    .map(([text]) => text)
    .join('\n\n');
}

export function claimList(claims: readonly Claim[], state: ResearchState): string {
  return claims
    .map(({ id, text, quote, source, question }) => {
      const title = state.sources[source]?.title ?? '';
      return `<claim id="${id}" question="${question}" source="${attribute(title)}">\n${defused(text)}\nQuote: ${defused(quote)}\n</claim>`;
    })
    .join('\n');
}

function defused(text: string): string {
  return text.replace(/<(?=\/?\s*(?:source|claim)\b)/gi, '‹');
}

function attribute(text: string): string {
  return text.replace(/["<>\n]/g, ' ').slice(0, 150);
}
