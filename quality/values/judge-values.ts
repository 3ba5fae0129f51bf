import type { Expected } from './make-cases.ts';

/** `without source`: the right value, but nothing says where it stands. */
export type Judgement = 'right' | 'wrong' | 'without source' | 'missing' | 'made up' | 'absent';
interface FieldSource {
  found: string;
  source?: { start: number; end: number; quote: string } | null;
}

/** What came back for a schema. */
export interface Reply {
  data?: unknown;
  fields?: Record<string, FieldSource>;
  error?: string;
  details?: string;
}

/** What is right and wrong in a reply, for each value that is expected and each that nobody asked about. */
export function judgeReply(expected: Expected[], reply: Reply): (Expected & { judgement: Judgement })[] {
  return withExtra(expected, reply).map((each) => ({ ...each, judgement: judge(each, reply) }));
}

/** The value at a JSON Pointer; undefined when there is none. */
export function valueAt(data: unknown, pointer: string): unknown {
  let current = data;
  for (const key of pointer.split('/').slice(1)) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = new Map<string, unknown>(Object.entries(current)).get(key);
  }
  return current;
}

/** The pointers of all leaves; of an empty list none. */
function pointersOf(data: unknown, path = ''): string[] {
  if (typeof data !== 'object' || data === null) return data === undefined || data === null ? [] : [path];
  return Object.entries(data).flatMap(([key, value]) => pointersOf(value, `${path}/${key}`));
}

/** Leaves that nobody asked about: rows and items too many are made up. */
function withExtra(expected: Expected[], reply: Reply): Expected[] {
  const known = new Set(expected.map(({ pointer }) => pointer));
  return [
    ...expected,
    ...pointersOf(reply.data)
      .filter((pointer) => !known.has(pointer))
      .map((pointer) => ({ pointer, value: undefined })),
  ];
}

function judge({ pointer, value }: Expected, reply: Reply): Judgement {
  const got = valueAt(reply.data, pointer);
  const isEmpty = got === undefined || got === null || (Array.isArray(got) && got.length === 0);
  if (value === undefined) return isEmpty ? 'absent' : 'made up';
  if (isEmpty) return 'missing';
  if (!sameValue(got, value)) return 'wrong';
  return hasSource(reply.fields?.[pointer], value) ? 'right' : 'without source';
}

function plain(value: unknown): string {
  return String(value)
    .replace(/^(?:Mr|Ms|Mrs|Dr|Hotel)\.?\s+/, '')
    .replace(/[\s.,;]+/g, ' ')
    .trim()
    .toLowerCase();
}

/** The same value, in whatever writing. */
export function sameValue(got: unknown, value: string | number): boolean {
  if (typeof value === 'number') return Number(got) === value;
  // Numbers of accounts are given without their spaces; an article before a name is neither here nor there.
  const [one, other] = [got, value].map((each) => plain(each).replace(/^the /, ''));
  return one === other || (/^[a-z]{2}\d{2}/.test(other ?? '') && one === other?.replaceAll(' ', ''));
}

/** The quote holds the value: its letters, or its digits, or the day and the year of a date. */
function hasSource(field: FieldSource | undefined, value: string | number): boolean {
  const quote = field?.source?.quote;
  if (quote === undefined || field?.found === 'none') return false;
  const date = /^(\d{4})-(\d\d)-(\d\d)$/.exec(String(value));
  if (date) return quote.includes(String(Number(date[3]))) && quote.includes(date[1] ?? '');
  if (typeof value === 'number') return quote.replaceAll(/[^\d.]/g, '').includes(String(value).replace(/\.0+$/, ''));
  return plain(quote).includes(plain(value)) || (plain(quote) !== '' && plain(value).includes(plain(quote)));
}
