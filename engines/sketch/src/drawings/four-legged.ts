import type { Drawing, Pen } from '../canvas/pen.ts';

/** What tells one four-legged animal from another. Lengths in units of the drawing. */
export interface Build {
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

export function fourLegged(build: Build): Drawing {
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

export const spots = (colour: string, count: number, radius: number): NonNullable<Build['marks']> => {
  return (pen, { y, length, girth }) =>
    Array.from({ length: count }, (_, index) => {
      const x = -length * 0.8 + ((index * 0.618) % 1) * length * 1.55;
      const rise = -0.65 + ((index * 0.37) % 1) * 1.1;
      const size = radius * (0.7 + ((index * 0.77) % 1) * 0.6);
      return pen.oval(x, y + girth * rise, size * 1.15, size, colour);
    }).join('');
};
