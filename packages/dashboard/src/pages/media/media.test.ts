import type { MediaItem } from '@parley/sdk';
import { expect, it } from 'vitest';
import { pathOf, toPiece } from './piece.ts';
import { emptyRecipe, fromSearch, type Recipe, toSearch } from './recipe.ts';

it('brings a recipe back from its address, and nothing that the service would refuse', () => {
  const recipe: Recipe = { ...emptyRecipe, prompt: '12', aspect: '1:1', format: 'png', isUpsampled: true, seed: '7' };
  expect(toSearch(emptyRecipe)).toEqual({});
  expect(fromSearch(toSearch(recipe))).toEqual(recipe);
  // The router makes numbers and objects of what looks like them.
  expect(fromSearch({ prompt: 12, seed: 7, upsample: 1 })).toMatchObject({
    prompt: '12',
    seed: '7',
    isUpsampled: true,
  });
  expect(fromSearch({ prompt: { a: 1 }, aspect: '5:4', seed: '-1', kind: 'song' })).toEqual({
    ...emptyRecipe,
    prompt: '{"a":1}',
  });
});

it('keeps a film its size, and a picture its own', () => {
  const film: Recipe = { ...emptyRecipe, kind: 'video', prompt: 'snow', size: '1024x1024' };
  expect(toSearch(film)).toEqual({ kind: 'video', prompt: 'snow', size: '1024x1024' });
  expect(fromSearch(toSearch(film))).toEqual(film);
});

const item: MediaItem = {
  id: 'image_1',
  kind: 'image',
  status: 'completed',
  prompt: 'boats',
  revised_prompt: null,
  model: 'sketch',
  seed: 7,
  width: 768,
  height: 1024,
  format: 'png',
  duration: null,
  progress: 100,
  cost_usd: 0,
  request_id: 'req_1',
  url: 'https://other.example/v1/media/image_1/image.png?token=a.b',
  expires_at: '2026-11-22T10:00:00.000Z',
  error: null,
  created_at: '2026-11-22T09:00:00.000Z',
};

it('makes of what the service lists the form that makes it again', () => {
  const { recipe, path, progress } = toPiece(item);
  expect(recipe).toMatchObject({ kind: 'image', prompt: 'boats', seed: '7', aspect: '3:4', format: 'png' });
  expect([path, progress]).toEqual(['/v1/media/image_1/image.png?token=a.b', 1]);
  // Other shapes of the API draw in sizes of their own.
  expect(toPiece({ ...item, width: 1792, height: 1024 }).recipe.aspect).toBe('16:9');
  const film = { ...item, kind: 'video', status: 'running', width: 1080, height: 1920, format: 'mp4' } as const;
  expect(toPiece({ ...film, progress: 40, url: null })).toMatchObject({
    path: null,
    progress: 0.4,
    recipe: { kind: 'video', size: '1080x1920' },
  });
});

it('takes of an address what works under every name of the service', () => {
  const path = pathOf('https://other.example/v1/media/image_1/image.png?token=a.b');
  expect(path).toBe('/v1/media/image_1/image.png?token=a.b');
  expect(pathOf('data:video/mp4;base64,AA')).toBe('data:video/mp4;base64,AA');
});
