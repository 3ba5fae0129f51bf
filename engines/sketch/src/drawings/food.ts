import type { Drawing, Pen } from '../canvas/pen.ts';
import { food } from './food-shapes.ts';

const steam = (pen: Pen, x: number, y: number): string =>
  pen.see(
    0.6,
    pen.line(
      [-12, 0, 12]
        .map(
          (d, i) =>
            `M${x + d} ${y} q${-7 + pen.swing(2.4, i * 0.3) * 4} -9 0 -18 q7 -9 ${pen.swing(2.4, i * 0.3) * 4} -18`,
        )
        .join(' '),
      '#ffffff',
      3,
    ),
  );

/** Prepared food and drink, by name. */
export const foodDrawings: Record<string, Drawing> = {
  bread: food(
    '#c98b45',
    120,
    66,
    (pen) =>
      pen.shape('M-56 0 Q-66 -46 -34 -56 Q0 -70 36 -56 Q66 -46 56 0Z') +
      pen.line('M-30 -50 l12 22 M-6 -56 l12 22 M18 -54 l12 22', pen.pale(0.5), 4),
  ),
  croissant: food(
    '#d99a45',
    120,
    60,
    (pen) =>
      pen.shape('M-56 -2 Q-56 -30 -34 -40 Q0 -66 34 -40 Q56 -30 56 -2 Q42 -22 24 -20 Q0 -16 -24 -20 Q-42 -22 -56 -2Z') +
      pen.line(
        'M-36 -38 Q-26 -30 -26 -21 M-14 -50 Q-8 -36 -10 -19 M14 -50 Q8 -36 10 -19 M36 -38 Q26 -30 26 -21',
        pen.dark(0.25),
        2.6,
      ),
  ),
  cheese: food(
    '#f0c23d',
    110,
    70,
    (pen) =>
      pen.shape('M-52 -36 L30 -70 Q52 -56 52 -36Z', pen.pale(0.3)) +
      pen.box(-52, -36, 104, 36) +
      pen.oval(-26, -16, 9, 8, pen.dark(0.18)) +
      pen.oval(8, -22, 7, 6, pen.dark(0.18)) +
      pen.oval(34, -12, 8, 7, pen.dark(0.18)) +
      pen.oval(14, -50, 7, 4, pen.dark(0.12)),
  ),
  pizza: food(
    '#e9b44c',
    130,
    110,
    (pen) =>
      pen.shape('M-58 -90 Q0 -118 58 -90 L0 0Z', '#c9863f') +
      pen.shape('M-50 -84 Q0 -108 50 -84 L0 -6Z', '#f3cd63') +
      [
        [-22, -78],
        [18, -80],
        [-4, -56],
        [12, -40],
        [-2, -24],
      ]
        .map(([x = 0, y = 0], i) => pen.oval(x, y, 10 - i, 9 - i, '#c23a2e'))
        .join('') +
      pen.oval(-2, -86, 4, 3, '#4f8a3c') +
      pen.oval(26, -62, 4, 3, '#4f8a3c') +
      pen.oval(-18, -54, 4, 3, '#4f8a3c'),
  ),
  burger: food(
    '#d9963f',
    116,
    96,
    (pen) =>
      pen.shape('M-50 -16 H50 Q50 2 38 2 H-38 Q-50 2 -50 -16Z') +
      pen.box(-54, -32, 108, 17, '#6b3d26', 8) +
      pen.shape('M-52 -34 H52 L36 -18 L20 -32Z', '#f5c542') +
      pen.box(-52, -44, 104, 9, '#cf3f34', 4) +
      pen.shape(
        'M-58 -44 q8 -12 16 -4 q8 -10 16 0 q10 -10 18 0 q8 -10 18 0 q10 -10 18 0 q10 -10 20 2 q-4 8 -20 6 H-44 Q-58 2 -58 -44Z'.replace(
          'Q-58 2',
          'Q-56 -36',
        ),
        '#6fb13f',
      ) +
      pen.shape('M-52 -50 Q-52 -94 0 -94 Q52 -94 52 -50Z') +
      [
        [-24, -74],
        [-4, -82],
        [18, -76],
        [4, -66],
        [-34, -60],
        [34, -62],
      ]
        .map(([x = 0, y = 0]) => pen.oval(x, y, 3, 2, '#fbf0d0'))
        .join(''),
  ),
  cake: food(
    '#f2a7b8',
    120,
    108,
    (pen) =>
      [-22, 0, 22]
        .map(
          (x) =>
            pen.box(x - 2.5, -94, 5, 20, '#7fb7e0') +
            pen.shine(x, -100, 12, '#ffd36b', 0.8) +
            pen.lightShape(`M${x - 3.5} -96 q3.500 -14 3.500 -14 q0 0 3.500 14 q-3.500 5 -7 0Z`, '#ffb02e'),
        )
        .join('') +
      pen.box(-40, -74, 80, 34, pen.pale(0.25), 5) +
      pen.box(-54, -42, 108, 40, pen.main, 5) +
      pen.shape(
        'M-54 -38 q9 16 18 2 q9 16 18 2 q9 16 18 2 q9 16 18 2 q9 16 18 2 q9 16 18 -2 V-46 H-54Z M-40 -70 q8 12 16 2 q8 12 16 2 q8 12 16 2 q8 12 16 2 q8 10 16 -2 V-76 H-40Z',
        '#fff6ee',
      ) +
      pen.box(-64, -4, 128, 6, '#d8dee4', 3),
    0.28,
  ),
  cupcake: food(
    '#f2a0b8',
    84,
    96,
    (pen) =>
      pen.shape('M-32 -40 H32 L24 0 H-24Z', '#c98b4f') +
      pen.line('M-18 -38 L-14 -2 M-6 -38 L-5 -2 M6 -38 L5 -2 M18 -38 L14 -2', '#a36b36', 2) +
      pen.oval(0, -46, 38, 16) +
      pen.oval(0, -60, 28, 14, pen.pale(0.16)) +
      pen.oval(0, -74, 16, 12, pen.pale(0.3)) +
      pen.oval(0, -88, 8, 8, '#cf2f3c'),
  ),
  donut: food(
    '#ef8fae',
    104,
    70,
    (pen) =>
      pen.oval(0, -34, 50, 33, '#d9a05a') +
      pen.oval(0, -39, 47, 28) +
      pen.oval(0, -36, 16, 9, '#b97f3f') +
      pen.line(
        'M-30 -48 l6 4 M-12 -58 l7 1 M14 -56 l5 5 M30 -44 l-4 6 M-34 -34 l5 3 M24 -24 l6 -3 M-16 -20 l6 2 M6 -17 l6 1',
        '#fdf3b8',
        3,
      ),
  ),
  cookie: food(
    '#c98f4e',
    80,
    80,
    (pen) =>
      pen.oval(0, -38, 38, 38) +
      [
        [-14, -52],
        [10, -56],
        [-4, -34],
        [18, -32],
        [-20, -26],
        [4, -14],
      ]
        .map(([x = 0, y = 0]) => pen.oval(x, y, 5, 4.4, '#4f2f1e'))
        .join(''),
  ),
  'ice cream': food(
    '#f4b8c8',
    70,
    118,
    (pen) =>
      pen.shape('M-24 -58 H24 L0 0Z', '#d9a35a') +
      pen.line('M-18 -56 L6 -14 M-6 -58 L12 -26 M18 -56 L-6 -14 M6 -58 L-12 -26', '#b57f3a', 1.8) +
      pen.oval(0, -66, 29, 24) +
      pen.oval(-6, -92, 21, 19, '#fbefd8') +
      pen.oval(-2, -112, 7, 7, '#cf2f3c') +
      pen.shape('M-28 -60 q7 14 14 0 q7 12 14 0 q7 14 14 0 q7 8 14 -4Z'),
  ),
  coffee: food(
    '#f3ece0',
    110,
    104,
    (pen) =>
      steam(pen, -4, -66) +
      pen.oval(-4, -3, 52, 7, pen.dark(0.08)) +
      pen.line('M30 -48 Q56 -50 52 -30 Q46 -14 26 -18', pen.main, 8) +
      pen.shape('M-40 -60 H34 Q34 -4 8 -4 H-14 Q-40 -4 -40 -60Z') +
      pen.oval(-3, -60, 37, 9, '#4b2e1f') +
      pen.oval(-6, -61, 14, 4, '#a9764a'),
  ),
  teapot: food(
    '#5f93b5',
    124,
    92,
    (pen) =>
      steam(pen, -58, -62) +
      pen.line('M38 -60 Q66 -64 60 -38 Q54 -18 32 -18', pen.main, 8) +
      pen.shape('M-36 -46 Q-54 -44 -58 -66 L-66 -64 Q-66 -24 -34 -22Z') +
      pen.shape('M-42 -36 Q-42 -70 0 -70 Q42 -70 42 -36 Q38 0 0 0 Q-38 0 -42 -36Z') +
      pen.oval(0, -69, 24, 6, pen.dark(0.12)) +
      pen.oval(0, -79, 7, 7) +
      pen.line('M-30 -38 Q0 -24 30 -38', pen.pale(0.6), 3),
    0.24,
  ),
  wine: food(
    '#8c1f3c',
    56,
    112,
    (pen) =>
      pen.see(0.7, pen.shape('M-25 -108 Q-30 -56 0 -54 Q30 -56 25 -108Z', '#eaf2f6')) +
      pen.shape('M-26 -84 Q-26 -57 0 -56 Q26 -57 26 -84Z') +
      pen.line('M0 -54 V-6', '#dfe9ee', 4) +
      pen.oval(0, -4, 22, 4.4, '#dfe9ee'),
  ),
  bottle: food(
    '#3f7a55',
    44,
    124,
    (pen) =>
      pen.shape('M-7 -122 H7 V-90 Q20 -82 20 -64 V0 H-20 V-64 Q-20 -82 -7 -90Z') +
      pen.box(-8, -126, 16, 9, '#a9803c', 2) +
      pen.box(-20, -54, 40, 32, '#f3ead6') +
      pen.line('M-12 -44 H12 M-12 -36 H8', '#8a7a5c', 2.4),
  ),
  milk: food(
    '#f6f8fa',
    52,
    92,
    (pen) =>
      pen.shape('M-22 -88 L-18 0 H18 L22 -88Z', '#e4eff4') +
      pen.shape('M-20.500 -66 L-17 -2 H17 L20.500 -66Z', pen.or('#ffffff')),
  ),
  egg: food(
    '#f3e3cc',
    64,
    80,
    (pen) =>
      pen.shape('M0 -78 Q-30 -70 -30 -30 Q-28 0 0 0 Q28 0 30 -30 Q30 -70 0 -78Z') +
      pen.oval(-10, -48, 6, 10, pen.pale(0.6)),
  ),
  sushi: food('#f0824f', 116, 60, (pen) =>
    [-30, 30]
      .map((x) =>
        pen.at(
          x,
          0,
          1,
          0,
          pen.box(-26, -32, 52, 30, '#fbf8f2', 14) +
            pen.shape('M-30 -28 Q-24 -52 6 -52 Q32 -50 30 -28 Q0 -38 -30 -28Z') +
            pen.line('M-16 -46 l6 14 M0 -51 l4 15 M14 -49 l3 16', pen.pale(0.6), 2.6) +
            pen.box(-7, -46, 12, 44, '#2b3a34'),
        ),
      )
      .join(''),
  ),
  noodles: food(
    '#c93a34',
    116,
    92,
    (pen) =>
      steam(pen, 0, -62) +
      pen.line('M18 -98 L34 -40 M34 -100 L42 -40', '#8a5a30', 4) +
      pen.oval(0, -42, 52, 13, '#f0d795') +
      pen.line('M-40 -46 q12 -10 24 0 q12 10 24 0 q12 -10 24 0 M-34 -40 q12 -8 24 0 q12 8 24 0', '#d9b25a', 3.4) +
      pen.oval(-20, -47, 12, 8, '#fdf8ea') +
      pen.oval(-20, -47, 5, 4, '#f2a52c') +
      pen.shape('M-54 -42 Q0 -28 54 -42 Q50 -2 18 0 H-18 Q-50 -2 -54 -42Z'),
    0.24,
  ),
};
