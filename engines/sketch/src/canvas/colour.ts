/** Colours are `#rrggbb`. */
export type Colour = string;

type Rgb = [number, number, number];

function toRgb(colour: Colour): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function fromRgb([red, green, blue]: Rgb): Colour {
  const part = (value: number) =>
    Math.max(0, Math.min(255, Math.round(value)))
      .toString(16)
      .padStart(2, '0');
  return `#${part(red)}${part(green)}${part(blue)}`;
}

/** `share` of the second colour in the first. */
export function mix(first: Colour, second: Colour, share: number): Colour {
  const [a, b] = [toRgb(first), toRgb(second)];
  return fromRgb([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share]);
}

/** Above 0 towards a warm white, below towards a cool black. */
export function shade(colour: Colour, amount: number): Colour {
  return amount >= 0 ? mix(colour, '#fffdf4', amount) : mix(colour, '#0b1030', -amount);
}

export function multiply(first: Colour, second: Colour): Colour {
  const [a, b] = [toRgb(first), toRgb(second)];
  return fromRgb([(a[0] * b[0]) / 255, (a[1] * b[1]) / 255, (a[2] * b[2]) / 255]);
}

/** 0 (black) to 1 (white). */
export function lightness(colour: Colour): number {
  const [red, green, blue] = toRgb(colour);
  return (red * 0.299 + green * 0.587 + blue * 0.114) / 255;
}

export function grey(colour: Colour): Colour {
  const value = lightness(colour) * 255;
  return fromRgb([value, value, value]);
}

/** Above 1 more colourful, below less. */
export function saturate(colour: Colour, factor: number): Colour {
  const value = lightness(colour) * 255;
  const [red, green, blue] = toRgb(colour);
  return fromRgb([value + (red - value) * factor, value + (green - value) * factor, value + (blue - value) * factor]);
}
