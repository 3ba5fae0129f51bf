import Type from 'typebox';

/** Of a passage of a recording. */
export const SaidAt = Type.Optional(
  Type.Number({ description: 'When it is said, in seconds from the beginning; only of sound and video.' }),
);
