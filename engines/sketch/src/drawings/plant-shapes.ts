import type { Drawing, Pen } from '../canvas/pen.ts';

export const plant = (
  size: number,
  colour: string,
  width: number,
  height: number,
  draw: (pen: Pen) => string,
  more: Partial<Drawing> = {},
): Drawing => ({ size, place: 'ground', colour, width, height, draw, motion: 'sway', ...more });
