import { shade } from '../canvas/colour.ts';
import type { Drawing, Pen } from '../canvas/pen.ts';
import { plant } from './plant-shapes.ts';

const stem = (pen: Pen, height: number): string =>
  pen.line(`M0 0 Q3 ${-height * 0.5} 0 ${-height}`, '#4c8a3f', 4) +
  pen.shape(
    `M0 ${-height * 0.3} Q18 ${-height * 0.36} 26 ${-height * 0.56} Q8 ${-height * 0.56} 1 ${-height * 0.34}Z M1 ${-height * 0.2} Q-18 ${-height * 0.24} -24 ${-height * 0.44} Q-8 ${-height * 0.44} 0 ${-height * 0.24}Z`,
    '#5c9a48',
  );

const petals = (pen: Pen, y: number, count: number, reach: number, size: [number, number], colour: string): string =>
  Array.from({ length: count }, (_, i) =>
    pen.at(0, y, 1, (i * 360) / count, pen.oval(0, -reach, size[0], size[1], i % 2 ? colour : shade(colour, -0.08))),
  ).join('');

/** Small plants, by name. */
export const flowersDrawings: Record<string, Drawing> = {
  cactus: plant(
    0.6,
    '#4f8f56',
    76,
    108,
    (pen) =>
      pen.shape('M-14 0 V-90 Q-14 -106 0 -106 Q14 -106 14 -90 V0Z') +
      pen.line('M-10 -38 H-28 V-66 M10 -52 H28 V-80', pen.main, 14) +
      pen.line('M-5 -94 V-6 M5 -94 V-6 M-28 -62 V-44 M28 -76 V-58', pen.dark(0.22), 1.6) +
      pen.oval(0, -108, 6, 5, '#e86fa0'),
    { motion: 'still' },
  ),
  flower: plant(
    0.2,
    '#e2607f',
    60,
    104,
    (pen) => stem(pen, 74) + petals(pen, -80, 8, 15, [8, 13], pen.main) + pen.oval(0, -80, 9, 9, '#f3c244'),
  ),
  sunflower: plant(
    0.42,
    '#f2b42c',
    76,
    118,
    (pen) =>
      stem(pen, 84) +
      petals(pen, -88, 16, 22, [6, 15], pen.main) +
      pen.oval(0, -88, 17, 17, '#5b3a22') +
      pen.oval(-3, -91, 9, 9, '#744d2d'),
  ),
  rose: plant(
    0.22,
    '#c8263f',
    60,
    106,
    (pen) =>
      stem(pen, 72) +
      pen.oval(0, -84, 22, 20, pen.dark(0.15)) +
      pen.shape('M-22 -84 Q-18 -106 2 -104 Q20 -104 22 -84 Q10 -72 -4 -76 Q-16 -76 -22 -84Z') +
      pen.line('M-10 -86 q2 -12 12 -10 q10 4 4 12 q-8 6 -12 -2 q0 -6 6 -5 M-18 -80 q10 14 30 4', pen.dark(0.4), 2.2),
  ),
  tulip: plant(
    0.22,
    '#e0503f',
    50,
    100,
    (pen) =>
      stem(pen, 66) +
      pen.shape('M-18 -92 Q-22 -62 0 -60 Q22 -62 18 -92 L8 -78 L0 -98 L-8 -78Z') +
      pen.shape('M-8 -78 L0 -98 L8 -78 Q6 -62 0 -60 Q-6 -62 -8 -78Z', pen.pale(0.16)),
  ),
  lavender: plant(0.26, '#8a6fc0', 40, 100, (pen) =>
    [-12, 0, 12]
      .map(
        (x, k) =>
          pen.line(`M${x * 0.3} 0 Q${x * 0.5} -40 ${x} -66`, '#6c9257', 2.4) +
          [0, 1, 2, 3, 4, 5].map((i) => pen.oval(x + (i % 2 ? 3 : -3), -58 - i * 7 + k * 2, 4.4, 4.4)).join(''),
      )
      .join(''),
  ),
  mushroom: plant(
    0.2,
    '#d23a2f',
    80,
    84,
    (pen) =>
      pen.shape('M-13 0 Q-10 -22 -11 -42 H11 Q10 -22 14 0 Q0 5 -13 0Z', '#f5ecdc') +
      pen.shape('M-40 -38 Q-36 -82 0 -82 Q36 -82 40 -38 Q0 -28 -40 -38Z') +
      pen.oval(-18, -56, 7, 5.6, '#fdf8ef') +
      pen.oval(6, -68, 8, 6, '#fdf8ef') +
      pen.oval(22, -50, 6, 5, '#fdf8ef') +
      pen.oval(-2, -46, 4, 3, '#fdf8ef'),
    { motion: 'still' },
  ),
  leaf: plant(
    0.18,
    '#d07a2c',
    70,
    90,
    (pen) =>
      pen.line('M0 0 L0 -30', '#7c4a24', 3) +
      pen.shape('M0 -12 Q-40 -30 -26 -62 Q-16 -60 -14 -72 Q-6 -74 0 -92 Q6 -74 14 -72 Q16 -60 26 -62 Q40 -30 0 -12Z') +
      pen.line('M0 -14 V-80 M0 -34 L-18 -50 M0 -34 L18 -50 M0 -54 L-10 -66 M0 -54 L10 -66', pen.dark(0.3), 1.6),
  ),
  grass: plant(0.14, '#6a9a48', 80, 40, (pen) =>
    pen.line(
      Array.from(
        { length: 15 },
        (_, i) => `M${-36 + i * 5} 0 q${(i % 3) * 3 - 4} -18 ${(i % 5) * 3 - 6} -${24 + (i % 4) * 5}`,
      ).join(' '),
      pen.main,
      3,
    ),
  ),
};
