import type { Drawing, Pen } from '../canvas/pen.ts';

export const building = (
  size: number,
  colour: string,
  width: number,
  height: number,
  draw: (pen: Pen) => string,
  perch?: number,
): Drawing => ({
  size,
  place: 'ground',
  colour,
  width,
  height,
  draw,
  motion: 'still',
  ...(perch !== undefined && { perch }),
});

export const windows = (
  pen: Pen,
  x: number,
  y: number,
  columns: number,
  rows: number,
  step: [number, number],
  size: [number, number],
): string =>
  Array.from({ length: columns * rows }, (_, i) =>
    pen.pane(x + (i % columns) * step[0], y + Math.floor(i / columns) * step[1], size[0], size[1]),
  ).join('');
