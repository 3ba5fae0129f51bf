import type { Drawing, Pen } from '../canvas/pen.ts';

/** What tells one four-legged animal from another. Lengths in units of the drawing. */
interface Build {
  colour: string;
  size: number;
  /** Half the length of the body, and its half height. */
  length: number;
  girth: number;
  legs: number;
  legWidth?: number;
  /** Where the head is, from the front of the back, and its size. */
  neck: [right: number, up: number];
  neckWidth?: number;
  head: [rx: number, ry: number];
  snout?: [length: number, height: number];
  ears: 'pointed' | 'round' | 'long' | 'floppy' | 'none' | 'huge' | 'leaf';
  tail: 'bushy' | 'thin' | 'horse' | 'short' | 'curl' | 'tuft' | 'up' | 'none';
  belly?: string;
  muzzle?: string;
  /** On top of the body; x and y are its middle. */
  marks?(pen: Pen, body: { x: number; y: number; length: number; girth: number }): string;
  /** Around the head, whose middle is 0, 0; drawn behind and in front of it. */
  behindHead?(pen: Pen): string;
  onHead?(pen: Pen): string;
}

function earsOf(pen: Pen, { ears, head: [rx, ry] }: Build): string {
  const main = pen.main;
  const inner = '#e7a9a0';
  switch (ears) {
    case 'pointed':
      return (
        pen.shape(
          `M${-rx * 0.75} ${-ry * 0.5} L${-rx * 0.55} ${-ry * 1.75} L${rx * 0.05} ${-ry * 0.8}Z`,
          pen.dark(0.12),
        ) + pen.shape(`M${-rx * 0.1} ${-ry * 0.75} L${rx * 0.3} ${-ry * 1.8} L${rx * 0.65} ${-ry * 0.6}Z`, main)
      );
    case 'round':
      return (
        pen.oval(-rx * 0.6, -ry * 0.85, rx * 0.36, rx * 0.36, pen.dark(0.15)) +
        pen.oval(rx * 0.3, -ry * 0.95, rx * 0.36, rx * 0.36, main) +
        pen.oval(rx * 0.3, -ry * 0.92, rx * 0.18, rx * 0.18, inner)
      );
    case 'long':
      return (
        pen.at(
          -rx * 0.4,
          -ry * 0.7,
          1,
          -18,
          pen.oval(0, -ry * 1.3, rx * 0.26, ry * 1.4, pen.dark(0.1)) +
            pen.oval(0, -ry * 1.25, rx * 0.13, ry * 1.1, inner),
        ) +
        pen.at(
          rx * 0.1,
          -ry * 0.8,
          1,
          4,
          pen.oval(0, -ry * 1.3, rx * 0.26, ry * 1.4) + pen.oval(0, -ry * 1.25, rx * 0.13, ry * 1.1, inner),
        )
      );
    case 'floppy':
      return pen.shape(
        `M${-rx * 0.5} ${-ry * 0.8} Q${-rx * 1.35} ${-ry * 0.5} ${-rx * 0.85} ${ry * 0.75} Q${-rx * 0.35} ${ry * 0.3} ${-rx * 0.1} ${-ry * 0.7}Z`,
        pen.dark(0.28),
      );
    case 'huge':
      return pen.shape(
        `M${-rx * 0.3} ${-ry * 0.7} Q${-rx * 1.9} ${-ry * 1.3} ${-rx * 1.8} ${ry * 0.3} Q${-rx * 1.4} ${ry * 1.5} ${-rx * 0.4} ${ry * 0.6}Z`,
        pen.dark(0.14),
      );
    case 'leaf':
      return (
        pen.at(-rx * 0.5, -ry * 0.5, 1, -60, pen.oval(0, -rx * 0.45, rx * 0.2, rx * 0.5, pen.dark(0.15))) +
        pen.at(0, -ry * 0.8, 1, -15, pen.oval(0, -rx * 0.4, rx * 0.19, rx * 0.5, main))
      );
    default:
      return '';
  }
}

function tailOf(pen: Pen, { tail, length, girth }: Build, y: number): string {
  const x = -length;
  const wag = pen.swing(1.6) * 4;
  switch (tail) {
    case 'bushy':
      return pen.at(
        x + 4,
        y - girth * 0.3,
        1,
        wag,
        pen.shape('M0 0 Q-18 -2 -26 14 Q-36 34 -22 38 Q-4 32 2 10Z') +
          pen.shape('M-30 25 Q-34 36 -22 38 Q-12 35 -10 29 Q-22 32 -30 25Z', '#f7f0e2'),
      );
    case 'horse':
      return pen.at(
        x + 3,
        y - girth * 0.6,
        1,
        wag,
        pen.shape('M0 0 Q-14 2 -14 22 Q-16 40 -10 48 Q-2 30 4 8Z', pen.dark(0.4)),
      );
    case 'thin':
      return pen.at(x + 3, y - girth * 0.4, 1, wag, pen.line('M0 0 Q-14 2 -16 20', pen.main, 4));
    case 'tuft':
      return pen.at(
        x + 3,
        y - girth * 0.4,
        1,
        wag,
        pen.line('M0 0 Q-16 0 -18 24', pen.main, 3.5) + pen.oval(-18, 27, 4, 7, pen.dark(0.45)),
      );
    case 'up':
      return pen.at(x + 4, y - girth * 0.6, 1, wag, pen.line('M0 0 Q-14 -8 -12 -26', pen.main, 6));
    case 'curl':
      return pen.line(`M${x + 2} ${y - girth * 0.4} q-10 -2 -8 -9 q5 -5 7 1 q-1 6 -9 3`, pen.dark(0.1), 2.6);
    case 'short':
      return pen.oval(x, y - girth * 0.35, 6, 5, pen.pale(0.3));
    default:
      return '';
  }
}

function fourLegged(build: Build): Drawing {
  const { length, girth, legs, neck, head, legWidth = 8 } = build;
  const bodyY = -legs - girth * 0.7;
  const [hx, hy] = [length * 0.72 + neck[0], bodyY - girth * 0.2 - neck[1]];
  const top = -hy + head[1] * 2;
  return {
    width: length * 2 + neck[0] + head[0] + 26,
    height: Math.max(top, -bodyY + girth),
    size: build.size,
    place: 'ground',
    colour: build.colour,
    motion: 'breathe',
    perch: -bodyY + girth * 0.9,
    draw(pen) {
      const leg = (x: number, colour: string, phase: number) =>
        pen.at(
          x,
          bodyY + girth * 0.3,
          1,
          pen.swing(2.2, phase) * 3,
          pen.shape(
            `M${-legWidth * 0.62} 0 L${-legWidth * 0.42} ${-bodyY - girth * 0.3} L${legWidth * 0.5} ${-bodyY - girth * 0.3} L${legWidth * 0.62} 0Z`,
            colour,
          ),
        );
      const far = pen.dark(0.3);
      const neckWidth = build.neckWidth ?? head[1] * 1.1;
      const root = [length * 0.68, bodyY - girth * 0.1] as const;
      const neckPath = `M${root[0] - neckWidth * 0.9} ${root[1] - girth * 0.55} L${hx - neckWidth * 0.55} ${hy - head[1] * 0.2} L${hx + neckWidth * 0.35} ${hy + head[1] * 0.5} L${root[0] + neckWidth * 0.35} ${root[1] + girth * 0.6}Z`;
      const body = `M${-length} ${bodyY} C${-length - 2} ${bodyY - girth * 1.25} ${-length * 0.3} ${bodyY - girth * 0.95} ${length * 0.3} ${bodyY - girth} C${length * 1.05} ${bodyY - girth * 1.1} ${length * 1.15} ${bodyY + girth * 0.2} ${length * 0.8} ${bodyY + girth * 0.75} C${length * 0.2} ${bodyY + girth * 1.05} ${-length * 0.4} ${bodyY + girth * 1.05} ${-length * 0.8} ${bodyY + girth * 0.8} C${-length} ${bodyY + girth * 0.6} ${-length} ${bodyY + girth * 0.3} ${-length} ${bodyY}Z`;
      const [snoutLength, snoutHeight] = build.snout ?? [0, 0];
      const snout =
        snoutLength === 0
          ? ''
          : pen.shape(
              `M${head[0] * 0.3} ${-snoutHeight * 0.7} Q${head[0] * 0.7 + snoutLength} ${-snoutHeight * 0.6} ${head[0] * 0.7 + snoutLength} ${snoutHeight * 0.5} Q${head[0] * 0.6 + snoutLength * 0.4} ${snoutHeight * 1.5} ${head[0] * 0.1} ${snoutHeight * 1.2}Z`,
              build.muzzle ?? pen.main,
            ) + pen.oval(head[0] * 0.64 + snoutLength, 0, 2.6, 2.1, '#2a2228');
      return [
        tailOf(pen, build, bodyY),
        leg(-length * 0.5, far, 0.3),
        leg(length * 0.72, far, 0.8),
        pen.shape(neckPath, pen.dark(0.08)),
        pen.shape(body),
        build.belly === undefined ? '' : pen.oval(0, bodyY + girth * 0.62, length * 0.66, girth * 0.34, build.belly),
        build.marks?.(pen, { x: 0, y: bodyY, length, girth }) ?? '',
        leg(-length * 0.74, pen.dark(0.05), 0.8),
        leg(length * 0.5, pen.dark(0.05), 0.3),
        pen.at(
          hx,
          hy,
          1,
          pen.swing(3.1, 0.2) * 2,
          [
            build.behindHead?.(pen) ?? '',
            pen.oval(0, 0, head[0], head[1]),
            snout,
            earsOf(pen, build),
            build.onHead?.(pen) ?? '',
            pen.eye(head[0] * 0.35, -head[1] * 0.22, Math.max(1.8, head[1] * 0.15)),
          ].join(''),
        ),
      ].join('');
    },
  };
}

const stripes = (colour: string, count: number, width: number): NonNullable<Build['marks']> => {
  return (pen, { y, length, girth }) =>
    Array.from({ length: count }, (_, index) => {
      const x = -length * 0.8 + (index * length * 1.55) / (count - 1);
      return pen.line(
        `M${x} ${y - girth * 0.82} q${width} ${girth * 0.6} ${-width * 0.4} ${girth * 1.1}`,
        colour,
        width,
      );
    }).join('');
};

const spots = (colour: string, count: number, radius: number): NonNullable<Build['marks']> => {
  return (pen, { y, length, girth }) =>
    Array.from({ length: count }, (_, index) => {
      const x = -length * 0.8 + ((index * 0.618) % 1) * length * 1.55;
      const rise = -0.65 + ((index * 0.37) % 1) * 1.1;
      const size = radius * (0.7 + ((index * 0.77) % 1) * 0.6);
      return pen.oval(x, y + girth * rise, size * 1.15, size, colour);
    }).join('');
};

const horns = (colour: string) => (pen: Pen) =>
  pen.line('M-4 -9 Q-14 -14 -11 -24', colour, 3.6) + pen.line('M4 -10 Q12 -15 9 -25', colour, 3.6);
const mane = (pen: Pen) =>
  pen.shape('M-3 -12 Q-16 -8 -22 10 Q-28 24 -30 36 Q-18 26 -10 12 Q-2 2 4 -8Z', pen.dark(0.42));
const antlers = (pen: Pen) => {
  const colour = '#8a6a45';
  const one = 'M-2 -9 Q-8 -22 -4 -38 M-6 -20 Q-14 -24 -14 -34 M-5 -28 Q-11 -34 -9 -42';
  return pen.line(one, colour, 3) + pen.at(5, 0, 1, 22, pen.line(one, colour, 3));
};

/** Four-legged animals by name. */
export const fourLeggedDrawings: Record<string, Drawing> = {
  dog: fourLegged({
    colour: '#b5793f',
    size: 0.36,
    length: 34,
    girth: 16,
    legs: 30,
    neck: [10, 20],
    head: [14, 12],
    snout: [10, 6],
    ears: 'floppy',
    tail: 'up',
    belly: '#d9ab78',
    onHead: (pen) => pen.box(-16, 12, 16, 5, '#c8373c', 2),
  }),
  wolf: fourLegged({
    colour: '#7d838c',
    size: 0.42,
    length: 36,
    girth: 17,
    legs: 34,
    neck: [12, 16],
    head: [14, 11],
    snout: [12, 5],
    ears: 'pointed',
    tail: 'bushy',
    belly: '#d5d6d8',
    muzzle: '#d5d6d8',
  }),
  fox: fourLegged({
    colour: '#d9702b',
    size: 0.34,
    length: 32,
    girth: 13,
    legs: 26,
    legWidth: 6,
    neck: [10, 14],
    head: [13, 11],
    snout: [13, 4.5],
    ears: 'pointed',
    tail: 'bushy',
    belly: '#f7ecdc',
    muzzle: '#f7ecdc',
  }),
  horse: fourLegged({
    colour: '#8c5a32',
    size: 0.66,
    length: 36,
    girth: 16,
    legs: 42,
    legWidth: 7,
    neck: [16, 34],
    neckWidth: 15,
    head: [11, 9],
    snout: [15, 6],
    ears: 'pointed',
    tail: 'horse',
    behindHead: mane,
  }),
  unicorn: fourLegged({
    colour: '#f6f1f7',
    size: 0.66,
    length: 36,
    girth: 16,
    legs: 42,
    legWidth: 7,
    neck: [16, 34],
    neckWidth: 15,
    head: [11, 9],
    snout: [15, 6],
    ears: 'pointed',
    tail: 'horse',
    behindHead: (pen) => pen.shape('M-3 -12 Q-16 -8 -22 10 Q-28 24 -30 36 Q-18 26 -10 12 Q-2 2 4 -8Z', '#d58ac6'),
    onHead: (pen) => pen.shape('M3 -8 L11 -34 L10 -7Z', '#f2c14a'),
  }),
  zebra: fourLegged({
    colour: '#f4f2ee',
    size: 0.6,
    length: 36,
    girth: 16,
    legs: 38,
    legWidth: 7,
    neck: [14, 30],
    neckWidth: 14,
    head: [11, 9],
    snout: [14, 6],
    ears: 'leaf',
    tail: 'tuft',
    muzzle: '#3a3536',
    marks: stripes('#26242a', 9, 4),
    behindHead: (pen) =>
      pen.shape('M-3 -12 Q-16 -8 -22 10 Q-26 20 -26 26 Q-16 18 -10 8 Q-2 0 4 -8Z', '#26242a') +
      pen.line('M-10 4 l10 8 M-14 14 l9 7', '#26242a', 3.4),
  }),
  donkey: fourLegged({
    colour: '#8d8682',
    size: 0.52,
    length: 34,
    girth: 16,
    legs: 34,
    neck: [14, 22],
    head: [12, 10],
    snout: [14, 6],
    ears: 'long',
    tail: 'tuft',
    muzzle: '#e0d8d0',
    belly: '#d8d0c8',
  }),
  cow: fourLegged({
    colour: '#f5f1ea',
    size: 0.58,
    length: 42,
    girth: 22,
    legs: 30,
    legWidth: 9,
    neck: [14, 12],
    head: [14, 12],
    snout: [11, 8],
    ears: 'leaf',
    tail: 'tuft',
    muzzle: '#eab5a9',
    marks: (pen, { y }) =>
      pen.shape(
        `M-30 ${y - 14} q14 -10 22 2 q4 14 -8 18 q-18 2 -14 -20Z M6 ${y - 18} q16 -6 20 6 q-2 16 -14 12 q-12 -4 -6 -18Z M-4 ${y + 8} q8 -4 10 4 q-4 8 -10 2Z`,
        '#2c2a2e',
      ),
    onHead: (pen) => pen.line('M-5 -10 q-6 -5 -3 -11 M4 -11 q6 -4 4 -11', '#d8c7a0', 3.2),
  }),
  bull: fourLegged({
    colour: '#5a3626',
    size: 0.62,
    length: 42,
    girth: 24,
    legs: 28,
    legWidth: 9,
    neck: [16, 12],
    neckWidth: 22,
    head: [15, 13],
    snout: [11, 8],
    ears: 'leaf',
    tail: 'tuft',
    onHead: horns('#efe6cf'),
  }),
  sheep: fourLegged({
    colour: '#4a4448',
    size: 0.4,
    length: 30,
    girth: 18,
    legs: 22,
    legWidth: 6,
    neck: [14, 8],
    head: [10, 9],
    snout: [8, 5],
    ears: 'leaf',
    tail: 'none',
    marks: (pen, { y, length, girth }) =>
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
        .map((i) =>
          pen.oval(
            Math.cos(i * 0.524) * length * 0.84,
            y - 3 + Math.sin(i * 0.524) * girth * 0.62,
            13,
            12,
            pen.or('#f4efe6'),
          ),
        )
        .join('') + pen.oval(0, y - 2, length * 0.9, girth * 0.8, pen.or('#f7f3ec')),
    onHead: (pen) => pen.oval(-2, -8, 9, 6, '#f7f3ec'),
  }),
  goat: fourLegged({
    colour: '#e4dccd',
    size: 0.42,
    length: 30,
    girth: 14,
    legs: 30,
    legWidth: 6,
    neck: [12, 20],
    head: [11, 9],
    snout: [11, 5],
    ears: 'leaf',
    tail: 'short',
    onHead: (pen) => pen.line('M-3 -8 Q-12 -22 -22 -18', '#8b7a62', 4) + pen.shape('M10 8 L13 22 L17 8Z', '#f3ede2'),
  }),
  pig: fourLegged({
    colour: '#eda3a6',
    size: 0.38,
    length: 36,
    girth: 21,
    legs: 18,
    legWidth: 9,
    neck: [12, 4],
    neckWidth: 22,
    head: [16, 14],
    snout: [6, 7],
    ears: 'pointed',
    tail: 'curl',
    muzzle: '#dd7f88',
  }),
  lion: fourLegged({
    colour: '#d9a044',
    size: 0.54,
    length: 38,
    girth: 17,
    legs: 30,
    legWidth: 10,
    neck: [10, 18],
    head: [15, 14],
    snout: [7, 7],
    ears: 'round',
    tail: 'tuft',
    belly: '#ecc988',
    muzzle: '#f0dcb4',
    behindHead: (pen) =>
      Array.from({ length: 14 }, (_, i) =>
        pen.oval(-5 + Math.cos(i * 0.45) * 19, 2 + Math.sin(i * 0.45) * 19, 10, 10, '#7f421d'),
      ).join('') + pen.oval(-5, 2, 21, 22, '#8f4c20'),
  }),
  lioness: fourLegged({
    colour: '#d9a85a',
    size: 0.5,
    length: 38,
    girth: 16,
    legs: 30,
    legWidth: 9,
    neck: [12, 16],
    head: [14, 12],
    snout: [7, 6],
    ears: 'round',
    tail: 'tuft',
    belly: '#ecd0a0',
  }),
  tiger: fourLegged({
    colour: '#e58a2c',
    size: 0.52,
    length: 40,
    girth: 17,
    legs: 28,
    legWidth: 10,
    neck: [12, 14],
    head: [15, 13],
    snout: [7, 7],
    ears: 'round',
    tail: 'up',
    belly: '#fbeed8',
    muzzle: '#fbf2e4',
    marks: stripes('#2b2126', 8, 3.6),
    onHead: (pen) => pen.line('M-7 -10 l3 5 M0 -12 l1 6 M-11 -2 l6 1 M-10 5 l6 -1', '#2b2126', 2.2),
  }),
  leopard: fourLegged({
    colour: '#deb265',
    size: 0.46,
    length: 38,
    girth: 14,
    legs: 28,
    legWidth: 8,
    neck: [12, 14],
    head: [13, 11],
    snout: [7, 5],
    ears: 'round',
    tail: 'up',
    belly: '#f6e8cc',
    marks: spots('#4b3421', 22, 2.8),
  }),
  bear: fourLegged({
    colour: '#6b4528',
    size: 0.58,
    length: 38,
    girth: 25,
    legs: 20,
    legWidth: 14,
    neck: [12, 10],
    neckWidth: 26,
    head: [17, 15],
    snout: [9, 7],
    ears: 'round',
    tail: 'short',
    muzzle: '#b98a5d',
  }),
  'polar bear': fourLegged({
    colour: '#f2f4f5',
    size: 0.58,
    length: 38,
    girth: 24,
    legs: 20,
    legWidth: 14,
    neck: [16, 8],
    neckWidth: 22,
    head: [16, 13],
    snout: [10, 6],
    ears: 'round',
    tail: 'short',
    muzzle: '#ffffff',
  }),
  elephant: fourLegged({
    colour: '#8f949c',
    size: 0.8,
    length: 42,
    girth: 30,
    legs: 26,
    legWidth: 17,
    neck: [12, 10],
    neckWidth: 30,
    head: [22, 21],
    ears: 'huge',
    tail: 'tuft',
    onHead: (pen) =>
      pen.line(`M17 6 Q${30 + pen.swing(2.6) * 2} 18 27 40 Q25 54 34 54`, pen.dark(0.04), 11) +
      pen.shape('M14 14 Q24 24 36 20 Q26 30 12 20Z', '#f6efdc'),
  }),
  rhino: fourLegged({
    colour: '#8b8a89',
    size: 0.62,
    length: 44,
    girth: 25,
    legs: 22,
    legWidth: 14,
    neck: [18, 2],
    neckWidth: 26,
    head: [19, 13],
    snout: [8, 8],
    ears: 'leaf',
    tail: 'tuft',
    onHead: (pen) => pen.shape('M20 -4 Q26 -16 33 -24 Q34 -8 28 2Z M10 -8 L15 -18 L18 -8Z', '#e7dfcd'),
  }),
  hippo: fourLegged({
    colour: '#8d7a86',
    size: 0.56,
    length: 42,
    girth: 27,
    legs: 15,
    legWidth: 14,
    neck: [16, 2],
    neckWidth: 28,
    head: [19, 15],
    snout: [11, 13],
    ears: 'round',
    tail: 'short',
    muzzle: '#a28c97',
  }),
  deer: fourLegged({
    colour: '#a9713f',
    size: 0.56,
    length: 32,
    girth: 13,
    legs: 40,
    legWidth: 5.5,
    neck: [13, 28],
    neckWidth: 10,
    head: [10, 8],
    snout: [10, 4.5],
    ears: 'leaf',
    tail: 'short',
    belly: '#e6cba2',
    onHead: antlers,
    marks: spots('#e9d1a8', 9, 1.7),
  }),
  moose: fourLegged({
    colour: '#5d4030',
    size: 0.7,
    length: 38,
    girth: 19,
    legs: 42,
    legWidth: 8,
    neck: [15, 16],
    neckWidth: 20,
    head: [14, 11],
    snout: [14, 8],
    ears: 'leaf',
    tail: 'short',
    onHead: (pen) =>
      pen.shape(
        'M-4 -10 Q-24 -16 -32 -36 L-24 -30 L-20 -42 L-14 -28 L-8 -38 L-4 -20Z M4 -10 Q22 -16 28 -36 L21 -30 L16 -42 L11 -27 L6 -36Z',
        '#c2a06c',
      ),
  }),
  giraffe: fourLegged({
    colour: '#e8bf6a',
    size: 0.98,
    length: 28,
    girth: 13,
    legs: 48,
    legWidth: 6,
    neck: [22, 66],
    neckWidth: 10,
    head: [10, 7.5],
    snout: [12, 5],
    ears: 'leaf',
    tail: 'tuft',
    marks: (pen, body) =>
      spots('#a9662c', 15, 4)(pen, body) +
      Array.from({ length: 8 }, (_, i) => pen.oval(20 + i * 2.9, body.y - 14 - i * 7.5, 3, 3.6, '#a9662c')).join(''),
    onHead: (pen) =>
      pen.line('M-2 -7 l-2 -9 M3 -7 l0 -9', '#a9662c', 2.4) +
      pen.oval(-4, -17, 2.4, 2.4, '#7d4a22') +
      pen.oval(3, -17, 2.4, 2.4, '#7d4a22'),
  }),
  camel: fourLegged({
    colour: '#c99a5b',
    size: 0.66,
    length: 34,
    girth: 15,
    legs: 42,
    legWidth: 6.5,
    neck: [20, 24],
    neckWidth: 11,
    head: [11, 8],
    snout: [11, 5],
    ears: 'leaf',
    tail: 'tuft',
    marks: (pen, { y, girth }) =>
      pen.shape(
        `M-28 ${y - girth * 0.6} Q-18 ${y - girth * 2.6} -4 ${y - girth * 0.7}Z M0 ${y - girth * 0.7} Q10 ${y - girth * 2.6} 24 ${y - girth * 0.6}Z`,
        pen.dark(0.06),
      ),
  }),
  rabbit: fourLegged({
    colour: '#cfc0ae',
    size: 0.26,
    length: 24,
    girth: 18,
    legs: 9,
    legWidth: 9,
    neck: [6, 12],
    head: [13, 12],
    snout: [3, 5],
    ears: 'long',
    tail: 'short',
    belly: '#f4ede4',
    muzzle: '#f4ede4',
  }),
  mouse: fourLegged({
    colour: '#9c9aa3',
    size: 0.16,
    length: 24,
    girth: 15,
    legs: 7,
    legWidth: 5,
    neck: [10, 2],
    head: [13, 11],
    snout: [9, 4],
    ears: 'round',
    tail: 'thin',
    belly: '#d9d6dc',
  }),
  squirrel: fourLegged({
    colour: '#b0622f',
    size: 0.22,
    length: 20,
    girth: 14,
    legs: 9,
    legWidth: 7,
    neck: [8, 16],
    head: [11, 10],
    snout: [6, 4],
    ears: 'pointed',
    tail: 'none',
    belly: '#f0dfc8',
    marks: (pen) =>
      pen.shape('M-18 -12 Q-44 -14 -42 -46 Q-40 -68 -22 -66 Q-10 -60 -20 -50 Q-28 -40 -16 -24Z', pen.dark(0.1)),
  }),
  panda: fourLegged({
    colour: '#f5f3ef',
    size: 0.5,
    length: 32,
    girth: 25,
    legs: 18,
    legWidth: 15,
    neck: [6, 16],
    neckWidth: 26,
    head: [19, 17],
    ears: 'none',
    tail: 'short',
    marks: (pen, { y }) =>
      pen.shape(`M16 ${y - 24} Q34 ${y} 22 ${y + 24} L8 ${y + 24} Q16 ${y} 4 ${y - 25}Z`, '#26252b'),
    onHead: (pen) =>
      pen.oval(-13, -14, 7, 7, '#26252b') +
      pen.oval(11, -15, 7, 7, '#26252b') +
      pen.oval(-5, -2, 5, 6, '#26252b') +
      pen.oval(8, -3, 5, 6, '#26252b') +
      pen.oval(4, 6, 3.4, 2.6, '#26252b') +
      pen.oval(-5, -3, 1.6, 1.6, '#ffffff'),
  }),
  hedgehog: fourLegged({
    colour: '#c39a6b',
    size: 0.2,
    length: 28,
    girth: 17,
    legs: 7,
    legWidth: 6,
    neck: [10, -4],
    head: [11, 9],
    snout: [10, 4],
    ears: 'round',
    tail: 'none',
    marks: (pen, { y }) =>
      pen.shape(
        `M-32 ${y + 8} ${Array.from({ length: 13 }, (_, i) => {
          const a = Math.PI * (1.02 - i / 13);
          const b = a - 0.12;
          return `L${Math.cos(a) * 36} ${y - Math.sin(a) * 30} L${Math.cos(b) * 27} ${y - Math.sin(b) * 20}`;
        }).join(' ')} L22 ${y + 6}Z`,
        '#5b4433',
      ),
  }),
};
