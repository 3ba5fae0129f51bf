import type { Drawing, Pen } from '../canvas/pen.ts';

const food = (colour: string, width: number, height: number, draw: (pen: Pen) => string, size = 0.2): Drawing => ({
  size,
  place: 'table',
  colour,
  width,
  height,
  draw,
  motion: 'still',
});

const leafy = (pen: Pen, x: number, y: number): string =>
  pen.shape(`M${x} ${y} q6 -18 24 -16 q-4 16 -24 16Z`, '#5f9a44');
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

/** Food and drink, by name. */
export const foodDrawings: Record<string, Drawing> = {
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
