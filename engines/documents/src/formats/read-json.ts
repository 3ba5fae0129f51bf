import { isUtf8 } from 'node:buffer';
import { brokenFile, DocumentError } from '../document-error.ts';
import type { JsonObject } from '../json-value.ts';
import { decodeText, utf8String } from './decode-text.ts';
import { JsonScanner, JsonSyntaxError } from './json-scanner.ts';
import { ShapeNode, toJsonSchema } from './json-shape.ts';
import type { ParsedContent } from './parsed-content.ts';

const previewCharacters = 2000;

/** JSON, or JSON Lines when `lines`. Accepts exactly RFC 8259; a byte order mark and UTF-16 with one are read as well. */
export function readJson(bytes: Uint8Array, lines: boolean): ParsedContent {
  const utf8 = jsonBytes(bytes);
  const root = new ShapeNode();
  const facts = lines ? scanLines(utf8, root) : scanWhole(utf8, root);
  const text = utf8String(utf8);
  const topLevelKeys = topKeys(root, facts.values);
  const metadata: JsonObject = {
    top_level_keys: topLevelKeys,
    structure_depth: facts.depth,
    total_keys: facts.totalKeys,
    schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...toJsonSchema(root) },
    preview: text.slice(0, previewCharacters),
    ...(facts.values !== null && { format: 'jsonl', value_count: facts.values }),
  };
  const keys = `${count(topLevelKeys.length, 'top-level key')}, ${count(facts.totalKeys, 'total key')}`;
  return {
    kind: 'json',
    mediaType: lines ? 'application/jsonl' : 'application/json',
    text,
    metadata,
    processingSummary:
      facts.values === null ? `JSON with ${keys}` : `JSON Lines with ${count(facts.values, 'value')}, ${keys}`,
  };
}

interface Facts {
  depth: number;
  totalKeys: number;
  /** Values of JSON Lines, null for one document. */
  values: number | null;
}

function jsonBytes(bytes: Uint8Array): Uint8Array {
  const isMarked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const isUtf8Marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const utf8 = isMarked ? decodeText(bytes)?.utf8 : isUtf8Marked ? bytes.subarray(3) : bytes;
  if (!utf8 || !isUtf8(utf8)) throw brokenFile('The file is not valid JSON: it is not UTF-8 text. Save it as UTF-8.');
  return utf8;
}

function scanWhole(utf8: Uint8Array, root: ShapeNode): Facts {
  try {
    return { ...new JsonScanner(utf8).scan(root), values: null };
  } catch (error) {
    throw syntaxFailure(utf8, error);
  }
}

function scanLines(utf8: Uint8Array, root: ShapeNode): Facts {
  const facts = { depth: 0, totalKeys: 0, values: 0 };
  let objects = 0;
  let start = 0;
  while (start < utf8.length) {
    const newline = utf8.indexOf(0x0a, start);
    const end = newline < 0 ? utf8.length : newline;
    if (!isBlank(utf8, start, end)) {
      try {
        const scanner = new JsonScanner(utf8, start, end, objects);
        const line = scanner.scan(root);
        objects = scanner.objects;
        facts.depth = Math.max(facts.depth, line.depth);
        facts.totalKeys += line.totalKeys;
        facts.values++;
      } catch (error) {
        throw syntaxFailure(utf8, error);
      }
    }
    start = end + 1;
  }
  if (facts.values === 0) throw new DocumentError('file_empty', 'The file holds no JSON value.');
  return facts;
}

function topKeys(root: ShapeNode, lineCount: number | null): string[] {
  if (root.properties) return [...root.properties.keys()];
  // The keys of a list of objects say more than none, as do those of JSON Lines.
  return lineCount === null && root.items?.properties ? [...root.items.properties.keys()] : [];
}

function syntaxFailure(utf8: Uint8Array, error: unknown): unknown {
  if (!(error instanceof JsonSyntaxError)) return error;
  let line = 1;
  let lineStart = 0;
  for (let at = utf8.indexOf(0x0a); at >= 0 && at < error.at; at = utf8.indexOf(0x0a, at + 1)) {
    line++;
    lineStart = at + 1;
  }
  const column = utf8String(utf8.subarray(lineStart, Math.min(error.at, lineStart + 1_000_000))).length + 1;
  return brokenFile(`The file is not valid JSON: line ${line}, column ${column}: ${error.message}.`);
}

function isBlank(utf8: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const byte = utf8[i] ?? 0;
    if (byte !== 0x20 && byte !== 0x0d && byte !== 0x09) return false;
  }
  return true;
}

function count(n: number, noun: string): string {
  return `${n.toLocaleString('en-US')} ${noun}${n === 1 ? '' : 's'}`;
}
