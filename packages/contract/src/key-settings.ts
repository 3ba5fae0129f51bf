import Type from 'typebox';

/** What every call of a key carries. */
const KeyTags = Type.Array(Type.String({ pattern: '^[\\p{L}\\p{N}_.:/@+-]{1,64}$' }), {
  maxItems: 10,
  uniqueItems: true,
  description:
    'Every call of the key carries them, before those of its own: in records of usage, and for budgets by tag.',
});

const KeyStore = Type.Union([Type.Boolean(), Type.Null()], {
  description:
    'False: nothing of what its calls say is kept (`store: false` of each), and what can only be done by keeping it is refused. Default, also with null: true.',
});

/** What all calls of a key have in common. */
export const keyCalls = { tags: KeyTags, store: KeyStore };

export const keyCallSettings = {
  tags: Type.Optional(Type.Union([KeyTags, Type.Null()], { description: 'Null for none.' })),
  store: Type.Optional(KeyStore),
};
