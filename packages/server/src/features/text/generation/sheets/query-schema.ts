import type { JsonObject } from '@parley/contract';

const text = { type: 'string', maxLength: 300 } as const;
const columns = { type: 'array', items: text, maxItems: 20 } as const;

/** What a model may ask of tables. Names of tables and columns are checked when a query is run. */
export const querySchema: JsonObject = {
  type: 'object',
  properties: {
    queries: {
      type: 'array',
      maxItems: 4,
      items: {
        type: 'object',
        properties: {
          table: { ...text, description: 'Id of the table, such as t1.' },
          join: {
            type: 'object',
            description: 'Rows of a second table beside those of the first where both columns hold the same.',
            properties: { table: text, left: { ...text, description: 'Column of the first table.' }, right: text },
            required: ['table', 'left', 'right'],
            additionalProperties: false,
          },
          where: {
            type: 'array',
            maxItems: 10,
            items: {
              type: 'object',
              properties: {
                column: text,
                operator: {
                  enum: [
                    'equals',
                    'not_equals',
                    'contains',
                    'starts_with',
                    'less',
                    'at_most',
                    'more',
                    'at_least',
                    'empty',
                    'filled',
                  ],
                },
                value: { type: ['string', 'number', 'boolean', 'null'], description: 'Dates as 2026-01-31.' },
              },
              required: ['column', 'operator'],
              additionalProperties: false,
            },
          },
          group_by: columns,
          aggregates: {
            type: 'array',
            maxItems: 10,
            items: {
              type: 'object',
              properties: {
                function: { enum: ['count', 'distinct', 'sum', 'mean', 'min', 'max', 'median'] },
                column: { ...text, description: 'Left out for a count of rows.' },
              },
              required: ['function'],
              additionalProperties: false,
            },
          },
          select: { ...columns, description: 'Columns of rows that are shown; without it all.' },
          order_by: {
            type: 'array',
            maxItems: 4,
            items: {
              type: 'object',
              properties: {
                column: { ...text, description: 'A column, or of groups also an aggregate such as sum(amount).' },
                descending: { type: 'boolean' },
              },
              required: ['column'],
              additionalProperties: false,
            },
          },
          limit: { type: 'integer', minimum: 1, maximum: 50 },
        },
        required: ['table'],
        additionalProperties: false,
      },
    },
  },
  required: ['queries'],
  additionalProperties: false,
};
