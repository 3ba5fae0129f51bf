import type { Db } from '../../../../db/open-database.ts';
import { raise } from '../collection-repository.ts';

/** Knows which segments have vectors, and by which model. */
export class VectorRepository {
  readonly #db: Db;

  constructor(parts: { db: Db }) {
    this.#db = parts.db;
  }

  /** Models by segment. */
  async models(collectionId: string): Promise<Map<string, string[]>> {
    const rows = await this.#db
      .selectFrom('collection_vectors')
      .select(['segment_id', 'model'])
      .where('collection_id', '=', collectionId)
      .execute();
    const models = new Map<string, string[]>();
    for (const row of rows) models.set(row.segment_id, [...(models.get(row.segment_id) ?? []), row.model]);
    return models;
  }

  /** Passages that have vectors of a model, by collection. */
  async counts(collectionIds: readonly string[], model: string): Promise<Map<string, number>> {
    if (collectionIds.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('collection_vectors')
      .select((select) => ['collection_id', select.fn.sum<number>('passages').as('passages')])
      .where('collection_id', 'in', [...collectionIds])
      .where('model', '=', model)
      .groupBy('collection_id')
      .execute();
    return new Map(rows.map((row) => [row.collection_id, Number(row.passages)]));
  }

  /** The vectors of a segment are there. False when the segment is gone. */
  async add(vectors: {
    segmentId: string;
    collectionId: string;
    model: string;
    passages: number;
    dimensions: number;
  }): Promise<boolean> {
    return await this.#db.transaction().execute(async (tx) => {
      const segment = await tx
        .selectFrom('collection_segments')
        .select('id')
        .where('id', '=', vectors.segmentId)
        .executeTakeFirst();
      if (!segment) return false;
      await tx
        .insertInto('collection_vectors')
        .values({
          segment_id: vectors.segmentId,
          model: vectors.model,
          collection_id: vectors.collectionId,
          passages: vectors.passages,
          dimensions: vectors.dimensions,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['segment_id', 'model'])
            .doUpdateSet({ passages: vectors.passages, dimensions: vectors.dimensions }),
        )
        .execute();
      await raise(tx, [vectors.collectionId]);
      return true;
    });
  }

  /** Forgets vectors whose blob is lost. False when they were gone already. */
  async forget(collectionId: string, segmentId: string, model: string): Promise<boolean> {
    return await this.#db.transaction().execute(async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('collection_vectors')
        .where('segment_id', '=', segmentId)
        .where('model', '=', model)
        .executeTakeFirst();
      if (numDeletedRows > 0n) await raise(tx, [collectionId]);
      return numDeletedRows > 0n;
    });
  }

  /** How long a model's vectors were so far; null when there are none. */
  async dimensions(model: string): Promise<number | null> {
    const row = await this.#db
      .selectFrom('collection_vectors')
      .select('dimensions')
      .where('model', '=', model)
      .where('dimensions', '>', 0)
      .limit(1)
      .executeTakeFirst();
    return row?.dimensions ?? null;
  }

  async setError(collectionId: string, message: string | null): Promise<void> {
    await this.#db
      .updateTable('collections')
      .set({ embedding_error: message })
      .where('id', '=', collectionId)
      .execute();
  }

  /** Who put a file in, to be charged for its vectors. */
  async payers(collectionId: string): Promise<Map<string, string>> {
    const rows = await this.#db
      .selectFrom('collection_files')
      .select(['file_id', 'key_id'])
      .where('collection_id', '=', collectionId)
      .where('key_id', 'is not', null)
      .execute();
    return new Map(rows.flatMap((row) => (row.key_id === null ? [] : [[row.file_id, row.key_id]])));
  }

  /** Collections with segments that have no vectors of a model yet. */
  async unfinished(model: string, limit: number): Promise<{ id: string; workspaceId: string }[]> {
    return await this.#db
      .selectFrom('collection_segments')
      .select(['collection_segments.collection_id as id', 'collection_segments.workspace_id as workspaceId'])
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('collection_vectors')
              .select('collection_vectors.model')
              .whereRef('collection_vectors.segment_id', '=', 'collection_segments.id')
              .where('collection_vectors.model', '=', model),
          ),
        ),
      )
      .where('collection_segments.collection_id', 'like', 'col%')
      .distinct()
      .limit(limit)
      .execute();
  }
}
