import Type, { type TObjectOptions } from 'typebox';

/** Values under names of the caller's own: names in one line of up to `longest` characters (default 64), anything else is refused. */
export const NamedValues = <Value extends Type.TSchema>(
  value: Value,
  { longest = 64, ...options }: TObjectOptions & { longest?: number } = {},
) => Type.Record(Type.String({ pattern: `^.{1,${longest}}$` }), value, { ...options, additionalProperties: false });

/** How a caller labels a call, for the ledger. */
export const labelFields = {
  tags: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64, pattern: '^[\\p{L}\\p{N}_.:/@+-]+$' }), {
      maxItems: 10,
      description: 'Kept with the record of the call; usage is added up by them.',
    }),
  ),
  metadata: Type.Optional(
    NamedValues(Type.String({ maxLength: 512 }), {
      maxProperties: 16,
      description: 'Names and values, kept with the record of the call.',
    }),
  ),
};
