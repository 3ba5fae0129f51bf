import { availableParallelism } from 'node:os';
import { drawFilm } from '../../engines/sketch/src/render/draw-film.ts';
import { drawPicture } from '../../engines/sketch/src/render/draw-picture.ts';

const prompts = [
  'three red sailing boats on a calm sea at sunset',
  'city skyline at night with a yellow taxi',
  'a fox in an autumn forest',
  'a cup of coffee and a croissant, watercolor',
  'snow falls on a mountain village at night',
];

/** Prints wall and CPU time of pictures at 1920x1080, and with `withFilm` of 8 seconds at 1280x720. */
export async function sketchSpeed({ withFilm }: { withFilm: boolean }): Promise<void> {
  console.log(`Node ${process.version}, ${availableParallelism()} cores`);
  await drawPicture({ prompt: 'warm up', seed: 0, width: 256, height: 256, format: 'jpeg' });
  for (const format of ['jpeg', 'png'] as const) {
    for (const prompt of prompts) {
      const [wall, cpu] = await timed(() => drawPicture({ prompt, seed: 1, width: 1920, height: 1080, format }));
      console.log(`1920x1080 ${format}: ${wall.toFixed(0)} ms, CPU ${cpu.toFixed(0)} ms  ${prompt}`);
    }
  }
  if (!withFilm) return;
  const film = { prompt: prompts[4] ?? '', seed: 1, width: 1280, height: 720, durationSeconds: 8, reference: null };
  const [wall, cpu] = await timed(() => drawFilm(film, () => {}));
  console.log(`8 s of 1280x720: ${(wall / 1000).toFixed(1)} s, CPU ${(cpu / 1000).toFixed(1)} s`);
}

async function timed(work: () => Promise<unknown>): Promise<[wallMs: number, cpuMs: number]> {
  const [from, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return [performance.now() - from, (user + system) / 1000];
}
