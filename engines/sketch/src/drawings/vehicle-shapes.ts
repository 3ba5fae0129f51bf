import type { Drawing, Pen } from '../canvas/pen.ts';

export const vehicle = (
  size: number,
  place: Drawing['place'],
  colour: string,
  width: number,
  height: number,
  motion: NonNullable<Drawing['motion']>,
  draw: (pen: Pen) => string,
  perch?: number,
): Drawing => ({ size, place, colour, width, height, motion, draw, ...(perch !== undefined && { perch }) });
