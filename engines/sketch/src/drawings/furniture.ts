import type { Drawing, Pen } from '../canvas/pen.ts';
import { thing } from './object-shapes.ts';

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

/** Furniture, instruments and what stands in rooms, by name. */
export const furnitureDrawings: Record<string, Drawing> = {
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
};
