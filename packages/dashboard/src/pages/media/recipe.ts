import type { GenerateImageRequest, GenerateVideoRequest } from '@parley/sdk';

export const aspects = ['16:9', '1:1', '9:16', '4:3', '3:4', '21:9', '9:21'] as const;
export const sizes = ['1280x720', '720x1280', '1920x1080', '1080x1920', '1024x1024'] as const;
export const formats = ['jpeg', 'png'] as const;
/** Characters of a prompt, as the service allows. */
export const maxPrompt = { image: 2000, video: 1000 } as const;

/** What is asked for: enough to make the same again. */
export interface Recipe {
  kind: 'image' | 'video';
  prompt: string;
  /** Of a picture. */
  aspect: (typeof aspects)[number];
  format: (typeof formats)[number];
  isUpsampled: boolean;
  /** Of a film. */
  size: (typeof sizes)[number];
  /** Digits; empty for a random one. */
  seed: string;
  /** Empty for the service's choice. */
  model: string;
}

export const emptyRecipe: Recipe = {
  kind: 'image',
  prompt: '',
  aspect: '16:9',
  format: 'jpeg',
  isUpsampled: false,
  size: '1280x720',
  seed: '',
  model: '',
};

/** The recipe as the search of an address: a link to it fills the form. What equals the default is left out. */
export function toSearch(recipe: Recipe): Record<string, string> {
  const { kind, prompt, aspect, format, isUpsampled, size, seed, model } = recipe;
  const own: Record<string, string> =
    kind === 'image' ? { aspect, format, upsample: isUpsampled ? '1' : '' } : { size };
  const usual: Record<string, string> = { kind: 'image', aspect: '16:9', format: 'jpeg', size: '1280x720' };
  const all = { kind, prompt, ...own, seed, model };
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => value !== (usual[name] ?? '')));
}

/** The recipe in the search of an address. What is missing or unknown is the default. */
export function fromSearch(search: Record<string, unknown>): Recipe {
  const text = (name: string): string => {
    const value = search[name];
    // The router reads what looks like JSON.
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
  };
  const oneOf = <Value extends string>(values: readonly Value[], name: string, usual: Value): Value =>
    values.find((value) => value === text(name)) ?? usual;
  return {
    kind: oneOf(['image', 'video'], 'kind', 'image'),
    prompt: text('prompt'),
    aspect: oneOf(aspects, 'aspect', emptyRecipe.aspect),
    format: oneOf(formats, 'format', emptyRecipe.format),
    isUpsampled: text('upsample') === '1',
    size: oneOf(sizes, 'size', emptyRecipe.size),
    seed: /^\d{1,10}$/.test(text('seed')) ? text('seed') : '',
    model: text('model'),
  };
}

const shared = ({ prompt, seed, model }: Recipe) => ({
  prompt: prompt.trim(),
  ...(seed !== '' && { seed: Number(seed) }),
  ...(model !== '' && { model }),
});

export const toImageRequest = (recipe: Recipe): GenerateImageRequest => ({
  ...shared(recipe),
  aspect_ratio: recipe.aspect,
  output_format: recipe.format,
  prompt_upsampling: recipe.isUpsampled,
});

export const toVideoRequest = (recipe: Recipe): GenerateVideoRequest => ({
  ...shared(recipe),
  size: recipe.size,
  response: 'url',
});
