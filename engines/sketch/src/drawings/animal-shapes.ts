import type { Drawing, Pen } from '../canvas/pen.ts';

export type Parts = Omit<Drawing, 'width' | 'height' | 'size' | 'place' | 'colour' | 'draw'>;

export const animal = (
  size: number,
  place: Drawing['place'],
  colour: string,
  width: number,
  height: number,
  draw: (pen: Pen) => string,
  more: Parts = {},
): Drawing => ({ size, place, colour, width, height, draw, ...more });
