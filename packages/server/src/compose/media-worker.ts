import { drawPicture, type FitTask, fitPicture, measurePicture, type PictureTask } from '@parley/sketch';
import { serveTasks } from '../lib/serve-tasks.ts';

/** The entry of a worker process: draws and fits pictures. */
serveTasks({
  draw: (task: PictureTask) => drawPicture(task),
  fit: (task: FitTask) => fitPicture(task),
  measure: ({ bytes }: { bytes: Uint8Array }) => measurePicture(bytes),
});
