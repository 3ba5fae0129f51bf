import { mix, shade } from '../canvas/colour.ts';
import { n } from '../canvas/sheet.ts';
import { ridge } from './land.ts';
import type { Layer, Scene } from './scene.ts';

export function sand(scene: Scene): Layer {
  const { width, height, horizon, palette, random, seconds } = scene;
  const pen = scene.pen({ main: palette.ground, distance: 0, random: random.fork('sand') });
  const y = horizon + (height - horizon) * 0.42;
  const edge = (dy: number) =>
    `M${n(-width * 0.12)} ${n(height * 1.12)} V${n(y + dy + height * 0.03)} C${n(width * 0.25)} ${n(y + dy - height * 0.05)} ${n(width * 0.55)} ${n(y + dy + height * 0.09)} ${n(width * 1.12)} ${n(y + dy - height * 0.01)} V${n(height * 1.12)}Z`;
  const surge = Math.sin(seconds * 1.1) * height * 0.008;
  return {
    nearness: 0.5,
    svg:
      pen.see(0.85, pen.shape(edge(-height * 0.012 + surge), '#f4fbfb')) +
      pen.shape(edge(0), shade(palette.ground, -0.12)) +
      pen.shape(edge(height * 0.025), palette.ground),
  };
}

export function dunes(scene: Scene): Layer[] {
  const { height, horizon, palette, random } = scene;
  return [0, 1, 2, 3].map((i) => {
    const own = random.fork(`dune${i}`);
    const base = horizon + (height - horizon) * (i * 0.2);
    const colour = mix(shade(palette.ground, 0.1 - i * 0.05), palette.haze, 0.4 - i * 0.13);
    const pen = scene.pen({ main: colour, distance: 0.2 - i * 0.06, random: own });
    const { d, points } = ridge(scene, {
      base,
      rise: height * (0.1 - i * 0.015),
      steps: 5 + i,
      kind: 'soft',
      random: own,
    });
    const shadows = points
      .map(([x, y], k) =>
        k % 2
          ? pen.see(
              0.5,
              pen.shape(
                `M${n(x)} ${n(y)} q${n(scene.width * 0.1)} ${n(height * 0.02)} ${n(scene.width * 0.16)} ${n(height * 0.14)} q${n(-scene.width * 0.1)} ${n(-height * 0.04)} ${n(-scene.width * 0.16)} ${n(-height * 0.14)}Z`,
                shade(colour, -0.2),
              ),
            )
          : '',
      )
      .join('');
    return { nearness: 0.2 + i * 0.12, svg: pen.shape(d, colour) + shadows };
  });
}

export function skyline(scene: Scene): Layer[] {
  const { width, height, horizon, random, palette } = scene;
  return [0, 1].map((row) => {
    const own = random.fork(`towers${row}`);
    const tones = ['#7c8ea6', '#93a0b0', '#a58f86', '#6f7f99', '#b0a596'] as const;
    let svg = '';
    for (let x = -width * 0.1; x < width * 1.1; ) {
      const w = height * own.between(0.07, 0.13) * (row === 0 ? 0.85 : 1.15);
      const h = height * own.between(0.14, 0.42) * (row === 0 ? 1.15 : 0.85);
      const colour = mix(own.pick(tones), palette.haze, row === 0 ? 0.45 : 0.12);
      const pen = scene.pen({ main: colour, distance: row === 0 ? 0.35 : 0.1, random: own });
      const kind = own.integer(0, 3);
      const roof =
        kind === 0
          ? pen.line(`M${n(x + w / 2)} ${n(horizon - h)} v${n(-h * 0.16)}`, colour, w * 0.04)
          : kind === 1
            ? pen.shape(`M${n(x)} ${n(horizon - h)} l${n(w / 2)} ${n(-w * 0.5)} l${n(w / 2)} ${n(w * 0.5)}Z`, colour)
            : kind === 2
              ? pen.box(x + w * 0.2, horizon - h - w * 0.25, w * 0.6, w * 0.26, colour)
              : '';
      svg += roof + pen.box(x, horizon - h, w, h + height * 0.06, colour);
      const [columns, rows] = [3 + own.integer(0, 2), Math.floor(h / (w * 0.26))];
      // One path for all lit panes and one for the others: a city has thousands.
      const panes = { lit: '', unlit: '' };
      for (let i = 0; i < columns * rows; i++) {
        const [wx, wy] = [
          x + w * 0.1 + ((i % columns) * w * 0.84) / columns,
          horizon - h + w * 0.14 + Math.floor(i / columns) * w * 0.25,
        ];
        const pane = `M${n(wx)} ${n(wy)} h${n((w * 0.56) / columns)} v${n(w * 0.12)} h${n((-w * 0.56) / columns)}Z`;
        if (own.chance(palette.isDark ? 0.55 : 0.12) && palette.isDark) panes.lit += pane;
        else if (row === 1 || i % 2 === 0) panes.unlit += pane;
      }
      const glass = scene.sheet.medium.recolour(shade(colour, palette.isDark ? -0.5 : 0.3));
      svg += `<path d="${panes.unlit}" fill="${glass}" opacity=".7"/>${pen.lightShape(panes.lit, '#ffd684')}`;
      x += w * own.between(0.95, 1.3);
    }
    return { nearness: 0.14 + row * 0.16, svg };
  });
}

export function street(scene: Scene): Layer {
  const { width, height, horizon, random, palette } = scene;
  const pen = scene.pen({ main: '#62656e', distance: 0, random: random.fork('street') });
  const [top, curb] = [horizon + (height - horizon) * 0.3, horizon + (height - horizon) * 0.24];
  const tone = palette.ground === '#edf3f7' ? '#e4ebf0' : '#b3aea6';
  const dashes = Array.from({ length: 9 }, (_, i) =>
    pen.box(width * (i * 0.14 - 0.06), top + (height - top) * 0.5, width * 0.07, height * 0.012, '#f0e6c8', 2),
  ).join('');
  return {
    nearness: 0.5,
    svg:
      pen.box(-width * 0.12, horizon, width * 1.24, height, tone) +
      pen.box(-width * 0.12, curb, width * 1.24, height * 0.018, shade(tone, 0.3)) +
      pen.box(-width * 0.12, top, width * 1.24, height, '#5c5f69') +
      dashes,
  };
}
