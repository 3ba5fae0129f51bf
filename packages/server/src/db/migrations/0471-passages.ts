import { PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Where the words of a segment lie, and on PostgreSQL what holds them in the database (`adapters/postgresql`). These tables are made of
 * the files' texts and can be made again; `passage_vectors` comes with the extension `vector`.
 */
export const passagesMigration: Migration = {
  async up(db) {
    await db.schema
      .alterTable('collection_segments')
      .addColumn('kept', 'text', (column) => column.notNull().defaultTo('blobs'))
      .execute();
    if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
    for (const statement of onPostgres) await statement.execute(db);
  },
};

const onPostgres = [
  sql`create table passage_segments (
    segment_id text primary key,
    workspace_id text not null,
    collection_id text not null,
    written_at bigint not null)`,
  sql`create index passage_segments_collection on passage_segments (workspace_id, collection_id)`,
  sql`create table passages (
    id bigint generated always as identity primary key,
    workspace_id text not null,
    collection_id text not null,
    segment_id text not null references passage_segments,
    file_id text not null,
    number integer not null,
    place integer not null,
    language text not null,
    starts_at integer not null,
    ends_at integer not null,
    heading_words integer not null,
    body_words integer not null,
    terms tsvector not null)`,
  sql`create index passages_segment on passages (segment_id, number)`,
  sql`create index passages_collection on passages (collection_id)`,
  sql`create index passages_terms on passages using gin (terms)`,
  sql`create table passage_words (
    collection_id text not null,
    word text collate "C" not null,
    passages integer not null,
    primary key (collection_id, word)) with (fillfactor = 80)`,
  sql`create table passage_totals (
    collection_id text not null,
    language text not null,
    passages bigint not null,
    heading_words bigint not null,
    body_words bigint not null,
    primary key (collection_id, language))`,
];
