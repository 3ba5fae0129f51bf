import { shade } from '../canvas/colour.ts';
import type { Drawing, Pen } from '../canvas/pen.ts';
import { plant } from './plant-shapes.ts';

/** Green by season, unless the prompt says otherwise. */
function leaves(pen: Pen, summer: string): string {
  if (pen.isColoured) return pen.main;
  if (pen.season === 'autumn') return pen.random.pick(['#d9822b', '#c4562c', '#dba53a', '#b5472f']);
  if (pen.season === 'winter') return '#dfe9ee';
  return pen.season === 'spring' ? shade(summer, 0.14) : summer;
}

function crown(pen: Pen, colour: string, y: number, radius: number): string {
  const blobs = Array.from({ length: 9 }, (_, i) => {
    const angle = i * 0.7 + pen.random.between(-0.2, 0.2);
    return {
      x: Math.cos(angle) * radius * 0.62,
      y: y + Math.sin(angle) * radius * 0.5,
      r: radius * pen.random.between(0.42, 0.58),
    };
  }).sort((a, b) => b.y - a.y);
  return (
    blobs.map((blob) => pen.oval(blob.x, blob.y, blob.r, blob.r * 0.92, shade(colour, -0.16))).join('') +
    blobs
      .slice(3)
      .map((blob) => pen.oval(blob.x * 0.9 - 2, blob.y - 5, blob.r * 0.8, blob.r * 0.72, colour))
      .join('') +
    pen.oval(-radius * 0.28, y - radius * 0.36, radius * 0.38, radius * 0.3, shade(colour, 0.2))
  );
}

const bare =
  'M0 -40 Q-2 -66 -18 -92 M-4 -58 Q-22 -66 -32 -84 M0 -46 Q4 -70 20 -96 M4 -62 Q22 -70 34 -82 M-10 -78 L-8 -98 M10 -80 L8 -102 M-20 -70 L-32 -70 M20 -72 L32 -68';

const tree = (pen: Pen): string => {
  const trunk =
    pen.shape('M-8 0 Q-4 -24 -6 -52 L6 -52 Q4 -24 9 0Z', '#6f4a30') +
    pen.line('M0 -40 L-14 -58 M1 -44 L14 -60', '#6f4a30', 4);
  if (pen.season === 'winter' && !pen.isColoured)
    return trunk + pen.line(bare, '#5d4131', 3.4) + pen.line(bare, '#f3f7fa', 1.1);
  return trunk + crown(pen, leaves(pen, '#5d9446'), -82, 40);
};

const pine = (pen: Pen): string => {
  const colour = pen.or('#2f6b4f');
  const snow = pen.season === 'winter';
  return (
    pen.box(-5, -14, 10, 14, '#5f4330') +
    [0, 1, 2, 3]
      .map((i) => {
        const [y, width] = [-10 - i * 26, 34 - i * 7];
        const tier = pen.shape(
          `M${-width} ${y} L0 ${y - 46} L${width} ${y} Q${width * 0.5} ${y + 5} 0 ${y} Q${-width * 0.5} ${y + 5} ${-width} ${y}Z`,
          shade(colour, i * 0.05),
        );
        const cap = snow
          ? pen.shape(
              `M${-width * 0.62} ${y - 17} L0 ${y - 46} L${width * 0.62} ${y - 17} Q${width * 0.3} ${y - 22} ${width * 0.16} ${y - 12} Q0 ${y - 24} ${-width * 0.2} ${y - 12} Q${-width * 0.36} ${y - 22} ${-width * 0.62} ${y - 17}Z`,
              '#f7fafc',
            )
          : '';
        return tier + cap;
      })
      .join('')
  );
};

const palm = (pen: Pen): string => {
  const colour = pen.or('#4f9a4a');
  const frond = (turn: number, tone: string) =>
    pen.at(
      14,
      -98,
      1,
      turn + pen.swing(3, turn / 360) * 3,
      pen.shape('M0 0 Q26 -16 52 8 Q46 6 44 12 Q38 4 34 9 Q28 0 22 5 Q12 -2 0 2Z', tone),
    );
  return (
    pen.shape('M-6 0 Q-2 -50 11 -98 L17 -98 Q8 -50 7 0Z', '#94714c') +
    pen.line('M-4 -14 l10 -2 M-3 -30 l11 -2 M0 -46 l10 -2 M4 -62 l9 -2 M8 -78 l8 -2', '#745538', 1.6) +
    [200, 160, -20, 20, 235, -60, 125, 60]
      .map((turn, i) => frond(turn, i % 2 ? colour : shade(colour, -0.16)))
      .join('') +
    pen.oval(10, -93, 5, 5, '#7a5230') +
    pen.oval(19, -92, 5, 5, '#7a5230')
  );
};

const rock = (pen: Pen): string =>
  pen.shape('M-48 0 L-40 -28 L-14 -46 L16 -40 L40 -22 L48 0Z', pen.dark(0.12)) +
  pen.shape('M-40 -28 L-14 -46 L-4 -22 L-26 0 L-48 0Z', pen.pale(0.16)) +
  pen.shape('M-14 -46 L16 -40 L24 -18 L-4 -22Z', pen.pale(0.3));

const fire = (pen: Pen): string => {
  const lick = 1 + pen.swing(0.5) * 0.05;
  const flame = (size: number, colour: string) =>
    `<g transform="translate(0 -8) scale(${(size * (2 - lick)).toFixed(3)} ${(size * lick).toFixed(3)})">${pen.lightShape('M-20 0 Q-34 -22 -14 -44 Q-12 -32 -4 -32 Q-10 -54 6 -72 Q8 -50 20 -40 Q26 -50 24 -56 Q40 -30 22 -4 Q2 8 -20 0Z', colour)}</g>`;
  return (
    pen.shine(0, -30, 100, '#ff9a3c', 0.75) +
    flame(1, '#f0612a') +
    flame(0.7, '#ffa53a') +
    flame(0.4, '#ffe48a') +
    pen.at(0, -6, 1, 12, pen.box(-34, -5, 68, 10, '#6b452b', 5)) +
    pen.at(0, -6, 1, -12, pen.box(-34, -5, 68, 10, '#7d5234', 5)) +
    pen.oval(-32, -2, 8, 5, '#77706a') +
    pen.oval(32, -2, 8, 5, '#77706a')
  );
};

const volcano = (pen: Pen): string =>
  pen.see(
    0.7,
    [0, 1, 2, 3]
      .map((i) => pen.oval(i * 9 + pen.swing(4, i * 0.2) * 4, -112 - i * 15, 16 + i * 6, 12 + i * 4, '#5c5560'))
      .join(''),
  ) +
  pen.shine(0, -90, 80, '#ff6a2a', 0.7) +
  pen.lightShape(
    `M-6 -88 Q-10 ${-120 - pen.swing(0.9) * 6} -26 -126 M0 -90 Q-14 -116 -8 ${-134 - pen.swing(0.7) * 6} Q0 -116 4 -90Z M4 -88 Q14 -110 30 ${-120 + pen.swing(0.8) * 5} Q20 -104 12 -86Z`,
    '#ffae3d',
  ) +
  pen.shape('M-104 0 Q-50 -26 -22 -90 L22 -90 Q50 -26 104 0Z') +
  pen.lightShape(
    'M-20 -90 H20 Q14 -78 16 -62 Q12 -46 18 -30 Q8 -50 6 -66 Q2 -72 0 -44 Q-6 -64 -8 -72 Q-12 -58 -22 -44 Q-14 -70 -20 -90Z',
    '#ff5a24',
  ) +
  pen.lightShape('M-14 -90 H14 Q8 -80 4 -82 Q-4 -78 -14 -90Z', '#ffd36b');

/** What grows, lies and burns, by name. */
export const natureDrawings: Record<string, Drawing> = {
  tree: plant(0.84, '#5d9446', 96, 124, tree),
  pine: plant(0.84, '#2f6b4f', 72, 134, pine),
  palm: plant(0.84, '#4f9a4a', 110, 126, palm),
  'cherry tree': plant(
    0.84,
    '#f2b3c6',
    96,
    124,
    (pen) =>
      pen.shape('M-8 0 Q-4 -24 -6 -52 L6 -52 Q4 -24 9 0Z', '#5b3d33') +
      pen.line('M0 -40 L-20 -64 M1 -44 L20 -66', '#5b3d33', 4) +
      crown(pen, pen.or('#f2b3c6'), -82, 42) +
      Array.from({ length: 16 }, () =>
        pen.oval(pen.random.between(-40, 40), pen.random.between(-112, -2), 2, 1.6, '#fbdbe5'),
      ).join(''),
  ),
  'apple tree': plant(
    0.8,
    '#5d9446',
    96,
    124,
    (pen) =>
      tree(pen) +
      Array.from({ length: 9 }, (_, i) =>
        pen.oval(Math.cos(i * 2.4) * 30, -82 + Math.sin(i * 2.4) * 24, 4.4, 4.4, '#d23a30'),
      ).join(''),
  ),
  bush: plant(0.36, '#588f45', 96, 56, (pen) => crown(pen, leaves(pen, '#588f45'), -24, 36)),
  rock: plant(0.3, '#8f8b88', 100, 48, rock, { motion: 'still' }),
  campfire: plant(0.28, '#f0612a', 80, 80, fire, { motion: 'still' }),
  volcano: plant(1.1, '#5a4a4e', 208, 130, volcano, { motion: 'still' }),
  island: {
    size: 0.7,
    place: 'water',
    colour: '#e6cf9a',
    width: 160,
    height: 110,
    motion: 'still',
    perch: 16,
    draw: (pen) =>
      pen.shape('M-78 2 Q-40 -24 4 -22 Q52 -20 78 2 Q0 12 -78 2Z') +
      pen.shape('M-50 -10 Q-10 -30 40 -12 Q0 -8 -50 -10Z', '#79a652') +
      pen.at(-6, -18, 0.8, 0, palm(pen)),
  },
  waterfall: plant(
    0.95,
    '#6f6a66',
    150,
    120,
    (pen) =>
      pen.shape('M-74 0 L-70 -70 L-54 -110 L-20 -118 L30 -116 L58 -106 L72 -66 L76 0Z') +
      pen.shape('M-70 -70 L-54 -110 L-24 -116 L-26 0 L-74 0Z', pen.dark(0.15)) +
      pen.shape('M-22 -118 H26 Q30 -60 34 0 H-32 Q-26 -60 -22 -118Z', '#bfe2ef') +
      pen.line(
        [-18, -8, 2, 12, 22]
          .map(
            (x, i) =>
              `M${x} ${-112 + i * 4 + ((pen.time * 60 + i * 17) % 40)} v26 M${x * 1.1} ${-60 + ((pen.time * 60 + i * 29) % 40)} v22`,
          )
          .join(' '),
        '#f4fbfd',
        3,
      ) +
      pen.see(
        0.85,
        [-34, -14, 6, 26].map((x, i) => pen.oval(x, -2 + pen.swing(1, i * 0.3) * 2, 18, 10, '#f1fafc')).join(''),
      ) +
      pen.shape('M-54 -110 q10 -14 24 -8 q-4 8 -24 8Z M30 -116 q14 -12 28 10Z', '#5f9148'),
    { motion: 'still' },
  ),
  pond: plant(
    0.4,
    '#6fb1cf',
    160,
    34,
    (pen) =>
      pen.oval(0, -12, 80, 16, '#7d9a5a') +
      pen.oval(0, -12, 74, 13) +
      pen.line('M-30 -14 h26 M10 -8 h22', '#d6edf5', 2),
    { motion: 'still' },
  ),
};
