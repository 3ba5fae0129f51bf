import { n } from '../canvas/sheet.ts';
import type { Layer, Scene } from './scene.ts';

/** What falls, drifts and flashes in front of everything. */
export function weatherLayer(scene: Scene): Layer {
  const { reading, width, height, random, seconds, sheet, backdrop } = scene;
  if (backdrop === 'space' || backdrop === 'underwater' || backdrop === 'poster') return { nearness: 0.8, svg: '' };
  const own = random.fork('weather');
  const parts: string[] = [];
  const weather = backdrop === 'room' ? null : reading.weather;
  if (weather === 'snow') parts.push(flakes(scene, 170));
  if (weather === 'rain' || weather === 'storm') {
    const drops = Array.from({ length: weather === 'storm' ? 260 : 190 }, () => {
      const length = height * own.between(0.025, 0.06);
      const y = ((own.next() * height * 1.2 + seconds * height * 1.5) % (height * 1.2)) - height * 0.1;
      return `M${n(own.between(-0.1, 1.1) * width)} ${n(y)} l${n(-length * 0.22)} ${n(length)}`;
    }).join(' ');
    parts.push(
      `<path d="${drops}" stroke="${sheet.medium.recolour('#dceaf5')}" stroke-opacity=".55" stroke-width="${n(Math.max(1, height / 620))}" stroke-linecap="round" fill="none"/>`,
    );
  }
  if (weather === 'storm' || reading.sky.has('lightning')) parts.push(lightning(scene));
  if (weather === 'fog' && sheet.medium.fill !== 'line') {
    parts.push(
      ...Array.from({ length: 6 }, (_, i) => {
        const y = scene.horizon + height * (i * 0.07 - 0.12);
        const x = Math.sin(seconds * 0.25 + i) * width * 0.05;
        return `<ellipse cx="${n(width * own.between(0.2, 0.8) + x)}" cy="${n(y)}" rx="${n(width * own.between(0.5, 0.8))}" ry="${n(height * own.between(0.06, 0.12))}" fill="${sheet.glow(scene.palette.haze, 0.85)}"/>`;
      }),
    );
  }
  if (reading.sky.has('firefly') || (scene.time === 'night' && backdrop === 'forest')) {
    parts.push(
      ...Array.from({ length: 40 }, (_, i) => {
        const [x, y] = [
          own.next() * width + Math.sin(seconds * 0.7 + i) * width * 0.01,
          height * own.between(0.4, 0.95) + Math.cos(seconds * 0.9 + i * 2) * height * 0.012,
        ];
        return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(height * 0.014)}" fill="${sheet.glow('#f4ff9a', 0.6 + 0.35 * Math.sin(seconds * 2 + i * 1.7))}"/><circle cx="${n(x)}" cy="${n(y)}" r="${n(height * 0.0026)}" fill="#fbffd0"/>`;
      }),
    );
  }
  if (reading.season === 'autumn' && backdrop !== 'room' && weather === null) parts.push(leaves(scene));
  return { nearness: 0.85, svg: parts.join('') };
}

function flakes({ width, height, random, seconds, sheet }: Scene, count: number): string {
  const own = random.fork('flakes');
  const colour = sheet.medium.fill === 'line' ? '#9fb4c8' : sheet.medium.recolour('#ffffff');
  return Array.from({ length: count }, (_, i) => {
    const depth = own.next();
    const radius = height * (0.0016 + depth ** 3 * 0.008);
    const y = ((own.next() * height * 1.1 + seconds * height * (0.06 + depth * 0.1)) % (height * 1.1)) - height * 0.05;
    const x = own.next() * width * 1.1 - width * 0.05 + Math.sin(seconds * 0.8 + i) * width * 0.01;
    return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${colour}" opacity="${n(0.55 + depth * 0.4)}"/>`;
  }).join('');
}

function lightning({ width, horizon, random, seconds, sheet }: Scene): string {
  const isFlashing = seconds === 0 || Math.floor(seconds * 6) % 13 < 2;
  if (!isFlashing) return '';
  const own = random.fork('lightning');
  let [x, y] = [width * own.between(0.25, 0.75), 0];
  let d = `M${n(x)} 0`;
  while (y < horizon * 0.96) {
    x += width * own.between(-0.035, 0.04);
    y += horizon * own.between(0.08, 0.16);
    d += ` L${n(x)} ${n(Math.min(y, horizon))}`;
    if (own.chance(0.35))
      d += ` l${n(width * own.between(-0.06, 0.06))} ${n(horizon * 0.09)} M${n(x)} ${n(Math.min(y, horizon))}`;
  }
  const bolt = (stroke: string, size: number, opacity: number) =>
    `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(width * size)}" stroke-opacity="${opacity}" stroke-linejoin="round" stroke-linecap="round"/>`;
  return bolt(sheet.medium.recolour('#aebfff'), 0.012, 0.25) + bolt(sheet.medium.recolour('#ffffff'), 0.003, 1);
}

function leaves({ width, height, random, seconds, sheet }: Scene): string {
  const own = random.fork('leaves');
  return Array.from({ length: 26 }, (_, i) => {
    const size = height * own.between(0.006, 0.013);
    const y = (own.next() * height + seconds * height * 0.05) % height;
    const x = (own.next() * width + seconds * width * 0.02 + Math.sin(seconds + i) * size * 2) % width;
    return `<path transform="translate(${n(x)} ${n(y)}) rotate(${n(own.next() * 360 + seconds * 40)}) scale(${n(size)})" d="M-1 0 Q0 -.9 1 0 Q0 .9 -1 0Z" fill="${sheet.medium.recolour(own.pick(['#d9822b', '#c4562c', '#dba53a', '#a8402a']))}"/>`;
  }).join('');
}
