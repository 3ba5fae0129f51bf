import Type, { type Static } from 'typebox';
import { fileStatuses } from './files.ts';
import { SaidAt } from './said-at.ts';

const Nullable = <Schema extends Type.TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

/** What a filter can compare. */
const Scalar = Type.Union([Type.String({ maxLength: 512 }), Type.Number(), Type.Boolean()]);

export const Attributes = Type.Record(Type.String({ pattern: '^[^\\s]{1,64}$' }), Scalar, {
  additionalProperties: false,
  maxProperties: 32,
  description: 'Up to 32 values of your own by name: texts (up to 512 characters), numbers, true or false.',
});
export type Attributes = Static<typeof Attributes>;

const Comparison = Type.Object(
  {
    gt: Type.Optional(Scalar),
    gte: Type.Optional(Scalar),
    lt: Type.Optional(Scalar),
    lte: Type.Optional(Scalar),
    ne: Type.Optional(Scalar),
    in: Type.Optional(Type.Array(Scalar, { minItems: 1, maxItems: 100 })),
  },
  { additionalProperties: false, minProperties: 1 },
);

/** Checked in full by the service, because it nests. */
export const CollectionFilter = Type.Record(Type.String(), Type.Unknown(), {
  description:
    'Which files count: `{"key": value}` for equality, `{"key": {"gte": 2, "lt": 5}}` (`gt`, `gte`, `lt`, `lte`, `ne`, `in`), ' +
    '`{"and": [...]}`, `{"or": [...]}`; over attributes, `filename`, `kind` and `created_at`.',
});
export type CollectionFilter = Static<typeof CollectionFilter>;
export { Comparison as CollectionComparison };

/** Stand wherever `file_ids` does on calls for text and research. */
export const collectionFields = {
  collection_ids: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: 20,
      description: 'Ids of collections: answered is from those of their files that speak most to the question.',
    }),
  ),
  collection_filter: Type.Optional(CollectionFilter),
};

const ownFields = {
  id: Type.String(),
  name: Type.String(),
  description: Nullable(Type.String(), 'What is in it.'),
  attributes: Attributes,
  files: Type.Object(
    {
      pending: Type.Integer({ description: 'Waiting for their bytes.' }),
      processing: Type.Integer({ description: 'Being read or indexed.' }),
      ready: Type.Integer({ description: 'Found by a search.' }),
      failed: Type.Integer(),
    },
    { description: 'How many files are in which state.' },
  ),
  passages: Type.Integer({ description: 'Passages that can be found.' }),
  bytes: Type.Integer({ description: 'Of its files.' }),
  embeddings: Nullable(
    Type.Object({
      model: Type.String(),
      passages: Type.Integer({ description: 'Passages that can be found by meaning so far.' }),
      error: Nullable(Type.String(), 'Why no more are made at the moment; it is tried again by itself.'),
    }),
    'Null when it is searched by words alone.',
  ),
  created_at: Type.String({ format: 'date-time' }),
  expires_at: Nullable(
    Type.String({ format: 'date-time' }),
    'When it is deleted by itself, without its files; null for never.',
  ),
};

export const Collection = Type.Object(ownFields, {
  $id: 'Collection',
  description: 'A named set of files that is searched as one.',
});
export type Collection = Static<typeof Collection>;

const success = { success: Type.Literal(true) };
export const CollectionAnswer = Type.Object({ ...success, ...ownFields });
export type CollectionAnswer = Static<typeof CollectionAnswer>;

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
const Description = Type.String({ maxLength: 2000 });
const ExpiresAfter = Type.Integer({
  minimum: 1,
  maximum: 3650,
  description: 'Days after which it is deleted by itself; its files stay. Default: never.',
});

export const CreateCollectionRequest = Type.Object(
  {
    name: Name,
    description: Type.Optional(Nullable(Description, 'What is in it.')),
    attributes: Type.Optional(Attributes),
    expires_after_days: Type.Optional(Nullable(ExpiresAfter, 'From now on.')),
    user_id: Type.Optional(
      Type.String({
        maxLength: 255,
        description: 'Your own id of the end user it is of: `eraseUser` deletes it with everything else of theirs.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type CreateCollectionRequest = Static<typeof CreateCollectionRequest>;

export const UpdateCollectionRequest = Type.Object(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Nullable(Description, 'What is in it.')),
    attributes: Type.Optional(Attributes),
    expires_after_days: Type.Optional(Nullable(ExpiresAfter, 'From now on; null for never.')),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type UpdateCollectionRequest = Static<typeof UpdateCollectionRequest>;

export const CollectionSite = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 4096,
      description: 'Where to begin. Pages of the same origin are taken.',
    }),
    max_pages: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 50 })),
    depth: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 10,
        default: 2,
        description: 'Links from the first page; 0 is that page alone.',
      }),
    ),
    include: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
        maxItems: 20,
        description: 'Paths that are taken, `*` for anything: `/docs/*`. Default: all.',
      }),
    ),
    exclude: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 20, description: 'Paths that are not.' }),
    ),
  },
  { additionalProperties: false },
);
export type CollectionSite = Static<typeof CollectionSite>;

export const AddCollectionFilesRequest = Type.Object(
  {
    file_ids: Type.Optional(Type.Array(Type.String(), { maxItems: 1000 })),
    urls: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 4096 }), {
        maxItems: 200,
        description: 'Public addresses; each becomes a file.',
      }),
    ),
    site: Type.Optional(CollectionSite),
    attributes: Type.Optional(Attributes),
  },
  { additionalProperties: false },
);
export type AddCollectionFilesRequest = Static<typeof AddCollectionFilesRequest>;

export const CollectionFile = Type.Object(
  {
    file_id: Type.String(),
    filename: Type.String(),
    parent_file_id: Nullable(Type.String(), 'The file of the collection that this one was taken out of.'),
    kind: Nullable(Type.String(), 'Found in the content; null until it was processed.'),
    url: Nullable(Type.String(), 'Where it was fetched from.'),
    status: Type.Enum(fileStatuses, { description: '`ready` once a search finds it.' }),
    passages: Type.Integer(),
    bytes: Nullable(Type.Integer(), 'Null until they are there.'),
    attributes: Attributes,
    error: Nullable(Type.Object({ code: Type.String(), message: Type.String() }), 'Why it `failed`.'),
    added_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'CollectionFile' },
);
export type CollectionFile = Static<typeof CollectionFile>;

export const searchModes = ['hybrid', 'lexical', 'semantic'] as const;

export const CollectionSearchRequest = Type.Object(
  {
    query: Type.String({ minLength: 1, maxLength: 8000, pattern: '\\S' }),
    top_k: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
    mode: Type.Optional(
      Type.Enum(searchModes, {
        default: 'hybrid',
        description:
          'By words, by meaning, or both. With `EMBEDDING_MODEL=lexical`, and until the vectors are there, `hybrid` searches by words.',
      }),
    ),
    filter: Type.Optional(CollectionFilter),
    rerank: Type.Optional(
      Type.Boolean({ description: 'Have the best 50 put in order by `RERANK_MODEL`. Default: when there is one.' }),
    ),
    min_score: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: 'Leave out what scores less.' })),
  },
  { additionalProperties: false },
);
export type CollectionSearchRequest = Static<typeof CollectionSearchRequest>;

const Score = (description: string) => Type.Optional(Type.Number({ description }));

export const CollectionSearchResult = Type.Object(
  {
    file_id: Type.String(),
    filename: Type.String(),
    page: Type.Optional(Type.Integer({ description: 'First page is 1; only where pages have a meaning.' })),
    time: SaidAt,
    start: Type.Integer({ description: "UTF-16 position in the file's text." }),
    end: Type.Integer({ description: 'Exclusive.' }),
    quote: Type.String({ description: 'Exactly the text from `start` to `end`.' }),
    score: Type.Number({ description: '0 to 1, the best of all stages that ran.' }),
    scores: Type.Object({
      lexical: Score('BM25 and its kin, open upwards.'),
      semantic: Score('Cosine of the vectors, -1 to 1.'),
      rerank: Score('What the reranker said.'),
    }),
    attributes: Attributes,
  },
  { $id: 'CollectionSearchResult' },
);
export type CollectionSearchResult = Static<typeof CollectionSearchResult>;
