import type { Drawing, Pen } from '../canvas/pen.ts';
import { fourLegged, spots } from './four-legged.ts';

const antlers = (pen: Pen) => {
  const colour = '#8a6a45';
  const one = 'M-2 -9 Q-8 -22 -4 -38 M-6 -20 Q-14 -24 -14 -34 M-5 -28 Q-11 -34 -9 -42';
  return pen.line(one, colour, 3) + pen.at(5, 0, 1, 22, pen.line(one, colour, 3));
};

/** Animals of woods and fields, by name. */
export const smallAnimalsDrawings: Record<string, Drawing> = {
  wolf: fourLegged({
    colour: '#7d838c',
    size: 0.42,
    length: 36,
    girth: 17,
    legs: 34,
    neck: [12, 16],
    head: [14, 11],
    snout: [12, 5],
    ears: 'pointed',
    tail: 'bushy',
    belly: '#d5d6d8',
    muzzle: '#d5d6d8',
  }),
  fox: fourLegged({
    colour: '#d9702b',
    size: 0.34,
    length: 32,
    girth: 13,
    legs: 26,
    legWidth: 6,
    neck: [10, 14],
    head: [13, 11],
    snout: [13, 4.5],
    ears: 'pointed',
    tail: 'bushy',
    belly: '#f7ecdc',
    muzzle: '#f7ecdc',
  }),
  deer: fourLegged({
    colour: '#a9713f',
    size: 0.56,
    length: 32,
    girth: 13,
    legs: 40,
    legWidth: 5.5,
    neck: [13, 28],
    neckWidth: 10,
    head: [10, 8],
    snout: [10, 4.5],
    ears: 'leaf',
    tail: 'short',
    belly: '#e6cba2',
    onHead: antlers,
    marks: spots('#e9d1a8', 9, 1.7),
  }),
  moose: fourLegged({
    colour: '#5d4030',
    size: 0.7,
    length: 38,
    girth: 19,
    legs: 42,
    legWidth: 8,
    neck: [15, 16],
    neckWidth: 20,
    head: [14, 11],
    snout: [14, 8],
    ears: 'leaf',
    tail: 'short',
    onHead: (pen) =>
      pen.shape(
        'M-4 -10 Q-24 -16 -32 -36 L-24 -30 L-20 -42 L-14 -28 L-8 -38 L-4 -20Z M4 -10 Q22 -16 28 -36 L21 -30 L16 -42 L11 -27 L6 -36Z',
        '#c2a06c',
      ),
  }),
  rabbit: fourLegged({
    colour: '#cfc0ae',
    size: 0.26,
    length: 24,
    girth: 18,
    legs: 9,
    legWidth: 9,
    neck: [6, 12],
    head: [13, 12],
    snout: [3, 5],
    ears: 'long',
    tail: 'short',
    belly: '#f4ede4',
    muzzle: '#f4ede4',
  }),
  mouse: fourLegged({
    colour: '#9c9aa3',
    size: 0.16,
    length: 24,
    girth: 15,
    legs: 7,
    legWidth: 5,
    neck: [10, 2],
    head: [13, 11],
    snout: [9, 4],
    ears: 'round',
    tail: 'thin',
    belly: '#d9d6dc',
  }),
  squirrel: fourLegged({
    colour: '#b0622f',
    size: 0.22,
    length: 20,
    girth: 14,
    legs: 9,
    legWidth: 7,
    neck: [8, 16],
    head: [11, 10],
    snout: [6, 4],
    ears: 'pointed',
    tail: 'none',
    belly: '#f0dfc8',
    marks: (pen) =>
      pen.shape('M-18 -12 Q-44 -14 -42 -46 Q-40 -68 -22 -66 Q-10 -60 -20 -50 Q-28 -40 -16 -24Z', pen.dark(0.1)),
  }),
  hedgehog: fourLegged({
    colour: '#c39a6b',
    size: 0.2,
    length: 28,
    girth: 17,
    legs: 7,
    legWidth: 6,
    neck: [10, -4],
    head: [11, 9],
    snout: [10, 4],
    ears: 'round',
    tail: 'none',
    marks: (pen, { y }) =>
      pen.shape(
        `M-32 ${y + 8} ${Array.from({ length: 13 }, (_, i) => {
          const a = Math.PI * (1.02 - i / 13);
          const b = a - 0.12;
          return `L${Math.cos(a) * 36} ${y - Math.sin(a) * 30} L${Math.cos(b) * 27} ${y - Math.sin(b) * 20}`;
        }).join(' ')} L22 ${y + 6}Z`,
        '#5b4433',
      ),
  }),
};
