// Asks for values that documents hold and for values that they lack, over HTTP, and counts what is right, wrong, missing and
// made up. Documents of ten kinds are written by seeded templates; two of five templates of each kind are held back: nobody
// looks at what goes wrong in them, they are only counted.
//   npm run test:values [-- --seed 1] [--show] [--kind NAME]     BASE_URL and API_KEY name a running service; else one is started
import { parseArgs } from 'node:util';
import { startService } from '../start-service.ts';
import { type Expected, makeCases, type ValueCase } from './make-cases.ts';

type Outcome = 'right' | 'wrong' | 'missing' | 'made up' | 'absent';
interface FieldSource {
  found: string;
  source?: { start: number; end: number; quote: string } | null;
}
interface Reply {
  data?: unknown;
  fields?: Record<string, FieldSource>;
  error?: string;
  details?: string;
}

const { values: flags } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    show: { type: 'boolean', default: false },
    kind: { type: 'string' },
  },
});
const started = process.env.BASE_URL
  ? undefined
  : await startService('packages/server/src/main.ts', 18_000 + (process.pid % 2000));
const base = process.env.BASE_URL ?? started?.base ?? '';
const headers = { authorization: `Bearer ${process.env.API_KEY ?? started?.key ?? ''}` };

const counts = { tuned: newCount(), heldBack: newCount() };
let sourceless = 0;
let refused = 0;
const cases = makeCases(Number(flags.seed)).filter(({ kind }) => flags.kind === undefined || kind === flags.kind);
for (const each of cases) {
  const fileId = await upload(each);
  const reply = await ask(each, fileId);
  if (reply.data === undefined) refused += 1;
  const count = each.template.heldBack ? counts.heldBack : counts.tuned;
  for (const expected of withExtra(each.expected, reply)) {
    const outcome = judge(expected, reply);
    count[outcome] += 1;
    if (
      flags.show &&
      !each.template.heldBack &&
      (outcome === 'wrong' || outcome === 'missing' || outcome === 'made up')
    )
      console.log(
        `${outcome.padEnd(8)} ${each.filename} ${expected.pointer}: ${JSON.stringify(valueAt(reply.data, expected.pointer))}, right is ${JSON.stringify(expected.value)}${reply.error ? ` (${reply.error} ${reply.details})` : ''}`,
      );
  }
}
await started?.stop();
for (const [name, count] of Object.entries(counts)) {
  const present = count.right + count.wrong + count.missing;
  const absent = count.absent + count['made up'];
  console.log(
    `${name === 'tuned' ? 'open templates' : 'held-back templates'}: ${count.right} of ${present} present values right with their source (${((100 * count.right) / Math.max(1, present)).toFixed(1)} %), ${count.wrong} wrong, ${count.missing} missing; ${count['made up']} of ${absent} absent values made up`,
  );
}
console.log(
  `${cases.length} documents, ${refused} refused, ${sourceless} right values without their source (counted as wrong)`,
);
const isGood = Object.values(counts).every(
  (count) => count['made up'] === 0 && count.right >= 0.9 * (count.right + count.wrong + count.missing),
);
process.exitCode = isGood ? 0 : 1;

function newCount(): Record<Outcome, number> {
  return { right: 0, wrong: 0, missing: 0, 'made up': 0, absent: 0 };
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

function judge({ pointer, value }: Expected, reply: Reply): Outcome {
  const got = valueAt(reply.data, pointer);
  const isEmpty = got === undefined || got === null || (Array.isArray(got) && got.length === 0);
  if (value === undefined) return isEmpty ? 'absent' : 'made up';
  if (isEmpty) return 'missing';
  if (!isSame(got, value)) return 'wrong';
  if (hasSource(reply.fields?.[pointer], value)) return 'right';
  sourceless += 1;
  return 'wrong';
}

function plain(value: unknown): string {
  return String(value)
    .replace(/^(?:Mr|Ms|Mrs|Dr|Hotel)\.?\s+/, '')
    .replace(/[\s.,;]+/g, ' ')
    .trim()
    .toLowerCase();
}

function isSame(got: unknown, value: string | number): boolean {
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

async function upload({ filename, content }: ValueCase): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([content]), filename);
  const reply = await fetch(`${base}/v1/files/upload`, {
    method: 'POST',
    headers,
    body: form,
    signal: AbortSignal.timeout(60_000),
  });
  const body: { file_id: string } = JSON.parse(await reply.text());
  if (!reply.ok) throw new Error(`${filename}: ${JSON.stringify(body)}`);
  return body.file_id;
}

async function ask({ schema, responseFormat }: ValueCase, fileId: string): Promise<Reply> {
  const reply = await fetch(`${base}/v1/answer`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query: schema.query, file_ids: [fileId], response_format: responseFormat }),
    signal: AbortSignal.timeout(60_000),
  });
  return JSON.parse(await reply.text());
}

function valueAt(data: unknown, pointer: string): unknown {
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
