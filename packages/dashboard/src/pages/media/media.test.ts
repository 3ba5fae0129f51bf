import { expect, it } from 'vitest';
import { emptyRecipe, fromSearch, type Recipe, toSearch } from './recipe.ts';
import { idOf, pathOf, readShelf } from './shelf.ts';

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

it('reads from the shelf what is of this place, not too old, and whole', () => {
  const hourMs = 60 * 60_000;
  const now = 100 * hourMs;
  const piece = { id: 'a', place: 'ada', requestId: 'r', createdAt: now - hourMs, recipe: emptyRecipe };
  const text = JSON.stringify([
    piece,
    { ...piece, place: 'eve' },
    { ...piece, createdAt: now - 25 * hourMs },
    { id: 'b' },
    3,
  ]);
  expect(readShelf(text, now, 'ada')).toEqual([piece]);
  expect(readShelf(text, now)).toHaveLength(2);
  expect(readShelf('{', now, 'ada')).toEqual([]);
});

it('takes of an address what works under every name of the service', () => {
  const path = pathOf('https://other.example/v1/media/image_1/image.png?token=a.b');
  expect(path).toBe('/v1/media/image_1/image.png?token=a.b');
  expect(idOf(path)).toBe('image_1');
  expect(pathOf('data:video/mp4;base64,AA')).toBe('data:video/mp4;base64,AA');
});
