import type { Drawing } from '../canvas/pen.ts';
import { thing } from './object-shapes.ts';

const star = (cx: number, cy: number, outer: number, inner: number, points = 5): string =>
  `M${Array.from({ length: points * 2 }, (_, i) => {
    const angle = (Math.PI * i) / points - Math.PI / 2;
    const radius = i % 2 ? inner : outer;
    return `${(cx + Math.cos(angle) * radius).toFixed(1)} ${(cy + Math.sin(angle) * radius).toFixed(1)}`;
  }).join(' L')}Z`;

/** Signs, treasures and bodies in space, by name. */
export const symbolsDrawings: Record<string, Drawing> = {
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
