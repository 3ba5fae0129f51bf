import type { Drawing, Pen } from '../canvas/pen.ts';

const vehicle = (
  size: number,
  place: Drawing['place'],
  colour: string,
  width: number,
  height: number,
  motion: NonNullable<Drawing['motion']>,
  draw: (pen: Pen) => string,
  perch?: number,
): Drawing => ({ size, place, colour, width, height, motion, draw, ...(perch !== undefined && { perch }) });

const wheel = (pen: Pen, x: number, radius: number): string =>
  pen.at(
    x,
    -radius,
    1,
    pen.time * 120,
    pen.oval(0, 0, radius, radius, '#26262c') +
      pen.oval(0, 0, radius * 0.55, radius * 0.55, '#c3c8cf') +
      pen.line(`M${-radius * 0.5} 0 H${radius * 0.5} M0 ${-radius * 0.5} V${radius * 0.5}`, '#7c838d', 1.6),
  );

const car = (pen: Pen): string =>
  pen.shape('M-72 -12 Q-78 -34 -58 -38 L-40 -40 Q-26 -64 -8 -64 L20 -64 Q34 -62 46 -40 Q74 -38 74 -24 L74 -12Z') +
  pen.shape('M-34 -40 Q-24 -58 -8 -58 L2 -58 V-40Z', '#bfe0ec') +
  pen.shape('M7 -58 L19 -58 Q30 -56 39 -40 H7Z', '#bfe0ec') +
  pen.line('M4 -40 V-14 M-72 -24 H74', pen.dark(0.25), 1.6) +
  pen.box(-14, -34, 10, 3, '#e9edf0', 1) +
  pen.oval(70, -30, 4, 5, '#fff3c4') +
  (pen.isDark ? pen.shine(76, -30, 34, '#fff0b8', 0.8) : '') +
  pen.oval(-73, -30, 3, 5, '#d7372f') +
  wheel(pen, -42, 14) +
  wheel(pen, 44, 14);

const train = (pen: Pen): string => {
  const carriage = (x: number) =>
    pen.box(x, -60, 84, 48, pen.main, 4) +
    pen.box(x - 2, -66, 88, 9, pen.dark(0.3), 4) +
    [8, 32, 56].map((d) => pen.pane(x + d, -52, 18, 16)).join('') +
    pen.box(x, -28, 84, 5, pen.pale(0.5)) +
    wheel(pen, x + 18, 8) +
    wheel(pen, x + 66, 8) +
    pen.box(x + 84, -18, 8, 4, '#3a3a42');
  const smoke = pen.see(
    0.7,
    [0, 1, 2, 3]
      .map((i) => pen.oval(116 - i * 20 - pen.swing(3, i * 0.2) * 4, -98 - i * 9, 11 + i * 4, 9 + i * 3, '#eceae8'))
      .join(''),
  );
  return (
    smoke +
    carriage(-146) +
    carriage(-54) +
    pen.box(40, -66, 34, 54, pen.main, 3) +
    pen.box(36, -74, 42, 9, pen.dark(0.35), 3) +
    pen.pane(47, -58, 20, 18) +
    pen.box(72, -48, 62, 36, '#34363f', 8) +
    pen.box(110, -78, 13, 32, '#34363f') +
    pen.box(106, -84, 21, 8, '#c9a24c', 2) +
    pen.oval(88, -52, 9, 8, '#c9a24c') +
    pen.shape('M134 -14 L152 0 H130Z', '#c9432f') +
    pen.oval(135, -38, 5, 5, '#ffe9a8') +
    wheel(pen, 54, 14) +
    wheel(pen, 92, 11) +
    wheel(pen, 120, 11) +
    pen.line('M54 -12 H120', '#c9a24c', 3)
  );
};

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

/** What people ride, drive, sail and fly, by name. */
export const vehicleDrawings: Record<string, Drawing> = {
  car: vehicle(0.46, 'ground', '#c9362f', 152, 68, 'drift', car, 62),
  taxi: vehicle(
    0.46,
    'ground',
    '#f2bf2c',
    152,
    76,
    'drift',
    (pen) => pen.box(-10, -74, 26, 11, '#2b2b31', 2) + car(pen) + pen.line('M-68 -20 H72', '#2b2b31', 3),
  ),
  truck: vehicle(
    0.56,
    'ground',
    '#3f79b5',
    176,
    84,
    'drift',
    (pen) =>
      pen.box(-84, -80, 112, 64, pen.pale(0.5), 3) +
      pen.shape('M32 -16 V-64 H58 L76 -40 L84 -36 V-16Z') +
      pen.shape('M40 -58 H56 L68 -40 H40Z', '#bfe0ec') +
      pen.oval(82, -26, 3.4, 4.4, '#fff3c4') +
      wheel(pen, -56, 14) +
      wheel(pen, -22, 14) +
      wheel(pen, 56, 14),
    78,
  ),
  'fire truck': vehicle(
    0.56,
    'ground',
    '#cf2f29',
    176,
    88,
    'drift',
    (pen) =>
      pen.box(-84, -62, 112, 46, pen.main, 3) +
      pen.line(
        'M-80 -72 L30 -66 M-80 -80 L30 -74 M-66 -80 v8 M-48 -79 v8 M-30 -78 v8 M-12 -77 v8 M6 -76 v8',
        '#dfe3e8',
        2.4,
      ) +
      pen.shape('M32 -16 V-64 H62 L80 -40 V-16Z') +
      pen.shape('M40 -58 H60 L70 -40 H40Z', '#bfe0ec') +
      pen.light(48, -68, 6, 4, '#4aa3ff') +
      pen.line('M-84 -36 H80', '#fbe9a8', 4) +
      wheel(pen, -52, 14) +
      wheel(pen, 54, 14),
  ),
  bus: vehicle(
    0.58,
    'ground',
    '#e2a92b',
    176,
    84,
    'drift',
    (pen) =>
      pen.box(-84, -80, 168, 66, pen.main, 8) +
      Array.from({ length: 6 }, (_, i) => pen.pane(-76 + i * 24, -72, 20, 24)).join('') +
      pen.box(70, -72, 12, 40, '#bfe0ec', 2) +
      pen.line('M-84 -36 H84', pen.dark(0.3), 3) +
      wheel(pen, -50, 14) +
      wheel(pen, 50, 14),
    80,
  ),
  tractor: vehicle(
    0.5,
    'ground',
    '#4f9a3f',
    130,
    88,
    'drift',
    (pen) =>
      pen.box(-4, -46, 60, 26, pen.main, 4) +
      pen.line('M36 -46 V-72', '#3b3b42', 4) +
      pen.box(-40, -84, 44, 5, pen.dark(0.2), 2) +
      pen.line('M-36 -80 V-40 M0 -80 V-44', '#3b3b42', 3.4) +
      pen.box(-34, -78, 32, 30, '#bfe0ec') +
      pen.shape('M-46 -46 H0 V-22 H-46Z') +
      wheel(pen, -30, 28) +
      wheel(pen, 42, 15),
  ),
  bicycle: vehicle(
    0.42,
    'ground',
    '#3f79b5',
    124,
    78,
    'drift',
    (pen) =>
      [-36, 38]
        .map(
          (x) =>
            pen.line(`M${x - 24} -25 a24 24 0 1 0 48 0 a24 24 0 1 0 -48 0`, '#2d2d34', 3.6) +
            pen.at(
              x,
              -25,
              1,
              pen.time * 120,
              pen.line('M-22 0 H22 M0 -22 V22 M-16 -16 L16 16 M16 -16 L-16 16', '#a9adb5', 0.9),
            ),
        )
        .join('') +
      pen.line('M-36 -25 L-18 -58 L24 -58 L2 -24 L-36 -25 M-22 -66 L2 -24 M38 -25 L22 -68', pen.main, 4.4) +
      pen.line('M-32 -67 H-12 M16 -70 L34 -74 Q40 -70 34 -66', '#2d2d34', 4.4) +
      pen.oval(2, -24, 6, 6, '#55585f'),
  ),
  motorcycle: vehicle(
    0.44,
    'ground',
    '#b5302b',
    132,
    74,
    'drift',
    (pen) =>
      wheel(pen, -42, 22) +
      wheel(pen, 46, 22) +
      pen.line('M46 -22 L28 -62 L16 -66', '#7d838d', 5) +
      pen.shape('M-44 -44 Q-30 -56 -6 -48 L6 -52 Q30 -56 30 -40 Q8 -24 -18 -26Z') +
      pen.box(-44, -54, 38, 8, '#26262c', 4) +
      pen.box(-16, -32, 30, 18, '#7d838d', 4) +
      pen.line('M-8 -14 H-58', '#b9bec6', 5) +
      pen.oval(32, -56, 6, 6, '#fff3c4'),
  ),
  train: vehicle(0.62, 'ground', '#8c2f2c', 306, 110, 'drift', train),
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
  sled: vehicle(
    0.26,
    'ground',
    '#c0392f',
    120,
    46,
    'drift',
    (pen) =>
      pen.box(-46, -26, 84, 7, '#a8713c', 2) +
      pen.line('M-50 -3 H46 Q60 -4 58 -24 M-36 -20 V-4 M28 -20 V-4', pen.main, 5),
  ),
};
