import { type Colour, grey, lightness, mix, saturate } from '../canvas/colour.ts';
import type { Medium } from '../canvas/sheet.ts';
import type { StyleName } from '../words/settings.ts';

const same = (colour: Colour): Colour => colour;

/** How each style fills and outlines. `unit` is the shorter side of the picture in pixels. */
export function mediumFor(style: StyleName, unit: number): Medium {
  const soft: Medium = { fill: 'soft', paper: '#ffffff', outline: null, outlineWidth: 0, recolour: same };
  switch (style) {
    case 'minimal':
      return { ...soft, fill: 'flat', recolour: (colour) => mix(saturate(colour, 0.82), '#f2e8d8', 0.14) };
    case 'watercolor':
      return { ...soft, recolour: (colour) => mix(saturate(colour, 1.08), '#fffdf6', 0.24) };
    case 'blueprint':
      return {
        fill: 'line',
        paper: '#1b4a8a',
        outline: '#e8f2ff',
        outlineWidth: unit / 520,
        recolour: (colour) => mix('#16407c', '#2a63ab', lightness(colour)),
      };
    case 'pencil':
      return {
        fill: 'line',
        paper: '#fcfaf4',
        outline: '#37343a',
        outlineWidth: unit / 480,
        recolour: (colour) => mix('#fcfaf4', '#d9d5cc', 0.7 * (1 - lightness(colour))),
      };
    case 'noir':
      return { ...soft, recolour: (colour) => contrast(grey(colour), 1.25) };
    case 'neon':
      return {
        ...soft,
        recolour: (colour) => mix(saturate(colour, 1.5), lightness(colour) > 0.55 ? '#ff4fd8' : '#1b0f4f', 0.34),
      };
    case 'vintage':
      return { ...soft, fill: 'flat', recolour: (colour) => mix(saturate(colour, 0.62), '#d9a860', 0.3) };
    case 'comic':
      return {
        fill: 'flat',
        paper: '#ffffff',
        outline: '#1c1a22',
        outlineWidth: unit / 330,
        recolour: (colour) => saturate(colour, 1.28),
      };
    case 'papercut':
      return { ...soft, recolour: (colour) => mix(saturate(colour, 0.95), '#fff6e6', 0.12) };
    default:
      return soft;
  }
}

function contrast(colour: Colour, factor: number): Colour {
  const light = lightness(colour);
  const wanted = Math.max(0, Math.min(1, 0.5 + (light - 0.5) * factor));
  return mix('#000000', '#ffffff', wanted);
}
