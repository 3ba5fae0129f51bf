/**
 * Segments in memory beside PostgreSQL, for the words of one collection: `DATABASE_URL=postgres://… node bench/collection-index.ts [passages]
 * [questions]` (100000 and 200). The database must be empty, as a new one is. Writes the same passages of made-up words, frequent and rare as in
 * languages, into both, asks both the same questions and prints build time, size, p50 and p99 of a search, memory, and how many of the best ten are
 * the same.
 */
import { buildSegment, decodeSegment, encodeSegment, PassageIndex, rankSegments, splitPassages } from '@parley/text';
import { sql } from 'kysely';
import { PostgresqlPassageIndex } from '../packages/server/src/adapters/postgresql/postgresql-passage-index.ts';
import { openDatabase } from '../packages/server/src/db/open-database.ts';
import { indexedPlace } from '../packages/server/src/features/knowledge/collections/indexed-passages.ts';

const [passages = 100_000, questions = 200] = process.argv.slice(2).map(Number);
const passagesPerSegment = 20_000;
const passagesPerFile = 100;
const url = process.env.DATABASE_URL;
if (!url) throw new Error('DATABASE_URL names no empty PostgreSQL database.');

let state = 7;
const next = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 4_294_967_296;
};
const syllables = 'ka lo mi ren sa tor vel dun ber fa gol hin ju pel quo rix stam ul wen zor'.split(' ');
const vocabulary = Array.from({ length: 30_000 }, () =>
  Array.from({ length: 2 + Math.floor(next() * 3) }, () => syllables[Math.floor(next() * syllables.length)]).join(''),
);
const word = () => vocabulary[Math.floor(vocabulary.length ** next()) - 1] ?? 'the';
const section = (number: number) =>
  `## ${word()} ${number}\n\n${Array.from({ length: 6 }, () => `${Array.from({ length: 14 }, word).join(' ')}.`).join(' ')}`;

const signal = new AbortController().signal;
const scope = { workspaceId: 'ws_bench', collections: ['col_bench'] };
const database = await openDatabase({ url, dataDir: ':memory:' });
const index = await PostgresqlPassageIndex.open(database.db);
const files = new Map<string, { fileId: string; filename: string; attributes: object; values: object }>();
const blobs: Uint8Array[] = [];
const seconds = { segments: 0, postgresql: 0 };
let written = 0;
while (written < passages) {
  const indexed = Array.from({ length: passagesPerSegment / passagesPerFile }, () => {
    const text = Array.from({ length: passagesPerFile }, (_, at) => section(at)).join('\n\n');
    const id = `file-${String(files.size).padStart(8, '0')}`;
    files.set(id, { fileId: id, filename: id, attributes: {}, values: {} });
    return { id, indexes: [PassageIndex.build(text, splitPassages(text))] };
  });
  let begun = performance.now();
  const segment = buildSegment(indexed);
  blobs.push(encodeSegment(segment));
  seconds.segments += (performance.now() - begun) / 1000;
  begun = performance.now();
  await index.write({ workspaceId: 'ws_bench', collectionId: 'col_bench', id: `s${blobs.length}` }, segment, signal);
  seconds.postgresql += (performance.now() - begun) / 1000;
  written += segment.passageFiles.length;
  process.stderr.write(`${written} passages\r`);
}
await sql`analyze passages`.execute(database.db);
const { rows } = await sql<{ bytes: number }>`
  select cast(sum(pg_total_relation_size(relid)) as bigint) as bytes from pg_stat_user_tables where relname like 'passage%'`.execute(
  database.db,
);

const asked = Array.from({ length: questions }, () => Array.from({ length: 5 }, word).join(' '));
const known = new Map([...files].map(([id, file]) => [id, { ...file, attributes: {}, values: {} }]));
const best = async (searched: Parameters<typeof rankSegments>[0], query: string) =>
  (await rankSegments(searched, query, { limit: 50 })).found.slice(0, 10).map(({ segment: at, passage }) => {
    const { segment } = searched[at] ?? { segment: buildSegment([]) };
    return `${segment.files[segment.passageFiles[passage] ?? 0]?.id} ${segment.passageStarts[passage]}`;
  });
const time = async (search: (query: string) => Promise<string[]>) => {
  const times: number[] = [];
  const found: string[][] = [];
  for (const query of asked) {
    const begun = performance.now();
    found.push(await search(query));
    times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => `${(times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1)} ms`;
  return { found, p50: at(0.5), p99: at(0.99) };
};

const memory = () => process.memoryUsage().rss;
const before = memory();
const inDatabase = await time(async (query) => {
  const question = { query, others: [], near: null, limit: 50 };
  return best([(await indexedPlace(index, { scope, files: known, isPart: false }, question)).place], query);
});
const databaseMemory = memory() - before;
const segments = blobs.flatMap((bytes) => {
  const segment = decodeSegment(bytes);
  return segment ? [{ segment }] : [];
});
const inMemory = await time((query) => best(segments, query));
const bytes = blobs.reduce((sum, { byteLength }) => sum + byteLength, 0);
const same = asked.reduce(
  (sum, _, at) => sum + (inMemory.found[at] ?? []).filter((hit) => inDatabase.found[at]?.includes(hit)).length,
  0,
);
const all = inMemory.found.reduce((sum, hits) => sum + hits.length, 0);
const megabytes = (size: number) => `${Math.round(size / 1e6)} MB`;
console.log(`${written} passages, ${questions} questions of five words`);
console.table({
  segments: {
    build: `${seconds.segments.toFixed(1)} s`,
    size: megabytes(bytes),
    p50: inMemory.p50,
    p99: inMemory.p99,
    memory: megabytes(bytes),
  },
  postgresql: {
    build: `${seconds.postgresql.toFixed(1)} s`,
    size: megabytes(Number(rows[0]?.bytes)),
    p50: inDatabase.p50,
    p99: inDatabase.p99,
    memory: megabytes(Math.max(0, databaseMemory)),
  },
});
console.log(`${((100 * same) / (all || 1)).toFixed(1)} % of the best ten are the same`);
await database.close();
