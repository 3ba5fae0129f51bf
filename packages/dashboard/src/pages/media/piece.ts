import type { MediaItem } from '@parley/sdk';
import { aspects, emptyRecipe, type Recipe, sizes } from './recipe.ts';

/** A picture or film of the gallery: how it stands, and what makes the same again. */
export interface Piece extends Omit<MediaItem, 'url' | 'progress'> {
  recipe: Recipe;
  /** Of its file, under whatever name the service is reached by. Null when it is not there yet, or no longer. */
  path: string | null;
  /** 0 to 1. */
  progress: number;
}

export function toPiece({ url, progress, ...item }: MediaItem): Piece {
  return { ...item, recipe: recipeOf(item), path: url === null ? null : pathOf(url), progress: progress / 100 };
}

export const isMaking = ({ status }: Pick<Piece, 'status'>): boolean => status === 'queued' || status === 'running';

function recipeOf(item: Omit<MediaItem, 'url' | 'progress'>): Recipe {
  const { kind, prompt, seed, width, height, format, revised_prompt: drawn } = item;
  return {
    ...emptyRecipe,
    kind,
    prompt,
    seed: String(seed),
    ...(kind === 'image'
      ? { aspect: aspectOf(width / height), format: format === 'png' ? 'png' : 'jpeg', isUpsampled: drawn !== null }
      : { size: sizes.find((size) => size === `${width}x${height}`) ?? emptyRecipe.size }),
  };
}

/** The nearest of those that can be asked for: other shapes of the API draw in sizes of their own. */
function aspectOf(ratio: number): Recipe['aspect'] {
  const distance = (aspect: string) => {
    const [wide = 1, high = 1] = aspect.split(':').map(Number);
    return Math.abs(Math.log(wide / high / ratio));
  };
  return [...aspects].sort((a, b) => distance(a) - distance(b))[0] ?? emptyRecipe.aspect;
}

/** Addresses of media are the service's own; as a path they work under every name that it is reached by. */
export function pathOf(url: string): string {
  const { pathname, search, protocol } = new URL(url, 'http://localhost');
  return protocol === 'data:' ? url : `${pathname}${search}`;
}
