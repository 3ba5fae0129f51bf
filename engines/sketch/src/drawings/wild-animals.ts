import type { Drawing } from '../canvas/pen.ts';
import { type Build, fourLegged, spots } from './four-legged.ts';

const stripes = (colour: string, count: number, width: number): NonNullable<Build['marks']> => {
  return (pen, { y, length, girth }) =>
    Array.from({ length: count }, (_, index) => {
      const x = -length * 0.8 + (index * length * 1.55) / (count - 1);
      return pen.line(
        `M${x} ${y - girth * 0.82} q${width} ${girth * 0.6} ${-width * 0.4} ${girth * 1.1}`,
        colour,
        width,
      );
    }).join('');
};

/** Animals of far countries, by name. */
export const wildAnimalsDrawings: Record<string, Drawing> = {
  zebra: fourLegged({
    colour: '#f4f2ee',
    size: 0.6,
    length: 36,
    girth: 16,
    legs: 38,
    legWidth: 7,
    neck: [14, 30],
    neckWidth: 14,
    head: [11, 9],
    snout: [14, 6],
    ears: 'leaf',
    tail: 'tuft',
    muzzle: '#3a3536',
    marks: stripes('#26242a', 9, 4),
    behindHead: (pen) =>
      pen.shape('M-3 -12 Q-16 -8 -22 10 Q-26 20 -26 26 Q-16 18 -10 8 Q-2 0 4 -8Z', '#26242a') +
      pen.line('M-10 4 l10 8 M-14 14 l9 7', '#26242a', 3.4),
  }),
  lion: fourLegged({
    colour: '#d9a044',
    size: 0.54,
    length: 38,
    girth: 17,
    legs: 30,
    legWidth: 10,
    neck: [10, 18],
    head: [15, 14],
    snout: [7, 7],
    ears: 'round',
    tail: 'tuft',
    belly: '#ecc988',
    muzzle: '#f0dcb4',
    behindHead: (pen) =>
      Array.from({ length: 14 }, (_, i) =>
        pen.oval(-5 + Math.cos(i * 0.45) * 19, 2 + Math.sin(i * 0.45) * 19, 10, 10, '#7f421d'),
      ).join('') + pen.oval(-5, 2, 21, 22, '#8f4c20'),
  }),
  lioness: fourLegged({
    colour: '#d9a85a',
    size: 0.5,
    length: 38,
    girth: 16,
    legs: 30,
    legWidth: 9,
    neck: [12, 16],
    head: [14, 12],
    snout: [7, 6],
    ears: 'round',
    tail: 'tuft',
    belly: '#ecd0a0',
  }),
  tiger: fourLegged({
    colour: '#e58a2c',
    size: 0.52,
    length: 40,
    girth: 17,
    legs: 28,
    legWidth: 10,
    neck: [12, 14],
    head: [15, 13],
    snout: [7, 7],
    ears: 'round',
    tail: 'up',
    belly: '#fbeed8',
    muzzle: '#fbf2e4',
    marks: stripes('#2b2126', 8, 3.6),
    onHead: (pen) => pen.line('M-7 -10 l3 5 M0 -12 l1 6 M-11 -2 l6 1 M-10 5 l6 -1', '#2b2126', 2.2),
  }),
  leopard: fourLegged({
    colour: '#deb265',
    size: 0.46,
    length: 38,
    girth: 14,
    legs: 28,
    legWidth: 8,
    neck: [12, 14],
    head: [13, 11],
    snout: [7, 5],
    ears: 'round',
    tail: 'up',
    belly: '#f6e8cc',
    marks: spots('#4b3421', 22, 2.8),
  }),
  bear: fourLegged({
    colour: '#6b4528',
    size: 0.58,
    length: 38,
    girth: 25,
    legs: 20,
    legWidth: 14,
    neck: [12, 10],
    neckWidth: 26,
    head: [17, 15],
    snout: [9, 7],
    ears: 'round',
    tail: 'short',
    muzzle: '#b98a5d',
  }),
  'polar bear': fourLegged({
    colour: '#f2f4f5',
    size: 0.58,
    length: 38,
    girth: 24,
    legs: 20,
    legWidth: 14,
    neck: [16, 8],
    neckWidth: 22,
    head: [16, 13],
    snout: [10, 6],
    ears: 'round',
    tail: 'short',
    muzzle: '#ffffff',
  }),
  elephant: fourLegged({
    colour: '#8f949c',
    size: 0.8,
    length: 42,
    girth: 30,
    legs: 26,
    legWidth: 17,
    neck: [12, 10],
    neckWidth: 30,
    head: [22, 21],
    ears: 'huge',
    tail: 'tuft',
    onHead: (pen) =>
      pen.line(`M17 6 Q${30 + pen.swing(2.6) * 2} 18 27 40 Q25 54 34 54`, pen.dark(0.04), 11) +
      pen.shape('M14 14 Q24 24 36 20 Q26 30 12 20Z', '#f6efdc'),
  }),
  rhino: fourLegged({
    colour: '#8b8a89',
    size: 0.62,
    length: 44,
    girth: 25,
    legs: 22,
    legWidth: 14,
    neck: [18, 2],
    neckWidth: 26,
    head: [19, 13],
    snout: [8, 8],
    ears: 'leaf',
    tail: 'tuft',
    onHead: (pen) => pen.shape('M20 -4 Q26 -16 33 -24 Q34 -8 28 2Z M10 -8 L15 -18 L18 -8Z', '#e7dfcd'),
  }),
  hippo: fourLegged({
    colour: '#8d7a86',
    size: 0.56,
    length: 42,
    girth: 27,
    legs: 15,
    legWidth: 14,
    neck: [16, 2],
    neckWidth: 28,
    head: [19, 15],
    snout: [11, 13],
    ears: 'round',
    tail: 'short',
    muzzle: '#a28c97',
  }),
  giraffe: fourLegged({
    colour: '#e8bf6a',
    size: 0.98,
    length: 28,
    girth: 13,
    legs: 48,
    legWidth: 6,
    neck: [22, 66],
    neckWidth: 10,
    head: [10, 7.5],
    snout: [12, 5],
    ears: 'leaf',
    tail: 'tuft',
    marks: (pen, body) =>
      spots('#a9662c', 15, 4)(pen, body) +
      Array.from({ length: 8 }, (_, i) => pen.oval(20 + i * 2.9, body.y - 14 - i * 7.5, 3, 3.6, '#a9662c')).join(''),
    onHead: (pen) =>
      pen.line('M-2 -7 l-2 -9 M3 -7 l0 -9', '#a9662c', 2.4) +
      pen.oval(-4, -17, 2.4, 2.4, '#7d4a22') +
      pen.oval(3, -17, 2.4, 2.4, '#7d4a22'),
  }),
  camel: fourLegged({
    colour: '#c99a5b',
    size: 0.66,
    length: 34,
    girth: 15,
    legs: 42,
    legWidth: 6.5,
    neck: [20, 24],
    neckWidth: 11,
    head: [11, 8],
    snout: [11, 5],
    ears: 'leaf',
    tail: 'tuft',
    marks: (pen, { y, girth }) =>
      pen.shape(
        `M-28 ${y - girth * 0.6} Q-18 ${y - girth * 2.6} -4 ${y - girth * 0.7}Z M0 ${y - girth * 0.7} Q10 ${y - girth * 2.6} 24 ${y - girth * 0.6}Z`,
        pen.dark(0.06),
      ),
  }),
  panda: fourLegged({
    colour: '#f5f3ef',
    size: 0.5,
    length: 32,
    girth: 25,
    legs: 18,
    legWidth: 15,
    neck: [6, 16],
    neckWidth: 26,
    head: [19, 17],
    ears: 'none',
    tail: 'short',
    marks: (pen, { y }) =>
      pen.shape(`M16 ${y - 24} Q34 ${y} 22 ${y + 24} L8 ${y + 24} Q16 ${y} 4 ${y - 25}Z`, '#26252b'),
    onHead: (pen) =>
      pen.oval(-13, -14, 7, 7, '#26252b') +
      pen.oval(11, -15, 7, 7, '#26252b') +
      pen.oval(-5, -2, 5, 6, '#26252b') +
      pen.oval(8, -3, 5, 6, '#26252b') +
      pen.oval(4, 6, 3.4, 2.6, '#26252b') +
      pen.oval(-5, -3, 1.6, 1.6, '#ffffff'),
  }),
};
