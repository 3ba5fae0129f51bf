import Type from 'typebox';

/** Which part of a list is wanted. */
export const PageQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  after: Type.Optional(Type.String({ description: 'The `next` of the page before.' })),
});
/** One part of a list, newest first. */
export const page = <Item extends Type.TSchema>(item: Item) =>
  Type.Object({
    data: Type.Array(item),
    has_more: Type.Boolean(),
    next: Type.Union([Type.String(), Type.Null()], { description: 'Give it as `after` to read on.' }),
  });
