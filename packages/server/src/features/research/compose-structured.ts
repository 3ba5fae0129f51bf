import type { Citation, ResearchResult } from '@parley/contract';
import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { Numbering, type ReportMaterial } from './compose-report.ts';
import { missingFigures } from './figures.ts';
import { sentenceProblems } from './sentence-problems.ts';

export interface StructuredReport {
  output: ResearchResult['output'];
  citations: Citation[];
  citedSources: number;
  removed: number;
}

type Fill = (problems: string[]) => Promise<JsonObject>;

const mark = /\s*\[\[(c\d+)\]\]/g;
const unverified = ' (unverified)';

/**
 * A report in the caller's shape. Every text and number in it is checked against the claims; what does not hold is
 * asked for once more; texts that still do not hold are marked as unverified. Numbers stay as they are, because the schema
 * may require them, and count in `removed`.
 */
export async function composeStructured(fill: Fill, material: ReportMaterial): Promise<StructuredReport> {
  let value = await fill([]);
  const problems = problemsIn(value, material, '');
  if (problems.length > 0) value = await fill(problems.slice(0, 20));
  const numbering = new Numbering(material);
  let removed = 0;
  const finished = mapTexts(value, (text) => {
    const ids = [...text.matchAll(mark)].map((match) => match[1] ?? '');
    const plain = withoutMarks(text);
    const isProven = problemsOfText(text, material).length === 0;
    if (!isProven) removed += 1;
    const claims = isProven ? material.claims.filter((claim) => ids.includes(claim.id)) : [];
    const marks = claims.length > 0 ? numbering.marks(claims) : null;
    if (isStatement(plain) && !isProven) return withoutAddresses(plain) + unverified;
    return withoutAddresses(plain) + (marks === null ? '' : ` ${marks}`);
  });
  const output: Record<string, unknown> = isJsonObject(finished) ? finished : { value: finished };
  return { output, citations: numbering.citations(), citedSources: numbering.sources.size, removed };
}

function problemsIn(value: JsonValue, material: ReportMaterial, path: string): string[] {
  if (typeof value === 'string') return problemsOfText(value, material).map((problem) => `${path || '/'}: ${problem}`);
  if (typeof value === 'number') {
    const quotes = material.claims.map((claim) => claim.quote).join('\n');
    return missingFigures(String(value), quotes).map((figure) => `${path}: ${figure} is in no claim`);
  }
  if (Array.isArray(value)) return value.flatMap((entry, index) => problemsIn(entry, material, `${path}/${index}`));
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([name, entry]) => problemsIn(entry, material, `${path}/${name}`));
  return [];
}

function problemsOfText(text: string, material: ReportMaterial): string[] {
  const plain = withoutMarks(text);
  if (!isStatement(plain)) {
    const quotes = material.claims.map((claim) => claim.quote).join('\n');
    return missingFigures(plain, quotes).map((figure) => `"${figure}" is in no claim`);
  }
  const ids = [...text.matchAll(mark)].map((match) => match[1] ?? '');
  const named = material.claims.filter((claim) => ids.includes(claim.id));
  if (ids.length === 0) return [`"${plain.slice(0, 80)}" names no claim`];
  if (named.length < new Set(ids).size) return [`"${plain.slice(0, 80)}" names a claim that does not exist`];
  return sentenceProblems(plain, named, material.sources);
}

/** A name, a label or a single token (a date, a code) is no sentence: its figures are checked, nothing is added to it. */
function isStatement(text: string): boolean {
  const words = text.split(/\s+/).length;
  return words > 5 || (words > 1 && /\d/.test(text));
}

function withoutMarks(text: string): string {
  return text.replace(mark, '').trim();
}

function withoutAddresses(text: string): string {
  return text
    .replace(/\b(?:https?:\/\/|www\.)\S+/gi, '')
    .replace(/\s{2,}/g, ' ')
    .trim();
}

function mapTexts(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, mapTexts(entry, change)]));
}
