import { type Colour, shade } from './colour.ts';
import type { Random } from './random.ts';
import { n, type Sheet } from './sheet.ts';

export interface PenOptions {
  sheet: Sheet;
  random: Random;
  /** The colour of the thing, by the prompt or by its nature. */
  main: Colour;
  /** True when the prompt named it. */
  isColoured: boolean;
  /** A second colour, when the prompt named two. */
  second?: Colour | undefined;
  /** Light and distance: the colour as it arrives at the eye. */
  tint(colour: Colour): Colour;
  /** How large one unit of the drawing is, in pixels. */
  scale: number;
  /** Seconds since the start; 0 for a picture. */
  time: number;
  /** Lamps and windows are lit. */
  isDark: boolean;
  season: 'spring' | 'summer' | 'autumn' | 'winter';
}

/** What the drawings draw with. Every method returns SVG; y grows downwards, a thing stands on y = 0. */
export class Pen {
  readonly main: Colour;
  readonly second: Colour | undefined;
  readonly isColoured: boolean;
  readonly random: Random;
  readonly time: number;
  readonly isDark: boolean;
  readonly season: PenOptions['season'];
  readonly #options: PenOptions;

  constructor(options: PenOptions) {
    this.#options = options;
    this.main = options.main;
    this.second = options.second;
    this.isColoured = options.isColoured;
    this.random = options.random;
    this.time = options.time;
    this.isDark = options.isDark;
    this.season = options.season;
  }

  /** The prompt's colour, or `natural` when it named none. */
  or(natural: Colour): Colour {
    return this.isColoured ? this.main : natural;
  }

  shape(d: string, colour: Colour = this.main): string {
    return `<path d="${d}" ${this.#fill(colour)}/>`;
  }

  oval(cx: number, cy: number, rx: number, ry: number, colour: Colour = this.main): string {
    return `<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${n(rx)}" ry="${n(ry)}" ${this.#fill(colour)}/>`;
  }

  box(x: number, y: number, width: number, height: number, colour: Colour = this.main, round = 0): string {
    const corner = round > 0 ? ` rx="${n(round)}"` : '';
    return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"${corner} ${this.#fill(colour)}/>`;
  }

  line(d: string, colour: Colour, width: number): string {
    const { sheet, tint, scale } = this.#options;
    return `<path d="${d}" ${sheet.stroke(tint(colour), width, scale)}/>`;
  }

  /** Light of its own: neither night nor distance takes it away. */
  light(cx: number, cy: number, rx: number, ry: number, colour: Colour): string {
    return `<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${n(rx)}" ry="${n(ry)}" fill="${this.#options.sheet.medium.recolour(colour)}"/>`;
  }

  lightBox(x: number, y: number, width: number, height: number, colour: Colour): string {
    return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${this.#options.sheet.medium.recolour(colour)}"/>`;
  }

  lightShape(d: string, colour: Colour): string {
    return `<path d="${d}" fill="${this.#options.sheet.medium.recolour(colour)}"/>`;
  }

  /** A soft shine around a light. */
  shine(cx: number, cy: number, radius: number, colour: Colour, opacity = 0.7): string {
    const { sheet } = this.#options;
    if (sheet.medium.fill === 'line') return '';
    return `<circle cx="${n(cx)}" cy="${n(cy)}" r="${n(radius)}" fill="${sheet.glow(colour, opacity)}"/>`;
  }

  /** A window: glass by day, lamplight by night. */
  pane(x: number, y: number, width: number, height: number): string {
    const isLit = this.isDark && this.random.chance(0.85);
    return isLit ? this.lightBox(x, y, width, height, '#ffd98a') : this.box(x, y, width, height, '#a9cfe0');
  }

  eye(cx: number, cy: number, radius: number): string {
    return (
      this.oval(cx, cy, radius, radius, '#20202a') +
      `<circle cx="${n(cx + radius * 0.3)}" cy="${n(cy - radius * 0.35)}" r="${n(radius * 0.35)}" fill="#fff"/>`
    );
  }

  /** `parts` moved, scaled and turned (degrees). */
  at(x: number, y: number, scale: number, turn: number, parts: string): string {
    const rotate = turn === 0 ? '' : ` rotate(${n(turn)})`;
    return `<g transform="translate(${n(x)} ${n(y)})${rotate}${scale === 1 ? '' : ` scale(${Math.round(scale * 1000) / 1000})`}">${parts}</g>`;
  }

  mirror(parts: string): string {
    return `<g transform="scale(-1 1)">${parts}</g>`;
  }

  see(opacity: number, parts: string): string {
    return `<g opacity="${n(opacity)}">${parts}</g>`;
  }

  /** A swing between -1 and 1 over time. */
  swing(periodSeconds: number, phase = 0): number {
    return Math.sin((this.time / periodSeconds + phase) * 2 * Math.PI) - Math.sin(phase * 2 * Math.PI);
  }

  dark(amount = 0.25, colour: Colour = this.main): Colour {
    return shade(colour, -amount);
  }

  pale(amount = 0.3, colour: Colour = this.main): Colour {
    return shade(colour, amount);
  }

  #fill(colour: Colour): string {
    const { sheet, tint, scale } = this.#options;
    return sheet.fill(tint(colour), scale);
  }
}

/** Something that can be drawn, about 100 units high, standing on y = 0 around x = 0. */
export interface Drawing {
  width: number;
  height: number;
  /** How large it is beside other things: a person is 0.5, a house 0.9, an apple 0.2. */
  size: number;
  place: 'ground' | 'water' | 'sky' | 'table' | 'deep' | 'space';
  colour: Colour;
  /** Height where something on top of it stands; default its full height. */
  perch?: number;
  /** How it moves in a video. */
  motion?: 'sway' | 'bob' | 'drift' | 'fly' | 'float' | 'swim' | 'still' | 'breathe';
  draw(pen: Pen): string;
}
