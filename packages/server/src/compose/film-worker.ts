import { drawFilm, type FilmTask } from '@parley/sketch';
import { serveTasks } from '../lib/serve-tasks.ts';

/** The entry of a worker process: films. */
serveTasks({ film: (task: FilmTask, progress) => drawFilm(task, progress) });
