import { mix, shade } from '../canvas/colour.ts';
import { n } from '../canvas/sheet.ts';
import type { Layer, Scene } from './scene.ts';

/** Open water from the horizon down, with the light of the sky on it. */
export function waterLayer(scene: Scene, bottom = scene.height * 1.12): Layer {
  const { width, horizon, palette, sheet, random, lightSide, seconds, time, reading } = scene;
  const own = random.fork('water');
  const deep = mix(palette.ground, palette.sky[0], 0.35);
  const pen = scene.pen({ main: deep, distance: 0, random: own });
  const flat = sheet.medium.fill === 'line';
  const base = flat
    ? pen.box(-width * 0.12, horizon, width * 1.24, bottom - horizon, '#fff')
    : `<rect x="${n(-width * 0.12)}" y="${n(horizon)}" width="${n(width * 1.24)}" height="${n(bottom - horizon)}" fill="${sheet.fade(
        [
          [0, mix(palette.sky[2], deep, 0.35)],
          [0.25, mix(deep, palette.sky[1], 0.4)],
          [1, scene.palette.isDark ? shade(deep, -0.6) : shade(deep, -0.22)],
        ],
      )}"/>`;
  const rough = reading.weather === 'storm' ? 2.4 : 1;
  const waves = Array.from({ length: 90 }, (_, i) => {
    const depth = own.next() ** 1.2;
    const y = horizon + (bottom - horizon) * (0.015 + depth * 0.95);
    const length = width * (0.02 + depth * 0.07);
    const x = own.between(-0.1, 1.1) * width + Math.sin(seconds * 0.9 + i) * length * 0.5;
    const lift = length * 0.06 * rough * (1 + 0.4 * Math.sin(seconds * 1.6 + i * 2));
    const tone =
      i % 3 === 0 ? mix('#ffffff', palette.sky[2], 0.3) : i % 3 === 1 ? shade(deep, 0.24) : shade(deep, -0.2);
    return pen.see(
      0.3 + depth * 0.3,
      pen.line(
        `M${n(x)} ${n(y)} q${n(length * 0.25)} ${n(-lift)} ${n(length * 0.5)} 0 q${n(length * 0.25)} ${n(lift)} ${n(length * 0.5)} 0`,
        tone,
        1 + depth * 2.6,
      ),
    );
  }).join('');
  const hasOrb = !['rain', 'storm', 'fog', 'snow'].includes(reading.weather ?? '');
  const x = width * (0.5 + lightSide * 0.28);
  const glitter =
    !hasOrb || flat
      ? ''
      : Array.from({ length: 26 }, (_, i) => {
          const depth = i / 26;
          const spread = width * (0.012 + depth * 0.1) * own.between(0.5, 1.1);
          const dx = own.between(-1, 1) * width * 0.03 * depth + Math.sin(seconds * 2 + i * 1.3) * spread * 0.25;
          return `<ellipse cx="${n(x + dx)}" cy="${n(horizon + (bottom - horizon) * (0.02 + depth * 0.7))}" rx="${n(spread)}" ry="${n(1 + depth * 3.4)}" fill="${sheet.medium.recolour(time === 'day' ? '#ffffff' : palette.sun)}" opacity="${n((time === 'day' ? 0.28 : 0.6) * (1 - depth * 0.7))}"/>`;
        }).join('');
  return { nearness: 0.4, svg: base + waves + glitter };
}

/** Under water: light from above, sand, weed, bubbles. */
export function underwaterLayers(scene: Scene): Layer[] {
  const { width, height, sheet, random, seconds, palette } = scene;
  const own = random.fork('under');
  const tint = scene.reading.colours[0] ?? '#1f86a8';
  const base = `<rect x="${n(-width * 0.1)}" y="${n(-height * 0.1)}" width="${n(width * 1.2)}" height="${n(height * 1.2)}" fill="${sheet.fade(
    [
      [0, mix(tint, '#bff0f0', 0.55)],
      [0.35, tint],
      [1, shade(mix(tint, '#0f2f5f', 0.6), -0.2)],
    ],
  )}"/>`;
  const beams =
    sheet.medium.fill === 'line'
      ? ''
      : Array.from({ length: 7 }, (_, i) => {
          const x = width * (0.05 + i * 0.15) + Math.sin(seconds * 0.5 + i) * width * 0.02;
          return `<path opacity="${n(0.5 + 0.3 * Math.sin(seconds * 0.8 + i * 2))}" d="M${n(x)} -20 L${n(x + width * 0.05)} -20 L${n(x - width * 0.06)} ${n(height * 0.9)} L${n(x - width * 0.2)} ${n(height * 0.9)}Z" fill="${sheet.fade(
            [
              [0, '#e9fff8', 0.34],
              [1, '#e9fff8', 0],
            ],
          )}"/>`;
        }).join('');
  const pen = scene.pen({ main: palette.ground, distance: 0.15, random: own });
  const floor = scene.horizon + (height - scene.horizon) * 0.35;
  const sand = pen.shape(
    `M${n(-width * 0.1)} ${n(height * 1.1)} V${n(floor)} Q${n(width * 0.3)} ${n(floor - height * 0.05)} ${n(width * 0.6)} ${n(floor + height * 0.01)} T${n(width * 1.1)} ${n(floor)} V${n(height * 1.1)}Z`,
    mix('#d9c68f', tint, 0.28),
  );
  const bubbles = Array.from({ length: 34 }, () => {
    const r = height * own.between(0.003, 0.013);
    const y = (own.next() * height - seconds * height * 0.07 + height * 4) % height;
    return `<circle cx="${n(own.next() * width)}" cy="${n(y)}" r="${n(r)}" fill="none" stroke="#eafcff" stroke-opacity=".6" stroke-width="${n(r * 0.25)}"/>`;
  }).join('');
  return [
    { nearness: 0.05, svg: base + beams },
    { nearness: 0.4, svg: sand + bubbles },
  ];
}
