import type { JsonValue } from '@parley/contract';
import type { CompiledSchema } from '@parley/json-schema';
import { findJson, type JsonFinding, withoutReasoning } from '../../../lib/lenient-json.ts';
import { Turn } from '../../../lib/turn.ts';
import { repairValue } from './repair-value.ts';

/** What a reply holds, measured against the schema. */
export type ObjectReading =
  | { isValid: true; value: JsonValue; isTruncated: boolean; isRepaired: boolean }
  | { isValid: false; errors: string[]; hasJson: boolean };

const maxFindings = 20;

/** Changes a finding before it is checked, such as taking it out of the wrapper that a vendor needed. */
export type Unwrap = (value: JsonValue) => JsonValue;

/**
 * Finds the value that satisfies the schema in a model's text: as it stands first, repaired next. Each look is bounded; others are
 * served between two of them.
 */
export async function readObject(
  text: string,
  schema: CompiledSchema,
  unwrap: Unwrap = (value) => value,
): Promise<ObjectReading> {
  const turn = new Turn();
  await turn.next();
  const findings = candidates(text, schema)
    .slice(0, maxFindings)
    .flatMap((finding) => {
      const inner = unwrap(finding.value);
      return inner === finding.value ? [finding] : [{ ...finding, value: inner }, finding];
    });
  let errors: string[] | null = null;
  for (const finding of findings) {
    await turn.next();
    const found = schema.validate(finding.value);
    if (found.length === 0) return valid(finding.value, finding, finding.isRepaired);
    errors ??= found;
  }
  for (const finding of findings) {
    await turn.next();
    const repaired = repairValue(finding.value, schema);
    if (repaired) return valid(repaired.value, finding, true);
  }
  if (errors) return { isValid: false, errors: errors.slice(0, 10), hasJson: true };
  const reason = text.trim() === '' ? 'the reply is empty' : 'the reply holds no JSON value';
  return { isValid: false, errors: [reason], hasJson: false };
}

function valid(value: JsonValue, finding: JsonFinding, isRepaired: boolean): ObjectReading {
  return { isValid: true, value, isTruncated: finding.isTruncated, isRepaired };
}

/** Where only text may stand, the words of a reply are the value; where only a number may, the number. */
function candidates(text: string, schema: CompiledSchema): JsonFinding[] {
  const found = findJson(text);
  if (found.length > 0) return found;
  const { type } = schema.schema;
  const words = withoutReasoning(text).trim();
  const isScalar = type === 'string' || type === 'number' || type === 'integer' || type === 'boolean';
  if (!isScalar || words === '') return [];
  return [{ value: words, isTruncated: false, isRepaired: true }];
}
