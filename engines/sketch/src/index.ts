export { drawFilm } from './render/draw-film.ts';
export { drawPicture } from './render/draw-picture.ts';
export { fitPicture, measurePicture } from './render/fit-picture.ts';
export { type FilmTask, type FitTask, framesPerSecond, type PictureTask } from './render/sketch-tasks.ts';
