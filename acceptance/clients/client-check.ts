/** A service as a client library reaches it. */
export interface Target {
  /** Without `/v1`. */
  base: string;
  key: string;
}

/** What a client library must be able to do, told apart by the features of the table. */
export interface ClientCheck {
  client: string;
  feature:
    | 'plain'
    | 'streamed'
    | 'tools'
    | 'structured output'
    | 'persons in sentences'
    | 'files'
    | 'errors'
    | 'embeddings'
    | 'images'
    | 'models'
    | 'vector stores'
    | 'stored'
    | 'faults of the vendor';
  /** Throws where the library gets something else than from its own vendor. */
  run(target: Target): Promise<void>;
}

export const question = 'What is 12 times 12?';
export const personQuestion = 'Give the person.\nName: Ada Lovelace\nBorn: 1815';
export const weatherQuestion = 'What is the weather in Paris?';
export const fileText = 'The code word of the harbour is heron.';
export const fileQuestion = 'What is the code word of the harbour?';
export const personSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, born: { type: 'integer' } },
  required: ['name', 'born'],
  additionalProperties: false,
} as const;
export const weatherSchema = {
  type: 'object',
  properties: { city: { type: 'string', description: 'Name of the city' } },
  required: ['city'],
  additionalProperties: false,
} as const;
export const weatherDescription = 'Current weather of a city.';
