import { mix, shade } from '../canvas/colour.ts';
import type { Random } from '../canvas/random.ts';
import { n } from '../canvas/sheet.ts';
import { drawings } from '../drawings/drawings.ts';
import type { Layer, Scene } from './scene.ts';

/** A line of hills or peaks over the whole width, closed to the bottom. */
export function ridge(
  scene: Scene,
  options: { base: number; rise: number; steps: number; kind: 'soft' | 'sharp'; random: Random },
): { d: string; points: (readonly [number, number])[] } {
  const { width, height } = scene;
  const { base, rise, steps, kind, random } = options;
  const margin = width * 0.12;
  const points = Array.from({ length: steps + 1 }, (_, i) => {
    const isPeak = kind === 'sharp' && i % 2 === 1;
    const up = kind === 'sharp' ? (isPeak ? random.between(0.55, 1) : random.between(0, 0.32)) : random.between(0, 1);
    return [
      -margin +
        ((width + margin * 2) * i) / steps +
        (kind === 'sharp' ? random.between(-0.3, 0.3) * (width / steps) : 0),
      base - rise * up,
    ] as const;
  });
  const first = points[0] ?? [0, base];
  let d = `M${n(first[0])} ${n(height + 20)} L${n(first[0])} ${n(first[1])}`;
  for (let i = 1; i < points.length; i++) {
    const [x, y] = points[i] ?? first;
    const [px, py] = points[i - 1] ?? first;
    d +=
      kind === 'sharp'
        ? ` L${n(x)} ${n(y)}`
        : ` C${n(px + (x - px) * 0.5)} ${n(py)} ${n(px + (x - px) * 0.5)} ${n(y)} ${n(x)} ${n(y)}`;
  }
  return { d: `${d} L${n((points.at(-1) ?? first)[0])} ${n(height + 20)}Z`, points };
}

/** Things of the scenery along the horizon, from far to near. */
export function scatter(
  scene: Scene,
  names: [string, ...string[]],
  options: {
    count: number;
    y: [number, number];
    size: [number, number];
    distance: number;
    random: Random;
    avoid?: [number, number];
  },
): string {
  const { width } = scene;
  const { random, avoid } = options;
  const items = Array.from({ length: options.count }, () => {
    const share = random.next();
    return {
      name: random.pick(names),
      x: random.between(-0.05, 1.05) * width,
      share,
      y: options.y[0] + (options.y[1] - options.y[0]) * share,
      key: random.integer(0, 1e6),
    };
  });
  return items
    .filter(({ x }) => avoid === undefined || x < avoid[0] * width || x > avoid[1] * width)
    .sort((a, b) => a.y - b.y)
    .map(({ name, x, y, share, key }) => {
      const drawing = drawings[name];
      if (!drawing) return '';
      const own = random.fork(key);
      const height = options.size[0] + (options.size[1] - options.size[0]) * share;
      const scale = (height / drawing.height) * own.between(0.85, 1.15);
      const pen = scene.pen({
        main: drawing.colour,
        distance: options.distance * (1 - share * 0.5),
        scale,
        random: own,
      });
      return pen.at(x, y, scale, 0, drawing.draw(pen));
    })
    .join('');
}

export function mountainLayers(scene: Scene): Layer[] {
  const { horizon, height, random, palette, sheet, reading } = scene;
  const isSnowy = reading.season === 'winter' || reading.weather === 'snow' || scene.backdrop !== 'desert';
  return [0, 1].map((depth) => {
    const own = random.fork(`mountains${depth}`);
    const base = horizon + height * 0.03;
    const { d, points } = ridge(scene, {
      base,
      rise: height * (depth === 0 ? 0.4 : 0.24),
      steps: depth === 0 ? 8 : 12,
      kind: 'sharp',
      random: own,
    });
    const colour = mix(mix('#5f6f8f', palette.far, 0.35), palette.haze, depth === 0 ? 0.42 : 0.2);
    const pen = scene.pen({ main: colour, distance: depth === 0 ? 0.3 : 0.12, random: own });
    const faces = points.map(([x, y], i) => {
      const [nextX, nextY] = points[i + 1] ?? [x + 1, base];
      if (i % 2 === 0) return '';
      const drop = Math.max(base, nextY) - y;
      const shadow = pen.shape(
        `M${n(x)} ${n(y)} L${n(nextX)} ${n(nextY)} L${n(nextX)} ${n(base + 40)} L${n(x + (nextX - x) * 0.2)} ${n(base + 40)} L${n(x - drop * 0.05)} ${n(y + drop * 0.5)}Z`,
        shade(colour, -0.16),
      );
      const [beforeX, beforeY] = points[i - 1] ?? [x - 1, base];
      const at = (px: number, py: number, share: number) => `${n(x + (px - x) * share)} ${n(y + (py - y) * share)}`;
      const cap = isSnowy
        ? pen.shape(
            `M${n(x)} ${n(y)} L${at(beforeX, beforeY, 0.36)} L${n(x - drop * 0.08)} ${n(y + drop * 0.24)} L${n(x)} ${n(y + drop * 0.38)} L${n(x + drop * 0.07)} ${n(y + drop * 0.22)} L${at(nextX, nextY, 0.32)}Z`,
            '#f4f8fb',
          )
        : '';
      return shadow + cap;
    });
    void sheet;
    return { nearness: 0.12 + depth * 0.1, svg: pen.shape(d, colour) + faces.join('') };
  });
}

export function hillLayers(scene: Scene, count: number, rise = 0.13): Layer[] {
  const { horizon, height, random, palette } = scene;
  return Array.from({ length: count }, (_, i) => {
    const own = random.fork(`hills${i}`);
    const near = (i + 1) / count;
    const colour = mix(mix(palette.ground, palette.far, 0.8 - near * 0.5), palette.haze, 0.5 - near * 0.4);
    const pen = scene.pen({ main: colour, distance: 0.3 - near * 0.25, random: own });
    const { d } = ridge(scene, {
      base: horizon + height * 0.02 + near * height * 0.015,
      rise: height * rise * (1.1 - near * 0.5),
      steps: 5 + i,
      kind: 'soft',
      random: own,
    });
    return { nearness: 0.16 + near * 0.2, svg: pen.shape(d, colour) };
  });
}

/** The ground from the horizon to the lower edge. */
export function groundLayer(scene: Scene, details: string): Layer {
  const { width, height, horizon, palette, sheet } = scene;
  const pen = scene.pen({ main: palette.ground, distance: 0, random: scene.random.fork('ground') });
  const d = `M${n(-width * 0.12)} ${n(height * 1.12)} V${n(horizon + 2)} C${n(width * 0.3)} ${n(horizon - height * 0.02)} ${n(width * 0.6)} ${n(horizon + height * 0.022)} ${n(width * 1.12)} ${n(horizon)} V${n(height * 1.12)}Z`;
  void sheet;
  return { nearness: 0.5, svg: pen.shape(d, palette.ground) + details };
}

/** Tufts and flowers, larger towards the front. */
export function meadowDetails(scene: Scene): string {
  const { width, height, horizon, random, palette, reading } = scene;
  const own = random.fork('tufts');
  const isSnow = reading.season === 'winter' || reading.weather === 'snow';
  const pen = scene.pen({ main: palette.ground, distance: 0, random: own });
  const tones = isSnow ? ['#ffffff', '#d5e2ec'] : [shade(palette.ground, -0.2), shade(palette.ground, 0.2)];
  const wantsFlowers =
    !isSnow &&
    (reading.season === 'spring' || reading.season === 'summer' || reading.mood === 'cheerful' || own.chance(0.5));
  return Array.from({ length: 130 }, (_, i) => {
    const depth = own.next() ** 1.4;
    const [x, y] = [own.between(-0.05, 1.05) * width, horizon + (height - horizon) * (0.06 + depth * 0.98)];
    const s = (0.25 + depth) * height * 0.012;
    if (isSnow) return pen.see(0.5, pen.oval(x, y, s * 4, s * 0.7, tones[i % 2] ?? '#fff'));
    if (wantsFlowers && i % 4 === 0) {
      const colour = own.pick(['#f7f3ea', '#f2c84a', '#e2708f', '#b07fd0', '#e8583f']);
      return (
        pen.line(`M${n(x)} ${n(y)} v${n(-s * 1.6)}`, '#4f8a3f', s * 0.22) +
        pen.oval(x, y - s * 1.7, s * 0.7, s * 0.6, colour) +
        pen.oval(x, y - s * 1.7, s * 0.24, s * 0.22, '#f6d873')
      );
    }
    return pen.line(
      `M${n(x)} ${n(y)} q${n(-s * 0.2)} ${n(-s)} ${n(-s * 0.8)} ${n(-s * 1.5)} M${n(x)} ${n(y)} q${n(s * 0.1)} ${n(-s)} ${n(s * 0.2)} ${n(-s * 1.9)} M${n(x)} ${n(y)} q${n(s * 0.4)} ${n(-s * 0.9)} ${n(s)} ${n(-s * 1.3)}`,
      tones[i % 2] ?? palette.ground,
      s * 0.3,
    );
  }).join('');
}
