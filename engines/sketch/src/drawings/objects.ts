import type { Drawing } from '../canvas/pen.ts';
import { thing } from './object-shapes.ts';

/** Things to use, by name. */
export const objectsDrawings: Record<string, Drawing> = {
  phone: thing(
    0.2,
    'table',
    '#2a2d36',
    52,
    100,
    (pen) =>
      pen.box(-25, -98, 50, 98, pen.main, 8) +
      pen.box(-21, -90, 42, 80, '#7fc4e8', 3) +
      pen.box(-15, -82, 13, 13, '#f0b43a', 3) +
      pen.box(3, -82, 13, 13, '#e2607f', 3) +
      pen.box(-15, -63, 13, 13, '#5fb37a', 3) +
      pen.box(3, -63, 13, 13, '#f6f3ee', 3),
  ),
  computer: thing(
    0.32,
    'table',
    '#c3c8d0',
    130,
    92,
    (pen) =>
      pen.box(-52, -88, 104, 66, '#2a2d36', 6) +
      pen.box(-47, -83, 94, 56, '#3f6f9c', 2) +
      pen.line('M-38 -72 h34 M-30 -62 h40 M-30 -52 h26 M-38 -42 h48', '#9fe0c8', 3) +
      pen.shape('M-58 -18 H58 L70 0 H-70Z') +
      pen.line('M-48 -13 H48 M-52 -7 H52', pen.dark(0.3), 2.4),
  ),
  camera: thing(
    0.24,
    'table',
    '#3a3d47',
    116,
    82,
    (pen) =>
      pen.box(-20, -78, 38, 18, pen.dark(0.15), 5) +
      pen.box(-56, -66, 112, 66, pen.main, 9) +
      pen.box(-56, -50, 112, 10, pen.pale(0.25)) +
      pen.oval(0, -32, 27, 27, '#c5c9d1') +
      pen.oval(0, -32, 21, 21, '#23252c') +
      pen.oval(0, -32, 13, 13, '#3f5f8f') +
      pen.oval(-5, -37, 4, 4, '#d9ecf7') +
      pen.oval(42, -57, 5, 4, '#d8433a'),
  ),
  umbrella: thing(
    0.42,
    'ground',
    '#c8394a',
    116,
    104,
    (pen) =>
      pen.line('M0 -66 V-8 Q0 4 10 2 Q16 -2 14 -8', '#5b4636', 4) +
      pen.shape(
        'M-56 -58 Q-50 -104 0 -104 Q50 -104 56 -58 Q44 -68 36 -58 Q26 -70 18 -58 Q8 -70 0 -60 Q-8 -70 -18 -58 Q-26 -70 -36 -58 Q-44 -68 -56 -58Z',
      ) +
      pen.line('M0 -104 Q-18 -84 -18 -58 M0 -104 Q18 -84 18 -58 M0 -104 V-112', pen.dark(0.25), 1.8),
  ),
  ball: thing(
    0.18,
    'ground',
    '#e0503f',
    76,
    76,
    (pen) =>
      pen.oval(0, -37, 37, 37) +
      pen.shape('M-36 -44 Q0 -18 36 -44 Q38 -36 36 -28 Q0 0 -36 -28Z', '#fbf6ea') +
      pen.oval(-12, -56, 8, 6, pen.pale(0.6)),
  ),
  'soccer ball': thing(
    0.18,
    'ground',
    '#f6f6f4',
    76,
    76,
    (pen) =>
      pen.oval(0, -37, 37, 37) +
      pen.shape(
        'M0 -52 L14 -42 L9 -26 L-9 -26 L-14 -42Z M-36 -42 L-26 -52 L-22 -64 L-32 -56Z M36 -42 L26 -52 L22 -64 L32 -56Z M-24 -10 L-14 -4 L-6 -2 L-16 -14Z M24 -10 L14 -4 L6 -2 L16 -14Z',
        '#2b2b31',
      ) +
      pen.line('M0 -52 V-72 M14 -42 L28 -50 M9 -26 L18 -12 M-9 -26 L-18 -12 M-14 -42 L-28 -50', '#2b2b31', 1.6),
  ),
  basketball: thing(
    0.18,
    'ground',
    '#e07b2c',
    76,
    76,
    (pen) =>
      pen.oval(0, -37, 37, 37) +
      pen.line('M-37 -37 H37 M0 -74 V0 M-26 -63 Q-6 -37 -26 -11 M26 -63 Q6 -37 26 -11', '#3b2418', 2.4),
  ),
  gift: thing(0.24, 'ground', '#d8433f', 84, 92, (pen) => {
    const ribbon = pen.second ?? '#f6d25f';
    return (
      pen.box(-36, -54, 72, 54) +
      pen.box(-41, -66, 82, 17, pen.pale(0.12), 2) +
      pen.box(-7, -66, 14, 66, ribbon) +
      pen.line('M0 -66 q-26 -30 -30 -10 q2 12 30 10 q26 -30 30 -10 q-2 12 -30 10', ribbon, 5)
    );
  }),
  hat: thing(
    0.22,
    'table',
    '#2f2b33',
    116,
    66,
    (pen) =>
      pen.oval(0, -8, 56, 10) +
      pen.shape('M-32 -10 L-28 -64 Q0 -72 28 -64 L32 -10Z') +
      pen.shape('M-31 -22 L-30 -34 H30 L31 -22Z', pen.second ?? '#b5352f'),
  ),
  boot: thing(
    0.24,
    'ground',
    '#8a5a36',
    86,
    88,
    (pen) =>
      pen.shape('M-26 -84 H10 V-34 Q40 -28 42 -6 H-26Z') +
      pen.box(-28, -8, 72, 8, pen.dark(0.4), 2) +
      pen.line('M-4 -72 h12 M-4 -60 h12 M-4 -48 h12', '#f0e2c4', 2.4),
  ),
  glasses: thing(
    0.2,
    'table',
    '#2d2b33',
    130,
    44,
    (pen) =>
      pen.see(0.5, pen.oval(-30, -22, 24, 20, '#a9d5e8') + pen.oval(30, -22, 24, 20, '#a9d5e8')) +
      pen.line(
        'M-54 -22 a24 20 0 1 0 48 0 a24 20 0 1 0 -48 0 M6 -22 a24 20 0 1 0 48 0 a24 20 0 1 0 -48 0 M-6 -26 q6 -6 12 0 M-54 -26 L-64 -34 M54 -26 L64 -34',
        pen.main,
        5,
      ),
  ),
  pencil: thing(0.24, 'table', '#f0b53a', 40, 120, (pen) =>
    pen.at(
      0,
      0,
      1,
      14,
      pen.shape('M-9 -18 L0 0 L9 -18Z', '#f0dcb8') +
        pen.shape('M-3 -6 L0 0 L3 -6Z', '#2d2b33') +
        pen.box(-9, -100, 18, 82) +
        pen.box(-3, -100, 6, 82, pen.pale(0.3)) +
        pen.box(-9, -108, 18, 9, '#b9bec6') +
        pen.box(-9, -118, 18, 11, '#e58a8f', 4),
    ),
  ),
  telescope: thing(
    0.44,
    'ground',
    '#5a6f9a',
    110,
    112,
    (pen) =>
      pen.line('M0 -62 L-28 0 M0 -62 L28 0 M0 -62 V0', '#7a5638', 5) +
      pen.at(
        0,
        -68,
        1,
        -28,
        pen.box(-46, -11, 70, 22, pen.main, 3) +
          pen.box(22, -15, 30, 30, pen.dark(0.12), 4) +
          pen.box(-60, -7, 16, 14, '#2d2f38', 2),
      ),
  ),
  mailbox: thing(
    0.36,
    'ground',
    '#c8362f',
    66,
    100,
    (pen) =>
      pen.box(-4, -54, 8, 54, '#7a5638') +
      pen.shape('M-30 -54 V-78 Q-30 -94 -14 -94 H18 Q34 -94 34 -78 V-54Z') +
      pen.shape('M-30 -54 V-78 Q-30 -94 -14 -94 Q2 -94 2 -78 V-54Z', pen.dark(0.2)) +
      pen.line('M26 -84 V-102 H36', '#f0c14b', 4),
  ),
  backpack: thing(
    0.32,
    'ground',
    '#c9653a',
    76,
    94,
    (pen) =>
      pen.line('M-10 -90 q10 -12 20 0', pen.dark(0.3), 4) +
      pen.box(-34, -90, 68, 90, pen.main, 20) +
      pen.box(-24, -46, 48, 38, pen.dark(0.12), 8) +
      pen.line('M-24 -34 H24 M-20 -66 H20', pen.pale(0.5), 2.6) +
      pen.box(-4, -38, 8, 10, '#e8c98a', 2),
  ),
  'teddy bear': thing(
    0.3,
    'table',
    '#b9824c',
    84,
    104,
    (pen) =>
      pen.oval(-20, -8, 15, 10, pen.dark(0.06)) +
      pen.oval(20, -8, 15, 10, pen.dark(0.06)) +
      pen.oval(0, -32, 27, 28) +
      pen.oval(0, -30, 16, 18, pen.pale(0.35)) +
      pen.oval(-30, -42, 10, 15) +
      pen.oval(30, -42, 10, 15) +
      pen.oval(-20, -94, 11, 11, pen.dark(0.1)) +
      pen.oval(20, -94, 11, 11, pen.dark(0.1)) +
      pen.oval(0, -76, 27, 24) +
      pen.oval(0, -69, 12, 9, pen.pale(0.45)) +
      pen.eye(-9, -80, 3) +
      pen.eye(9, -80, 3) +
      pen.oval(0, -73, 4, 3, '#33231a'),
  ),
  clothesline: thing(
    0.5,
    'ground',
    '#f4f1ea',
    170,
    84,
    (pen) =>
      pen.line('M-80 0 V-84 M80 0 V-84', '#7a5638', 4) +
      pen.line('M-80 -78 Q0 -66 80 -78', '#8a8a92', 1.4) +
      [
        [-58, '#e2607f'],
        [-22, '#4f93c9'],
        [16, '#f2c34f'],
        [50, '#6fae7a'],
      ]
        .map(([x, colour]) => pen.shape(`M${Number(x) - 15} -73 h30 l${pen.swing(1.8) * 3} 38 h-30Z`, String(colour)))
        .join(''),
  ),
};
