import type { Drawing, Pen } from '../canvas/pen.ts';
import { building, windows } from './building-shapes.ts';

const house = (pen: Pen): string =>
  pen.box(24, -98, 12, 30, '#9a5a48') +
  pen.see(
    0.55,
    pen.oval(32 + pen.swing(3) * 2, -112, 7, 6, '#e9e6e2') +
      pen.oval(39 + pen.swing(3, 0.2) * 3, -124, 9, 8, '#e9e6e2'),
  ) +
  pen.box(-44, -58, 88, 58, pen.or('#f0dfc2')) +
  pen.shape('M-54 -54 L0 -98 L54 -54Z', pen.second ?? '#b4513c') +
  pen.shape('M-54 -54 L0 -98 L54 -54 L48 -54 L0 -91 L-48 -54Z', '#8e3b2b') +
  pen.box(-9, -34, 18, 34, '#7b4a2d', 1) +
  pen.oval(5, -17, 1.6, 1.6, '#e8c46a') +
  windows(pen, -35, -44, 2, 1, [54, 0], [17, 18]) +
  pen.line('M-26.500 -44 v18 M-35 -35 h17 M27.500 -44 v18 M19 -35 h17', '#fbf6ea', 1.8) +
  pen.oval(0, -70, 7, 7, '#fbf6ea') +
  (pen.isDark ? pen.light(0, -70, 5, 5, '#ffd98a') : pen.oval(0, -70, 5, 5, '#a9cfe0')) +
  pen.shape('M-44 0 q4 -9 9 -6 q6 -6 10 0 q6 -4 8 6Z M18 0 q4 -9 9 -6 q6 -6 10 0 q5 -3 7 6Z', '#6b9a4a');

const skyscraper = (pen: Pen): string => {
  const kind = pen.random.integer(0, 2);
  const width = 30 + pen.random.integer(0, 14);
  const top =
    kind === 0
      ? pen.line('M0 -118 v-20', '#7d8894', 1.6) + pen.box(-9, -118, 18, 12, pen.dark(0.12))
      : kind === 1
        ? pen.shape(`M${-width / 2} -106 L${width / 2} -106 L${width / 2} -122Z`, pen.dark(0.1))
        : pen.shape('M-12 -106 L0 -134 L12 -106Z', pen.dark(0.14));
  return (
    top +
    pen.box(-width / 2, -108, width, 108) +
    windows(pen, -width / 2 + 4, -103, 4, 12, [(width - 6) / 4, 8.4], [(width - 6) / 4 - 2.4, 4.6])
  );
};

/** Houses and what stands around them, by name. */
export const buildingsDrawings: Record<string, Drawing> = {
  house: building(0.86, '#f0dfc2', 112, 100, house, 92),
  cabin: building(
    0.78,
    '#8a5f3c',
    110,
    90,
    (pen) =>
      pen.box(26, -92, 13, 30, '#7d7772') +
      pen.see(0.5, pen.oval(33, -106, 8, 7, '#eeeeee') + pen.oval(41 + pen.swing(3) * 3, -120, 11, 9, '#eeeeee')) +
      pen.box(-44, -52, 88, 52) +
      pen.line('M-44 -42 h88 M-44 -32 h88 M-44 -22 h88 M-44 -11 h88', pen.dark(0.28), 1.8) +
      pen.shape('M-56 -46 L0 -92 L56 -46 L50 -42 L0 -82 L-50 -42Z', pen.season === 'winter' ? '#f4f7fa' : '#5b3d29') +
      pen.shape('M-46 -50 L0 -86 L46 -50Z', pen.dark(0.12)) +
      pen.box(-10, -34, 20, 34, '#4d3221') +
      pen.pane(-36, -38, 17, 16) +
      pen.pane(19, -38, 17, 16) +
      pen.line('M-27.500 -38 v16 M-36 -30 h17 M27.500 -38 v16 M19 -30 h17', '#3f2a1c', 1.6),
    84,
  ),
  barn: building(
    0.86,
    '#b03a30',
    120,
    96,
    (pen) =>
      pen.shape('M-52 0 V-54 L-40 -80 L0 -96 L40 -80 L52 -54 V0Z') +
      pen.shape('M-58 -52 L-43 -84 L0 -102 L43 -84 L58 -52 L52 -52 L38 -79 L0 -95 L-38 -79 L-52 -52Z', '#5d5752') +
      pen.box(-20, -40, 40, 40, pen.dark(0.2)) +
      pen.line('M-20 -40 h40 v40 h-40Z M-20 -40 L20 0 M20 -40 L-20 0', '#f5efe4', 2.4) +
      pen.box(-8, -72, 16, 14, '#f5efe4') +
      pen.pane(-6, -70, 12, 10),
  ),
  skyscraper: building(1.05, '#7f93a8', 44, 138, skyscraper),
  igloo: building(
    0.5,
    '#e9f3f8',
    110,
    64,
    (pen) =>
      pen.shape('M-50 0 Q-50 -62 0 -62 Q50 -62 50 0Z') +
      pen.line(
        'M-48 -18 H48 M-40 -38 H40 M-22 -55 H22 M-20 0 V-18 M24 -18 V-38 M-8 -18 V-38 M-26 -38 V-52 M8 -38 V-60 M-34 -18 V-30',
        '#b5cedb',
        1.6,
      ) +
      pen.shape('M14 0 V-24 Q36 -40 58 -24 V0Z', pen.dark(0.06)) +
      pen.shape('M24 0 V-18 Q38 -28 50 -18 V0Z', pen.isDark ? '#ffcf7a' : '#3c5468'),
  ),
  tent: building(
    0.5,
    '#e0873a',
    110,
    70,
    (pen) =>
      pen.shape('M-54 0 L0 -68 L54 0Z') +
      pen.shape('M0 -68 L54 0 L14 0Z', pen.dark(0.16)) +
      pen.shape('M0 -66 L-16 0 L14 0Z', pen.isDark ? '#ffd27d' : '#4d3a2c') +
      pen.line('M0 -68 l-2 -8 M-54 0 l-12 4 M54 0 l12 4', '#5a4636', 1.6),
  ),
  factory: building(
    0.9,
    '#a3644e',
    150,
    110,
    (pen) =>
      [34, 56]
        .map(
          (x, i) =>
            pen.box(x, -108 + i * 8, 12, 80, pen.dark(0.18)) +
            pen.see(
              0.6,
              [0, 1, 2]
                .map((s) =>
                  pen.oval(
                    x + 8 + s * 12 + pen.swing(4, s * 0.3) * 4,
                    -118 - s * 14 + i * 8,
                    9 + s * 4,
                    8 + s * 3,
                    '#c9c7c8',
                  ),
                )
                .join(''),
            ),
        )
        .join('') +
      pen.box(-70, -40, 140, 40) +
      pen.shape('M-70 -40 V-62 L-36 -40 V-62 L-2 -40 V-62 L32 -40Z', pen.dark(0.1)) +
      windows(pen, -60, -30, 6, 1, [20, 0], [12, 13]),
  ),
  shop: building(0.72, '#d9b98a', 110, 88, (pen) => {
    const awning = pen.second ?? '#cc4a3e';
    return (
      pen.box(-50, -84, 100, 84) +
      windows(pen, -38, -78, 3, 1, [30, 0], [16, 18]) +
      Array.from({ length: 8 }, (_, i) =>
        pen.shape(`M${-54 + i * 13.5} -54 h13.500 v16 q-6.700 7 -13.500 0Z`, i % 2 ? '#fbf4e6' : awning),
      ).join('') +
      pen.box(-42, -34, 44, 26, pen.isDark ? '#ffdf9c' : '#bcdbe5') +
      pen.box(10, -36, 22, 36, '#6c4630') +
      pen.pane(14, -32, 14, 16) +
      pen.box(-44, -8, 48, 8, pen.dark(0.2))
    );
  }),
  fence: building(
    0.24,
    '#f3ece0',
    130,
    50,
    (pen) =>
      pen.box(-64, -34, 128, 5) +
      pen.box(-64, -16, 128, 5) +
      Array.from({ length: 9 }, (_, i) => pen.shape(`M${-62 + i * 15} 0 v-42 l4 -6 l4 6 v42Z`)).join(''),
  ),
  fountain: building(
    0.5,
    '#c3bdb5',
    110,
    92,
    (pen) =>
      pen.line(
        `M0 -84 Q-10 -100 -26 -56 M0 -84 Q10 -100 26 -56 M0 -84 Q-4 -104 -12 -60 M0 -84 Q4 -104 12 -60 M-26 -52 Q-44 -48 -46 -18 M26 -52 Q44 -48 46 -18`,
        '#c7e6f3',
        3,
      ) +
      pen.box(-5, -82, 10, 70) +
      pen.shape('M-30 -58 H30 Q22 -46 0 -46 Q-22 -46 -30 -58Z') +
      pen.shape('M-54 -20 H54 L46 0 H-46Z') +
      pen.oval(0, -20, 54, 7, '#7fb9d2'),
  ),
  door: building(
    0.6,
    '#3f7a74',
    60,
    104,
    (pen) =>
      pen.box(-28, -104, 56, 104, '#e8dccb', 3) +
      pen.box(-22, -98, 44, 98) +
      pen.box(-16, -90, 32, 34, pen.dark(0.14)) +
      pen.box(-16, -46, 32, 36, pen.dark(0.14)) +
      pen.oval(15, -50, 3, 3, '#e3bd5c'),
  ),
  'street lamp': building(
    0.72,
    '#3a3f4a',
    34,
    120,
    (pen) =>
      pen.box(-3, -96, 6, 96) +
      pen.box(-8, -6, 16, 6) +
      pen.line('M0 -96 Q0 -112 14 -110', pen.main, 4) +
      (pen.isDark ? pen.shine(15, -104, 44, '#ffe2a0', 0.95) : '') +
      pen.shape('M6 -110 L24 -110 L21 -98 L9 -98Z', pen.dark(0.1)) +
      (pen.isDark ? pen.light(15, -99, 6, 4, '#fff3cf') : pen.oval(15, -99, 6, 4, '#fbf2d8')),
  ),
  well: building(
    0.5,
    '#a59d94',
    90,
    96,
    (pen) =>
      pen.box(-30, -80, 5, 60, '#7a5638') +
      pen.box(25, -80, 5, 60, '#7a5638') +
      pen.shape('M-42 -76 L0 -98 L42 -76Z', '#8c4a3a') +
      pen.line('M-26 -62 H26 M0 -62 V-36', '#6a4a30', 3) +
      pen.shape('M-34 -30 H34 V0 H-34Z') +
      pen.oval(0, -30, 34, 6, '#3d5363') +
      pen.line('M-34 -16 h68 M-14 -30 v14 M14 -30 v14 M-24 -16 v16 M2 -16 v16', pen.dark(0.2), 1.6),
  ),
};
