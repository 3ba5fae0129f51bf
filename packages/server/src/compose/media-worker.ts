import { drawFilm } from '../../../sketch/src/render/draw-film.ts';
import { drawPicture, fitPicture, measurePicture } from '../../../sketch/src/render/draw-picture.ts';
import type { FilmTask, FitTask, PictureTask } from '../../../sketch/src/render/sketch-tasks.ts';
import { serveTasks } from '../lib/process-pool.ts';

/** The entry of a worker process: draws, films and fits pictures. */
serveTasks({
  draw: (task: PictureTask) => drawPicture(task),
  film: (task: FilmTask, progress) => drawFilm(task, progress),
  fit: (task: FitTask) => fitPicture(task),
  measure: ({ bytes }: { bytes: Uint8Array }) => measurePicture(bytes),
});
