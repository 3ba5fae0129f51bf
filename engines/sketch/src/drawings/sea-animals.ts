import type { Drawing, Pen } from '../canvas/pen.ts';
import { animal } from './animal-shapes.ts';

const fish = (pen: Pen, stripe: string | null): string => {
  const wag = pen.swing(0.9) * 6;
  return (
    pen.shape(
      `M-26 -30 Q-46 ${-54 + wag} -56 ${-52 + wag} Q-46 ${-30 + wag} -56 ${-8 + wag} Q-44 -10 -26 -30Z`,
      pen.dark(0.15),
    ) +
    pen.shape('M-14 -48 Q4 -72 22 -50Z M-8 -14 Q2 2 14 -10Z', pen.dark(0.2)) +
    pen.shape('M-34 -30 Q-6 -64 34 -44 Q50 -34 50 -30 Q46 -20 30 -14 Q-8 0 -34 -30Z') +
    (stripe === null
      ? ''
      : pen.shape(
          'M16 -49 Q22 -30 14 -9 L22 -11 Q32 -30 26 -47Z M-10 -48 Q-4 -30 -10 -13 L-2 -9 Q6 -30 0 -51Z',
          stripe,
        )) +
    pen.shape('M4 -30 Q-6 -22 -10 -12 Q6 -14 10 -26Z', pen.dark(0.12)) +
    pen.eye(36, -36, 3.6)
  );
};

const whale = (pen: Pen): string =>
  pen.shape('M-62 -40 Q-80 -60 -92 -56 Q-88 -40 -72 -34 Q-86 -32 -88 -18 Q-72 -18 -58 -28Z', pen.dark(0.1)) +
  pen.shape('M-66 -34 Q-30 -34 -10 -58 Q30 -84 66 -56 Q82 -38 76 -18 Q60 4 20 2 Q-30 0 -66 -34Z') +
  pen.shape('M76 -18 Q60 4 20 2 Q-6 1 -30 -12 Q10 -6 76 -18Z', '#e8eef2') +
  pen.line('M14 -9 l2 9 M28 -10 l1 11 M42 -12 l0 12 M56 -14 l-1 10', '#b9c6cf', 1.6) +
  pen.shape('M16 -14 Q10 10 -10 12 Q-4 -6 2 -16Z', pen.dark(0.18)) +
  pen.eye(56, -30, 2.8) +
  pen.line('M38 -68 Q36 -90 24 -94 M38 -68 Q42 -92 54 -94 M38 -68 L38 -98', '#dff2fa', 4);

const arms = (pen: Pen, count: number): string =>
  Array.from({ length: count }, (_, i) => {
    const x = -32 + (i * 64) / (count - 1);
    const sway = pen.swing(2.4, i * 0.17) * 6;
    return pen.line(
      `M${x * 0.6} -40 Q${x * 1.2 + sway} -20 ${x * 1.5} -6 Q${x * 1.7} 2 ${x * 1.9 + sway} -8`,
      pen.dark(i % 2 ? 0.12 : 0.02),
      9,
    );
  }).join('');

/** Animals of the sea, by name. */
export const seaAnimalsDrawings: Record<string, Drawing> = {
  fish: animal(0.24, 'deep', '#f0882f', 108, 66, (pen) => fish(pen, pen.isColoured ? null : '#fdf6ea'), {
    motion: 'swim',
  }),
  shark: animal(
    0.5,
    'deep',
    '#6f8494',
    160,
    70,
    (pen) =>
      pen.shape('M-60 -32 L-86 -60 L-78 -32 L-88 -8Z', pen.dark(0.1)) +
      pen.shape('M-6 -52 L-4 -84 L24 -54Z M6 -16 L-12 8 L26 -14Z', pen.dark(0.14)) +
      pen.shape('M-66 -32 Q-10 -66 50 -50 Q78 -40 80 -34 Q60 -22 40 -16 Q-10 -6 -66 -32Z') +
      pen.shape('M76 -32 Q56 -22 40 -16 Q0 -8 -40 -22 Q10 -18 76 -32Z', '#e9eef0') +
      pen.line('M34 -42 l-2 14 M28 -42 l-2 14 M22 -42 l-2 14', pen.dark(0.3), 1.6) +
      pen.eye(58, -40, 2.8),
    { motion: 'swim' },
  ),
  whale: animal(0.62, 'water', '#3f6d94', 176, 100, whale, { motion: 'bob' }),
  dolphin: animal(
    0.36,
    'water',
    '#6d93ad',
    140,
    96,
    (pen) =>
      pen.shape('M-54 -22 Q-72 -30 -76 -14 Q-66 -12 -58 -14 Q-62 -2 -50 -2 Q-46 -12 -46 -20Z', pen.dark(0.1)) +
      pen.shape('M-54 -18 Q-30 -74 22 -72 Q44 -66 66 -38 Q56 -40 46 -42 Q-4 -52 -54 -18Z') +
      pen.shape('M-2 -70 Q-8 -92 -24 -92 Q-14 -78 -18 -66Z M6 -52 Q2 -34 -14 -30 Q-8 -42 -6 -52Z', pen.dark(0.15)) +
      pen.shape('M66 -38 Q30 -56 -4 -46 Q26 -46 44 -34Z', '#e6edf1') +
      pen.eye(40, -56, 2.4),
    { motion: 'bob' },
  ),
  octopus: animal(
    0.4,
    'deep',
    '#c85a7c',
    120,
    104,
    (pen) =>
      arms(pen, 6) +
      pen.shape('M-34 -44 Q-42 -102 0 -104 Q42 -102 34 -44 Q0 -22 -34 -44Z') +
      pen.oval(-13, -56, 8, 9, '#ffffff') +
      pen.oval(13, -56, 8, 9, '#ffffff') +
      pen.eye(-11, -55, 4.4) +
      pen.eye(15, -55, 4.4) +
      pen.line('M-6 -42 q6 5 12 0', pen.dark(0.5), 2),
    { motion: 'swim' },
  ),
  jellyfish: animal(
    0.3,
    'deep',
    '#d9a6e0',
    80,
    110,
    (pen) =>
      Array.from({ length: 6 }, (_, i) =>
        pen.see(
          0.8,
          pen.line(
            `M${-24 + i * 10} -64 q${8 + pen.swing(2, i * 0.2) * 5} 20 0 36 q-8 14 ${2 + i} ${16 + (i % 3) * 8}`,
            pen.pale(0.2),
            3,
          ),
        ),
      ).join('') +
      pen.see(
        0.88,
        pen.shape('M-36 -62 Q-34 -110 0 -110 Q34 -110 36 -62 q-9 8 -18 0 q-9 8 -18 0 q-9 8 -18 0 q-9 8 -18 0Z'),
      ) +
      pen.oval(-10, -90, 8, 12, pen.pale(0.5)),
    { motion: 'swim' },
  ),
  turtle: animal(
    0.26,
    'ground',
    '#5f8f4a',
    120,
    62,
    (pen) =>
      pen.shape('M-34 -16 L-44 0 L-26 0 L-20 -14Z M22 -14 L26 0 L44 0 L36 -18Z', '#8fae62') +
      pen.oval(54, -34, 14, 11, '#8fae62') +
      pen.shape('M34 -26 L46 -40 L50 -26Z', '#8fae62') +
      pen.shape('M-48 -14 Q-44 -62 0 -62 Q42 -60 44 -14Z') +
      pen.line(
        'M-20 -58 L-10 -36 L-24 -14 M14 -60 L8 -36 L24 -14 M-10 -36 L8 -36 M-46 -30 L-14 -34 M10 -34 L43 -30',
        pen.dark(0.35),
        2.4,
      ) +
      pen.eye(58, -37, 2.6),
  ),
  crab: animal(
    0.2,
    'ground',
    '#d9482f',
    110,
    60,
    (pen) =>
      pen.line(
        'M-26 -20 q-20 2 -26 18 M-22 -14 q-12 4 -16 14 M26 -20 q20 2 26 18 M22 -14 q12 4 16 14 M-28 -28 q-16 -6 -20 -16 M28 -28 q16 -6 20 -16',
        pen.dark(0.1),
        5,
      ) +
      pen.oval(0, -24, 34, 20) +
      pen.shape(
        'M-50 -40 q-14 -14 0 -24 q-2 10 6 10 q8 2 6 -10 q10 14 -4 24Z M50 -40 q14 -14 0 -24 q2 10 -6 10 q-8 2 -6 -10 q-10 14 4 24Z',
      ) +
      pen.line('M-10 -42 l-2 -10 M10 -42 l2 -10', pen.dark(0.1), 3) +
      pen.eye(-12, -54, 4) +
      pen.eye(12, -54, 4),
  ),
};
