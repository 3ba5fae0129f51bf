import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { toMimeMessage } from './mime-message.ts';

/** What a placeholder may do to its value: `{{input.description | adf}}`. The list is closed. */
const filters: Record<string, (value: JsonValue) => JsonValue | undefined> = {
  /** Several segments of a path: each is encoded, the slashes stay. */
  path: (value) => String(value).split('/').map(encodeSegment).join('/'),
  /** A whole address, whose form the manifest's pattern has checked. */
  address: (value) => value,
  /** A list as one text with commas. */
  csv: (value) => (Array.isArray(value) ? value.map(String).join(',') : value),
  /** Plain text as an Atlassian document; what already is a document stays. */
  adf: (value) => (typeof value === 'string' ? toAtlassianDocument(value) : value),
  /** An e-mail's parts (`to`, `subject`, `body`, …) as one base64url message; a ready `raw` stays. */
  mime: (value) => (isJsonObject(value) ? toMimeMessage(value) : undefined),
  /** A text wrapped in quotes, as Microsoft Graph wants its `$search`. */
  quoted: (value) => (/^".*"$/s.test(String(value)) ? value : `"${String(value).replaceAll('"', '\\"')}"`),
  /** Addresses as Microsoft Graph's recipients. */
  recipients: (value) => toList(value).map((address) => ({ emailAddress: { address } })),
  /** Addresses as Google Calendar's attendees. */
  attendees: (value) => toList(value).map((email) => (isJsonObject(email) ? email : { email })),
  /** A base64 text as it must stand in a body part. */
  base64: (value) => String(value).replaceAll(/\s/g, ''),
  /** A phone number for a path: its plus sign is kept. */
  text: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
};

export function isFilterName(name: string): boolean {
  return Object.hasOwn(filters, name);
}

export function runFilter(name: string, value: JsonValue): JsonValue | undefined {
  const filter = Object.hasOwn(filters, name) ? filters[name] : undefined;
  if (!filter) throw new AppError('internal_error', `The manifest uses an unknown filter: ${name}`);
  return filter(value);
}

/** One segment of a path. `.` and `..` would climb to another resource of the vendor, an empty one would too. */
export function encodeSegment(segment: string): string {
  if (segment === '' || segment === '.' || segment === '..') {
    throw new AppError('invalid_inputs', 'A value that becomes part of the address must not be empty, "." or "..".');
  }
  return encodeURIComponent(segment);
}

function toList(value: JsonValue): JsonValue[] {
  return Array.isArray(value) ? value : [value];
}

function toAtlassianDocument(text: string): JsonObject {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => {
    const content: JsonObject[] = paragraph
      .split('\n')
      .flatMap((line, index): JsonObject[] => [
        ...(index > 0 ? [{ type: 'hardBreak' }] : []),
        ...(line === '' ? [] : [{ type: 'text', text: line }]),
      ]);
    return { type: 'paragraph', content };
  });
  return { version: 1, type: 'doc', content: paragraphs };
}
