import { n } from './sheet.ts';

/** Our own alphabet of strokes, 10 units high: widths and paths. It needs no font on the machine. */
const glyphs: Readonly<Record<string, readonly [width: number, path: string]>> = {
  A: [7, 'M0 10 L3.5 0 L7 10 M1.300 6.500 H5.700'],
  B: [6, 'M0 0 V10 H3 Q6 10 6 7.400 Q6 4.800 3 4.800 H0 M3 4.800 Q5.400 4.800 5.400 2.400 Q5.400 0 3 0 H0'],
  C: [6.6, 'M6.600 1.600 Q5.500 0 3.700 0 Q0 0 0 5 Q0 10 3.700 10 Q5.500 10 6.600 8.400'],
  D: [6.6, 'M0 0 V10 H2.600 Q6.600 10 6.600 5 Q6.600 0 2.600 0Z'],
  E: [5.4, 'M5.400 0 H0 V10 H5.400 M0 4.800 H4.600'],
  F: [5.2, 'M5.200 0 H0 V10 M0 4.800 H4.400'],
  G: [7, 'M6.600 1.600 Q5.500 0 3.700 0 Q0 0 0 5 Q0 10 3.700 10 Q7 10 7 5.600 H4'],
  H: [6.4, 'M0 0 V10 M6.400 0 V10 M0 4.800 H6.400'],
  I: [0.6, 'M.3 0 V10'],
  J: [4.6, 'M4.600 0 V7 Q4.600 10 2.200 10 Q.3 10 0 8'],
  K: [6, 'M0 0 V10 M5.800 0 L0 6 M2.200 3.900 L6 10'],
  L: [5, 'M0 0 V10 H5'],
  M: [8, 'M0 10 V0 L4 6.500 L8 0 V10'],
  N: [6.8, 'M0 10 V0 L6.800 10 V0'],
  O: [7.4, 'M3.700 0 Q0 0 0 5 Q0 10 3.700 10 Q7.400 10 7.400 5 Q7.400 0 3.700 0Z'],
  P: [5.8, 'M0 10 V0 H3 Q5.800 0 5.800 2.800 Q5.800 5.600 3 5.600 H0'],
  Q: [7.4, 'M3.700 0 Q0 0 0 5 Q0 10 3.700 10 Q7.400 10 7.400 5 Q7.400 0 3.700 0Z M4.800 7.600 L7.600 10.600'],
  R: [6, 'M0 10 V0 H3 Q5.800 0 5.800 2.700 Q5.800 5.400 3 5.400 H0 M3 5.400 L6 10'],
  S: [
    5.8,
    'M5.500 1.400 Q4.600 0 2.900 0 Q.3 0 .3 2.500 Q.3 4.300 2.900 4.900 Q5.800 5.500 5.800 7.500 Q5.800 10 2.900 10 Q.8 10 0 8.400',
  ],
  T: [6.4, 'M0 0 H6.400 M3.200 0 V10'],
  U: [6.4, 'M0 0 V6.500 Q0 10 3.200 10 Q6.400 10 6.400 6.500 V0'],
  V: [7, 'M0 0 L3.500 10 L7 0'],
  W: [9.4, 'M0 0 L2.300 10 L4.700 2.500 L7.100 10 L9.400 0'],
  X: [6.4, 'M0 0 L6.400 10 M6.400 0 L0 10'],
  Y: [6.4, 'M0 0 L3.200 5 L6.400 0 M3.200 5 V10'],
  Z: [6, 'M0 0 H6 L0 10 H6'],
  0: [6.2, 'M3.100 0 Q0 0 0 5 Q0 10 3.100 10 Q6.200 10 6.200 5 Q6.200 0 3.100 0Z'],
  1: [3, 'M0 2 L2.400 0 V10'],
  2: [5.6, 'M.2 2.200 Q.6 0 2.900 0 Q5.400 0 5.400 2.600 Q5.400 4.400 3 6.800 L0 10 H5.600'],
  3: [
    5.6,
    'M.2 1.600 Q1 0 2.800 0 Q5.200 0 5.200 2.400 Q5.200 4.700 2.400 4.700 Q5.600 4.700 5.600 7.400 Q5.600 10 2.800 10 Q.8 10 0 8.300',
  ],
  4: [6, 'M4.500 10 V0 L0 7 H6'],
  5: [
    5.6,
    'M5.200 0 H.8 L.4 4.600 Q1.400 3.800 2.800 3.800 Q5.600 3.800 5.600 6.800 Q5.600 10 2.600 10 Q.8 10 0 8.600',
  ],
  6: [5.8, 'M4.800 0 Q0 3.200 0 7 Q0 10 2.900 10 Q5.800 10 5.800 7.100 Q5.800 4.400 3 4.400 Q1 4.400 .2 6.200'],
  7: [5.6, 'M0 0 H5.600 L2 10'],
  8: [
    5.8,
    'M2.900 0 Q.5 0 .5 2.400 Q.5 4.700 2.900 4.700 Q5.300 4.700 5.300 2.400 Q5.300 0 2.900 0 M2.900 4.700 Q0 4.700 0 7.400 Q0 10 2.900 10 Q5.800 10 5.800 7.400 Q5.800 4.700 2.900 4.700',
  ],
  9: [5.8, 'M1 10 Q5.800 6.800 5.800 3 Q5.800 0 2.900 0 Q0 0 0 2.900 Q0 5.600 2.800 5.600 Q4.800 5.600 5.600 3.800'],
  '.': [0.6, 'M.3 9.600 V10'],
  ',': [1, 'M.8 9.400 L.1 11.600'],
  '!': [0.6, 'M.3 0 V6.800 M.3 9.600 V10'],
  '?': [5, 'M0 2 Q.5 0 2.500 0 Q5 0 5 2.400 Q5 4.200 2.500 5.400 V7 M2.500 9.600 V10'],
  "'": [0.6, 'M.3 0 V2.200'],
  '-': [3.6, 'M0 5.300 H3.600'],
  '&': [
    7,
    'M7 10 L1.800 3.200 Q.6 0 2.900 0 Q5 0 4.600 2.200 Q4.200 3.800 1.200 5 Q0 5.800 0 7.400 Q0 10 2.900 10 Q6 10 6.600 5.800',
  ],
  ':': [0.6, 'M.3 3 V3.400 M.3 9.600 V10'],
  '+': [5, 'M0 5.300 H5 M2.500 2.800 V7.800'],
  '/': [4, 'M4 0 L0 10'],
  '%': [8, 'M7 0 L1 10 M2 0 a1.800 2 0 1 0 .1 0 M6.200 6 a1.800 2 0 1 0 .1 0'],
  $: [
    5.8,
    'M5.500 2 Q4.600 .8 2.900 .8 Q.3 .8 .3 2.900 Q.3 4.500 2.900 5 Q5.800 5.500 5.800 7.300 Q5.800 9.300 2.900 9.300 Q.8 9.300 0 8 M2.900 -.6 V10.800',
  ],
  '#': [6.4, 'M2 0 L1 10 M5.400 0 L4.400 10 M.2 3.400 H6.400 M0 6.800 H6.200'],
};
const space = 3.6;
const gap = 2.3;

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase();

/** Whether the alphabet has every letter; else the machine's own fonts must do. */
const hasAll = (text: string): boolean =>
  [...plain(text)].every((letter) => letter === ' ' || glyphs[letter] !== undefined);

/** Width of a line of letters that are 10 units high. */
export function letteringWidth(text: string): number {
  if (!hasAll(text)) return [...text].reduce((sum, letter) => sum + (/[\u2e80-\u{2ffff}]/u.test(letter) ? 12 : 7.5), 0);
  const widths = [...plain(text)].map((letter) => (letter === ' ' ? space : (glyphs[letter]?.[0] ?? 0)));
  return widths.reduce((sum, width) => sum + width + gap, -gap);
}

/** A line of letters around `x`, its top at `y`, `height` high. */
export function lettering(
  text: string,
  place: { x: number; y: number; height: number; colour: string; weight?: number; anchor?: 'start' | 'middle' },
): string {
  const { x, y, height, colour, weight = 1.1, anchor = 'middle' } = place;
  const scale = height / 10;
  const left = anchor === 'middle' ? x - (letteringWidth(text) * scale) / 2 : x;
  if (!hasAll(text)) {
    const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return `<text x="${n(left)}" y="${n(y + height)}" font-size="${n(height * 1.25)}" font-family="sans-serif" font-weight="600" fill="${colour}">${safe}</text>`;
  }
  let at = 0;
  const paths = [...plain(text)].map((letter) => {
    const [width, path] = glyphs[letter] ?? [space, ''];
    const part = path === '' ? '' : `<path transform="translate(${n(at)} 0)" d="${path}"/>`;
    at += width + gap;
    return part;
  });
  return `<g transform="translate(${n(left)} ${n(y)}) scale(${Math.round(scale * 1000) / 1000})" fill="none" stroke="${colour}" stroke-width="${weight}" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</g>`;
}
