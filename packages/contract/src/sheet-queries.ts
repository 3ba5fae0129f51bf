import Type, { type Static } from 'typebox';

const Cell = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

/** A question about all rows of a table, which a connected model put and code answered. */
export const SheetQueryShown = Type.Object(
  {
    file_id: Type.String(),
    filename: Type.String(),
    sheet: Type.String({ description: 'Empty where the file has one table without a name.' }),
    query: Type.Record(Type.String(), Type.Unknown(), {
      description:
        '`join`, `where`, `group_by`, `aggregates`, `select`, `order_by`, `limit`, as far as they were asked for.',
    }),
    matched: Type.Integer({ description: 'Rows, or groups, that fit; `rows` holds the first of them.' }),
    rows: Type.Array(Type.Record(Type.String(), Cell)),
    error: Type.Optional(Type.String({ description: 'Why it could not be answered.' })),
  },
  { $id: 'SheetQueryShown', description: 'A question about all rows of a table, and its answer.' },
);
export type SheetQueryShown = Static<typeof SheetQueryShown>;

/** A field of every reply that answers from documents. */
export const SheetQueries = Type.Optional(
  Type.Array(SheetQueryShown, {
    description: 'What a connected model asked of all rows of tables; absent when it asked nothing.',
  }),
);
