import { type Citation, isJsonObject, type JsonObject, type JsonValue, type ResearchResult } from '@parley/contract';
import { missingFigures } from '@parley/text';
import { Numbering, type ReportMaterial } from './compose-report.ts';
import type { Claim } from './research-types.ts';
import { sentenceProblems } from './sentence-problems.ts';

export interface StructuredReport {
  output: ResearchResult['output'];
  citations: Citation[];
  citedSources: number;
  /** JSON pointers to values that no claim carries. */
  unverified: string[];
}

type Fill = (problems: string[]) => Promise<JsonObject>;

const mark = /\s*\[\[(c\d+)\]\]/g;
const unverifiedMark = ' (unverified)';

/**
 * A report in the caller's shape. Every text and number in it is checked against the claims; what does not hold is
 * asked for once more. What still does not hold is named in `unverified`; sentences say so themselves, while numbers
 * and single words stay as they are, because the schema may require them.
 */
export async function composeStructured(fill: Fill, material: ReportMaterial): Promise<StructuredReport> {
  let value: JsonValue = await fill([]);
  const problems = leavesOf(value, '').flatMap(({ path, value: leaf }) =>
    proofOf(leaf, material).problems.map((problem) => `${path || '/'}: ${problem}`),
  );
  if (problems.length > 0) value = await fill(problems.slice(0, 20));
  const numbering = new Numbering(material);
  const unverified: string[] = [];
  const finished = mapLeaves(value, '', (leaf, path) => {
    const { claims, problems: left } = proofOf(leaf, material);
    if (left.length > 0) unverified.push(path || '/');
    const marks = left.length === 0 && claims.length > 0 ? numbering.marks(claims) : null;
    if (typeof leaf === 'number') return leaf;
    const plain = withoutAddresses(withoutMarks(leaf));
    if (!isStatement(plain)) return plain;
    return left.length > 0 ? plain + unverifiedMark : plain + (marks === null ? '' : ` ${marks}`);
  });
  const output: Record<string, unknown> = isJsonObject(finished) ? finished : { value: finished };
  return { output, citations: numbering.citations(), citedSources: numbering.sources.size, unverified };
}

/** The claims that a value rests on: those it names, or the first one that carries it. */
function proofOf(leaf: string | number, material: ReportMaterial): { claims: Claim[]; problems: string[] } {
  const text = withoutMarks(String(leaf));
  const ids = new Set([...String(leaf).matchAll(mark)].map((match) => match[1] ?? ''));
  const shown = `"${text.slice(0, 80)}"`;
  if (typeof leaf === 'number' || !isStatement(text)) {
    if (missingFigures(text, '').length === 0) return { claims: [], problems: [] };
    const holder = material.claims.find((claim) => missingFigures(text, claim.quote).length === 0);
    return holder ? { claims: [holder], problems: [] } : { claims: [], problems: [`${shown} is in no claim`] };
  }
  const named = material.claims.filter((claim) => ids.has(claim.id));
  if (named.length < ids.size) return { claims: [], problems: [`${shown} names a claim that does not exist`] };
  if (named.length > 0) return { claims: named, problems: sentenceProblems(text, named, material.sources) };
  const carrier = material.claims.find((claim) => sentenceProblems(text, [claim], material.sources).length === 0);
  return carrier ? { claims: [carrier], problems: [] } : { claims: [], problems: [`${shown} stands on no claim`] };
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

interface Leaf {
  path: string;
  value: string | number;
}

/** Texts and numbers with their JSON pointers. */
function leavesOf(value: JsonValue, path: string): Leaf[] {
  const leaves: Leaf[] = [];
  mapLeaves(value, path, (leaf, at) => {
    leaves.push({ path: at, value: leaf });
    return leaf;
  });
  return leaves;
}

function mapLeaves(
  value: JsonValue,
  path: string,
  change: (leaf: string | number, path: string) => JsonValue,
): JsonValue {
  if (typeof value === 'string' || typeof value === 'number') return change(value, path);
  if (Array.isArray(value)) return value.map((entry, index) => mapLeaves(entry, `${path}/${index}`, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, mapLeaves(entry, `${path}/${name}`, change)]),
  );
}
