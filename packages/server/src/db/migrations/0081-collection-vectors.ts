import type { Migration } from 'kysely/migration';

/** Which segments have vectors of which model, who is charged for them, and what keeps them from being made. */
export const collectionVectorsMigration: Migration = {
  async up(db) {
    await db.schema.alterTable('collections').addColumn('embedding_error', 'text').execute();
    await db.schema.alterTable('collection_files').addColumn('key_id', 'text').execute();
    await db.schema
      .createTable('collection_vectors')
      .addColumn('segment_id', 'text', (column) =>
        column.notNull().references('collection_segments.id').onDelete('cascade'),
      )
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('collection_id', 'text', (column) => column.notNull())
      .addColumn('passages', 'integer', (column) => column.notNull())
      .addColumn('dimensions', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('collection_vectors_key', ['segment_id', 'model'])
      .execute();
    await db.schema.createIndex('collection_vectors_model').on('collection_vectors').column('model').execute();
    await db.schema
      .createIndex('collection_vectors_collection')
      .on('collection_vectors')
      .column('collection_id')
      .execute();
  },
};
