import { expect, it } from 'vitest';
import { drawFilm } from './draw-film.ts';

it('films as an H.264 MP4 that begins with an index, and says how far it is', async () => {
  const shares: number[] = [];
  const task = {
    prompt: 'snow falls on a village',
    seed: 4,
    width: 640,
    height: 360,
    durationSeconds: 0.5,
    reference: null,
  };
  const film = Buffer.from(await drawFilm(task, (share) => shares.push(share)));
  expect(film.subarray(4, 8).toString()).toBe('ftyp');
  expect(film.includes('avc1')).toBe(true);
  expect(shares.at(-1)).toBe(1);
});
