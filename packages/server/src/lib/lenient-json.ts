import type { JsonValue } from '@parley/contract';
import { LenientReader } from './lenient-json-reader.ts';

/** A JSON value that was found in a text. */
export interface JsonFinding {
  value: JsonValue;
  /** The text ended before the value did; what was incomplete has been left out. */
  isTruncated: boolean;
  /** The text was not strict JSON at this place. */
  isRepaired: boolean;
  /** The words around it say that it is an example of an answer, or none. */
  isExample?: boolean;
}

const maxText = 4_000_000;
/** What is no strict JSON is read by hand, in this thread: more than this is more than a model writes in one reply. */
const maxLenientText = 600_000;
const maxStarts = 200;
/** A text of many openings and no end is not read over and over: characters that may be read once more, for each of it. */
const maxRereads = 2;

/**
 * Finds the JSON values in a model's reply, most likely first: the whole text, fenced blocks, then values in prose from
 * the last to the first (a reply that corrects itself ends with what it means). Reads what models get wrong: reasoning
 * tags, fences, comments, single and typographic quotes, bare keys, missing and trailing commas, Python's literals, raw
 * line breaks in strings, and ends that are missing.
 */
export function findJson(text: string): JsonFinding[] {
  const body = withoutReasoning(text.slice(0, maxText)).trim();
  const strict = parseStrict(body);
  if (strict && typeof strict.value !== 'string') return [strict];
  // JSON written as a JSON string, with or without its own quotes.
  const inner = strict
    ? strict.value
    : body.includes('\\"')
      ? parseStrict(`"${body.replaceAll('\n', '\\n')}"`)?.value
      : null;
  if (typeof inner === 'string') {
    const unpacked = parseStrict(inner);
    const encoded: JsonFinding[] = unpacked
      ? [{ ...unpacked, isRepaired: true }]
      : valuesIn(inner.slice(0, maxLenientText)).reverse();
    if (strict) return [strict, ...encoded];
    if (unpacked) return encoded;
  }
  return valuesByHand(body.slice(0, maxLenientText));
}

function valuesByHand(body: string): JsonFinding[] {
  const findings: JsonFinding[] = [];
  for (const block of fencedBlocks(body).reverse()) {
    const found = parseStrict(block);
    if (found) findings.push({ ...found, isRepaired: true });
    else findings.push(...valuesIn(block).reverse());
  }
  const rest = valuesIn(body);
  if (rest.length > 1) {
    findings.push(...rest.slice().reverse());
    const isExample = rest.some((found) => found.isExample);
    const value = rest.map((found) => found.value);
    findings.push({ value, isTruncated: false, isRepaired: true, ...(isExample && { isExample }) });
  } else findings.push(...rest);
  return distinct(findings);
}

/** The text without `<think>…</think>` and its kin, also when the opening tag was swallowed by the server. */
export function withoutReasoning(text: string): string {
  const tags = 'think|thinking|thought|reasoning|reflection|analysis';
  // such as: /<(\/?)(think|thinking|thought|reasoning|reflection|analysis)>/gi
  let result = withoutPairs(text, new RegExp(`<(/?)(${tags})>`, 'gi'));
  // such as: /<\/(?:think|thinking|thought|reasoning|reflection|analysis)>/i
  const close = new RegExp(`</(?:${tags})>`, 'i').exec(result);
  if (close) result = result.slice(close.index + close[0].length);
  // such as: /<(?:think|thinking|thought|reasoning|reflection|analysis)>/i
  const open = new RegExp(`<(?:${tags})>`, 'i').exec(result);
  // A thought that never ends may still hold the answer, so only its tag goes.
  return open ? result.replace(open[0], ' ') : result;
}

/** A space for each pair of tags and what is between; two passes, however many were opened and never closed. */
function withoutPairs(text: string, tags: RegExp): string {
  const lastClose = new Map<string, number>();
  for (const tag of text.matchAll(tags)) if (tag[1] === '/') lastClose.set(nameOf(tag), tag.index);
  if (lastClose.size === 0) return text;
  let result = '';
  let from = 0;
  let open: RegExpExecArray | null = null;
  for (const tag of text.matchAll(tags)) {
    const isClose = tag[1] === '/';
    if (open !== null && isClose && nameOf(tag) === nameOf(open)) {
      result += `${text.slice(from, open.index)} `;
      from = tag.index + tag[0].length;
      open = null;
    } else if (open === null && !isClose && (lastClose.get(nameOf(tag)) ?? -1) > tag.index) open = tag;
  }
  return result + text.slice(from);
}

const nameOf = (tag: RegExpExecArray): string => (tag[2] ?? '').toLowerCase();

function parseStrict(text: string): JsonFinding | null {
  try {
    const value: JsonValue = JSON.parse(text);
    return { value, isTruncated: false, isRepaired: false };
  } catch {
    return null;
  }
}

function fencedBlocks(text: string): string[] {
  const blocks: string[] = [];
  const fence = /(?:^|\n)[ \t]*(```+|~~~+(?!~))[^\n`]*\n/g;
  for (let open = fence.exec(text); open && blocks.length < maxStarts; open = fence.exec(text)) {
    const marker = open[1] ?? '```';
    const start = open.index + open[0].length;
    const end = text.indexOf(`\n${marker}`, start - 1);
    blocks.push(text.slice(start, end < 0 ? undefined : end).trim());
    if (end < 0) break;
    fence.lastIndex = end + marker.length + 1;
  }
  return blocks;
}

/** Objects and arrays in the order of the text, each read as leniently as needed. */
function valuesIn(text: string): JsonFinding[] {
  const findings: JsonFinding[] = [];
  let position = 0;
  let work = 0;
  for (let starts = 0; starts < maxStarts; starts++) {
    const start = nextStart(text, position);
    if (start < 0) break;
    const reader = new LenientReader(text, start);
    const value = reader.read();
    work += reader.position - start;
    if (work > text.length * maxRereads) break;
    if (value === undefined || !isLikely(value, reader)) {
      position = start + 1;
      continue;
    }
    position = Math.max(reader.position, start + 1);
    const isExample = standsAsExample(text, start, position);
    findings.push({ value, isTruncated: reader.isTruncated, isRepaired: true, ...(isExample && { isExample }) });
  }
  return findings;
}

const examples =
  /\b(?:for example|for instance|e\.g\.|such as|an example|(?:would|could|might) look like|zum Beispiel|par exemple|por ejemplo)[^.!?\n]{0,40}$/i;
const denials = /^[,; ]{0,3}(?:but|although|though|however)\b[^.!?\n]{0,80}\b(?:not|no|cannot|[a-z]{2,6}n['’]t)\b/i;

/** "For example {…}, but I do not have the data." */
function standsAsExample(text: string, start: number, end: number): boolean {
  return examples.test(text.slice(Math.max(0, start - 80), start)) || denials.test(text.slice(end, end + 120));
}

function nextStart(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const character = text[i];
    if (character === '{' || character === '[') return i;
  }
  return -1;
}

/** Brackets in prose, such as `[1]` after a sentence or `{name}` in a template, are not answers. */
function isLikely(value: JsonValue, reader: LenientReader): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length > 0 || !reader.isTruncated;
  return Object.keys(value).length > 0 || !reader.isTruncated;
}

function distinct(findings: JsonFinding[]): JsonFinding[] {
  const seen = new Set<string>();
  return findings.filter((finding) => {
    const key = JSON.stringify(finding.value);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
