import type { Drawing, Pen } from '../canvas/pen.ts';
import { animal } from './animal-shapes.ts';

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

/** Cats, monkeys, crawlers and dragons, by name. */
export const creaturesDrawings: Record<string, Drawing> = {
  cat: animal(0.3, 'ground', '#8f8a86', 90, 104, cat, { motion: 'breathe' }),
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
