import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../db/open-database.ts';
import type { IndexQuestion, NearPassage, SegmentPlace } from '../../ports/passage-index.ts';

const vectorsAtOnce = 200;
/** Up to so many vectors all are compared; beyond, the nearest come from a graph (HNSW). */
const fewVectors = 10_000;
/** How many the graph looks at, at least. */
const lookedAt = 200;
/** The first version with vectors of half size, and with graphs that go on searching where a condition leaves too few. */
const leastVersion = [0, 8];
/** Of HNSW over vectors of half size. */
const mostDimensions = 4000;

/** Vectors of passages in pgvector, with one graph for each model. */
export class PassageVectors {
  readonly #db: Db;
  /** Models whose graph is known to be there. */
  readonly #graphs = new Set<string>();

  private constructor(db: Db) {
    this.#db = db;
  }

  /** Null where PostgreSQL has no extension `vector`, or an old one. Makes it, and the table, where that is allowed. */
  static async open(db: Db): Promise<PassageVectors | null> {
    const { rows } = await sql<{ installed: string | null; version: string | null }>`
      select (select extversion from pg_extension where extname = 'vector') as installed, max(default_version) as version
      from pg_available_extensions where name = 'vector'`.execute(db);
    const version = rows[0]?.installed ?? rows[0]?.version;
    if (!version || isOlder(version)) return null;
    try {
      if (!rows[0]?.installed) await sql`create extension if not exists vector`.execute(db);
    } catch {
      // Only an administrator of the database may: then it is as if it was not there.
      return null;
    }
    await sql`
      create table if not exists passage_vectors (
        passage_id bigint not null references passages on delete cascade,
        model text not null,
        workspace_id text not null,
        collection_id text not null,
        file_id text not null,
        embedding halfvec not null,
        primary key (passage_id, model))`.execute(db);
    await sql`
      create index if not exists passage_vectors_collection on passage_vectors (collection_id, model)`.execute(db);
    return new PassageVectors(db);
  }

  async write({ id, workspaceId }: SegmentPlace, model: string, vectors: readonly Float32Array[]): Promise<void> {
    const dimensions = vectors[0]?.length ?? 0;
    if (dimensions === 0) return;
    await this.#openGraph(model, dimensions);
    await this.#db.transaction().execute(async (tx) => {
      for (let from = 0; from < vectors.length; from += vectorsAtOnce) {
        const batch = vectors.slice(from, from + vectorsAtOnce);
        await sql`
          insert into passage_vectors (passage_id, model, workspace_id, collection_id, file_id, embedding)
          select id, ${model}, workspace_id, collection_id, file_id, embedding::halfvec
          from passages join unnest(${batch.map((_, at) => from + at)}::integer[], ${batch.map(toText)}::text[])
            as given (number, embedding) using (number)
          where segment_id = ${id} and workspace_id = ${workspaceId}
          on conflict (passage_id, model) do update set embedding = excluded.embedding`.execute(tx);
      }
    });
  }

  async nearest(
    question: Pick<IndexQuestion, 'scope' | 'files'> & { near: NonNullable<IndexQuestion['near']> },
  ): Promise<NearPassage[]> {
    const { scope, files, near } = question;
    const which = sql`
      workspace_id = ${scope.workspaceId} and collection_id = any(${[...scope.collections]}::text[])
      ${files ? sql`and file_id = any(${[...files]}::text[])` : sql``}`;
    const dimensions = near.vector.length;
    const wanted = sql`${toText(near.vector)}::halfvec`;
    return await this.#db.transaction().execute(async (tx) => {
      const { rows: counted } = await sql<{ vectors: number }>`
        select count(*) as vectors from (
          select from passage_vectors where ${which} and model = ${near.model} limit ${fewVectors + 1}) as counted`.execute(
        tx,
      );
      const isFew = (counted[0]?.vectors ?? 0) <= fewVectors;
      if (!isFew) {
        await sql.raw(`set local hnsw.ef_search = ${Math.max(lookedAt, near.limit)}`).execute(tx);
        await sql`set local hnsw.iterative_scan = relaxed_order`.execute(tx);
      }
      // What is no distance alone is computed for each; the name of the model stands in the statement, or the graph is not used.
      const distance = sql`embedding::${sql.raw(`halfvec(${dimensions})`)} <=> ${wanted}`;
      const { rows } = await sql<{ id: string; distance: number }>`
        select passage_id::text as id, ${distance} as distance from passage_vectors
        where model = ${sql.lit(near.model)} and vector_dims(embedding) = ${sql.lit(dimensions)} and ${which}
        order by ${isFew ? sql`(${distance}) + 0` : distance} limit ${near.limit}`.execute(tx);
      return rows
        .map(({ id, distance: far }) => ({ id, similarity: 1 - far }))
        .sort((a, b) => b.similarity - a.similarity);
    });
  }

  /** Made before the first vector, so that nobody waits for it to be built. */
  async #openGraph(model: string, dimensions: number): Promise<void> {
    const key = `${model} ${dimensions}`;
    if (this.#graphs.has(key) || dimensions > mostDimensions) return;
    const name = `passage_vectors_${hash('sha256', key, 'hex').slice(0, 16)}`;
    await sql`
      create index if not exists ${sql.ref(name)} on passage_vectors
      using hnsw ((embedding::${sql.raw(`halfvec(${dimensions})`)}) halfvec_cosine_ops)
      where model = ${sql.lit(model)} and vector_dims(embedding) = ${sql.lit(dimensions)}`.execute(this.#db);
    this.#graphs.add(key);
  }
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = leastVersion;
  return major < leastMajor || (major === leastMajor && minor < leastMinor);
}

const toText = (vector: Float32Array): string => `[${vector.join(',')}]`;
