import type { Backdrop, Season, StyleName, TimeOfDay, Weather } from './settings.ts';

export type Side = 'left' | 'right' | 'center';
export type Relation = 'on' | 'above' | 'behind' | 'front' | 'beside' | 'below' | 'left' | 'right' | 'wear' | 'hold';

/** One kind of thing in the picture. */
export interface Mention {
  drawing: string;
  count: number;
  colours: string[];
  size: number;
  side: Side | null;
  relation: { kind: Relation; target: number } | null;
}

/** What a prompt says, as far as it can be drawn. */
export interface Reading {
  mentions: Mention[];
  places: Exclude<Backdrop, 'poster'>[];
  time: TimeOfDay | null;
  weather: Weather | null;
  season: Season | null;
  style: StyleName;
  mood: 'calm' | 'dramatic' | 'cheerful' | 'gloomy' | null;
  /** Things in the sky that are part of it: sun, moon, stars, rainbow, aurora, comet. */
  sky: Set<string>;
  quotes: string[];
  /** Words that stand for nothing known; they are lettered. */
  unknown: string[];
  /** Every word of the prompt, for a picture that is lettering alone. */
  words: string[];
  /** Colours that belong to no thing. */
  colours: string[];
}

/** Words that set one thing in relation to another, longest first. */
export const relations: readonly (readonly [phrase: string, kind: Relation])[] = [
  ['on top of', 'on'],
  ['standing on', 'on'],
  ['sitting on', 'on'],
  ['sleeping on', 'on'],
  ['perched on', 'on'],
  ['lying on', 'on'],
  ['riding on', 'on'],
  ['riding', 'on'],
  ['on', 'on'],
  ['atop', 'on'],
  ['upon', 'on'],
  ['in front of', 'front'],
  ['behind', 'behind'],
  ['above', 'above'],
  ['over', 'above'],
  ['hovering over', 'above'],
  ['flying over', 'above'],
  ['under', 'below'],
  ['beneath', 'below'],
  ['below', 'below'],
  ['underneath', 'below'],
  ['to the left of', 'left'],
  ['left of', 'left'],
  ['to the right of', 'right'],
  ['right of', 'right'],
  ['next to', 'beside'],
  ['beside', 'beside'],
  ['near', 'beside'],
  ['by', 'beside'],
  ['wearing', 'wear'],
  ['holding', 'hold'],
  ['carrying', 'hold'],
];
export const skyWords = new Set([
  'sun',
  'moon',
  'star',
  'rainbow',
  'aurora',
  'comet',
  'meteor',
  'lightning',
  'firework',
  'firefly',
  'sunbeam',
]);
export const styleNouns = new Set(['style', 'art', 'painting', 'drawing', 'design', 'illustration', 'print']);
