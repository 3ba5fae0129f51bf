import type { Drawing, Pen } from '../canvas/pen.ts';

export const thing = (
  size: number,
  place: Drawing['place'],
  colour: string,
  width: number,
  height: number,
  draw: (pen: Pen) => string,
  more: Partial<Drawing> = {},
): Drawing => ({ size, place, colour, width, height, motion: 'still', draw, ...more });
