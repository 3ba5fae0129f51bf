import { isJsonObject, type JsonValue, type ungroundedChoices } from '@parley/contract';
import type { CompiledSchema } from '@parley/json-schema';
import { AppError } from '../../../lib/app-error.ts';
import type { FieldOrigin } from '../../../ports/language-model.ts';
import { type Leaf, leavesOf } from './trace-fields.ts';

export type UngroundedChoice = (typeof ungroundedChoices)[number];

export interface JudgedObject {
  value: JsonValue;
  /** Some leaf was taken out, so that pointers may have moved. */
  isChanged: boolean;
  /** What the caller should know; absent when there is nothing. */
  details?: string;
}

/** Values that are tried to be taken out; each try checks the whole object. */
const mostTries = 200;
const mostNamed = 20;

/**
 * Does with the values that no passage carries what the caller chose. Throws `schema_not_met` that names them for `refuse`,
 * and for `null` where the schema lets a value be neither null nor left out.
 */
export function judgeFields(
  value: JsonValue,
  fields: Readonly<Record<string, FieldOrigin>>,
  schema: CompiledSchema,
  choice: UngroundedChoice,
): JudgedObject {
  const missing = leavesOf(value).filter(
    (leaf) => leaf.value !== null && leaf.value !== '' && fields[leaf.pointer]?.found === 'none',
  );
  if (missing.length === 0) return { value, isChanged: false };
  if (choice === 'refuse') throw refused(value, missing, sentenceOn(value, missing, schema));
  if (choice === 'allow') {
    const details = sentenceOn(value, missing, schema);
    return { value, isChanged: false, ...(details !== undefined && { details }) };
  }
  const held: Leaf[] = [];
  let judged = value;
  // From the last on, so that what is taken out of a list moves nothing that is still to come.
  for (const [index, leaf] of missing.toReversed().entries()) {
    const less = index < mostTries ? withoutLeaf(judged, leaf, schema) : null;
    if (less === null) held.push(leaf);
    else judged = less.value;
  }
  if (held.length > 0) throw refused(value, held.toReversed(), forced(held.toReversed()));
  return { value: judged, isChanged: true };
}

/** The object with null in the place of a leaf, or without it, whichever the schema lets; null when it lets neither. */
function withoutLeaf(value: JsonValue, { path }: Leaf, schema: CompiledSchema): { value: JsonValue } | null {
  for (const change of [toNull, toNothing]) {
    const copy = structuredClone({ value });
    if (!changeAt(copy, ['value', ...path], change)) continue;
    if (schema.validate(copy.value).length === 0) return copy;
  }
  return null;
}

type Change = (parent: JsonValue, key: string | number) => boolean;

const toNull: Change = (parent, key) => {
  if (Array.isArray(parent)) parent[Number(key)] = null;
  else if (isJsonObject(parent)) parent[String(key)] = null;
  return true;
};

const toNothing: Change = (parent, key) => {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else if (isJsonObject(parent)) delete parent[String(key)];
  return true;
};

function changeAt(root: JsonValue, path: (string | number)[], change: Change): boolean {
  let parent = root;
  for (const step of path.slice(0, -1)) {
    const next = Array.isArray(parent) ? parent[Number(step)] : isJsonObject(parent) ? parent[String(step)] : undefined;
    if (next === undefined) return false;
    parent = next;
  }
  const last = path.at(-1);
  return last !== undefined && path.length > 1 && change(parent, last);
}

/** Says which of the values the schema forced the model to give. */
function sentenceOn(value: JsonValue, missing: readonly Leaf[], schema: CompiledSchema): string | undefined {
  const held = missing.slice(0, mostNamed).filter((leaf) => withoutLeaf(value, leaf, schema) === null);
  return held.length === 0 ? undefined : forced(held);
}

function forced(held: readonly Leaf[]): string {
  const names = named(held);
  return `${names}: no passage carries it, and response_format lets it be neither null nor left out, so that a model has to make something up. Allow null there, or make it optional.`;
}

function refused(value: JsonValue, missing: readonly Leaf[], forcedOnes: string | undefined): AppError {
  return new AppError('schema_not_met', 'Values of the reply stand in none of the documents.', {
    details: `no passage carries ${named(missing)}${forcedOnes === undefined ? '' : `. ${forcedOnes}`}`,
    fields: { raw: JSON.stringify(value).slice(0, 100_000), reason: 'ungrounded' },
  });
}

function named(leaves: readonly Leaf[]): string {
  const names = leaves.slice(0, mostNamed).map(({ pointer }) => pointer || '(the value itself)');
  return names.join(', ') + (leaves.length > mostNamed ? ` and ${leaves.length - mostNamed} more` : '');
}
