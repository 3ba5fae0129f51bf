import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import type { CompiledSchema } from '@parley/json-schema';
import { findJson } from '../../../../lib/lenient-json.ts';
import { repairValue } from './read-object.ts';

/** A tool call of a model, measured against the tools of the request. */
export type ToolCallReading =
  // `text`: where the input is right as it was written, so that long ones are not written anew.
  | { isValid: true; name: string; input: JsonObject; text?: string }
  | { isValid: false; errors: string[]; parsed: JsonObject | null };

/** Reads the arguments as leniently as needed and repairs them where the tool's schema leaves one reading. */
export function readToolCall(name: string, text: string, tools: Map<string, CompiledSchema>): ToolCallReading {
  const known = knownName(name, tools);
  const schema = known === null ? undefined : tools.get(known);
  if (known === null || !schema) {
    const names = [...tools.keys()].slice(0, 50).join(', ');
    return {
      isValid: false,
      errors: [`there is no tool ${JSON.stringify(name)}; the tools are ${names}`],
      parsed: null,
    };
  }
  const found = findJson(text);
  // Half of the arguments is not what the model meant, even where it happens to fit.
  const whole = found.filter((finding) => !finding.isTruncated);
  if (whole.length === 0 && found.length > 0)
    return { isValid: false, errors: ['the arguments were cut off'], parsed: null };
  const findings: JsonValue[] = text.trim() === '' ? [{}] : whole.map((finding) => finding.value);
  const objects = findings.map(takeObject).filter((value) => value !== null);
  for (const input of objects) if (schema.issues(input).length === 0) return { isValid: true, name: known, input };
  for (const input of objects) {
    const repaired = repairValue(input, schema);
    if (repaired && isJsonObject(repaired.value)) return { isValid: true, name: known, input: repaired.value };
  }
  const [first] = objects;
  const errors = first ? schema.validate(first) : ['the arguments are not a JSON object'];
  return { isValid: false, errors: errors.slice(0, 10).map((error) => `${known}: ${error}`), parsed: first ?? null };
}

function takeObject(value: JsonValue): JsonObject | null {
  if (isJsonObject(value)) return value;
  // No arguments, as some models write it.
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return {};
  return null;
}

/** The tool meant: names come back in other case, with other separators or behind a prefix such as `functions.`. */
function knownName(name: string, tools: Map<string, CompiledSchema>): string | null {
  if (tools.has(name)) return name;
  const bare = fold(name.replace(/^functions?[.:_/]/i, ''));
  const matches = [...tools.keys()].filter((key) => fold(key) === bare);
  return matches.length === 1 ? (matches[0] ?? null) : null;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '');
}
