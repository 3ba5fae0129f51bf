import type { Drawing, Pen } from '../canvas/pen.ts';

const thing = (
  size: number,
  place: Drawing['place'],
  colour: string,
  width: number,
  height: number,
  draw: (pen: Pen) => string,
  more: Partial<Drawing> = {},
): Drawing => ({ size, place, colour, width, height, motion: 'still', draw, ...more });

const star = (cx: number, cy: number, outer: number, inner: number, points = 5): string =>
  `M${Array.from({ length: points * 2 }, (_, i) => {
    const angle = (Math.PI * i) / points - Math.PI / 2;
    const radius = i % 2 ? inner : outer;
    return `${(cx + Math.cos(angle) * radius).toFixed(1)} ${(cy + Math.sin(angle) * radius).toFixed(1)}`;
  }).join(' L')}Z`;

const books = (pen: Pen): string =>
  [
    [0, '#3f6f9c', 92],
    [-18, '#c0483c', 82],
    [-36, '#d9a53a', 96],
  ]
    .map(
      ([y, colour, width]) =>
        pen.box(-Number(width) / 2, Number(y) - 17, Number(width), 17, String(colour), 3) +
        pen.box(-Number(width) / 2 + 6, Number(y) - 13, Number(width) - 6, 9, '#f6efe0', 1),
    )
    .join('');

const guitar = (pen: Pen): string =>
  pen.box(-4, -122, 8, 62, '#5b3a24') +
  pen.box(-8, -134, 16, 16, '#4a2f1d', 3) +
  pen.shape('M0 -66 Q-20 -66 -19 -48 Q-18 -38 -28 -28 Q-36 0 0 0 Q36 0 28 -28 Q18 -38 19 -48 Q20 -66 0 -66Z') +
  pen.oval(0, -40, 9, 9, '#3a2417') +
  pen.box(-11, -16, 22, 4, '#3a2417', 1) +
  pen.line('M-2.500 -130 V-14 M0 -130 V-14 M2.500 -130 V-14', '#f0e6d0', 0.7);

/** Made things, by name. */
export const objectDrawings: Record<string, Drawing> = {
  table: thing(
    0.42,
    'ground',
    '#9a6a40',
    150,
    66,
    (pen) =>
      pen.line('M-58 -52 L-62 0 M58 -52 L62 0 M-44 -52 L-42 -10 M44 -52 L42 -10', pen.dark(0.2), 7) +
      pen.box(-72, -64, 144, 11, pen.main, 4),
    { perch: 62 },
  ),
  chair: thing(
    0.4,
    'ground',
    '#a8713f',
    62,
    104,
    (pen) =>
      pen.line('M-20 -46 V0 M20 -44 V0 M-20 -100 V-46 M-12 -44 V-8 M12 -42 V-8', pen.dark(0.15), 6) +
      pen.box(-24, -104, 12, 10, pen.main, 3) +
      pen.box(-24, -98, 10, 50, pen.main, 3) +
      pen.box(-25, -52, 50, 9, pen.main, 3),
    { perch: 52 },
  ),
  sofa: thing(
    0.44,
    'ground',
    '#5b7f8f',
    170,
    76,
    (pen) =>
      pen.box(-72, -74, 144, 46, pen.dark(0.1), 14) +
      pen.box(-64, -40, 64, 22, pen.pale(0.1), 7) +
      pen.box(0, -40, 64, 22, pen.pale(0.1), 7) +
      pen.box(-84, -54, 24, 48, pen.main, 10) +
      pen.box(60, -54, 24, 48, pen.main, 10) +
      pen.box(-72, -20, 144, 14, pen.dark(0.16), 4) +
      pen.box(-70, -7, 8, 7, '#4a3324') +
      pen.box(62, -7, 8, 7, '#4a3324'),
    { perch: 38 },
  ),
  bed: thing(
    0.42,
    'ground',
    '#6f8fb5',
    180,
    76,
    (pen) =>
      pen.box(-88, -76, 10, 76, '#7a5234', 3) +
      pen.box(80, -46, 8, 46, '#7a5234', 3) +
      pen.box(-80, -36, 162, 24, '#f3eee6', 4) +
      pen.box(-74, -52, 44, 20, '#fdfcf9', 8) +
      pen.shape('M-30 -46 Q20 -54 82 -44 V-12 H-30Z'),
    { perch: 44 },
  ),
  lamp: thing(
    0.34,
    'table',
    '#e0a94a',
    66,
    108,
    (pen) =>
      pen.shine(0, -66, 80, '#ffdf96', 0.6) +
      pen.box(-3, -62, 6, 58, '#7a6248') +
      pen.oval(0, -3, 20, 5, '#7a6248') +
      pen.shape('M-16 -104 H16 L32 -60 H-32Z') +
      pen.oval(0, -60, 32, 4, '#fff0c4'),
  ),
  candle: thing(
    0.22,
    'table',
    '#f5ecd8',
    44,
    110,
    (pen) =>
      pen.shine(0, -92, 60, '#ffc45e', 0.85) +
      pen.box(-11, -72, 22, 68, pen.main, 3) +
      pen.line('M0 -72 V-82', '#3a2f28', 2) +
      pen.lightShape(`M-7 -84 Q-8 -96 ${pen.swing(0.8)} -110 Q8 -96 7 -84 Q0 -76 -7 -84Z`, '#ffb02e') +
      pen.light(0, -86, 3, 6, '#fff3c0') +
      pen.oval(0, -3, 24, 5, '#a8863f'),
  ),
  book: thing(
    0.24,
    'table',
    '#9c3f3a',
    120,
    58,
    (pen) =>
      pen.shape('M-58 -40 Q-28 -54 0 -40 Q28 -54 58 -40 V-2 Q28 -14 0 -2 Q-28 -14 -58 -2Z') +
      pen.shape('M-54 -44 Q-26 -58 0 -44 V-8 Q-26 -20 -54 -8Z M54 -44 Q26 -58 0 -44 V-8 Q26 -20 54 -8Z', '#fbf6e9') +
      pen.line(
        'M-46 -40 q20 -8 38 0 M-46 -32 q20 -8 38 0 M-46 -24 q20 -8 38 0 M46 -40 q-20 -8 -38 0 M46 -32 q-20 -8 -38 0 M46 -24 q-20 -8 -38 0',
        '#b9ad95',
        1.4,
      ),
  ),
  books: thing(0.26, 'table', '#3f6f9c', 100, 56, books),
  clock: thing(
    0.3,
    'table',
    '#c0483c',
    92,
    104,
    (pen) =>
      pen.line('M-24 -10 L-34 0 M24 -10 L34 0', pen.dark(0.2), 6) +
      pen.oval(-26, -88, 14, 10, pen.dark(0.1)) +
      pen.oval(26, -88, 14, 10, pen.dark(0.1)) +
      pen.oval(0, -46, 44, 44) +
      pen.oval(0, -46, 36, 36, '#fdfaf2') +
      pen.line('M0 -78 v6 M0 -20 v6 M-32 -46 h6 M26 -46 h6', '#3a3640', 3) +
      pen.at(0, -46, 1, pen.time * 6, pen.line('M0 0 L0 -26', '#3a3640', 3.4)) +
      pen.line('M0 -46 L16 -36', '#3a3640', 4.4),
  ),
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
  guitar: thing(0.46, 'table', '#b5702f', 66, 136, guitar),
  piano: thing(
    0.52,
    'ground',
    '#25232a',
    160,
    96,
    (pen) =>
      pen.box(-74, -96, 148, 62, pen.main, 4) +
      pen.box(-78, -46, 156, 14, pen.pale(0.1), 2) +
      pen.box(-70, -44, 140, 9, '#fbf9f4') +
      pen.line(Array.from({ length: 19 }, (_, i) => `M${-66 + i * 7} -44 v5`).join(' '), '#25232a', 3) +
      pen.box(-70, -34, 9, 34, pen.main) +
      pen.box(61, -34, 9, 34, pen.main) +
      pen.box(-24, -84, 48, 30, '#f6efe0', 1),
  ),
  violin: thing(
    0.36,
    'table',
    '#a8562a',
    60,
    124,
    (pen) =>
      pen.box(-3, -112, 6, 54, '#3a241a') +
      pen.oval(0, -116, 6, 6, '#3a241a') +
      pen.shape('M0 -66 Q-18 -66 -16 -48 Q-9 -38 -18 -28 Q-26 0 0 0 Q26 0 18 -28 Q9 -38 16 -48 Q18 -66 0 -66Z') +
      pen.line('M-9 -40 q-4 8 0 14 M9 -40 q4 8 0 14', '#3a1f14', 1.8) +
      pen.line('M-1 -112 V-12 M1.500 -112 V-12', '#f3e6cf', 0.7) +
      pen.line('M-30 -6 L36 -100', '#6b452b', 2.4),
  ),
  trumpet: thing(
    0.26,
    'table',
    '#e2b23a',
    130,
    54,
    (pen) =>
      pen.line('M-56 -34 H30 M-20 -34 Q-34 -34 -34 -22 Q-34 -12 -20 -12 H14 Q28 -12 28 -24 V-34', pen.main, 6) +
      pen.shape('M26 -38 Q50 -40 64 -56 V-12 Q50 -28 26 -30Z') +
      pen.line('M-8 -46 V-16 M4 -46 V-16 M16 -46 V-16', pen.dark(0.2), 5),
  ),
  drum: thing(
    0.3,
    'ground',
    '#c0392f',
    96,
    72,
    (pen) =>
      pen.shape('M-44 -52 V-8 Q0 12 44 -8 V-52Z') +
      pen.line('M-44 -46 L-26 -2 L-8 -42 L8 -2 L26 -42 L44 -8', '#f5e9cf', 2.6) +
      pen.oval(0, -52, 44, 13, '#f8f2e4') +
      pen.line('M-36 -84 L-4 -54 M38 -84 L8 -54', '#a8713f', 4),
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
  balloon: thing(
    0.3,
    'sky',
    '#e0403f',
    56,
    124,
    (pen) =>
      pen.line('M0 -58 Q8 -36 -2 -16 Q-6 -8 0 0', '#8a8a92', 1.4) +
      pen.shape('M0 -62 Q-28 -72 -28 -98 Q-26 -124 0 -124 Q26 -124 28 -98 Q28 -72 0 -62Z') +
      pen.shape('M-5 -57 L0 -63 L5 -57Z', pen.dark(0.2)) +
      pen.oval(-10, -108, 6, 9, pen.pale(0.6)),
    { motion: 'float' },
  ),
  kite: thing(
    0.3,
    'sky',
    '#e8792b',
    70,
    130,
    (pen) =>
      pen.line(`M0 -40 q${14 + pen.swing(1.6) * 6} 12 0 22 q${-14 - pen.swing(1.6) * 6} 10 0 22`, '#8a8a92', 1.6) +
      pen.shape('M0 -126 L32 -90 L0 -40 L-32 -90Z') +
      pen.shape('M0 -126 L32 -90 L0 -90Z M0 -40 L-32 -90 L0 -90Z', pen.second ?? '#3f8fc0') +
      pen.shape('M-7 -22 L0 -18 L7 -22 L7 -14 L0 -18 L-7 -14Z', '#d8433a'),
    { motion: 'float' },
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
  key: thing(0.2, 'table', '#d9a93f', 110, 46, (pen) =>
    pen.line('M-44 -22 a13 13 0 1 0 26 0 a13 13 0 1 0 -26 0 M-16 -22 H46 M34 -22 V-6 M44 -22 V-8', pen.main, 8),
  ),
  heart: thing(
    0.36,
    'sky',
    '#e0344f',
    96,
    90,
    (pen) =>
      pen.at(
        0,
        -45,
        1 + pen.swing(1.1) * 0.03,
        0,
        pen.shape('M0 44 Q-62 2 -44 -32 Q-22 -58 0 -26 Q22 -58 44 -32 Q62 2 0 44Z') +
          pen.oval(-22, -24, 8, 7, pen.pale(0.55)),
      ),
    { motion: 'float' },
  ),
  star: thing(
    0.3,
    'sky',
    '#f6c93f',
    96,
    92,
    (pen) => pen.shine(0, -46, 70, '#fff0b0', 0.5) + pen.shape(star(0, -44, 48, 21)),
    { motion: 'float' },
  ),
  crown: thing(
    0.24,
    'table',
    '#efbc3c',
    100,
    70,
    (pen) =>
      pen.shape('M-44 -4 L-50 -56 L-24 -34 L0 -68 L24 -34 L50 -56 L44 -4Z') +
      pen.box(-45, -13, 90, 13, pen.dark(0.12), 2) +
      [-50, 0, 50].map((x, i) => pen.oval(x, i === 1 ? -69 : -57, 5, 5, '#f8e2a0')).join('') +
      pen.oval(0, -24, 6, 8, '#c9324a') +
      pen.oval(-24, -20, 4.4, 6, '#3f7fc0') +
      pen.oval(24, -20, 4.4, 6, '#3fa06a'),
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
  vase: thing(
    0.34,
    'table',
    '#4f86b0',
    90,
    128,
    (pen) =>
      [-26, -8, 12, 28]
        .map(
          (x, i) =>
            pen.line(`M0 -60 Q${x * 0.4} -80 ${x} -${98 + (i % 2) * 14}`, '#5a9448', 3) +
            Array.from({ length: 6 }, (_, k) =>
              pen.at(
                x,
                -100 - (i % 2) * 14,
                1,
                k * 60,
                pen.oval(0, -8, 5, 8, ['#e2607f', '#f2b43c', '#b56fc0', '#f4f0ea'][i] ?? '#e2607f'),
              ),
            ).join('') +
            pen.oval(x, -100 - (i % 2) * 14, 4.4, 4.4, '#8a5a24'),
        )
        .join('') +
      pen.shape('M-14 -66 H14 Q10 -54 22 -44 Q34 -20 18 0 H-18 Q-34 -20 -22 -44 Q-10 -54 -14 -66Z') +
      pen.line('M-26 -30 Q0 -22 26 -30', pen.pale(0.6), 3),
  ),
  sword: thing(
    0.44,
    'ground',
    '#cfd6de',
    44,
    124,
    (pen) =>
      pen.shape('M-6 0 L-6 -92 L0 -92 L6 -92 L6 0 L0 10Z'.replace('L0 10Z', 'L0 8Z')) +
      pen.line('M0 -90 V2', pen.dark(0.2), 1.6) +
      pen.box(-22, -98, 44, 8, '#b58a3a', 3) +
      pen.box(-4, -118, 8, 22, '#5b3726', 2) +
      pen.oval(0, -122, 6, 6, '#b58a3a'),
  ),
  shield: thing(
    0.34,
    'ground',
    '#3f62a8',
    84,
    100,
    (pen) =>
      pen.shape('M-40 -96 Q0 -104 40 -96 V-50 Q36 -16 0 0 Q-36 -16 -40 -50Z', '#c9a24c') +
      pen.shape('M-33 -90 Q0 -96 33 -90 V-50 Q30 -20 0 -8 Q-30 -20 -33 -50Z') +
      pen.shape('M-6 -92 H6 V-10 H-6Z M-33 -62 H33 V-50 H-33Z', '#f3dfa4'),
  ),
  flag: thing(
    0.5,
    'ground',
    '#d23f3a',
    90,
    118,
    (pen) =>
      pen.box(-34, -118, 5, 118, '#8a8f98', 2) +
      pen.shape(
        `M-29 -112 Q-6 ${-122 - pen.swing(1.5) * 5} 14 -112 Q32 ${-104 + pen.swing(1.5) * 5} 46 -112 V-66 Q32 ${-58 + pen.swing(1.5) * 5} 14 -66 Q-6 ${-76 - pen.swing(1.5) * 5} -29 -66Z`,
      ),
  ),
  bench: thing(
    0.38,
    'ground',
    '#9a6638',
    140,
    70,
    (pen) =>
      pen.line('M-52 -66 V0 M52 -66 V0 M-58 -30 V0 M58 -30 V0', '#3d4048', 5) +
      [-64, -52].map((y) => pen.box(-64, y, 128, 9, pen.main, 2)).join('') +
      pen.box(-68, -34, 136, 8, pen.pale(0.12), 2) +
      pen.box(-68, -26, 136, 5, pen.dark(0.15), 2),
    { perch: 36 },
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
  trophy: thing(
    0.28,
    'table',
    '#efbc3c',
    90,
    106,
    (pen) =>
      pen.line('M-26 -92 Q-50 -92 -42 -70 Q-36 -58 -22 -58 M26 -92 Q50 -92 42 -70 Q36 -58 22 -58', pen.main, 6) +
      pen.shape('M-30 -102 H30 Q30 -46 0 -42 Q-30 -46 -30 -102Z') +
      pen.box(-5, -44, 10, 24, pen.dark(0.1)) +
      pen.box(-24, -20, 48, 20, '#4b3a30', 3) +
      pen.shape(star(0, -76, 14, 6), pen.pale(0.6)),
  ),
  diamond: thing(
    0.24,
    'table',
    '#8fd3ee',
    96,
    80,
    (pen) =>
      pen.shape('M-28 -78 H28 L46 -52 L0 0 L-46 -52Z') +
      pen.shape('M-28 -78 L-14 -52 L0 -78 L14 -52 L28 -78Z', pen.pale(0.5)) +
      pen.shape('M-14 -52 H14 L0 0Z', pen.pale(0.3)) +
      pen.shape('M14 -52 H46 L0 0Z', pen.dark(0.12)),
  ),
  'light bulb': thing(
    0.26,
    'table',
    '#ffdd70',
    66,
    104,
    (pen) =>
      pen.shine(0, -64, 76, '#ffe99a', 0.8) +
      pen.shape('M-15 -32 Q-17 -44 -28 -54 Q-40 -100 0 -102 Q40 -100 28 -54 Q17 -44 15 -32Z') +
      pen.line('M-9 -34 L-12 -62 L0 -54 L12 -62 L9 -34', '#d98a1f', 2) +
      pen.box(-14, -32, 28, 22, '#a9afb8', 3) +
      pen.line('M-14 -25 H14 M-14 -17 H14', '#7d838d', 2) +
      pen.box(-6, -10, 12, 7, '#5d636d', 2),
  ),
  window: thing(
    0.6,
    'table',
    '#f4ede0',
    96,
    116,
    (pen) =>
      pen.box(-46, -116, 92, 112, pen.main, 3) +
      [-38, 3].map((x) => [-108, -58].map((y) => pen.pane(x, y, 35, 46)).join('')).join('') +
      pen.box(-52, -8, 104, 8, pen.dark(0.12), 2),
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
  anchor: thing(
    0.34,
    'ground',
    '#4b5a6a',
    96,
    108,
    (pen) =>
      pen.line(
        'M-9 -98 a9 9 0 1 0 18 0 a9 9 0 1 0 -18 0 M0 -88 V-6 M-24 -72 H24 M-42 -38 Q-38 -4 0 -4 Q38 -4 42 -38',
        pen.main,
        9,
      ) + pen.shape('M-52 -34 L-42 -54 L-30 -36Z M52 -34 L42 -54 L30 -36Z'),
  ),
  'treasure chest': thing(
    0.34,
    'ground',
    '#8a5830',
    116,
    84,
    (pen) =>
      pen.shape('M-50 -66 Q-48 -92 0 -92 Q48 -92 50 -66 L46 -44 H-46Z', pen.dark(0.16)) +
      [-34, -18, 0, 16, 32, -26, 8, 24, -8]
        .map((x, i) => pen.oval(x, -44 - (i > 4 ? 7 : 0), 10, 6, i % 2 ? '#f6cf4f' : '#e5b02f'))
        .join('') +
      pen.box(-52, -42, 104, 42, pen.main, 3) +
      pen.box(-40, -42, 8, 42, '#c9a24c') +
      pen.box(32, -42, 8, 42, '#c9a24c') +
      pen.box(-9, -42, 18, 16, '#e2bd5c', 3),
  ),
  globe: thing(
    0.3,
    'table',
    '#4f93c9',
    84,
    106,
    (pen) =>
      pen.box(-24, -6, 48, 6, '#7a5234', 2) +
      pen.box(-3, -18, 6, 14, '#7a5234') +
      pen.line('M-30 -94 Q-54 -40 0 -18 Q30 -16 40 -40', '#b58a3a', 4) +
      pen.oval(0, -60, 38, 38) +
      pen.shape(
        'M-24 -84 q14 -10 26 -4 q4 12 -8 16 q-4 14 -14 10 q-10 -8 -4 -22Z M8 -62 q14 -8 24 2 q2 16 -10 26 q-12 -2 -10 -14 q-8 -6 -4 -14Z M-22 -48 q10 0 12 10 q-2 10 -8 8 q-8 -8 -4 -18Z',
        '#6fae5a',
      ),
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
  satellite: thing(
    0.34,
    'space',
    '#c9ced6',
    150,
    66,
    (pen) =>
      pen.box(-72, -46, 48, 26, '#3f62a8', 1) +
      pen.box(24, -46, 48, 26, '#3f62a8', 1) +
      pen.line(
        'M-60 -46 v26 M-48 -46 v26 M-36 -46 v26 M36 -46 v26 M48 -46 v26 M60 -46 v26 M-24 -33 H24',
        '#9fb8e0',
        1.6,
      ) +
      pen.box(-15, -54, 30, 42, pen.main, 4) +
      pen.oval(0, -6, 12, 5, '#e9edf2'),
    { motion: 'float' },
  ),
  planet: thing(
    0.44,
    'space',
    '#d99a5a',
    100,
    100,
    (pen) =>
      pen.oval(0, -50, 48, 48) +
      pen.see(
        0.55,
        pen.shape(
          'M-46 -62 Q0 -50 46 -64 Q48 -58 48 -52 Q0 -40 -48 -50Z M-40 -24 Q0 -12 42 -26 Q36 -16 30 -12 Q0 -4 -32 -14Z',
          pen.dark(0.25),
        ) + pen.oval(18, -70, 10, 6, pen.pale(0.35)),
      ),
    { motion: 'float' },
  ),
  saturn: thing(
    0.5,
    'space',
    '#e2bd7f',
    170,
    100,
    (pen) =>
      pen.at(
        0,
        -50,
        1,
        -16,
        pen.line('M-44 -6 Q-84 -4 -78 8 M44 -6 Q84 -4 78 8', '#f0dcb4', 7) +
          pen.oval(0, 0, 46, 46) +
          pen.see(0.5, pen.shape('M-45 -10 Q0 0 45 -10 Q46 -2 45 4 Q0 14 -45 4Z', pen.dark(0.2))) +
          pen.line('M-78 8 Q-60 24 0 24 Q60 24 78 8', '#f0dcb4', 7),
      ),
    { motion: 'float' },
  ),
  earth: thing(
    0.5,
    'space',
    '#3f86c9',
    100,
    100,
    (pen) =>
      pen.shine(0, -50, 66, '#8fd0ff', 0.6) +
      pen.oval(0, -50, 48, 48) +
      pen.shape(
        'M-34 -78 q20 -18 36 -8 q4 14 -10 18 q-4 16 -18 14 q-14 -10 -8 -24Z M10 -54 q16 -10 30 2 q4 20 -10 34 q-14 0 -12 -16 q-12 -8 -8 -20Z M-24 -34 q12 -2 16 12 q-2 12 -8 10 q-12 -10 -8 -22Z',
        '#5fa857',
      ) +
      pen.see(0.7, pen.line('M-40 -60 q20 -6 40 2 M4 -82 q16 -2 26 8 M-20 -20 q20 8 44 -2', '#ffffff', 5)),
    { motion: 'float' },
  ),
  coral: thing(
    0.34,
    'deep',
    '#e8706a',
    90,
    92,
    (pen) =>
      pen.line(
        'M0 0 V-46 M0 -20 Q-26 -26 -28 -58 M-16 -30 Q-40 -34 -38 -52 M0 -30 Q24 -34 26 -70 M0 -46 Q-8 -62 -6 -86 M0 -46 Q12 -60 10 -80 M20 -44 Q38 -46 40 -62',
        pen.main,
        9,
      ),
    { motion: 'still' },
  ),
  seaweed: thing(
    0.4,
    'deep',
    '#3f8f5f',
    60,
    110,
    (pen) =>
      [-16, 0, 16]
        .map((x, i) =>
          pen.line(
            `M${x} 0 q${14 + pen.swing(3, i * 0.3) * 8} -26 0 -52 q${-14 + pen.swing(3, i * 0.3) * 8} -26 0 -${44 + i * 6}`,
            pen.dark(i * 0.1),
            7,
          ),
        )
        .join(''),
    { motion: 'still' },
  ),
};
