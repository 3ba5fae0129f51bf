import type { Drawing, Pen } from '../canvas/pen.ts';

export const food = (
  colour: string,
  width: number,
  height: number,
  draw: (pen: Pen) => string,
  size = 0.2,
): Drawing => ({
  size,
  place: 'table',
  colour,
  width,
  height,
  draw,
  motion: 'still',
});
