import { type Citation, isJsonObject, type JsonObject, type JsonValue, type ResearchResult } from '@parley/contract';
import { type CompiledSchema, compileSchema } from '@parley/json-schema';
import { missingFigures, tellingTerms } from '@parley/text';
import { AppError } from '../../../lib/app-error.ts';
import type { Claim } from '../research-types.ts';
import type { StatementPair } from '../researcher.ts';
import { judgeSentence } from '../verification/sentence-problems.ts';
import { Numbering, type ReportMaterial } from './compose-report.ts';

export interface StructuredReport {
  output: ResearchResult['output'];
  citations: Citation[];
  citedSources: number;
  /** JSON pointers to values that no claim carries. */
  unverified: string[];
}

interface Filling {
  fill(problems: string[]): Promise<JsonObject>;
  /** Whether statements in other words than their quotes say the same; none of those that nobody could judge. */
  judge(pairs: readonly StatementPair[]): Promise<ReadonlyMap<string, boolean>>;
}

const mark = /(?<!\s)\s*\[\[(c\d+)\]\]/g;
const unverifiedMark = ' (unverified)';

/**
 * A report in the caller's shape. Every leaf is checked against the claims: a text by what it says, a name by its words, a
 * figure by the sentence about its subject. What does not hold is asked for once more; what still does not is named in
 * `unverified`, and sentences say so themselves where the schema leaves room for it. The object that leaves fits the schema:
 * marks that it does not allow are left out. Throws `schema_not_met` when it fits in no way.
 */
export async function composeStructured(
  { fill, judge }: Filling,
  material: ReportMaterial,
  schema: JsonObject,
): Promise<StructuredReport> {
  let value: JsonValue = await fill([]);
  const problems = leavesOf(value).flatMap((leaf) =>
    proofOf(leaf, material).problems.map((problem) => `${pointerOf(leaf.path)}: ${problem}`),
  );
  if (problems.length > 0) value = await fill(problems.slice(0, 20));
  const verdicts = await judge(leavesOf(value).flatMap((leaf) => doubtful(leaf, material)));
  const numbering = new Numbering(material);
  const unverified: string[] = [];
  const marked = mapLeaves(value, (leaf) => {
    const { claims, problems: left } = proofOf(leaf, material, verdicts);
    if (left.length > 0) unverified.push(pointerOf(leaf.path));
    const marks = left.length === 0 && claims.length > 0 ? numbering.marks(claims) : null;
    const plain = plainOf(leaf);
    if (typeof plain !== 'string' || !isStatement(plain)) return plain;
    return left.length > 0 ? plain + unverifiedMark : plain + (marks === null ? '' : ` ${marks}`);
  });
  const finished = fitted(compileSchema(schema), marked, mapLeaves(value, plainOf));
  const output: Record<string, unknown> = isJsonObject(finished) ? finished : { value: finished };
  return { output, citations: numbering.citations(), citedSources: numbering.sources.size, unverified };
}

const plainOf = ({ value }: Leaf): JsonValue =>
  typeof value === 'string' ? withoutAddresses(withoutMarks(value)) : value;

/** The object without the marks that its schema does not allow: they must not break a pattern, a length or a list of values. */
function fitted(schema: CompiledSchema, marked: JsonValue, plain: JsonValue): JsonValue {
  const broken = new Set(schema.issues(marked).map(({ path }) => pointerOf(path)));
  if (broken.size === 0) return marked;
  const values = new Map(leavesOf(plain).map((leaf) => [pointerOf(leaf.path), leaf.value]));
  const mended = mapLeaves(marked, ({ path, value }) => {
    const pointer = pointerOf(path);
    return broken.has(pointer) ? (values.get(pointer) ?? value) : value;
  });
  // An issue of a whole list or object ("all items alike") names no leaf: then no mark may stay.
  const result = schema.issues(mended).length === 0 ? mended : plain;
  const [issue] = schema.issues(result);
  if (!issue) return result;
  throw new AppError('schema_not_met', 'The report does not satisfy the schema.', {
    details: `${pointerOf(issue.path)}: ${issue.message}`,
  });
}

/** A sentence that the claims it rests on say in other words, if they do. */
function doubtful(leaf: Leaf, material: ReportMaterial): StatementPair[] {
  const statement = withoutMarks(String(leaf.value));
  if (typeof leaf.value !== 'string' || !isStatement(statement)) return [];
  const { claims, problems } = proofOf(leaf, material);
  if (claims.length === 0 || problems.length > 0) return [];
  if (judgeSentence(statement, claims, material.sources).wording.length === 0) return [];
  return [{ statement, quote: claims.map(({ quote }) => quote).join('\n') }];
}

/**
 * The claims that a value rests on: those it names, or the one that comes nearest. `verdicts`: of sentences in other words; absent while
 * nobody has been asked.
 */
function proofOf(
  leaf: Leaf,
  material: ReportMaterial,
  verdicts?: ReadonlyMap<string, boolean>,
): { claims: Claim[]; problems: string[] } {
  const text = withoutMarks(String(leaf.value));
  const shown = `"${text.slice(0, 80)}"`;
  if (typeof leaf.value === 'boolean') return { claims: [], problems: [`${shown} is proved by no passage`] };
  if (text === '') return { claims: [], problems: [] };
  if (typeof leaf.value === 'number' || !isStatement(text)) {
    const holder = material.claims.find((claim) => holds(claim, text, leaf, material));
    return holder
      ? { claims: [holder], problems: [] }
      : { claims: [], problems: [`${shown} is in no claim about its subject`] };
  }
  const ids = new Set([...String(leaf.value).matchAll(mark)].map((match) => match[1] ?? ''));
  const named = material.claims.filter((claim) => ids.has(claim.id));
  if (named.length < ids.size) return { claims: [], problems: [`${shown} names a claim that does not exist`] };
  const claims = named.length > 0 ? named : nearest(text, material);
  if (claims.length === 0) return { claims, problems: [`${shown} stands on no claim`] };
  const { facts, wording } = judgeSentence(text, claims, material.sources);
  const isOpen = wording.length > 0 && verdicts !== undefined && verdicts.get(text) !== true;
  return { claims, problems: isOpen ? [...facts, ...wording] : facts };
}

/** The claim that shares most telling words with a sentence which names none, and does not refute it. */
function nearest(text: string, { claims, sources }: ReportMaterial): Claim[] {
  const said = new Set(tellingTerms(text, null));
  const ranked = claims
    .map((claim) => ({ claim, shared: tellingTerms(claim.quote, null).filter((term) => said.has(term)).length }))
    .filter(({ shared }) => shared * 2 >= said.size)
    .sort((one, other) => other.shared - one.shared);
  const found = ranked.find(({ claim }) => judgeSentence(text, [claim], sources).facts.length === 0);
  return found ? [found.claim] : [];
}

/**
 * Whether a claim's quote has the figures and the words of a value, and speaks of its subject: of what the object around it
 * names, or, where it names nothing, of what the property is called.
 */
function holds(claim: Claim, text: string, { path, names }: Leaf, material: ReportMaterial): boolean {
  if (missingFigures(text, claim.quote).length > 0) return false;
  const quote = new Set(tellingTerms(claim.quote, null));
  const about = new Set([...quote, ...tellingTerms(material.sources[claim.source]?.title ?? '', null)]);
  if (!tellingTerms(text.replaceAll(/[\d.,]+/g, ' '), null).every((term) => quote.has(term))) return false;
  const subjects = names.filter((name) => name !== text);
  if (subjects.length > 0) return subjects.some((name) => tellingTerms(name, null).every((term) => about.has(term)));
  if (!/\d/.test(text)) return true;
  const key = tellingTerms(
    path
      .filter((part) => typeof part === 'string')
      .map(wordsOf)
      .join(' '),
    null,
  );
  return key.length === 0 || key.some((term) => about.has(term));
}

/** `homesSupplied`, `homes_supplied` → `homes supplied`. */
const wordsOf = (key: string | number): string =>
  String(key)
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase();

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
  path: (string | number)[];
  value: string | number | boolean;
  /** Names in the same object, or the nearest one around it that has any: what the value is about. */
  names: string[];
}

const pointerOf = (path: readonly (string | number)[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('') || '/';

/** Texts, numbers and truth values. */
function leavesOf(value: JsonValue): Leaf[] {
  const leaves: Leaf[] = [];
  mapLeaves(value, (leaf) => {
    leaves.push(leaf);
    return leaf.value;
  });
  return leaves;
}

const nameKeys =
  /^(?:name|title|subject|entity|item|company|organi[sz]ation|person|place|country|city|product|station|model)$/i;

function mapLeaves(
  value: JsonValue,
  change: (leaf: Leaf) => JsonValue,
  path: (string | number)[] = [],
  names: string[] = [],
): JsonValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return change({ path, value, names });
  if (Array.isArray(value)) return value.map((entry, index) => mapLeaves(entry, change, [...path, index], names));
  if (!isJsonObject(value)) return value;
  const own = Object.entries(value).flatMap(([key, entry]) =>
    nameKeys.test(key) && typeof entry === 'string' && !isStatement(withoutMarks(entry)) ? [withoutMarks(entry)] : [],
  );
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      name,
      mapLeaves(entry, change, [...path, name], own.length > 0 ? own : names),
    ]),
  );
}
