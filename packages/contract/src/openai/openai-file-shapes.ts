import Type, { type Static } from 'typebox';

/** What OpenAI's clients may say a file is for. `batch` is kept as it is and not read; all others mean a file for any use. */
export const filePurposes = ['user_data', 'assistants', 'vision', 'evals', 'batch'] as const;

export const OpenAIFile = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    object: Type.Literal('file'),
    bytes: Type.Integer(),
    created_at: Type.Integer({ description: 'Seconds since 1970.' }),
    expires_at: Type.Union([Type.Integer(), Type.Null()]),
    filename: Type.String(),
    purpose: Type.String({
      description:
        '`batch` and `batch_output` for the files of batches. Any other as it was given at the upload; afterwards `user_data`: it makes no difference.',
    }),
    status: Type.Enum(['uploaded', 'processed', 'error']),
    status_details: Type.Union([Type.String(), Type.Null()], { description: 'Why it could not be processed.' }),
  },
  { $id: 'OpenAIFile' },
);
export type OpenAIFile = Static<typeof OpenAIFile>;

export const OpenAIFileList = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(OpenAIFile),
  has_more: Type.Boolean(),
  first_id: Type.Union([Type.String(), Type.Null()]),
  last_id: Type.Union([Type.String(), Type.Null()]),
});
export type OpenAIFileList = Static<typeof OpenAIFileList>;

export const OpenAIFileDeleted = Type.Object({
  id: Type.String(),
  object: Type.Literal('file'),
  deleted: Type.Literal(true),
});
