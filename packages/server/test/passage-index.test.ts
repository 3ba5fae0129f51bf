import { Worker } from 'node:worker_threads';
import {
  buildSegment,
  PassageIndex as FileIndex,
  type FoundPassage,
  passagesOf,
  rankSegments,
  splitPassages,
  type WordSegment,
} from '@parley/text';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PostgresqlPassageIndex } from '../src/adapters/postgresql/postgresql-passage-index.ts';
import { type Database, openDatabase } from '../src/db/open-database.ts';
import { indexedPlace } from '../src/features/knowledge/collections/indexed-passages.ts';
import type { IndexQuestion } from '../src/ports/passage-index.ts';
import { onPostgres } from './database.ts';

const signal = new AbortController().signal;
const place = (id: string, collectionId = 'col_1', workspaceId = 'ws_1') => ({ workspaceId, collectionId, id });
const scope = (collectionId = 'col_1', workspaceId = 'ws_1') => ({ workspaceId, collections: [collectionId] });
const subjects = 'harbour bridge orchard kiln glacier library tram observatory mill quarry'.split(' ');

const textOf = (number: number): string => {
  const about = subjects[number % subjects.length];
  const more = subjects[(number * 3 + 1) % subjects.length];
  return number % 5 === 4
    ? `# Bericht ${number}\n\nDie Verträge über ${about} wurden von der Stadt gekündigt.`
    : `# The ${about}\n\nThe ${about} has ${number} rooms.\n\n## Notes on the ${more}\n\nThe ${more} was repaired in ${1900 + number}.`;
};

/** Ties are told apart by the names of files, so that they come in the order in which files are added. */
const nameOf = (number: number): string => `file-${String(number).padStart(2, '0')}`;

const segmentOfFiles = (from: number, count: number): WordSegment =>
  buildSegment(
    Array.from({ length: count }, (_, at) => {
      const text = textOf(from + at);
      return { id: nameOf(from + at), indexes: [FileIndex.build(text, splitPassages(text))] };
    }),
  );

/** What is asked for, as a search would. */
const question = async (
  index: PostgresqlPassageIndex,
  segment: WordSegment,
  more: Partial<IndexQuestion> = {},
): Promise<IndexQuestion> => {
  const asked = more.scope ?? scope();
  const whole = await index.whole(asked);
  const hashes = [...segment.terms];
  await whole.count(hashes);
  const words = hashes.map((hash) => ({ hashes: [hash], weight: 1, passages: whole.frequencies.get(hash) ?? 0 }));
  return { scope: asked, files: null, words, meanBody: 5, limit: 500, near: null, ...more };
};

describe('passages in PostgreSQL', () =>
  onPostgres((open) => {
    let database: Database;
    let index: PostgresqlPassageIndex;
    beforeEach(async () => {
      database = await open();
      index = await PostgresqlPassageIndex.open(database.db);
    });
    afterEach(() => database.close());

    it('gives back what was written, once, and counts it once', async () => {
      const segment = segmentOfFiles(0, 20);
      await index.write(place('s1'), segment, signal);
      await index.write(place('s1'), segment, signal);
      const read = await index.read(place('s1'));
      expect(read && [...passagesOf(read)]).toEqual([...passagesOf(segment)]);
      expect(await index.read(place('s1', 'col_1', 'ws_2'))).toBeNull();
      const { languages } = await index.whole(scope());
      expect(languages.reduce((sum, { passages }) => sum + passages, 0)).toBe(segment.passageFiles.length);
    });

    it('says how frequent words are, also after files were taken out', async () => {
      await index.write(place('s1'), segmentOfFiles(0, 40), signal);
      await index.write(place('s2'), segmentOfFiles(40, 10), signal);
      const left = Array.from({ length: 15 }, (_, at) => nameOf(at));
      await index.keepFiles(place('s1'), left);
      await index.remove(place('s2'));
      const expected = segmentOfFiles(0, 15);
      const whole = await index.whole(scope());
      await whole.count([...segmentOfFiles(0, 50).terms]);
      const counted = [...whole.frequencies].filter(([, passages]) => passages > 0).sort(([a], [b]) => a - b);
      expect(counted).toEqual(
        Array.from(expected.terms, (term, at) => [
          term,
          (expected.postingStarts[at + 1] ?? 0) - (expected.postingStarts[at] ?? 0),
        ]),
      );
      expect(whole.languages.reduce((sum, { passages }) => sum + passages, 0)).toBe(expected.passageFiles.length);
    });

    it('finds in its scope alone, and in the files that are asked for', async () => {
      const segment = segmentOfFiles(0, 20);
      await index.write(place('s1'), segment, signal);
      await index.write(place('s2', 'col_2'), segmentOfFiles(20, 5), signal);
      await index.write(place('s3', 'col_3', 'ws_2'), segmentOfFiles(30, 5), signal);
      const filesOf = async (more: Partial<IndexQuestion>) => [
        ...new Set((await index.find(await question(index, segment, more))).passages.map(({ fileId }) => fileId)),
      ];
      expect(await filesOf({})).toHaveLength(20);
      expect(await filesOf({ files: ['file-03', 'file-21'] })).toEqual(['file-03']);
      expect((await filesOf({ scope: scope('col_2') })).every((id) => /^file-2[0-4]$/.test(id))).toBe(true);
      // The collection of another workspace is not there, whatever it is called.
      expect(await filesOf({ scope: { workspaceId: 'ws_1', collections: ['col_3'] } })).toEqual([]);
    });

    it('ranks what it finds as the segment itself is ranked', async () => {
      const segment = segmentOfFiles(0, 50);
      await index.write(place('s1'), segmentOfFiles(0, 20), signal);
      await index.write(place('s2'), segmentOfFiles(20, 30), signal);
      const files = new Map(
        segment.files.map(({ id }) => [id, { fileId: id, filename: id, attributes: {}, values: {} }]),
      );
      const placeOf = ({ files, passageFiles, passageStarts }: WordSegment, { passage }: FoundPassage) =>
        `${files[passageFiles[passage] ?? 0]?.id} ${passageStarts[passage]}`;
      for (const query of ['When was the glacier repaired?', 'notes on the mill', 'Wurden die Verträge gekündigt?']) {
        const expected = await rankSegments([{ segment }], query, { limit: 10 });
        const asked = { query, others: [], near: null, limit: 50 };
        const { place: found } = await indexedPlace(index, { scope: scope(), files, isPart: false }, asked);
        const ranked = await rankSegments([found], query, { limit: 10 });
        expect(expected.found.length).toBeGreaterThan(3);
        expect(ranked.highest).toBeCloseTo(expected.highest, 9);
        expect(ranked.found.map((hit) => placeOf(found.segment, hit))).toEqual(
          expected.found.map((hit) => placeOf(segment, hit)),
        );
        // The second round is measured by the best of what was found, not of all there is.
        for (const [at, { score }] of ranked.found.entries())
          expect(Math.abs(score / (expected.found[at]?.score ?? 0) - 1)).toBeLessThan(0.02);
      }
    });

    it('forgets a collection and a workspace, and what nobody has', async () => {
      for (const [id, collectionId, workspaceId] of [
        ['s1', 'col_1', 'ws_1'],
        ['s2', 'col_2', 'ws_1'],
        ['s3', 'col_3', 'ws_2'],
        ['s4', 'col_3', 'ws_2'],
      ] as const)
        await index.write(place(id, collectionId, workspaceId), segmentOfFiles(0, 3), signal);
      await index.removeCollection('ws_2', 'col_1');
      expect(await index.read(place('s1'))).not.toBeNull();
      await index.removeCollection('ws_1', 'col_1');
      expect(await index.read(place('s1'))).toBeNull();
      await index.removeWorkspace('ws_1');
      expect(await index.read(place('s2', 'col_2'))).toBeNull();
      await sql`update passage_segments set written_at = 0 where segment_id = 's3'`.execute(database.db);
      await index.sweep();
      expect(await index.read(place('s3', 'col_3', 'ws_2'))).toBeNull();
      expect(await index.read(place('s4', 'col_3', 'ws_2'))).not.toBeNull();
      const { rows } = await sql<{ left: number }>`
        select count(*) as left from passage_words where collection_id <> 'col_3'`.execute(database.db);
      expect(Number(rows[0]?.left)).toBe(0);
    });
  }));

describe('passages in PostgreSQL with vectors', () => {
  let engine: Worker;
  let database: Database;
  let index: PostgresqlPassageIndex;

  beforeAll(async () => {
    engine = new Worker(new URL('./pglite-worker.ts', import.meta.url));
    const url = await new Promise<string>((resolve, reject) => engine.once('message', resolve).once('error', reject));
    database = await openDatabase({ url, dataDir: ':memory:' });
    index = await PostgresqlPassageIndex.open(database.db);
  }, 400_000);
  afterAll(async () => {
    await database?.close();
    await engine?.terminate();
  });

  it('finds what is near, in its scope, of the model that is asked for', async () => {
    expect(index.holdsVectors).toBe(true);
    const segment = segmentOfFiles(0, 8);
    const count = segment.passageFiles.length;
    const around = (shift: number) =>
      Array.from({ length: count }, (_, at) => Float32Array.from([Math.cos(at + shift), Math.sin(at + shift), 0]));
    for (const [id, collectionId] of [
      ['s1', 'col_1'],
      ['s2', 'col_2'],
    ] as const) {
      await index.write(place(id, collectionId), segment, signal);
      await index.writeVectors(place(id, collectionId), 'm/one', around(0));
    }
    await index.writeVectors(place('s1'), "m/o'ther", around(1));
    const [passages] = [[...passagesOf(segment)]];
    const nearest = async (model: string, files: string[] | null = null) => {
      const near = { model, vector: Float32Array.from([Math.cos(3), Math.sin(3), 0]), limit: 3 };
      const found = await index.find({ ...(await question(index, segment, { files, near })), words: [] });
      const [best] = found.near;
      const passage = found.passages.find(({ id }) => id === best?.id);
      expect(found.near.length).toBeLessThanOrEqual(3);
      expect(best?.similarity ?? 0).toBeLessThanOrEqual(1.001);
      return { fileId: passage?.fileId, start: passage?.start, similarity: best?.similarity ?? 0 };
    };
    const first = await nearest('m/one');
    expect(first).toMatchObject({ fileId: passages[3]?.fileId, start: passages[3]?.start });
    expect(first.similarity).toBeCloseTo(1, 2);
    expect(await nearest("m/o'ther")).toMatchObject({ fileId: passages[2]?.fileId, start: passages[2]?.start });
    expect((await nearest('m/one', ['file-07'])).fileId).toBe('file-07');
    expect((await nearest('m/none')).fileId).toBeUndefined();
    await index.keepFiles(place('s1'), ['file-07']);
    expect((await nearest('m/one')).fileId).toBe('file-07');
  });

  it('searches a graph beyond some thousand vectors', async () => {
    const { rows } = await sql<{ definition: string }>`
      select indexdef as definition from pg_indexes where tablename = 'passage_vectors'`.execute(database.db);
    const graphs = rows.filter(({ definition }) => definition.includes('USING hnsw'));
    expect(graphs).toHaveLength(2);
    expect(graphs.every(({ definition }) => definition.includes('halfvec(3)'))).toBe(true);
  });
});
