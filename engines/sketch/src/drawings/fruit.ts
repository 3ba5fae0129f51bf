import type { Drawing, Pen } from '../canvas/pen.ts';
import { food } from './food-shapes.ts';

const leafy = (pen: Pen, x: number, y: number): string =>
  pen.shape(`M${x} ${y} q6 -18 24 -16 q-4 16 -24 16Z`, '#5f9a44');

/** Fruit and vegetables, by name. */
export const fruitDrawings: Record<string, Drawing> = {
  apple: food(
    '#cf2f2c',
    84,
    92,
    (pen) =>
      pen.shape('M0 -68 Q-20 -80 -36 -64 Q-48 -38 -28 -8 Q-16 4 0 -2 Q16 4 28 -8 Q48 -38 36 -64 Q20 -80 0 -68Z') +
      pen.oval(-20, -50, 7, 12, pen.pale(0.45)) +
      pen.line('M0 -68 Q-2 -82 6 -92', '#6b452b', 4) +
      leafy(pen, 4, -80),
  ),
  pear: food(
    '#b9c24a',
    76,
    104,
    (pen) =>
      pen.shape('M0 -92 Q-18 -92 -18 -70 Q-20 -56 -32 -40 Q-44 -4 0 0 Q44 -4 32 -40 Q20 -56 18 -70 Q18 -92 0 -92Z') +
      pen.oval(-16, -34, 6, 12, pen.pale(0.45)) +
      pen.line('M0 -91 Q0 -102 6 -108', '#6b452b', 4) +
      leafy(pen, 4, -96),
  ),
  orange: food(
    '#f0902a',
    84,
    84,
    (pen) => pen.oval(0, -40, 40, 40) + pen.oval(-14, -56, 9, 7, pen.pale(0.4)) + leafy(pen, 0, -78),
  ),
  lemon: food(
    '#f2d63a',
    96,
    66,
    (pen) =>
      pen.shape(
        'M-46 -30 Q-38 -36 -32 -46 Q0 -76 32 -46 Q38 -36 48 -32 Q38 -26 32 -16 Q0 12 -32 -16 Q-38 -26 -46 -30Z',
      ) + pen.oval(-10, -46, 12, 6, pen.pale(0.5)),
  ),
  banana: food(
    '#f2cf3a',
    104,
    76,
    (pen) =>
      pen.shape('M-46 -62 Q-40 -2 20 0 Q44 -2 50 -22 Q20 -18 -6 -34 Q-26 -48 -36 -68Z') +
      pen.line('M-40 -60 Q-22 -20 40 -14', pen.dark(0.18), 2) +
      pen.shape('M-46 -62 L-36 -68 L-40 -76 L-48 -72Z M44 -20 L50 -22 L50 -14 L45 -12Z', '#6b5226'),
  ),
  cherry: food(
    '#b81f33',
    84,
    88,
    (pen) =>
      pen.line('M-20 -30 Q-8 -66 12 -84 M24 -26 Q22 -60 12 -84', '#5f8a3f', 3.4) +
      leafy(pen, 12, -78) +
      pen.oval(-20, -20, 20, 20) +
      pen.oval(24, -18, 19, 19, pen.dark(0.08)) +
      pen.oval(-26, -27, 5, 4, pen.pale(0.6)) +
      pen.oval(19, -25, 5, 4, pen.pale(0.6)),
  ),
  strawberry: food(
    '#dc2f3c',
    76,
    88,
    (pen) =>
      pen.shape('M-34 -60 Q-38 -30 0 0 Q38 -30 34 -60 Q0 -76 -34 -60Z') +
      [
        [-18, -48],
        [0, -50],
        [18, -48],
        [-10, -34],
        [10, -34],
        [0, -20],
        [-22, -36],
        [22, -36],
      ]
        .map(([x = 0, y = 0]) => pen.oval(x, y, 2, 3, '#f6d98a'))
        .join('') +
      pen.shape(
        'M-30 -66 Q-16 -60 -10 -54 Q-4 -62 0 -54 Q4 -62 10 -54 Q16 -60 30 -66 Q14 -74 2 -72 L4 -86 L-4 -86 L-2 -72 Q-14 -74 -30 -66Z',
        '#5a9a3f',
      ),
  ),
  grapes: food(
    '#6b3f8f',
    76,
    96,
    (pen) =>
      pen.line('M0 -70 V-92', '#7a5a34', 4) +
      leafy(pen, 2, -76) +
      [5, 4, 3, 2, 1]
        .map((count, row) =>
          Array.from({ length: count }, (_, i) =>
            pen.oval((i - (count - 1) / 2) * 15, -66 + row * 13, 9, 9, (i + row) % 2 ? pen.main : pen.dark(0.12)),
          ).join(''),
        )
        .join(''),
  ),
  watermelon: food(
    '#df3f46',
    112,
    62,
    (pen) =>
      pen.shape('M-54 -54 Q-50 2 0 2 Q50 2 54 -54Z', '#3f8a45') +
      pen.shape('M-48 -54 Q-44 -5 0 -5 Q44 -5 48 -54Z', '#e8efc8') +
      pen.shape('M-43 -54 Q-40 -11 0 -11 Q40 -11 43 -54Z') +
      [-26, -12, 2, 16, 28].map((x, i) => pen.oval(x, -40 + (i % 2) * 12, 2.2, 3.6, '#2b2226')).join(''),
  ),
  pineapple: food(
    '#e2a92f',
    66,
    122,
    (pen) =>
      pen.shape('M-24 -70 Q-40 -120 -18 -100 Q-14 -130 0 -118 Q14 -130 18 -100 Q40 -120 24 -70Z', '#4f9448') +
      pen.oval(0, -40, 30, 40) +
      pen.line(
        'M-24 -64 L22 -14 M-30 -44 L8 -4 M-8 -78 L28 -36 M24 -64 L-22 -14 M30 -44 L-8 -4 M8 -78 L-28 -36',
        pen.dark(0.3),
        2,
      ),
  ),
  carrot: food(
    '#ec7f2b',
    60,
    112,
    (pen) =>
      pen.shape('M-16 -72 Q-24 -110 -10 -96 Q-6 -122 2 -100 Q10 -120 12 -96 Q26 -108 16 -72Z', '#5a9a3f') +
      pen.shape('M-20 -74 Q0 -84 20 -74 Q18 -34 2 0 Q-16 -34 -20 -74Z') +
      pen.line('M-16 -60 h12 M4 -48 h11 M-11 -36 h9', pen.dark(0.2), 2.4),
  ),
  pumpkin: food(
    '#e67e22',
    110,
    88,
    (pen) =>
      pen.shape('M-6 -72 Q-8 -88 8 -92 L12 -84 Q4 -82 6 -72Z', '#5f7a3a') +
      pen.oval(-30, -36, 24, 34, pen.dark(0.1)) +
      pen.oval(30, -36, 24, 34, pen.dark(0.1)) +
      pen.oval(-15, -37, 22, 37) +
      pen.oval(15, -37, 22, 37) +
      pen.oval(0, -37, 15, 38, pen.pale(0.1)),
    0.26,
  ),
};
