import { sketchSpeed } from './media/sketch-speed.ts';

/** Speed of the embedded engine in its worker, in CPU seconds. Usage: node bench/media.ts [--film] */
await sketchSpeed({ withFilm: process.argv.includes('--film') });
