import { giveWay, passagesOf, type SegmentPassage, type WordSegment } from '@parley/text';
import { sql } from 'kysely';
import type { Db } from '../../db/open-database.ts';
import type { IndexQuestion, IndexScope, PassageIndex, SegmentPlace } from '../../ports/passage-index.ts';
import { collectionPrefix, toLexemes, wordOf, wordStart } from './passage-lexemes.ts';
import { countedWords, findPassages, readSegment } from './passage-queries.ts';
import { PassageVectors } from './passage-vectors.ts';

/** Passages and words of one statement. */
const passagesAtOnce = 200;
const wordsAtOnce = 5000;
const removedAtOnce = 5000;
/** A segment that nobody has is one that is being written, for so long. */
const abandonedMs = 2 * 60 * 60_000;
const sweepBatch = 50;

/**
 * Passages in PostgreSQL: words in a full-text index (GIN over `tsvector`), how frequent they are in a table, vectors in pgvector where the
 * extension is there. Segments are written whole, in a transaction each.
 */
export class PostgresqlPassageIndex implements PassageIndex {
  readonly #db: Db;
  readonly #vectors: PassageVectors | null;

  private constructor(parts: { db: Db; vectors: PassageVectors | null }) {
    this.#db = parts.db;
    this.#vectors = parts.vectors;
  }

  /** The tables come with the migrations; what holds vectors, here, where the extension can be had. */
  static async open(db: Db): Promise<PostgresqlPassageIndex> {
    return new PostgresqlPassageIndex({ db, vectors: await PassageVectors.open(db) });
  }

  get holdsVectors(): boolean {
    return this.#vectors !== null;
  }

  async write(place: SegmentPlace, segment: WordSegment, signal: AbortSignal): Promise<void> {
    const pause = giveWay();
    await this.#db.transaction().execute(async (tx) => {
      const { numAffectedRows = 0n } = await sql`
        insert into passage_segments (segment_id, workspace_id, collection_id, written_at)
        values (${place.id}, ${place.workspaceId}, ${place.collectionId}, cast(extract(epoch from now()) * 1000 as bigint))
        on conflict do nothing`.execute(tx);
      if (numAffectedRows === 0n) return;
      let batch: NumberedPassage[] = [];
      let number = 0;
      let before: string | null = null;
      let at = 0;
      for (const passage of passagesOf(segment)) {
        at = passage.fileId === before ? at + 1 : 0;
        before = passage.fileId;
        batch.push({ ...passage, number: number++, place: at });
        if (batch.length < passagesAtOnce) continue;
        signal.throwIfAborted();
        await insertPassages(tx, place, batch);
        batch = [];
        await pause();
      }
      await insertPassages(tx, place, batch);
      await countTotals(tx, place.collectionId, segment);
      await countWords(tx, place.collectionId, segment);
    });
  }

  read(place: SegmentPlace): Promise<WordSegment | null> {
    return readSegment(this.#db, place);
  }

  async remove(place: SegmentPlace): Promise<void> {
    await this.keepFiles(place, []);
    await sql`
      delete from passage_segments where segment_id = ${place.id} and workspace_id = ${place.workspaceId}`.execute(
      this.#db,
    );
  }

  async keepFiles({ id, workspaceId, collectionId }: SegmentPlace, files: readonly string[]): Promise<void> {
    const which = sql`
      segment_id = ${id} and workspace_id = ${workspaceId} and not file_id = any(${[...files]}::text[])`;
    await this.#db.transaction().execute(async (tx) => {
      for (;;) {
        const { rows } = await sql<{ gone: number }>`
          with gone as (
            delete from passages where id in (
              select id from passages where ${which} limit ${removedAtOnce}
            ) returning language, heading_words, body_words, terms
          ), totals as (
            update passage_totals set passages = passage_totals.passages - lost.passages,
              heading_words = passage_totals.heading_words - lost.heading_words,
              body_words = passage_totals.body_words - lost.body_words
            from (select language, count(*) as passages, sum(heading_words) as heading_words, sum(body_words) as body_words
              from gone group by language) as lost
            where collection_id = ${collectionId} and passage_totals.language = lost.language
          ), words as (
            update passage_words set passages = passage_words.passages - lost.passages
            from (select substr(lexeme, ${wordStart}) as word, count(*) as passages
              from gone, unnest(terms) group by 1 order by 1) as lost
            where collection_id = ${collectionId} and passage_words.word = lost.word collate "C"
          ) select count(*) as gone from gone`.execute(tx);
        if ((rows[0]?.gone ?? 0) < removedAtOnce) break;
      }
    });
  }

  /** Piece by piece: a statement has a limit of time. What was begun and broken off is ended by the next sweep. */
  async removeCollection(workspaceId: string, collectionId: string): Promise<void> {
    const scope = sql`workspace_id = ${workspaceId} and collection_id = ${collectionId}`;
    for (let gone = removedAtOnce; gone >= removedAtOnce; ) {
      const { numAffectedRows = 0n } = await sql`
        delete from passages where id in (select id from passages where ${scope} limit ${removedAtOnce})`.execute(
        this.#db,
      );
      gone = Number(numAffectedRows);
    }
    await sql`delete from passage_words where collection_id = ${collectionId}`.execute(this.#db);
    await sql`delete from passage_totals where collection_id = ${collectionId}`.execute(this.#db);
    await sql`delete from passage_segments where ${scope}`.execute(this.#db);
  }

  async removeWorkspace(workspaceId: string): Promise<void> {
    const { rows } = await sql<{ collection_id: string }>`
      select distinct collection_id from passage_segments where workspace_id = ${workspaceId}`.execute(this.#db);
    for (const row of rows) await this.removeCollection(workspaceId, row.collection_id);
  }

  async sweep(): Promise<void> {
    const { rows } = await sql<{ id: string; workspaceId: string; collectionId: string }>`
      select segment_id as id, workspace_id as "workspaceId", collection_id as "collectionId" from passage_segments
      where written_at < extract(epoch from now()) * 1000 - ${abandonedMs}
        and not exists (select from collection_segments where collection_segments.id = segment_id)
      limit ${sweepBatch}`.execute(this.#db);
    for (const place of rows) await this.remove(place);
  }

  async writeVectors(place: SegmentPlace, model: string, vectors: readonly Float32Array[]): Promise<void> {
    if (!this.#vectors) throw new Error('PostgreSQL has no extension vector');
    await this.#vectors.write(place, model, vectors);
  }

  async whole(scope: IndexScope) {
    return await countedWords(this.#db, scope);
  }

  async find(question: IndexQuestion) {
    const near = question.near ? ((await this.#vectors?.nearest({ ...question, near: question.near })) ?? []) : [];
    return { passages: await findPassages(this.#db, question, near), near };
  }
}

interface NumberedPassage extends SegmentPassage {
  /** In the segment, and in the file. */
  number: number;
  place: number;
}

async function insertPassages(tx: Db, { workspaceId, collectionId, id }: SegmentPlace, batch: NumberedPassage[]) {
  if (batch.length === 0) return;
  const prefix = collectionPrefix(collectionId);
  const texts = (of: (passage: NumberedPassage) => string) => sql`${batch.map(of)}::text[]`;
  const numbers = (of: (passage: NumberedPassage) => number) => sql`${batch.map(of)}::integer[]`;
  await sql`
    insert into passages (workspace_id, collection_id, segment_id, file_id, number, place, language, starts_at, ends_at,
      heading_words, body_words, terms)
    select ${workspaceId}, ${collectionId}, ${id}, file_id, number, place, language, starts_at, ends_at,
      heading_words, body_words, terms::tsvector
    from unnest(
      ${texts(({ fileId }) => fileId)}, ${numbers(({ number }) => number)}, ${numbers(({ place }) => place)},
      ${texts(({ language }) => language ?? '')}, ${numbers(({ start }) => start)}, ${numbers(({ end }) => end)},
      ${numbers(({ headingWords }) => headingWords)},
      ${numbers(({ words, headingWords }) => words.length - headingWords)},
      ${texts((passage) => toLexemes(passage, prefix))}
    ) as given (file_id, number, place, language, starts_at, ends_at, heading_words, body_words, terms)`.execute(tx);
}

async function countTotals(tx: Db, collectionId: string, segment: WordSegment): Promise<void> {
  const totals = new Map<string, { passages: number; heading: number; body: number }>();
  let passage = 0;
  for (const { language, passages } of segment.languages) {
    const sum = totals.get(language ?? '') ?? { passages: 0, heading: 0, body: 0 };
    totals.set(language ?? '', sum);
    for (const end = passage + passages; passage < end; passage++) {
      const heading = segment.headingWords[passage] ?? 0;
      sum.passages++;
      sum.heading += heading;
      sum.body += (segment.wordStarts[passage + 1] ?? 0) - (segment.wordStarts[passage] ?? 0) - heading;
    }
  }
  for (const [language, { passages, heading, body }] of [...totals].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await sql`
      insert into passage_totals as known (collection_id, language, passages, heading_words, body_words)
      values (${collectionId}, ${language}, ${passages}, ${heading}, ${body})
      on conflict (collection_id, language) do update set passages = known.passages + excluded.passages,
        heading_words = known.heading_words + excluded.heading_words,
        body_words = known.body_words + excluded.body_words`.execute(tx);
  }
}

/** In one order, so that two who write at the same moment wait for each other but never in a circle. */
async function countWords(tx: Db, collectionId: string, { terms, postingStarts }: WordSegment): Promise<void> {
  const words = Array.from(terms, (term, at): [string, number] => [
    wordOf(term),
    (postingStarts[at + 1] ?? 0) - (postingStarts[at] ?? 0),
  ]).sort(([a], [b]) => (a < b ? -1 : 1));
  for (let from = 0; from < words.length; from += wordsAtOnce) {
    const batch = words.slice(from, from + wordsAtOnce);
    await sql`
      insert into passage_words as known (collection_id, word, passages)
      select ${collectionId}, word, passages
      from unnest(${batch.map(([word]) => word)}::text[], ${batch.map(([, count]) => count)}::integer[]) as given (word, passages)
      on conflict (collection_id, word) do update set passages = known.passages + excluded.passages`.execute(tx);
  }
}
