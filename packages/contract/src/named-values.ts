import Type, { type TObjectOptions } from 'typebox';

/** Values under names of the caller's own: names in one line of up to `longest` characters (default 64), anything else is refused. */
export const NamedValues = <Value extends Type.TSchema>(
  value: Value,
  { longest = 64, ...options }: TObjectOptions & { longest?: number } = {},
) => Type.Record(Type.String({ pattern: `^.{1,${longest}}$` }), value, { ...options, additionalProperties: false });
