import { type Colour, mix, multiply, shade } from '../canvas/colour.ts';
import { Pen } from '../canvas/pen.ts';
import { Random } from '../canvas/random.ts';
import { n, Sheet } from '../canvas/sheet.ts';
import { readPrompt, seedOf } from '../words/read-prompt.ts';
import { choosePlace, chooseTime } from './choose-place.ts';
import { drawLetters } from './letters.ts';
import { mediumFor } from './mediums.ts';
import { paletteFor } from './palette.ts';
import { type Placed, placeThings } from './place-things.ts';
import { placeLayers } from './places.ts';
import type { Layer, Scene } from './scene.ts';
import { drawSky } from './sky.ts';
import { weatherLayer } from './weather.ts';

export interface DrawOptions {
  prompt: string;
  seed: number;
  width: number;
  height: number;
  /** For a frame of a video: seconds since its start, and its length. */
  moment?: { seconds: number; durationSeconds: number };
}

/** A scene as SVG; the same options always give the same text. */
export function drawScene(options: DrawOptions): string {
  const scene = prepare(options);
  const layers: Layer[] = [
    { nearness: 0.02, svg: drawSky(scene) },
    ...placeLayers(scene),
    { nearness: 0.55, svg: things(scene) },
    weatherLayer(scene),
  ];
  const { moment } = options;
  const camera = cameraFor(scene, moment);
  const body = layers.map(({ nearness, svg }) => (svg === '' ? '' : `<g${camera(nearness)}>${svg}</g>`)).join('');
  const front = finish(scene) + drawLetters(scene);
  // The gradients are known only when everything has been drawn.
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${scene.width}" height="${scene.height}" viewBox="0 0 ${scene.width} ${scene.height}"><defs>${scene.sheet.definitions}</defs>${body}${front}</svg>`;
}

/** Only what moves in front of a picture that was given: weather and lights, on nothing. */
export function drawParticles(options: DrawOptions): string {
  const scene = prepare(options);
  const { svg } = weatherLayer(scene);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${scene.width}" height="${scene.height}"><defs>${scene.sheet.definitions}</defs>${svg}</svg>`;
}

function prepare({ prompt, seed, width, height, moment }: DrawOptions): Scene {
  const reading = readPrompt(prompt);
  const random = new Random(seedOf(prompt, seed));
  const backdrop = choosePlace(reading, random.fork('place'));
  const time = chooseTime(reading);
  const palette = paletteFor(reading, backdrop, time, random.fork('palette'));
  const sheet = new Sheet(mediumFor(reading.style, Math.min(width, height)));
  const own = random.fork('composition');
  const share =
    backdrop === 'sea' || backdrop === 'lake'
      ? own.between(0.46, 0.54)
      : backdrop === 'room'
        ? own.between(0.66, 0.7)
        : backdrop === 'city'
          ? own.between(0.6, 0.66)
          : own.between(0.55, 0.62);
  const seconds = moment?.seconds ?? 0;
  const season = reading.season ?? (reading.weather === 'snow' || backdrop === 'snowfield' ? 'winter' : 'summer');
  const isDark = time === 'night' || reading.mood === 'gloomy';
  return {
    reading: { ...reading, season: reading.season ?? (season === 'winter' ? 'winter' : null) },
    backdrop,
    time,
    palette,
    width,
    height,
    horizon: Math.round(height * share),
    lightSide: own.chance(0.5) ? 1 : -1,
    sheet,
    random,
    seconds,
    pen: ({ main, distance, scale = 1, random: penRandom, isColoured = false, second }) =>
      new Pen({
        sheet,
        random: penRandom,
        main,
        isColoured,
        second,
        scale,
        time: seconds,
        isDark,
        season,
        tint: (colour) => mix(multiply(colour, palette.light), palette.haze, distance * 0.75),
      }),
  };
}

function things(scene: Scene): string {
  return placeThings(scene)
    .map((placed) => drawThing(scene, placed))
    .join('');
}

function drawThing(scene: Scene, placed: Placed): string {
  const { drawing, mention, scale, key, x, y } = placed;
  const own = scene.random.fork(key);
  const named = mention.colours[placed.index % Math.max(1, mention.colours.length)];
  const isShared = mention.count === 1;
  const second = isShared ? mention.colours[1] : undefined;
  const main: Colour = (isShared ? mention.colours[0] : named) ?? vary(drawing.colour, own.between(-0.1, 0.1));
  const pen = scene.pen({ main, distance: 0, scale, random: own, isColoured: mention.colours.length > 0, second });
  const inside = placed.isMirrored && mention.relation === null ? pen.mirror(drawing.draw(pen)) : drawing.draw(pen);
  const [dx, dy, turn] = motionOf(scene, placed, own.next());
  return shadowOf(scene, placed) + pen.at(x + dx, y + dy, scale, turn, inside) + reflectionOf(scene, placed, inside);
}

const vary = (colour: Colour, amount: number): Colour => shade(colour, amount);

function shadowOf(scene: Scene, { drawing, x, y, scale, mention }: Placed): string {
  const { backdrop, sheet, palette } = scene;
  const isAir =
    drawing.place === 'sky' ||
    drawing.motion === 'fly' ||
    backdrop === 'space' ||
    backdrop === 'underwater' ||
    backdrop === 'clouds';
  const floats = drawing.place === 'water' && /sea|lake|beach/.test(backdrop);
  if (
    isAir ||
    floats ||
    sheet.medium.fill === 'line' ||
    mention.relation?.kind === 'on' ||
    mention.relation?.kind === 'wear' ||
    mention.relation?.kind === 'hold'
  )
    return '';
  const w = drawing.width * scale;
  const lean = -scene.lightSide * w * 0.1;
  return `<ellipse cx="${n(x + lean)}" cy="${n(y)}" rx="${n(w * 0.56)}" ry="${n(Math.min(w * 0.09, scene.height * 0.03))}" fill="${sheet.glow(palette.isDark ? '#04071a' : '#1d2440', 0.6)}"/>`;
}

/** A ship and its image in the water. */
function reflectionOf(scene: Scene, { drawing, x, y, scale }: Placed, inside: string): string {
  const floats = drawing.place === 'water' && /sea|lake/.test(scene.backdrop);
  if (!floats || scene.sheet.medium.fill === 'line') return '';
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${n(scale)} ${n(-scale * 0.5)})" opacity=".2">${inside}</g>`;
}

function motionOf(scene: Scene, { drawing, scale }: Placed, phase: number): [dx: number, dy: number, turn: number] {
  const { seconds, width } = scene;
  if (seconds === 0) return [0, 0, 0];
  const swing = (period: number) => Math.sin((seconds / period + phase) * 2 * Math.PI) - Math.sin(phase * 2 * Math.PI);
  switch (drawing.motion) {
    case 'sway':
      return [0, 0, swing(4) * 0.9];
    case 'bob':
      return [seconds * width * 0.004, swing(3.2) * scale * 2, swing(4.1) * 1.6];
    case 'drift':
      return [seconds * width * 0.012, 0, 0];
    case 'fly':
      return [seconds * width * 0.022, swing(2.6) * scale * 4, 0];
    case 'float':
      return [swing(6) * scale * 5, swing(4.4) * scale * 5, swing(5) * 1.4];
    case 'swim':
      return [seconds * width * 0.012, swing(3) * scale * 4, swing(3.4) * 2];
    case 'breathe':
      return [0, swing(2.8) * scale * 0.4, 0];
    default:
      return [0, 0, 0];
  }
}

/** A slow push in with a drift to the side; near layers move more than far ones. */
function cameraFor({ width, height, lightSide }: Scene, moment: DrawOptions['moment']): (nearness: number) => string {
  if (!moment || moment.seconds === 0) return () => '';
  const share = moment.seconds / moment.durationSeconds;
  const eased = share * share * (3 - 2 * share);
  return (nearness) => {
    const zoom = 1 + eased * (0.02 + 0.07 * nearness);
    const slide = -lightSide * eased * width * 0.035 * nearness;
    return ` transform="translate(${n(width / 2 + slide)} ${n(height * 0.55)}) scale(${(Math.round(zoom * 1e5) / 1e5).toString()}) translate(${n(-width / 2)} ${n(-height * 0.55)})"`;
  };
}

/** What a style or the hour lays over everything. */
function finish(scene: Scene): string {
  const { width, height, sheet, reading } = scene;
  const whole = `x="0" y="0" width="${width}" height="${height}"`;
  if (reading.style === 'blueprint') {
    const step = Math.max(width, height) / 40;
    const grid = [
      ...Array.from({ length: Math.ceil(width / step) }, (_, i) => `M${n(i * step)} 0 V${height}`),
      ...Array.from({ length: Math.ceil(height / step) }, (_, i) => `M0 ${n(i * step)} H${width}`),
    ].join(' ');
    return `<path d="${grid}" stroke="#bcd6ff" stroke-opacity=".13" stroke-width="1"/><rect x="${n(step * 0.6)}" y="${n(step * 0.6)}" width="${n(width - step * 1.2)}" height="${n(height - step * 1.2)}" fill="none" stroke="#e8f2ff" stroke-opacity=".7" stroke-width="2"/>`;
  }
  if (sheet.medium.fill !== 'soft') return '';
  const warm =
    scene.time === 'sunset' || scene.time === 'dawn'
      ? `<rect ${whole} fill="${sheet.fade([
          [0, '#ff9a5c', 0],
          [0.55, '#ff9a5c', 0.13],
          [1, '#4a2f6f', 0.12],
        ])}"/>`
      : '';
  return warm;
}
