import type { Colour } from '../canvas/colour.ts';
import type { Pen } from '../canvas/pen.ts';
import type { Random } from '../canvas/random.ts';
import type { Sheet } from '../canvas/sheet.ts';
import type { Reading } from '../words/reading.ts';
import type { Backdrop, TimeOfDay } from '../words/settings.ts';
import type { Palette } from './palette.ts';

/** What every part of a scene is drawn from. */
export interface Scene {
  reading: Reading;
  backdrop: Backdrop;
  time: TimeOfDay;
  palette: Palette;
  width: number;
  height: number;
  /** Where the ground begins, in pixels from the top. */
  horizon: number;
  /** The side that the light comes from: -1 left, 1 right. */
  lightSide: -1 | 1;
  sheet: Sheet;
  random: Random;
  /** Seconds since the start; null for a picture. */
  seconds: number;
  /** A pen for parts of the scenery at a distance from 0 (near) to 1 (far). */
  pen(options: {
    main: Colour;
    distance: number;
    scale?: number;
    random: Random;
    isColoured?: boolean;
    second?: Colour | undefined;
  }): Pen;
}

/** One depth of a scene; in a video the nearer ones move more. */
export interface Layer {
  /** 0 does not move with the camera, 1 moves with the foreground. */
  nearness: number;
  svg: string;
}
