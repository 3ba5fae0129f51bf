import type { Drawing, Pen } from '../canvas/pen.ts';
import { animal } from './animal-shapes.ts';

/** A bird from the side, on its legs. */
const standing = (pen: Pen, beak: string, extra = ''): string =>
  pen.line('M-4 -22 L-6 0 M8 -22 L7 0', beak, 3) +
  pen.shape('M-44 -34 Q-26 -44 -14 -56 Q6 -72 22 -58 Q34 -40 18 -24 Q-2 -12 -22 -26Z') +
  pen.oval(22, -68, 14, 13) +
  pen.shape('M33 -72 L48 -66 L33 -62Z', beak) +
  pen.shape('M-34 -36 Q-10 -58 14 -46 Q4 -28 -16 -28Z', pen.dark(0.2)) +
  pen.eye(27, -71, 2.6) +
  extra;

const wings = (pen: Pen, span: number, colour: string): string => {
  const lift = pen.swing(0.7) * 12;
  return (
    pen.shape(`M-4 -50 Q-20 ${-90 - lift} ${-span} ${-84 - lift} Q-30 -66 -16 -44Z`, colour) +
    pen.shape(`M6 -50 Q22 ${-94 - lift} ${span} ${-88 - lift} Q36 -66 20 -44Z`, pen.dark(0.12, colour))
  );
};

/** Birds, by name. */
export const birdsDrawings: Record<string, Drawing> = {
  bird: animal(
    0.2,
    'ground',
    '#4f8fc0',
    94,
    84,
    (pen) => standing(pen, '#e0a03a', pen.shape('M14 -28 Q30 -40 20 -56 Q10 -34 -6 -26Z', pen.pale(0.6))),
    { motion: 'breathe' },
  ),
  'flying bird': animal(
    0.16,
    'sky',
    '#3d4556',
    120,
    90,
    (pen) =>
      wings(pen, 58, pen.main) +
      pen.shape('M-40 -44 Q-10 -58 24 -50 Q30 -38 10 -34 Q-12 -32 -40 -44Z') +
      pen.shape('M28 -50 L42 -45 L28 -42Z', '#e2a33c'),
    { motion: 'fly' },
  ),
  parrot: animal(0.22, 'ground', '#d8402f', 94, 84, (pen) =>
    standing(
      pen,
      '#2d2a30',
      pen.shape('M-34 -36 Q-14 -56 8 -46 Q-2 -30 -16 -28Z', '#2f79c4') +
        pen.shape('M-34 -36 Q-24 -46 -14 -48 Q-18 -34 -24 -30Z', '#f1c232') +
        pen.shape('M-30 -32 L-62 -8 L-40 -34Z', '#2f79c4'),
    ),
  ),
  owl: animal(
    0.28,
    'ground',
    '#8a6844',
    70,
    104,
    (pen) =>
      pen.shape('M-30 -6 Q-42 -70 -28 -92 L-30 -106 L-12 -98 L12 -98 L30 -106 L28 -92 Q42 -70 30 -6 Q0 8 -30 -6Z') +
      pen.oval(0, -32, 20, 28, pen.pale(0.45)) +
      pen.line(
        'M-10 -44 l4 4 l4 -4 M2 -44 l4 4 l4 -4 M-14 -30 l4 4 l4 -4 M-3 -30 l4 4 l4 -4 M-8 -16 l4 4 l4 -4',
        pen.dark(0.2),
        2,
      ) +
      pen.oval(-13, -76, 14, 14, '#f6ead2') +
      pen.oval(13, -76, 14, 14, '#f6ead2') +
      pen.oval(-13, -76, 8, 8, '#f0b429') +
      pen.oval(13, -76, 8, 8, '#f0b429') +
      pen.eye(-13, -76, 5) +
      pen.eye(13, -76, 5) +
      pen.shape('M-5 -68 L5 -68 L0 -56Z', '#e09a2d') +
      pen.shape('M-30 -60 Q-40 -30 -26 -8 Q-18 -34 -24 -60Z M30 -60 Q40 -30 26 -8 Q18 -34 24 -60Z', pen.dark(0.2)),
    { motion: 'breathe' },
  ),
  eagle: animal(
    0.3,
    'sky',
    '#4f3a28',
    170,
    100,
    (pen) =>
      wings(pen, 86, pen.main) +
      pen.shape('M-46 -40 L-30 -52 Q-6 -60 22 -52 Q26 -36 6 -32 Q-16 -30 -30 -36Z') +
      pen.oval(26, -52, 12, 10, '#f7f4ec') +
      pen.shape('M36 -55 Q48 -52 44 -42 L34 -47Z', '#eeb12f') +
      pen.eye(29, -54, 2.2),
    { motion: 'fly' },
  ),
  penguin: animal(
    0.3,
    'ground',
    '#252a36',
    64,
    104,
    (pen) =>
      pen.oval(-10, -1, 11, 4.5, '#eda23a') +
      pen.oval(12, -1, 11, 4.5, '#eda23a') +
      pen.shape('M-30 -4 Q-38 -60 -22 -86 Q0 -112 22 -86 Q38 -60 30 -4 Q0 6 -30 -4Z') +
      pen.shape('M-20 -6 Q-28 -52 -12 -70 Q-14 -88 0 -86 Q14 -88 12 -70 Q28 -52 20 -6 Q0 2 -20 -6Z', '#faf8f2') +
      pen.eye(-8, -82, 3) +
      pen.eye(9, -82, 3) +
      pen.shape('M-7 -76 L8 -76 L0 -66Z', '#eda23a') +
      pen.shape('M-28 -64 Q-48 -44 -40 -22 Q-30 -34 -28 -50Z M28 -64 Q48 -44 40 -22 Q30 -34 28 -50Z', pen.dark(0.1)),
    { motion: 'breathe' },
  ),
  duck: animal(
    0.24,
    'water',
    '#f2c53d',
    92,
    76,
    (pen) =>
      pen.shape('M-44 -34 Q-48 -4 -6 0 Q38 0 36 -24 Q34 -40 12 -38 Q-20 -30 -44 -34Z') +
      pen.oval(24, -54, 18, 17) +
      pen.shape('M38 -56 Q54 -56 56 -48 Q44 -44 36 -47Z', '#e8792b') +
      pen.shape('M-26 -26 Q-6 -34 12 -24 Q0 -8 -20 -12Z', pen.dark(0.12)) +
      pen.eye(30, -58, 3),
    { motion: 'bob' },
  ),
  swan: animal(
    0.34,
    'water',
    '#fbfaf6',
    110,
    96,
    (pen) =>
      pen.shape('M-52 -30 Q-58 -4 -8 0 Q40 0 38 -22 Q10 -46 -30 -34Z') +
      pen.line('M30 -20 Q54 -40 36 -62 Q24 -78 36 -86', pen.main, 10) +
      pen.oval(40, -87, 10, 8) +
      pen.shape('M48 -90 L64 -84 L48 -81Z', '#e5762b') +
      pen.eye(42, -90, 2) +
      pen.shape('M-50 -32 Q-20 -52 18 -36 Q8 -10 -24 -12Z', pen.dark(0.1)),
    { motion: 'bob' },
  ),
  chicken: animal(
    0.26,
    'ground',
    '#f3ead9',
    90,
    92,
    (pen) =>
      pen.line('M-6 -20 l-2 20 M10 -20 l2 20', '#e0a03a', 3.4) +
      pen.shape('M-46 -62 Q-34 -42 -18 -46 Q4 -50 16 -70 L34 -66 Q42 -30 18 -16 Q-20 -6 -34 -32Z') +
      pen.oval(26, -70, 12, 12) +
      pen.shape('M18 -80 q0 -10 6 -8 q4 -8 8 0 q6 -2 4 8Z M34 -62 q6 2 4 12 q-6 0 -6 -10Z', '#d5342f') +
      pen.shape('M36 -72 L50 -68 L36 -64Z', '#e0a03a') +
      pen.shape('M-24 -34 Q-4 -46 12 -36 Q2 -20 -16 -22Z', pen.dark(0.15)) +
      pen.eye(30, -73, 2.4),
  ),
  flamingo: animal(
    0.5,
    'ground',
    '#f08aa4',
    70,
    120,
    (pen) =>
      pen.line('M0 -46 L2 0 M8 -46 L12 -24 L4 -18', '#e56f8c', 3) +
      pen.shape('M-34 -54 Q-10 -76 18 -62 Q26 -48 6 -42 Q-18 -40 -34 -54Z') +
      pen.line('M16 -58 Q42 -72 22 -92 Q8 -106 20 -114', pen.main, 7) +
      pen.oval(23, -114, 8, 7) +
      pen.shape('M29 -118 Q42 -116 38 -102 L29 -109Z', '#2c2a30') +
      pen.eye(24, -116, 1.8),
  ),
};
