import type { Drawing, Pen } from '../canvas/pen.ts';

type Parts = Omit<Drawing, 'width' | 'height' | 'size' | 'place' | 'colour' | 'draw'>;
const animal = (
  size: number,
  place: Drawing['place'],
  colour: string,
  width: number,
  height: number,
  draw: (pen: Pen) => string,
  more: Parts = {},
): Drawing => ({ size, place, colour, width, height, draw, ...more });

/** A bird from the side, on its legs. */
const standing = (pen: Pen, beak: string, extra = ''): string =>
  pen.line('M-4 -22 L-6 0 M8 -22 L7 0', beak, 3) +
  pen.shape('M-44 -34 Q-26 -44 -14 -56 Q6 -72 22 -58 Q34 -40 18 -24 Q-2 -12 -22 -26Z') +
  pen.oval(22, -68, 14, 13) +
  pen.shape('M33 -72 L48 -66 L33 -62Z', beak) +
  pen.shape('M-34 -36 Q-10 -58 14 -46 Q4 -28 -16 -28Z', pen.dark(0.2)) +
  pen.eye(27, -71, 2.6) +
  extra;

const wings = (pen: Pen, span: number, colour: string): string => {
  const lift = pen.swing(0.7) * 12;
  return (
    pen.shape(`M-4 -50 Q-20 ${-90 - lift} ${-span} ${-84 - lift} Q-30 -66 -16 -44Z`, colour) +
    pen.shape(`M6 -50 Q22 ${-94 - lift} ${span} ${-88 - lift} Q36 -66 20 -44Z`, pen.dark(0.12, colour))
  );
};

const cat = (pen: Pen): string =>
  pen.line(`M-22 -8 Q-48 -6 -44 -34 Q-42 -46 ${-34 + pen.swing(2) * 4} -44`, pen.main, 8) +
  pen.shape('M-26 0 Q-32 -44 -8 -58 L14 -58 Q28 -36 24 0Z') +
  pen.shape('M2 0 Q0 -20 6 -40 Q18 -38 20 -14 L20 0Z', pen.pale(0.2)) +
  pen.oval(4, -1, 9, 5, pen.pale(0.1)) +
  pen.oval(18, -1, 9, 5, pen.pale(0.1)) +
  pen.shape('M-16 -78 L-15 -104 L2 -90Z M14 -90 L30 -104 L30 -78Z', pen.dark(0.1)) +
  pen.shape('M-12 -84 L-12 -97 L-3 -89Z M18 -89 L27 -97 L27 -84Z', '#e9a7a5') +
  pen.oval(7, -74, 23, 20) +
  pen.oval(-2, -76, 4.4, 5.4, '#c9d86a') +
  pen.oval(16, -76, 4.4, 5.4, '#c9d86a') +
  pen.oval(-1, -76, 1.7, 4.6, '#1c1a22') +
  pen.oval(16, -76, 1.7, 4.6, '#1c1a22') +
  pen.shape('M4 -68 L10 -68 L7 -64Z', '#d77f86') +
  pen.line('M7 -64 q-4 5 -8 2 M7 -64 q4 5 8 2', pen.dark(0.5), 1.4) +
  pen.line('M-6 -66 l-22 -4 M-6 -63 l-22 2 M20 -66 l22 -4 M20 -63 l22 2', pen.pale(0.7), 1);

const fish = (pen: Pen, stripe: string | null): string => {
  const wag = pen.swing(0.9) * 6;
  return (
    pen.shape(
      `M-26 -30 Q-46 ${-54 + wag} -56 ${-52 + wag} Q-46 ${-30 + wag} -56 ${-8 + wag} Q-44 -10 -26 -30Z`,
      pen.dark(0.15),
    ) +
    pen.shape('M-14 -48 Q4 -72 22 -50Z M-8 -14 Q2 2 14 -10Z', pen.dark(0.2)) +
    pen.shape('M-34 -30 Q-6 -64 34 -44 Q50 -34 50 -30 Q46 -20 30 -14 Q-8 0 -34 -30Z') +
    (stripe === null
      ? ''
      : pen.shape(
          'M16 -49 Q22 -30 14 -9 L22 -11 Q32 -30 26 -47Z M-10 -48 Q-4 -30 -10 -13 L-2 -9 Q6 -30 0 -51Z',
          stripe,
        )) +
    pen.shape('M4 -30 Q-6 -22 -10 -12 Q6 -14 10 -26Z', pen.dark(0.12)) +
    pen.eye(36, -36, 3.6)
  );
};

const whale = (pen: Pen): string =>
  pen.shape('M-62 -40 Q-80 -60 -92 -56 Q-88 -40 -72 -34 Q-86 -32 -88 -18 Q-72 -18 -58 -28Z', pen.dark(0.1)) +
  pen.shape('M-66 -34 Q-30 -34 -10 -58 Q30 -84 66 -56 Q82 -38 76 -18 Q60 4 20 2 Q-30 0 -66 -34Z') +
  pen.shape('M76 -18 Q60 4 20 2 Q-6 1 -30 -12 Q10 -6 76 -18Z', '#e8eef2') +
  pen.line('M14 -9 l2 9 M28 -10 l1 11 M42 -12 l0 12 M56 -14 l-1 10', '#b9c6cf', 1.6) +
  pen.shape('M16 -14 Q10 10 -10 12 Q-4 -6 2 -16Z', pen.dark(0.18)) +
  pen.eye(56, -30, 2.8) +
  pen.line('M38 -68 Q36 -90 24 -94 M38 -68 Q42 -92 54 -94 M38 -68 L38 -98', '#dff2fa', 4);

const dragon = (pen: Pen): string =>
  pen.shape(
    `M-6 -52 Q-24 ${-112 - pen.swing(1.2) * 8} -66 -104 L-52 -88 L-58 -76 L-40 -70 L-40 -56 L-16 -42Z`,
    pen.dark(0.25),
  ) +
  pen.shape('M-30 -18 Q-70 -8 -84 -34 L-92 -30 L-86 -48 L-74 -38 Q-62 -24 -32 -38Z') +
  pen.shape('M-34 -16 Q-30 -50 4 -54 Q24 -60 24 -82 L40 -82 Q46 -44 18 -18Z') +
  pen.shape('M36 -78 Q34 -40 8 -18 L20 -18 Q44 -42 40 -80Z', pen.pale(0.45)) +
  pen.shape('M-26 -22 L-28 0 L-12 0 L-10 -20Z M6 -22 L4 0 L20 0 L20 -22Z', pen.dark(0.12)) +
  pen.shape(
    `M4 -50 Q0 ${-110 - pen.swing(1.2) * 8} -40 -118 L-28 -100 L-34 -92 L-18 -82 L-20 -70 L-4 -40Z`,
    pen.dark(0.12),
  ) +
  pen.shape('M20 -84 Q16 -106 36 -108 L52 -100 L72 -92 Q72 -84 58 -82 L42 -78Z') +
  pen.shape('M24 -104 L12 -120 L32 -108Z M32 -107 L26 -124 L40 -107Z', '#efe3c2') +
  pen.eye(44, -97, 3) +
  pen.shape('M-20 -46 l4 -10 l6 8 l5 -10 l5 8 l8 -9 l3 10Z', pen.dark(0.35)) +
  pen.shine(84, -88, 30, '#ffb347', 0.8) +
  pen.lightShape('M72 -92 Q90 -104 112 -96 Q98 -92 108 -84 Q90 -86 70 -84Z', '#ff9b2f') +
  pen.lightShape('M72 -90 Q86 -96 96 -92 Q86 -88 72 -86Z', '#ffe08a');

const dinosaur = (pen: Pen): string =>
  pen.shape('M-30 -30 Q-64 -20 -96 -40 Q-66 -44 -34 -56Z') +
  pen.shape('M-40 -26 Q-44 -62 -6 -66 Q14 -70 18 -92 L40 -92 Q40 -50 18 -30Z') +
  pen.shape('M-26 -34 Q-34 -14 -22 -6 L-28 0 L-6 0 L-8 -30Z M2 -34 Q6 -14 4 -6 L0 0 L20 0 L20 -30Z', pen.dark(0.12)) +
  pen.line('M26 -56 l14 4 l2 8 M22 -50 l14 8', pen.dark(0.1), 5) +
  pen.shape('M14 -88 Q12 -114 36 -116 Q66 -114 70 -100 L68 -94 L44 -92 L66 -88 Q58 -80 36 -80Z') +
  pen.shape('M48 -93 l3 5 l3 -5 l3 5 l3 -5 l3 4 l3 -5Z', '#ffffff') +
  pen.eye(40, -106, 3.4) +
  pen.line('M-40 -60 l6 8 M-24 -66 l6 8 M-6 -68 l5 8', pen.dark(0.3), 4);

const arms = (pen: Pen, count: number): string =>
  Array.from({ length: count }, (_, i) => {
    const x = -32 + (i * 64) / (count - 1);
    const sway = pen.swing(2.4, i * 0.17) * 6;
    return pen.line(
      `M${x * 0.6} -40 Q${x * 1.2 + sway} -20 ${x * 1.5} -6 Q${x * 1.7} 2 ${x * 1.9 + sway} -8`,
      pen.dark(i % 2 ? 0.12 : 0.02),
      9,
    );
  }).join('');

/** Animals that do not go on four legs, by name. */
export const otherAnimalDrawings: Record<string, Drawing> = {
  cat: animal(0.3, 'ground', '#8f8a86', 90, 104, cat, { motion: 'breathe' }),
  bird: animal(
    0.2,
    'ground',
    '#4f8fc0',
    94,
    84,
    (pen) => standing(pen, '#e0a03a', pen.shape('M14 -28 Q30 -40 20 -56 Q10 -34 -6 -26Z', pen.pale(0.6))),
    { motion: 'breathe' },
  ),
  'flying bird': animal(
    0.16,
    'sky',
    '#3d4556',
    120,
    90,
    (pen) =>
      wings(pen, 58, pen.main) +
      pen.shape('M-40 -44 Q-10 -58 24 -50 Q30 -38 10 -34 Q-12 -32 -40 -44Z') +
      pen.shape('M28 -50 L42 -45 L28 -42Z', '#e2a33c'),
    { motion: 'fly' },
  ),
  parrot: animal(0.22, 'ground', '#d8402f', 94, 84, (pen) =>
    standing(
      pen,
      '#2d2a30',
      pen.shape('M-34 -36 Q-14 -56 8 -46 Q-2 -30 -16 -28Z', '#2f79c4') +
        pen.shape('M-34 -36 Q-24 -46 -14 -48 Q-18 -34 -24 -30Z', '#f1c232') +
        pen.shape('M-30 -32 L-62 -8 L-40 -34Z', '#2f79c4'),
    ),
  ),
  owl: animal(
    0.28,
    'ground',
    '#8a6844',
    70,
    104,
    (pen) =>
      pen.shape('M-30 -6 Q-42 -70 -28 -92 L-30 -106 L-12 -98 L12 -98 L30 -106 L28 -92 Q42 -70 30 -6 Q0 8 -30 -6Z') +
      pen.oval(0, -32, 20, 28, pen.pale(0.45)) +
      pen.line(
        'M-10 -44 l4 4 l4 -4 M2 -44 l4 4 l4 -4 M-14 -30 l4 4 l4 -4 M-3 -30 l4 4 l4 -4 M-8 -16 l4 4 l4 -4',
        pen.dark(0.2),
        2,
      ) +
      pen.oval(-13, -76, 14, 14, '#f6ead2') +
      pen.oval(13, -76, 14, 14, '#f6ead2') +
      pen.oval(-13, -76, 8, 8, '#f0b429') +
      pen.oval(13, -76, 8, 8, '#f0b429') +
      pen.eye(-13, -76, 5) +
      pen.eye(13, -76, 5) +
      pen.shape('M-5 -68 L5 -68 L0 -56Z', '#e09a2d') +
      pen.shape('M-30 -60 Q-40 -30 -26 -8 Q-18 -34 -24 -60Z M30 -60 Q40 -30 26 -8 Q18 -34 24 -60Z', pen.dark(0.2)),
    { motion: 'breathe' },
  ),
  eagle: animal(
    0.3,
    'sky',
    '#4f3a28',
    170,
    100,
    (pen) =>
      wings(pen, 86, pen.main) +
      pen.shape('M-46 -40 L-30 -52 Q-6 -60 22 -52 Q26 -36 6 -32 Q-16 -30 -30 -36Z') +
      pen.oval(26, -52, 12, 10, '#f7f4ec') +
      pen.shape('M36 -55 Q48 -52 44 -42 L34 -47Z', '#eeb12f') +
      pen.eye(29, -54, 2.2),
    { motion: 'fly' },
  ),
  penguin: animal(
    0.3,
    'ground',
    '#252a36',
    64,
    104,
    (pen) =>
      pen.oval(-10, -1, 11, 4.5, '#eda23a') +
      pen.oval(12, -1, 11, 4.5, '#eda23a') +
      pen.shape('M-30 -4 Q-38 -60 -22 -86 Q0 -112 22 -86 Q38 -60 30 -4 Q0 6 -30 -4Z') +
      pen.shape('M-20 -6 Q-28 -52 -12 -70 Q-14 -88 0 -86 Q14 -88 12 -70 Q28 -52 20 -6 Q0 2 -20 -6Z', '#faf8f2') +
      pen.eye(-8, -82, 3) +
      pen.eye(9, -82, 3) +
      pen.shape('M-7 -76 L8 -76 L0 -66Z', '#eda23a') +
      pen.shape('M-28 -64 Q-48 -44 -40 -22 Q-30 -34 -28 -50Z M28 -64 Q48 -44 40 -22 Q30 -34 28 -50Z', pen.dark(0.1)),
    { motion: 'breathe' },
  ),
  duck: animal(
    0.24,
    'water',
    '#f2c53d',
    92,
    76,
    (pen) =>
      pen.shape('M-44 -34 Q-48 -4 -6 0 Q38 0 36 -24 Q34 -40 12 -38 Q-20 -30 -44 -34Z') +
      pen.oval(24, -54, 18, 17) +
      pen.shape('M38 -56 Q54 -56 56 -48 Q44 -44 36 -47Z', '#e8792b') +
      pen.shape('M-26 -26 Q-6 -34 12 -24 Q0 -8 -20 -12Z', pen.dark(0.12)) +
      pen.eye(30, -58, 3),
    { motion: 'bob' },
  ),
  swan: animal(
    0.34,
    'water',
    '#fbfaf6',
    110,
    96,
    (pen) =>
      pen.shape('M-52 -30 Q-58 -4 -8 0 Q40 0 38 -22 Q10 -46 -30 -34Z') +
      pen.line('M30 -20 Q54 -40 36 -62 Q24 -78 36 -86', pen.main, 10) +
      pen.oval(40, -87, 10, 8) +
      pen.shape('M48 -90 L64 -84 L48 -81Z', '#e5762b') +
      pen.eye(42, -90, 2) +
      pen.shape('M-50 -32 Q-20 -52 18 -36 Q8 -10 -24 -12Z', pen.dark(0.1)),
    { motion: 'bob' },
  ),
  chicken: animal(
    0.26,
    'ground',
    '#f3ead9',
    90,
    92,
    (pen) =>
      pen.line('M-6 -20 l-2 20 M10 -20 l2 20', '#e0a03a', 3.4) +
      pen.shape('M-46 -62 Q-34 -42 -18 -46 Q4 -50 16 -70 L34 -66 Q42 -30 18 -16 Q-20 -6 -34 -32Z') +
      pen.oval(26, -70, 12, 12) +
      pen.shape('M18 -80 q0 -10 6 -8 q4 -8 8 0 q6 -2 4 8Z M34 -62 q6 2 4 12 q-6 0 -6 -10Z', '#d5342f') +
      pen.shape('M36 -72 L50 -68 L36 -64Z', '#e0a03a') +
      pen.shape('M-24 -34 Q-4 -46 12 -36 Q2 -20 -16 -22Z', pen.dark(0.15)) +
      pen.eye(30, -73, 2.4),
  ),
  flamingo: animal(
    0.5,
    'ground',
    '#f08aa4',
    70,
    120,
    (pen) =>
      pen.line('M0 -46 L2 0 M8 -46 L12 -24 L4 -18', '#e56f8c', 3) +
      pen.shape('M-34 -54 Q-10 -76 18 -62 Q26 -48 6 -42 Q-18 -40 -34 -54Z') +
      pen.line('M16 -58 Q42 -72 22 -92 Q8 -106 20 -114', pen.main, 7) +
      pen.oval(23, -114, 8, 7) +
      pen.shape('M29 -118 Q42 -116 38 -102 L29 -109Z', '#2c2a30') +
      pen.eye(24, -116, 1.8),
  ),
  butterfly: animal(
    0.15,
    'sky',
    '#e8862e',
    104,
    90,
    (pen) => {
      const flap = 1 - Math.abs(pen.swing(0.6)) * 0.3;
      const wing =
        pen.shape('M2 -48 Q20 -96 48 -84 Q58 -62 30 -48 Q56 -34 44 -12 Q22 -4 2 -44Z') +
        pen.shape('M8 -50 Q22 -80 40 -76 Q44 -62 26 -52Z', pen.pale(0.4)) +
        pen.oval(34, -24, 6, 6, pen.or('#f6cf5a')) +
        pen.line('M2 -48 Q20 -96 48 -84 Q58 -62 30 -48 Q56 -34 44 -12', '#2b2228', 3);
      const side = `<g transform="scale(${flap.toFixed(3)} 1)">${wing}</g>`;
      return (
        side +
        pen.mirror(side) +
        pen.oval(0, -46, 3.4, 22, '#2b2228') +
        pen.line('M-1 -66 q-4 -12 -12 -16 M1 -66 q4 -12 12 -16', '#2b2228', 1.6)
      );
    },
    { motion: 'float' },
  ),
  bee: animal(
    0.1,
    'sky',
    '#f2bd32',
    86,
    70,
    (pen) =>
      pen.see(0.75, pen.oval(-6, -56, 13, 18, '#e4f2fa') + pen.oval(14, -58, 13, 18, '#e4f2fa')) +
      pen.oval(0, -30, 34, 22) +
      pen.shape(
        'M-14 -50 Q-20 -30 -14 -10 L-5 -8 Q-10 -30 -5 -52Z M8 -52 Q12 -30 8 -8 L17 -11 Q22 -30 17 -48Z',
        '#2a2226',
      ) +
      pen.eye(26, -34, 3.4) +
      pen.shape('M-34 -32 L-44 -29 L-34 -26Z', '#2a2226'),
    { motion: 'float' },
  ),
  ladybug: animal(
    0.1,
    'ground',
    '#d63a2c',
    80,
    50,
    (pen) =>
      pen.oval(28, -20, 14, 14, '#25222a') +
      pen.shape('M-34 -6 Q-34 -50 2 -50 Q36 -46 32 -6Z') +
      pen.line('M0 -50 Q4 -28 -2 -6', '#25222a', 2) +
      pen.oval(-16, -34, 5, 5, '#25222a') +
      pen.oval(-18, -16, 5, 5, '#25222a') +
      pen.oval(14, -36, 5, 5, '#25222a') +
      pen.oval(16, -18, 5, 5, '#25222a'),
  ),
  fish: animal(0.24, 'deep', '#f0882f', 108, 66, (pen) => fish(pen, pen.isColoured ? null : '#fdf6ea'), {
    motion: 'swim',
  }),
  shark: animal(
    0.5,
    'deep',
    '#6f8494',
    160,
    70,
    (pen) =>
      pen.shape('M-60 -32 L-86 -60 L-78 -32 L-88 -8Z', pen.dark(0.1)) +
      pen.shape('M-6 -52 L-4 -84 L24 -54Z M6 -16 L-12 8 L26 -14Z', pen.dark(0.14)) +
      pen.shape('M-66 -32 Q-10 -66 50 -50 Q78 -40 80 -34 Q60 -22 40 -16 Q-10 -6 -66 -32Z') +
      pen.shape('M76 -32 Q56 -22 40 -16 Q0 -8 -40 -22 Q10 -18 76 -32Z', '#e9eef0') +
      pen.line('M34 -42 l-2 14 M28 -42 l-2 14 M22 -42 l-2 14', pen.dark(0.3), 1.6) +
      pen.eye(58, -40, 2.8),
    { motion: 'swim' },
  ),
  whale: animal(0.62, 'water', '#3f6d94', 176, 100, whale, { motion: 'bob' }),
  dolphin: animal(
    0.36,
    'water',
    '#6d93ad',
    140,
    96,
    (pen) =>
      pen.shape('M-54 -22 Q-72 -30 -76 -14 Q-66 -12 -58 -14 Q-62 -2 -50 -2 Q-46 -12 -46 -20Z', pen.dark(0.1)) +
      pen.shape('M-54 -18 Q-30 -74 22 -72 Q44 -66 66 -38 Q56 -40 46 -42 Q-4 -52 -54 -18Z') +
      pen.shape('M-2 -70 Q-8 -92 -24 -92 Q-14 -78 -18 -66Z M6 -52 Q2 -34 -14 -30 Q-8 -42 -6 -52Z', pen.dark(0.15)) +
      pen.shape('M66 -38 Q30 -56 -4 -46 Q26 -46 44 -34Z', '#e6edf1') +
      pen.eye(40, -56, 2.4),
    { motion: 'bob' },
  ),
  octopus: animal(
    0.4,
    'deep',
    '#c85a7c',
    120,
    104,
    (pen) =>
      arms(pen, 6) +
      pen.shape('M-34 -44 Q-42 -102 0 -104 Q42 -102 34 -44 Q0 -22 -34 -44Z') +
      pen.oval(-13, -56, 8, 9, '#ffffff') +
      pen.oval(13, -56, 8, 9, '#ffffff') +
      pen.eye(-11, -55, 4.4) +
      pen.eye(15, -55, 4.4) +
      pen.line('M-6 -42 q6 5 12 0', pen.dark(0.5), 2),
    { motion: 'swim' },
  ),
  jellyfish: animal(
    0.3,
    'deep',
    '#d9a6e0',
    80,
    110,
    (pen) =>
      Array.from({ length: 6 }, (_, i) =>
        pen.see(
          0.8,
          pen.line(
            `M${-24 + i * 10} -64 q${8 + pen.swing(2, i * 0.2) * 5} 20 0 36 q-8 14 ${2 + i} ${16 + (i % 3) * 8}`,
            pen.pale(0.2),
            3,
          ),
        ),
      ).join('') +
      pen.see(
        0.88,
        pen.shape('M-36 -62 Q-34 -110 0 -110 Q34 -110 36 -62 q-9 8 -18 0 q-9 8 -18 0 q-9 8 -18 0 q-9 8 -18 0Z'),
      ) +
      pen.oval(-10, -90, 8, 12, pen.pale(0.5)),
    { motion: 'swim' },
  ),
  turtle: animal(
    0.26,
    'ground',
    '#5f8f4a',
    120,
    62,
    (pen) =>
      pen.shape('M-34 -16 L-44 0 L-26 0 L-20 -14Z M22 -14 L26 0 L44 0 L36 -18Z', '#8fae62') +
      pen.oval(54, -34, 14, 11, '#8fae62') +
      pen.shape('M34 -26 L46 -40 L50 -26Z', '#8fae62') +
      pen.shape('M-48 -14 Q-44 -62 0 -62 Q42 -60 44 -14Z') +
      pen.line(
        'M-20 -58 L-10 -36 L-24 -14 M14 -60 L8 -36 L24 -14 M-10 -36 L8 -36 M-46 -30 L-14 -34 M10 -34 L43 -30',
        pen.dark(0.35),
        2.4,
      ) +
      pen.eye(58, -37, 2.6),
  ),
  crab: animal(
    0.2,
    'ground',
    '#d9482f',
    110,
    60,
    (pen) =>
      pen.line(
        'M-26 -20 q-20 2 -26 18 M-22 -14 q-12 4 -16 14 M26 -20 q20 2 26 18 M22 -14 q12 4 16 14 M-28 -28 q-16 -6 -20 -16 M28 -28 q16 -6 20 -16',
        pen.dark(0.1),
        5,
      ) +
      pen.oval(0, -24, 34, 20) +
      pen.shape(
        'M-50 -40 q-14 -14 0 -24 q-2 10 6 10 q8 2 6 -10 q10 14 -4 24Z M50 -40 q14 -14 0 -24 q2 10 -6 10 q-8 2 -6 -10 q-10 14 4 24Z',
      ) +
      pen.line('M-10 -42 l-2 -10 M10 -42 l2 -10', pen.dark(0.1), 3) +
      pen.eye(-12, -54, 4) +
      pen.eye(12, -54, 4),
  ),
  frog: animal(
    0.2,
    'ground',
    '#5fa63c',
    96,
    66,
    (pen) =>
      pen.shape('M-42 0 Q-50 -34 -22 -34 L-12 0Z M42 0 Q50 -34 22 -34 L12 0Z', pen.dark(0.12)) +
      pen.shape('M-30 -4 Q-36 -54 0 -54 Q36 -54 30 -4 Q0 6 -30 -4Z') +
      pen.oval(0, -14, 18, 12, '#e4edb2') +
      pen.oval(-16, -56, 10, 10) +
      pen.oval(16, -56, 10, 10) +
      pen.eye(-16, -57, 5.4) +
      pen.eye(16, -57, 5.4) +
      pen.line('M-18 -36 q18 12 36 0', pen.dark(0.45), 2),
  ),
  snake: animal(
    0.24,
    'ground',
    '#6d9a3c',
    130,
    50,
    (pen) =>
      pen.line('M-60 -6 Q-44 -34 -24 -10 Q-6 12 12 -12 Q26 -40 44 -30', pen.main, 13) +
      pen.line('M-56 -9 Q-44 -30 -26 -13 Q-6 8 10 -14', pen.pale(0.35), 3) +
      pen.oval(50, -34, 13, 9) +
      pen.line('M62 -33 l10 2 l5 -4 M72 -31 l5 3', '#c93434', 1.8) +
      pen.eye(53, -37, 2.2),
  ),
  snail: animal(
    0.14,
    'ground',
    '#c98f4e',
    100,
    62,
    (pen) =>
      pen.shape('M-46 0 Q-30 -12 10 -12 Q30 -14 36 -34 Q48 -40 52 -28 Q52 0 30 0Z', '#d9c7a0') +
      pen.line('M44 -36 l4 -14 M50 -34 l8 -10', '#d9c7a0', 2.6) +
      pen.oval(-4, -34, 27, 27) +
      pen.line('M-4 -34 q8 -6 8 4 q-4 12 -16 4 q-8 -14 6 -20 q20 -2 20 18', pen.dark(0.35), 3),
  ),
  spider: animal(
    0.16,
    'ground',
    '#2d2a33',
    100,
    60,
    (pen) =>
      pen.line(
        'M-14 -30 q-20 -26 -34 2 l-2 26 M-14 -26 q-14 -12 -24 6 l-2 20 M14 -30 q20 -26 34 2 l2 26 M14 -26 q14 -12 24 6 l2 20 M-12 -32 q-12 -30 -26 -16 M12 -32 q12 -30 26 -16',
        pen.main,
        3,
      ) +
      pen.oval(0, -30, 20, 18) +
      pen.oval(0, -14, 11, 10) +
      pen.eye(-4, -14, 2.2) +
      pen.eye(4, -14, 2.2),
  ),
  dragon: animal(0.8, 'ground', '#4f9450', 190, 124, dragon, { motion: 'breathe', perch: 56 }),
  dinosaur: animal(0.78, 'ground', '#6f9a52', 170, 118, dinosaur, { motion: 'breathe' }),
  monkey: animal(
    0.34,
    'ground',
    '#7d5232',
    90,
    104,
    (pen) =>
      pen.line(`M-18 -16 Q-56 -10 -46 -44 Q-40 -58 ${-34 + pen.swing(2) * 3} -48`, pen.main, 6) +
      pen.shape('M-22 0 Q-28 -52 0 -56 Q28 -52 22 0Z') +
      pen.oval(0, -22, 14, 18, '#d9b083') +
      pen.line('M-20 -46 Q-40 -30 -28 -12 M20 -46 Q40 -30 28 -12', pen.main, 9) +
      pen.oval(-26, -78, 9, 10, '#d9b083') +
      pen.oval(26, -78, 9, 10, '#d9b083') +
      pen.oval(0, -78, 25, 24) +
      pen.shape('M0 -88 q-10 -10 -17 2 q-4 12 4 18 q-6 14 13 14 q19 0 13 -14 q8 -6 4 -18 q-7 -12 -17 -2Z', '#e2bd92') +
      pen.eye(-7, -80, 3) +
      pen.eye(7, -80, 3) +
      pen.line('M-7 -64 q7 5 14 0', '#6a3f2c', 2),
  ),
};
