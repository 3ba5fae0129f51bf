import { type Colour, shade } from './colour.ts';

/** How shapes are filled and outlined: what makes a style. */
export interface Medium {
  /** `soft` gradients with light from above, `flat` colour, or `line` (outlines over a thin wash of paper). */
  fill: 'soft' | 'flat' | 'line';
  /** Of the wash in `line`. */
  paper: Colour;
  /** Colour of outlines; null for none. */
  outline: Colour | null;
  outlineWidth: number;
  /** Last change of every colour. */
  recolour(colour: Colour): Colour;
}

/** Numbers as short as they can be: a scene has many thousands. */
export const n = (value: number): string => String(Math.round(value * 100) / 100);

/** One drawing in the making: shapes as SVG, and the gradients that they share. */
export class Sheet {
  readonly medium: Medium;
  readonly #definitions = new Map<string, string>();

  constructor(medium: Medium) {
    this.medium = medium;
  }

  /** The paint attributes of a filled shape. `scale` is that of the surroundings, so that outlines stay even. */
  fill(colour: Colour, scale: number): string {
    const { fill, outline, outlineWidth, paper, recolour } = this.medium;
    const tone = recolour(colour);
    const edge =
      outline === null ? '' : ` stroke="${outline}" stroke-width="${n(outlineWidth / scale)}" stroke-linejoin="round"`;
    if (fill === 'line') return `fill="${paper}" fill-opacity=".72"${edge}`;
    if (fill === 'flat') return `fill="${tone}"${edge}`;
    return `fill="url(#${this.#softly(tone)})"${edge}`;
  }

  stroke(colour: Colour, width: number, scale: number): string {
    const { fill, outline, outlineWidth, recolour } = this.medium;
    const isLine = fill === 'line' && outline !== null;
    const [tone, thickness] = isLine
      ? [outline, Math.min(width, (outlineWidth * 1.2) / scale)]
      : [recolour(colour), width];
    return `fill="none" stroke="${tone}" stroke-width="${n(thickness)}" stroke-linecap="round" stroke-linejoin="round"`;
  }

  /** A vertical gradient over what it fills, as a paint. */
  fade(stops: readonly (readonly [offset: number, colour: Colour, opacity?: number])[], direction = '0 0 0 1'): string {
    const [x1, y1, x2, y2] = direction.split(' ');
    const inside = stops
      .map(
        ([offset, colour, opacity = 1]) =>
          `<stop offset="${n(offset)}" stop-color="${this.medium.recolour(colour)}"${opacity < 1 ? ` stop-opacity="${n(opacity)}"` : ''}/>`,
      )
      .join('');
    return `url(#${this.#define(
      `l${direction}${inside}`,
      (id) => `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${inside}</linearGradient>`,
    )})`;
  }

  /** A glow that ends in nothing, as a paint. */
  glow(colour: Colour, opacity: number): string {
    const tone = this.medium.recolour(colour);
    const inside = `<stop offset="0" stop-color="${tone}" stop-opacity="${n(opacity)}"/><stop offset=".35" stop-color="${tone}" stop-opacity="${n(opacity * 0.42)}"/><stop offset="1" stop-color="${tone}" stop-opacity="0"/>`;
    return `url(#${this.#define(`r${inside}`, (id) => `<radialGradient id="${id}">${inside}</radialGradient>`)})`;
  }

  get definitions(): string {
    return [...this.#definitions.values()].map((definition) => definition.slice(definition.indexOf('<'))).join('');
  }

  #softly(colour: Colour): string {
    const inside = `<stop offset="0" stop-color="${shade(colour, 0.2)}"/><stop offset=".5" stop-color="${colour}"/><stop offset="1" stop-color="${shade(colour, -0.2)}"/>`;
    return this.#define(
      `s${colour}`,
      (id) => `<linearGradient id="${id}" x1=".25" y1="0" x2=".7" y2="1">${inside}</linearGradient>`,
    );
  }

  #define(key: string, make: (id: string) => string): string {
    const known = this.#definitions.get(key);
    if (known !== undefined) return known.slice(0, known.indexOf('<'));
    const id = `d${this.#definitions.size}`;
    this.#definitions.set(key, id + make(id));
    return id;
  }
}
