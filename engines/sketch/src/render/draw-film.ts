import sharp from 'sharp';
import { drawParticles, drawScene } from '../scene/draw-scene.ts';
import { readPrompt } from '../words/read-prompt.ts';
import { toPixels } from './draw-picture.ts';
import { openFilmEncoder } from './film-encoder.ts';
import { type FilmTask, framesPerSecond } from './sketch-tasks.ts';
import { applyTexture, type Pixels } from './texture.ts';

/** Draws every frame of a film and encodes it. `onProgress` takes a share from 0 to 1. */
export async function drawFilm(task: FilmTask, onProgress: (share: number) => void): Promise<Uint8Array> {
  const { width, height, durationSeconds } = task;
  const encoder = await openFilmEncoder({ width, height, framesPerSecond });
  const count = Math.round(durationSeconds * framesPerSecond);
  const frame = task.reference === null ? sceneFrames(task) : await referenceFrames(task, task.reference);
  for (let index = 0; index < count; index++) {
    await encoder.add((await frame(index / framesPerSecond)).data);
    if (index % 6 === 5) onProgress((index + 1) / count);
  }
  return encoder.finish();
}

function sceneFrames(task: FilmTask): (seconds: number) => Promise<Pixels> {
  const { style } = readPrompt(task.prompt);
  return async (seconds) => {
    const moment = { seconds, durationSeconds: task.durationSeconds };
    return applyTexture(await toPixels(drawScene({ ...task, moment })), style, task.seed);
  };
}

/** The given picture, first as it is, then with a slow push in and the weather of the prompt in front of it. */
async function referenceFrames(task: FilmTask, reference: Uint8Array): Promise<(seconds: number) => Promise<Pixels>> {
  const { width, height, durationSeconds } = task;
  const data = await sharp(reference, { failOn: 'error' })
    .rotate()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize(width, height, { fit: 'cover' })
    .removeAlpha()
    .raw()
    .toBuffer();
  const first: Pixels = { data, width, height };
  return async (seconds) => {
    if (seconds === 0) return first;
    const share = seconds / durationSeconds;
    const eased = share * share * (3 - 2 * share);
    const moved = zoom(first, 1 + eased * 0.12, eased * 0.02);
    const svg = drawParticles({ ...task, moment: { seconds, durationSeconds } });
    if (!svg.includes('<path') && !svg.includes('<circle') && !svg.includes('<ellipse')) return moved;
    const { data: mixed } = await sharp(moved.data, { raw: { width, height, channels: 3 } })
      .composite([{ input: Buffer.from(svg) }])
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data: mixed, width, height };
  };
}

/** Around the middle, with positions between pixels, so that slow movement does not tremble. */
function zoom({ data, width, height }: Pixels, factor: number, slide: number): Pixels {
  const result = new Uint8Array(data.length);
  const columns = Array.from({ length: width }, (_, x) =>
    Math.max(0, Math.min(width - 1.001, (x - width / 2) / factor + width * (0.5 + slide))),
  );
  for (let y = 0; y < height; y++) {
    const sourceY = Math.max(0, Math.min(height - 1.001, (y - height / 2) / factor + height / 2));
    const top = Math.floor(sourceY);
    const down = sourceY - top;
    const row = top * width;
    const next = Math.min(height - 1, top + 1) * width;
    for (let x = 0; x < width; x++) {
      const sourceX = columns[x] ?? 0;
      const left = Math.floor(sourceX);
      const across = sourceX - left;
      const [a, b, c, d] = [(row + left) * 3, (row + left + 1) * 3, (next + left) * 3, (next + left + 1) * 3];
      const to = (y * width + x) * 3;
      for (let k = 0; k < 3; k++) {
        const upper = (data[a + k] ?? 0) * (1 - across) + (data[b + k] ?? 0) * across;
        const lower = (data[c + k] ?? 0) * (1 - across) + (data[d + k] ?? 0) * across;
        result[to + k] = upper * (1 - down) + lower * down + 0.5;
      }
    }
  }
  return { data: result, width, height };
}
