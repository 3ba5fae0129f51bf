import type { Guard, GuardCheck } from '@parley/sdk';
import { readJsonObject } from '../../lib/read-json.ts';

export const checkTypes = ['personal_data', 'words', 'patterns', 'topics', 'judge', 'webhook', 'schema'] as const;
export const stages = ['input', 'output', 'both'] as const;
export const errorActions = ['allow', 'block'] as const;
export const actions = ['shadow', 'warn', 'mask', 'block'] as const;
export const personalKinds = [
  ...(['secret', 'email', 'phone', 'name', 'address'] as const),
  ...(['date_of_birth', 'iban', 'card', 'national_id', 'ip_address'] as const),
];
type PersonalKind = (typeof personalKinds)[number];

/** A guard as its form holds it: of each kind of check what was written last. */
export interface GuardDraft {
  name: string;
  stage: Guard['stage'];
  action: Guard['action'];
  position: string;
  onRequest: boolean;
  type: GuardCheck['type'];
  kinds: readonly PersonalKind[];
  /** Words, patterns or topics that are refused, one a line. */
  lines: string;
  /** The only topics that may be talked about, one a line; empty for any. */
  allowed: string;
  /** What happens when a model or a webhook cannot say. */
  onError: (typeof errorActions)[number];
  /** With "mask": callers get their own values back in replies. */
  restore: boolean;
  /** Ids of keys whose calls it looks at; empty for all. */
  keys: readonly string[];
  ignoreCase: boolean;
  instructions: string;
  model: string;
  url: string;
  schema: string;
}

/** What the form begins with. */
export function draftOf(guard: Guard | null): GuardDraft {
  const check = guard?.check;
  return {
    name: guard?.name ?? '',
    stage: guard?.stage ?? 'both',
    action: guard?.action ?? 'shadow',
    position: String(guard?.position ?? 100),
    onRequest: guard?.on_request ?? false,
    type: check?.type ?? 'personal_data',
    kinds: check?.type === 'personal_data' && check.kinds ? check.kinds : personalKinds,
    lines: linesOf(check),
    allowed: check?.type === 'topics' ? (check.allowed ?? []).join('\n') : '',
    onError: check && 'on_error' in check ? (check.on_error ?? 'allow') : 'allow',
    restore: guard?.restore ?? true,
    keys: guard?.keys ?? [],
    ignoreCase: check?.type === 'patterns' && check.ignore_case === true,
    instructions: check?.type === 'judge' ? check.instructions : '',
    model: check?.type === 'judge' || check?.type === 'topics' ? (check.model ?? '') : '',
    url: check?.type === 'webhook' ? check.url : 'https://',
    schema: check?.type === 'schema' ? JSON.stringify(check.schema, null, 2) : '{\n  "type": "object"\n}',
  };
}

/** What is looked for, as the service takes it; null where the schema is no JSON object or no topic is named. `before` keeps what the form has no field for. */
export function checkOf(draft: GuardDraft, before: GuardCheck | undefined): GuardCheck | null {
  const lines = splitLines(draft.lines);
  const onError = { on_error: draft.onError };
  const model = draft.model.trim() === '' ? {} : { model: draft.model.trim() };
  switch (draft.type) {
    case 'personal_data': {
      const isAll = draft.kinds.length === personalKinds.length;
      return { type: 'personal_data', ...(!isAll && { kinds: [...draft.kinds] }) };
    }
    case 'words':
      return { type: 'words', words: lines };
    case 'patterns':
      return { type: 'patterns', patterns: lines, ignore_case: draft.ignoreCase };
    case 'topics': {
      const allowed = splitLines(draft.allowed);
      // One of the two must say something.
      if (allowed.length === 0 && lines.length === 0) return null;
      return {
        type: 'topics',
        ...(allowed.length > 0 && { allowed }),
        ...(lines.length > 0 && { denied: lines }),
        ...model,
        ...onError,
      };
    }
    case 'judge':
      return { type: 'judge', instructions: draft.instructions.trim(), ...model, ...onError };
    case 'webhook': {
      const kept = before?.type === 'webhook' ? { timeout_ms: before.timeout_ms } : {};
      return { type: 'webhook', ...kept, url: draft.url.trim(), ...onError };
    }
    case 'schema': {
      const schema = readJsonObject(draft.schema);
      return schema === null ? null : { type: 'schema', schema };
    }
    default:
      return draft.type satisfies never;
  }
}

const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function linesOf(check: GuardCheck | undefined): string {
  if (check?.type === 'words') return check.words.join('\n');
  if (check?.type === 'patterns') return check.patterns.join('\n');
  if (check?.type === 'topics') return (check.denied ?? []).join('\n');
  return '';
}
