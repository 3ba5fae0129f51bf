import { documentShapes } from './documents.ts';
import { markShapes } from './marks.ts';
import type { Shape } from './shape.ts';
import { wordShapes } from './words.ts';

/** Every shape of text that is tried, each in every field. */
export const shapes: readonly Shape[] = [...wordShapes, ...markShapes, ...documentShapes];

/** What an ordinary caller sends. */
export const plainShape = wordShapes[0] as Shape; // the list is not empty
