import type { Drawing, Pen } from '../canvas/pen.ts';
import { vehicle } from './vehicle-shapes.ts';

const sailboat = (pen: Pen): string =>
  pen.line('M0 -18 V-118', '#6b4a31', 3.6) +
  pen.shape(`M4 -114 Q${46 + pen.swing(3) * 3} -70 52 -26 H4Z`, pen.isColoured ? pen.pale(0.14) : '#fbf5e8') +
  pen.shape('M-4 -104 Q-34 -60 -38 -26 H-4Z', pen.isColoured ? pen.pale(0.4) : '#f0e2c8') +
  pen.shape(`M0 -118 l-16 ${4 + pen.swing(1.3) * 2} l16 6Z`, '#d8433a') +
  pen.shape('M-58 -22 H62 Q52 2 34 4 H-34 Q-52 2 -58 -22Z', pen.main) +
  pen.line('M-56 -16 H60', pen.pale(0.6), 3);

const ship = (pen: Pen): string =>
  pen.see(0.6, [0, 1, 2].map((i) => pen.oval(-2 - i * 18, -104 - i * 9, 10 + i * 5, 8 + i * 3, '#d9d9dc')).join('')) +
  pen.box(-10, -92, 16, 30, '#c63f35', 2) +
  pen.box(-10, -92, 16, 7, '#2c2d35') +
  pen.box(20, -88, 14, 26, '#c63f35', 2) +
  pen.box(20, -88, 14, 6, '#2c2d35') +
  pen.box(-56, -44, 120, 18, '#f5f3ee', 2) +
  pen.box(-40, -62, 92, 20, '#fbfaf7', 2) +
  Array.from({ length: 8 }, (_, i) => pen.pane(-34 + i * 10.6, -56, 6, 7)).join('') +
  Array.from({ length: 10 }, (_, i) => pen.pane(-50 + i * 11, -39, 5, 6)).join('') +
  pen.shape('M-92 -30 H98 Q88 2 66 6 H-66 Q-84 2 -92 -30Z', pen.main) +
  pen.line('M-86 -8 H82', '#c63f35', 5);

const galleon = (pen: Pen): string =>
  [-46, 0, 42]
    .map(
      (x, i) =>
        pen.line(`M${x} -24 V${-118 + Math.abs(i - 1) * 14}`, '#5b3d28', 4) +
        [0, 1]
          .map((level) =>
            pen.shape(
              `M${x - 20 + level * 4} ${-104 + Math.abs(i - 1) * 12 + (1 - level) * 36} q${20} ${-8} ${40 - level * 8} 0 q${8} 16 0 32 q-20 -9 ${-40 + level * 8} 0 q7 -16 0 -32Z`,
              pen.isColoured ? pen.main : '#f2e6cf',
            ),
          )
          .join(''),
    )
    .join('') +
  pen.shape(`M0 -118 l20 ${3 + pen.swing(1.3) * 2} l-20 7Z`, '#23232b') +
  pen.line('M64 -34 L98 -58', '#5b3d28', 4) +
  pen.shape('M-80 -52 L-58 -52 L-54 -32 H56 L72 -40 Q70 2 40 6 H-48 Q-72 2 -80 -52Z', '#7a4d2c') +
  pen.line('M-74 -22 H66 M-68 -10 H62', '#573520', 2.4) +
  [-40, -20, 0, 20, 40].map((x) => pen.box(x, -20, 7, 7, '#33231a')).join('') +
  pen.pane(-74, -46, 7, 8);

const balloon = (pen: Pen): string =>
  pen.line('M-13 -22 L-28 -54 M13 -22 L28 -54 M-6 -22 L-10 -50 M6 -22 L10 -50', '#6a4a30', 1.4) +
  pen.box(-13, -24, 26, 20, '#a0713f', 3) +
  pen.line('M-12 -17 H12 M-12 -10 H12', '#7a5229', 1.6) +
  pen.shape('M-44 -92 Q-44 -134 0 -134 Q44 -134 44 -92 Q40 -62 12 -44 H-12 Q-40 -62 -44 -92Z') +
  pen.shape(
    'M-28 -124 Q-38 -82 -8 -44 H-12 Q-40 -62 -44 -92 Q-44 -114 -28 -124Z M-9 -133 Q-18 -84 -3 -44 H3 Q18 -84 9 -133Z M28 -124 Q38 -82 8 -44 H12 Q40 -62 44 -92 Q44 -114 28 -124Z',
    pen.second ?? '#f7e3b0',
  );

const rocket = (pen: Pen): string => {
  const blaze = 1 + pen.swing(0.3) * 0.12;
  return (
    pen.shine(0, 0, 60, '#ffb04a', 0.7) +
    `<g transform="scale(1 ${blaze.toFixed(3)})">${pen.lightShape('M-13 -18 Q-18 18 0 40 Q18 18 13 -18Z', '#ff8b2c')}${pen.lightShape('M-7 -18 Q-9 8 0 22 Q9 8 7 -18Z', '#ffe69a')}</g>` +
    pen.shape('M-20 -44 L-38 -10 L-18 -18Z M20 -44 L38 -10 L18 -18Z', '#d23f38') +
    pen.shape('M-20 -18 Q-28 -80 0 -130 Q28 -80 20 -18Z', pen.or('#f1f2f4')) +
    pen.shape('M-13 -98 Q-6 -118 0 -130 Q6 -118 13 -98Z', '#d23f38') +
    pen.oval(0, -74, 11, 11, '#7d8794') +
    pen.oval(0, -74, 8, 8, '#8fd0ea') +
    pen.box(-12, -20, 24, 7, '#5d6672', 2) +
    pen.shape('M-4 -46 L0 -52 L4 -46 L4 -12 H-4Z', '#d23f38')
  );
};

/** What sails and flies, by name. */
export const vesselsDrawings: Record<string, Drawing> = {
  airplane: vehicle(
    0.34,
    'sky',
    '#f4f5f7',
    176,
    74,
    'fly',
    (pen) =>
      pen.shape('M-70 -36 L-88 -70 L-72 -70 L-44 -40Z', pen.isColoured ? pen.dark(0.1) : '#c63f35') +
      pen.shape('M-10 -34 L-36 -64 L-24 -64 L24 -36Z', pen.dark(0.16)) +
      pen.shape('M-78 -32 Q-70 -44 -30 -46 H48 Q78 -42 88 -28 Q76 -18 46 -18 H-30 Q-66 -20 -78 -32Z') +
      Array.from({ length: 9 }, (_, i) => pen.oval(-34 + i * 10, -36, 2.6, 3, '#6fa6c4')).join('') +
      pen.shape('M64 -40 Q78 -36 82 -32 H62Z', '#6fa6c4') +
      pen.shape('M4 -26 L-40 10 L-24 10 L36 -24Z', pen.dark(0.1)) +
      pen.box(-10, -10, 18, 8, '#8f97a3', 4),
  ),
  helicopter: vehicle(
    0.32,
    'sky',
    '#d8932c',
    150,
    80,
    'fly',
    (pen) =>
      pen.line('M-28 -44 L-82 -54', pen.main, 9) +
      pen.line('M-82 -66 V-42', '#4b505a', 4) +
      pen.oval(12, -40, 42, 25) +
      pen.shape('M18 -62 Q52 -58 53 -38 H18Z', '#bfe0ec') +
      pen.line('M12 -65 V-74', '#4b505a', 4) +
      pen.line(`M${-58 + Math.abs(pen.swing(0.3)) * 20} -75 H${82 - Math.abs(pen.swing(0.3)) * 20}`, '#4b505a', 3.4) +
      pen.line('M-10 -16 V-6 M32 -16 V-6 M-26 -5 H50', '#4b505a', 3.4),
  ),
  'hot air balloon': vehicle(0.46, 'sky', '#d8493c', 90, 136, 'float', balloon),
  rocket: vehicle(0.66, 'space', '#f1f2f4', 80, 132, 'float', rocket),
  ufo: vehicle(
    0.32,
    'sky',
    '#9aa7b8',
    130,
    60,
    'float',
    (pen) =>
      pen.see(0.45, pen.lightShape('M-26 -16 L-54 80 H54 L26 -16Z', '#c9ffd8')) +
      pen.see(0.92, pen.shape('M-28 -34 Q-26 -66 0 -66 Q26 -66 28 -34Z', '#a8e4ee')) +
      pen.oval(0, -50, 8, 10, '#7fc45a') +
      pen.eye(-3, -52, 2.4) +
      pen.eye(4, -52, 2.4) +
      pen.shape('M-64 -24 Q-40 -44 0 -42 Q40 -44 64 -24 Q40 -8 0 -8 Q-40 -8 -64 -24Z') +
      [-40, -20, 0, 20, 40]
        .map((x, i) =>
          pen.light(x, -20 + Math.abs(x) * -0.06, 4, 3.4, ['#ffd34d', '#ff7a6a', '#7dffb0'][i % 3] ?? '#ffffff'),
        )
        .join(''),
  ),
  sailboat: vehicle(0.5, 'water', '#a8562f', 124, 122, 'bob', sailboat),
  ship: vehicle(0.6, 'water', '#26374f', 196, 110, 'bob', ship),
  'pirate ship': vehicle(0.68, 'water', '#f2e6cf', 190, 124, 'bob', galleon),
  canoe: vehicle(
    0.22,
    'water',
    '#a8572c',
    140,
    40,
    'bob',
    (pen) =>
      pen.shape('M-70 -30 Q-54 -14 0 -14 Q54 -14 70 -30 Q60 4 0 4 Q-60 4 -70 -30Z') +
      pen.line('M-62 -24 Q0 -10 62 -24', pen.pale(0.4), 2.4) +
      pen.line('M-20 -44 L26 2', '#d9b27a', 3.4),
  ),
  submarine: vehicle(
    0.4,
    'deep',
    '#f0b62c',
    160,
    90,
    'swim',
    (pen) =>
      pen.line('M12 -62 V-88 H24', '#5d6672', 5) +
      pen.box(-14, -70, 44, 26, pen.main, 8) +
      pen.oval(4, -32, 68, 27) +
      pen.shape('M-62 -32 L-84 -50 V-14Z', pen.dark(0.2)) +
      [-22, 8, 38].map((x) => pen.oval(x, -34, 10, 10, '#7d8794') + pen.oval(x, -34, 7, 7, '#9fdcef')).join(''),
  ),
};
