import type { Drawing, Pen } from '../canvas/pen.ts';
import { vehicle } from './vehicle-shapes.ts';

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

/** What drives, by name. */
export const vehiclesDrawings: Record<string, Drawing> = {
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
