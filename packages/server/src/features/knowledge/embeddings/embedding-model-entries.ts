import type { ModelEntry } from '../../models/model-entry.ts';

const contextLength = 8192;

/** What is said of engines inside. */
const embedded: Record<string, { name: string; description: string; source: string }> = {
  'multilingual-e5-small': {
    name: 'Multilingual E5 small (embedded)',
    description:
      'Vectors of 384 numbers: texts are alike when they mean the same, in other words or another language. For English, German, French, Spanish, Italian, Portuguese, Dutch, Russian and Chinese.',
    source: 'intfloat/multilingual-e5-small',
  },
  lexical: {
    name: 'Lexical (hashed words)',
    description:
      'Vectors of 512 numbers from words and parts of words: texts are alike when they share words. It knows no meaning.',
    source: '',
  },
};

/** What embeds texts, as entries of the model list. */
export function embeddingModelEntries(names: readonly string[]): ModelEntry[] {
  return names.map((id) => ({
    id,
    canonical_slug: id,
    hugging_face_id: embedded[id]?.source ?? '',
    name: embedded[id]?.name ?? id,
    description: embedded[id]?.description ?? 'Turns texts into vectors.',
    context_length: contextLength,
    architecture: {
      modality: 'text->embeddings',
      input_modalities: ['text'],
      output_modalities: ['embeddings'],
      tokenizer: '',
      instruct_type: null,
    },
    pricing: { prompt: '0', completion: '0', request: '0', image: '0', web_search: '0', internal_reasoning: '0' },
    top_provider: { context_length: contextLength, max_completion_tokens: null, is_moderated: false },
    per_request_limits: null,
    supported_parameters: [],
    default_parameters: { temperature: null, top_p: null, frequency_penalty: null },
  }));
}
