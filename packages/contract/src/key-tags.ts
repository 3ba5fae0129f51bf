import Type from 'typebox';

/** The form of a tag, as it stands in bodies, heads and records. */
const tagPattern = '^[\\p{L}\\p{N}_.:/@+-]{1,64}$';

/** What every call of a key carries. */
export const KeyTags = Type.Array(Type.String({ pattern: tagPattern }), {
  maxItems: 10,
  uniqueItems: true,
  description:
    'Every call of the key carries them, before those of its own: in records of usage, and for budgets by tag.',
});
