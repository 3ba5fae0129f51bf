import type { ModelEntry } from '../models/model-entry.ts';

export interface ListedMedia {
  image: string | null;
  video: string | null;
  moreImages: string[];
  moreVideos: string[];
  prices: Record<string, { costUsd: number }>;
}

const promptLength = 2000;

/** The engines for pictures and video as entries of the model list. */
export function mediaModelEntries({ image, video, moreImages, moreVideos, prices }: ListedMedia): ModelEntry[] {
  const images = [...(image === null ? [] : [image, 'sketch']), ...moreImages];
  const videos = [...(video === null ? [] : [video, 'sketch']), ...moreVideos];
  return [...new Set([...images, ...videos])].map((id) => {
    const outputs = [...(images.includes(id) ? ['image'] : []), ...(videos.includes(id) ? ['video'] : [])];
    return entry(id, outputs, String(prices[id]?.costUsd ?? 0));
  });
}

function entry(id: string, outputs: string[], price: string): ModelEntry {
  const isSketch = id === 'sketch';
  return {
    id,
    canonical_slug: id,
    hugging_face_id: '',
    name: isSketch ? 'Sketch (drawing program)' : id,
    description: isSketch
      ? 'A drawing program, not a diffusion model: it composes a scene of hand-drawn vector things from the words of the prompt. Works offline.'
      : `Serves ${outputs.join(' and ')} generation.`,
    context_length: promptLength,
    architecture: {
      modality: `text->${outputs.join('+')}`,
      input_modalities: outputs.includes('video') ? ['text', 'image'] : ['text'],
      output_modalities: outputs,
      tokenizer: '',
      instruct_type: null,
    },
    pricing: { prompt: '0', completion: '0', request: '0', image: price, web_search: '0', internal_reasoning: '0' },
    top_provider: { context_length: promptLength, max_completion_tokens: null, is_moderated: true },
    per_request_limits: null,
    supported_parameters: [],
    default_parameters: { temperature: null, top_p: null, frequency_penalty: null },
  };
}
