import type { ModelEntry } from '../../models/model-entry.ts';

const contextLength = 8192;

/** What embeds texts, as entries of the model list. */
export function embeddingModelEntries(configured: string): ModelEntry[] {
  return [...new Set([configured, 'lexical'])].map((id) => ({
    id,
    canonical_slug: id,
    hugging_face_id: '',
    name: id === 'lexical' ? 'Lexical (hashed words)' : id,
    description:
      id === 'lexical'
        ? 'Vectors of 512 numbers from words and parts of words: texts are alike when they share words. It knows no meaning.'
        : 'Turns texts into vectors.',
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
