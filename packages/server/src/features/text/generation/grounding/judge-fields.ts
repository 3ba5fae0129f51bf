import { isJsonObject, type JsonValue, type ungroundedChoices } from '@parley/contract';
import { AppError } from '../../../../lib/app-error.ts';
import { Turn } from '../../../../lib/turn.ts';
import type { FieldOrigin } from '../../../../ports/language-model.ts';
import { type Leaf, leavesOf } from './trace-fields.ts';

export type UngroundedChoice = (typeof ungroundedChoices)[number];

export interface JudgedObject {
  value: JsonValue;
  /** Some leaf was taken out, so that pointers may have moved. */
  isChanged: boolean;
  /** What the caller should know; absent when there is nothing. */
  details?: string;
}

/** Whether a value satisfies the schema that was asked for. */
type Fits = (value: JsonValue) => boolean;

/** Values that are tried to be taken out; each try checks the whole object. */
const mostTries = 200;
const mostNamed = 20;

/**
 * Does with the values that no passage carries what the caller chose. Throws `schema_not_met` that names them for `refuse`,
 * and for `null` where the schema lets a value be neither null nor left out.
 */
export async function judgeFields(
  value: JsonValue,
  fields: Readonly<Record<string, FieldOrigin>>,
  { choice, fits }: { choice: UngroundedChoice; fits: Fits },
): Promise<JudgedObject> {
  const missing = leavesOf(value).filter(
    (leaf) => leaf.value !== null && leaf.value !== '' && fields[leaf.pointer]?.found === 'none',
  );
  if (missing.length === 0) return { value, isChanged: false };
  if (choice === 'refuse') throw refused(value, missing, await sentenceOn(value, missing, fits));
  if (choice === 'allow') {
    const details = await sentenceOn(value, missing, fits);
    return { value, isChanged: false, ...(details !== undefined && { details }) };
  }
  const held: Leaf[] = [];
  let judged = value;
  const turn = new Turn();
  // From the last on, so that what is taken out of a list moves nothing that is still to come.
  for (const [index, leaf] of missing.toReversed().entries()) {
    await turn.next();
    const less = index < mostTries ? withoutLeaf(judged, leaf, fits) : null;
    if (less === null) held.push(leaf);
    else judged = less.value;
  }
  if (held.length > 0) throw refused(value, held.toReversed(), forced(held.toReversed()));
  return { value: judged, isChanged: true };
}

/** The object with null in the place of a leaf, or without it, whichever the schema lets; null when it lets neither. */
function withoutLeaf(value: JsonValue, { path }: Leaf, fits: Fits): { value: JsonValue } | null {
  if (path.length === 0) return null;
  for (const change of [toNull, toNothing]) {
    const changed = changedAt(value, path, change);
    if (changed !== undefined && fits(changed)) return { value: changed };
  }
  return null;
}

/** A copy of a list or an object with one of its values changed. */
type Change = (parent: JsonValue, key: string | number) => JsonValue;

const toNull: Change = (parent, key) =>
  Array.isArray(parent) ? parent.with(Number(key), null) : { ...(isJsonObject(parent) && parent), [key]: null };

const toNothing: Change = (parent, key) => {
  if (Array.isArray(parent)) return parent.toSpliced(Number(key), 1);
  const { [key]: _, ...rest } = isJsonObject(parent) ? parent : {};
  return rest;
};

/** The value with one place of it changed; only what lies on the way there is copied. `undefined` when there is no such place. */
function changedAt(value: JsonValue, [key, ...rest]: (string | number)[], change: Change): JsonValue | undefined {
  const inner = Array.isArray(value) ? value[Number(key)] : isJsonObject(value) ? value[String(key)] : undefined;
  if (key === undefined || inner === undefined) return undefined;
  if (rest.length === 0) return change(value, key);
  const changed = changedAt(inner, rest, change);
  if (changed === undefined) return undefined;
  return Array.isArray(value)
    ? value.with(Number(key), changed)
    : { ...(isJsonObject(value) && value), [key]: changed };
}

/** Says which of the values the schema forced the model to give. */
async function sentenceOn(value: JsonValue, missing: readonly Leaf[], fits: Fits): Promise<string | undefined> {
  const turn = new Turn();
  const held: Leaf[] = [];
  for (const leaf of missing.slice(0, mostNamed)) {
    await turn.next();
    if (withoutLeaf(value, leaf, fits) === null) held.push(leaf);
  }
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
