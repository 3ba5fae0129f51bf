import type { Selectable } from 'kysely';
import type { Db } from '../../../db/open-database.ts';
import type { StreamTables } from '../../../db/tables/stream-tables.ts';
import type { StoredEvents, StoredStream, StreamChange, StreamNews, StreamStore } from '../../../ports/stream-store.ts';

const readAtOnce = 50;
const namedAtOnce = 500;
const sweptAtOnce = 200;

/** Streams in the database, for all processes that share it. */
export class StreamRepository implements StreamStore {
  readonly #db: Db;

  constructor({ db }: { db: Db }) {
    this.#db = db;
  }

  async create(
    stream: StoredStream,
    { mostStreams, expiresAt }: { mostStreams: number; expiresAt: number },
  ): Promise<boolean> {
    const held = await this.#db
      .selectFrom('streams')
      .select(['id', 'is_ended'])
      .where('workspace_id', '=', stream.workspaceId)
      .orderBy('created_at')
      .limit(mostStreams + sweptAtOnce)
      .execute();
    const tooMany = held.length + 1 - mostStreams;
    if (tooMany > 0) {
      const over = held.filter((one) => one.is_ended === 1).slice(0, tooMany);
      if (over.length < tooMany) return false;
      await this.#deleteAll(over.map(({ id }) => id));
    }
    await this.#db
      .insertInto('streams')
      .values({
        id: stream.id,
        workspace_id: stream.workspaceId,
        owner: stream.owner,
        user_id: stream.userId,
        last_number: stream.lastNumber,
        is_ended: Number(stream.isEnded),
        is_cancelled: 0,
        created_at: stream.beatAt,
        beat_at: stream.beatAt,
        reader_at: null,
        expires_at: expiresAt,
        lost_block: stream.lostBlock,
      })
      .execute();
    return true;
  }

  async find(id: string, workspaceId: string): Promise<StoredStream | null> {
    const row = await this.#db
      .selectFrom('streams')
      .selectAll()
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
    return row ? fromRow(row) : null;
  }

  async append(
    id: string,
    { first, last, text }: StoredEvents,
    { isEnded, at, expiresAt, keptFrom }: StreamChange,
  ): Promise<void> {
    if (last >= first) {
      await this.#db
        .insertInto('stream_events')
        .values({ stream_id: id, first_number: first, last_number: last, events: text })
        .onConflict((conflict) => conflict.columns(['stream_id', 'last_number']).doNothing())
        .execute();
    }
    // Whoever sees that it has ended finds all of it.
    await this.#db
      .updateTable('streams')
      .set({ last_number: last, beat_at: at, expires_at: expiresAt, ...(isEnded && { is_ended: 1 }) })
      .where('id', '=', id)
      .execute();
    if (keptFrom > 1) {
      await this.#db
        .deleteFrom('stream_events')
        .where('stream_id', '=', id)
        .where('last_number', '<', keptFrom)
        .execute();
    }
  }

  async eventsAfter(id: string, after: number): Promise<StoredEvents[]> {
    const rows = await this.#db
      .selectFrom('stream_events')
      .select(['first_number', 'last_number', 'events'])
      .where('stream_id', '=', id)
      .where('last_number', '>', after)
      .orderBy('last_number')
      .limit(readAtOnce)
      .execute();
    return rows.map((row) => ({ first: row.first_number, last: row.last_number, text: row.events }));
  }

  async noteReader(id: string, at: number): Promise<void> {
    await this.#db.updateTable('streams').set({ reader_at: at }).where('id', '=', id).execute();
  }

  async askCancel(id: string): Promise<void> {
    await this.#db.updateTable('streams').set({ is_cancelled: 1 }).where('id', '=', id).execute();
  }

  async beat(ids: readonly string[], { at, expiresAt }: { at: number; expiresAt: number }): Promise<StreamNews[]> {
    const news: StreamNews[] = [];
    for (let from = 0; from < ids.length; from += namedAtOnce) {
      const rows = await this.#db
        .updateTable('streams')
        .set({ beat_at: at, expires_at: expiresAt })
        .where('id', 'in', ids.slice(from, from + namedAtOnce))
        .returning(['id', 'reader_at', 'is_cancelled'])
        .execute();
      for (const { id, reader_at, is_cancelled } of rows)
        news.push({ id, readerAt: reader_at === null ? null : Number(reader_at), isCancelled: is_cancelled === 1 });
    }
    return news;
  }

  async delete(id: string): Promise<void> {
    await this.#deleteAll([id]);
  }

  async sweep(now: number): Promise<void> {
    for (;;) {
      const rows = await this.#db
        .selectFrom('streams')
        .select('id')
        .where('expires_at', '<=', now)
        .limit(sweptAtOnce)
        .execute();
      await this.#deleteAll(rows.map(({ id }) => id));
      if (rows.length < sweptAtOnce) return;
    }
  }

  async forgetWorkspace(workspaceId: string): Promise<void> {
    await this.#forget({ workspaceId });
  }

  async forgetUser(user: { workspaceId: string; userId: string }): Promise<void> {
    await this.#forget(user);
  }

  /** The database is closed by whoever opened it. */
  async close(): Promise<void> {}

  async #forget({ workspaceId, userId }: { workspaceId: string; userId?: string }): Promise<void> {
    for (;;) {
      let query = this.#db.selectFrom('streams').select('id').where('workspace_id', '=', workspaceId);
      if (userId !== undefined) query = query.where('user_id', '=', userId);
      const rows = await query.limit(sweptAtOnce).execute();
      await this.#deleteAll(rows.map(({ id }) => id));
      if (rows.length < sweptAtOnce) return;
    }
  }

  async #deleteAll(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#db.deleteFrom('stream_events').where('stream_id', 'in', ids).execute();
    await this.#db.deleteFrom('streams').where('id', 'in', ids).execute();
  }
}

const fromRow = (row: Selectable<StreamTables['streams']>): StoredStream => ({
  id: row.id,
  workspaceId: row.workspace_id,
  owner: row.owner,
  userId: row.user_id,
  lastNumber: row.last_number,
  isEnded: row.is_ended === 1,
  beatAt: Number(row.beat_at),
  lostBlock: row.lost_block,
});
