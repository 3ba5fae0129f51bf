import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { compileSchema } from '@parley/json-schema';
import { answerFromMaterial } from '../answers/answer-from-material.ts';
import { calculate } from '../facts/arithmetic.ts';
import type { PromptDocument } from '../prompt.ts';
import { ReaderError } from '../reader-error.ts';
import type { FieldSource, ReaderReply, ReaderSource } from '../reader-reply.ts';
import { fitKnown, toPointer } from '../schema/fit-known.ts';
import { SchemaShape } from '../schema/schema-shape.ts';
import { Contexts } from '../statements/contexts.ts';
import type { ValueView } from '../statements/value-features.ts';
import { KnownValues, type Leaf } from './extract-known.ts';
import { topicWords } from './field-words.ts';
import { freeTopic } from './find-entry.ts';
import type { Field } from './find-field.ts';
import type { Found } from './found.ts';
import { readSource } from './source-text.ts';

const gap = '\n\n';
const mostSources = 20;

/**
 * Fills a JSON Schema with what texts tell, or with what the question itself holds or computes where there is no text, and
 * says for each leaf where it comes from. Nothing is put in that is not told: it is left out, null, or, where the schema
 * requires it, a `ReaderError` `schema_not_met` that names it.
 */
export async function extractReply(
  schema: JsonObject,
  question: string,
  documents: PromptDocument[],
): Promise<ReaderReply> {
  const compiled = compileSchema(schema);
  const texts = documents.length > 0 ? documents : [{ filename: 'message', text: question }];
  const view = viewOf(schema, documents.length > 0 ? question : '', texts);
  const values = new KnownValues(new SchemaShape(schema), view, (field) => askFor(field, question, texts));
  const known = await values.read(schema, '');
  const computed = documents.length === 0 ? computedLeaf(schema, question) : undefined;
  const fitted = fitKnown(compiled, computed ? computed.value : known);
  if (fitted.missing.length > 0) {
    const names = fitted.missing.slice(0, 20).join(', ');
    throw new ReaderError('schema_not_met', `The text does not tell what the schema requires: ${names}.`, {
      details: `not found in the text: ${names}`,
      raw: JSON.stringify(fitted.value),
    });
  }
  const fields = fieldsOf(fitted.value, values.leaves, texts, view.source.text, computed?.pointer);
  return {
    text: JSON.stringify(fitted.value),
    reasoning: `${Object.values(fields).filter(({ found }) => found !== 'none').length} of ${Object.keys(fields).length} values stand in the text.`,
    ...(documents.length > 0 && { fields, sources: sourcesOf(fields) }),
  };
}

/** Texts as they are looked through for what a schema asks for. */
export function viewOf(schema: JsonObject, question: string, texts: readonly { text: string }[]): ValueView {
  const source = readSource(texts.map(({ text }) => text).join(gap));
  return { source, contexts: new Contexts(source), topic: freeTopic(topicWords(schema, question), source.text) };
}

/** A field that wants the answer itself gets the passage that answers the question. */
async function askFor(field: Field, question: string, documents: PromptDocument[]): Promise<Found | undefined> {
  const types = [field.schema.type].flat();
  if (!types.includes('string') || !/^(?:answer|result|response|reply|short_?answer|quote|passage)$/i.test(field.name))
    return undefined;
  const { sources = [], text } = await answerFromMaterial(question, documents, { brief: true });
  const [source] = sources;
  if (!source) return undefined;
  const offset = offsetOf(documents, source.document);
  return { text: text.split('\n', 1)[0] ?? '', start: offset + source.start, end: offset + source.end, score: 1 };
}

/** Where a document begins in the joined text. */
const offsetOf = (documents: PromptDocument[], index: number): number =>
  documents.slice(0, index).reduce((sum, { text }) => sum + text.length + gap.length, 0);

/** "15 % of 2,500" for a schema with one number in it: the number. */
function computedLeaf(schema: JsonObject, question: string): { pointer: string; value: JsonValue } | undefined {
  const sum = calculate(question);
  const value = sum === undefined ? Number.NaN : Number(sum.value);
  const isNumber = (part: JsonValue | undefined): boolean =>
    isJsonObject(part) && [part.type].flat().some((type) => type === 'number' || type === 'integer');
  if (!Number.isFinite(value)) return undefined;
  if (isNumber(schema)) return { pointer: '', value };
  const names = Object.entries(isJsonObject(schema.properties) ? schema.properties : {})
    .filter(([, part]) => isNumber(part))
    .map(([name]) => name);
  const [only, ...others] = names;
  return only === undefined || others.length > 0 ? undefined : { pointer: toPointer([only]), value: { [only]: value } };
}

/** For each leaf of the data where it was found. */
function fieldsOf(
  data: JsonValue,
  leaves: readonly Leaf[],
  documents: PromptDocument[],
  text: string,
  computed: string | undefined,
): Record<string, FieldSource> {
  const fields: Record<string, FieldSource> = {};
  for (const [pointer, value] of leavesOf(data)) {
    if (pointer === computed) {
      fields[pointer] = { found: 'computed', parts: [] };
      continue;
    }
    const same = leaves.filter((leaf) => leaf.value === value);
    const leaf = same.find((each) => each.pointer === pointer) ?? same[0];
    if (!leaf) {
      fields[pointer] = { found: 'none' };
      continue;
    }
    const isQuoted = text.slice(leaf.start, leaf.end) === String(value);
    const source = toSource(leaf, documents);
    fields[pointer] = { found: isQuoted ? 'quoted' : 'normalised', ...(source && { source }) };
  }
  return fields;
}

function* leavesOf(value: JsonValue, path: (string | number)[] = []): Generator<[string, JsonValue]> {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* leavesOf(item, [...path, index]);
  else if (isJsonObject(value)) for (const [key, item] of Object.entries(value)) yield* leavesOf(item, [...path, key]);
  else yield [toPointer(path), value];
}

function toSource({ start, end }: Leaf, documents: PromptDocument[]): ReaderSource | undefined {
  let offset = 0;
  for (const [document, { text }] of documents.entries()) {
    if (start >= offset && end <= offset + text.length) return { document, start: start - offset, end: end - offset };
    offset += text.length + gap.length;
  }
  return undefined;
}

/** The places of all values, each once, in reading order. */
function sourcesOf(fields: Record<string, FieldSource>): ReaderSource[] {
  const sources = Object.values(fields).flatMap(({ source }) => source ?? []);
  const distinct = new Map(sources.map((source) => [`${source.document} ${source.start} ${source.end}`, source]));
  return [...distinct.values()].sort((a, b) => a.document - b.document || a.start - b.start).slice(0, mostSources);
}
