import { mix } from '../canvas/colour.ts';
import { n } from '../canvas/sheet.ts';
import type { Scene } from './scene.ts';

/** The sky with what hangs in it. */
export function drawSky(scene: Scene): string {
  const { palette, sheet, width, height, horizon, backdrop, reading, time } = scene;
  if (backdrop === 'space') return drawSpace(scene);
  const [top, middle, low] = palette.sky;
  const bottom = backdrop === 'clouds' ? height : horizon;
  const base = `<rect width="${n(width)}" height="${n(height)}" fill="${sheet.fade([
    [0, top],
    [0.55 * (bottom / height), middle],
    [bottom / height, low],
  ])}"/>`;
  const parts = [base];
  if (time === 'night') parts.push(stars(scene, Math.round((width * horizon) / 9000)));
  if (reading.sky.has('aurora')) parts.push(aurora(scene));
  parts.push(orb(scene));
  if (reading.sky.has('comet') || reading.sky.has('meteor')) parts.push(comet(scene));
  if (reading.sky.has('rainbow')) parts.push(rainbow(scene));
  if (reading.sky.has('firework')) parts.push(fireworks(scene));
  parts.push(clouds(scene));
  return parts.join('');
}

function stars({ random, width, horizon, seconds, sheet }: Scene, count: number): string {
  const own = random.fork('stars');
  const colour = sheet.medium.recolour('#ffffff');
  return Array.from({ length: count }, (_, index) => {
    const [x, y, radius] = [own.next() * width, own.next() ** 1.3 * horizon, 0.5 + own.next() ** 3 * 2];
    const twinkle = 0.45 + 0.5 * Math.abs(Math.sin(index * 1.7 + seconds * (0.6 + (index % 5) * 0.25)));
    return `<circle cx="${n(x)}" cy="${n(y)}" r="${n((radius * Math.min(width, 1600)) / 1300)}" fill="${colour}" opacity="${n(twinkle)}"/>`;
  }).join('');
}

/** Sun or moon. */
function orb({ reading, time, palette, sheet, width, height, horizon, lightSide, random, seconds }: Scene): string {
  const { weather, sky } = reading;
  const isHidden =
    (weather === 'rain' || weather === 'storm' || weather === 'fog' || weather === 'snow') &&
    !sky.has('sun') &&
    !sky.has('moon');
  if (isHidden) return '';
  const own = random.fork('orb');
  const unit = Math.min(width, height);
  const x = width * (0.5 + lightSide * own.between(0.2, 0.36));
  const isLow = time === 'sunset' || time === 'dawn';
  const y = isLow
    ? horizon - unit * own.between(0.02, 0.09) - seconds * unit * (time === 'dawn' ? 0.003 : -0.002)
    : horizon * own.between(0.2, 0.36);
  const radius =
    unit * (isLow ? 0.085 : time === 'night' ? 0.062 : 0.052) * (sky.has('moon') || sky.has('sun') ? 1.3 : 1);
  if (sheet.medium.fill === 'line')
    return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" ${sheet.fill('#ffffff', 1)}/>`;
  const tone = sheet.medium.recolour(palette.sun);
  const glow = `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius * (isLow ? 7 : 5))}" fill="${sheet.glow(isLow ? '#ffb765' : palette.sun, isLow ? 0.9 : 0.55)}"/>`;
  const disc = `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${tone}"/>`;
  const craters =
    time !== 'night'
      ? ''
      : [
          [-0.3, -0.2, 0.22],
          [0.35, 0.15, 0.16],
          [-0.1, 0.4, 0.14],
          [0.2, -0.45, 0.1],
        ]
          .map(
            ([dx = 0, dy = 0, r = 0]) =>
              `<circle cx="${n(x + dx * radius)}" cy="${n(y + dy * radius)}" r="${n(r * radius)}" fill="${sheet.medium.recolour('#dcd6be')}"/>`,
          )
          .join('');
  return glow + disc + craters;
}

function aurora({ random, width, horizon, seconds, sheet }: Scene): string {
  const own = random.fork('aurora');
  return ['#5ff0a8', '#4fd8d0', '#a87ff0', '#6fffb0']
    .map((colour, band) => {
      const base = horizon * (0.28 + band * 0.13);
      const rise = horizon * own.between(0.3, 0.42);
      const point = (i: number) =>
        [(i / 12) * width, base + Math.sin(i * 0.9 + band * 1.7 + seconds * 0.5) * horizon * 0.08] as const;
      const lower = Array.from({ length: 13 }, (_, i) => point(i));
      const d = `M${lower.map(([x, y]) => `${n(x)} ${n(y)}`).join(' L')} L${lower
        .toReversed()
        .map(([x, y]) => `${n(x)} ${n(y - rise)}`)
        .join(' L')}Z`;
      return `<path d="${d}" fill="${sheet.fade([
        [0, colour, 0],
        [0.6, colour, 0.22],
        [0.92, colour, 0.6],
        [1, colour, 0],
      ])}"/>`;
    })
    .join('');
}

function comet({ random, width, horizon, seconds, sheet }: Scene): string {
  const own = random.fork('comet');
  const [x, y, length] = [
    width * own.between(0.45, 0.7) + seconds * width * 0.03,
    horizon * own.between(0.2, 0.36) + seconds * width * 0.012,
    width * 0.24,
  ];
  return `<g transform="translate(${n(x)} ${n(y)}) rotate(22)"><path d="M0 -${n(length * 0.014)} L-${n(length)} 0 L0 ${n(length * 0.014)}Z" fill="${sheet.fade(
    [
      [0, '#ffffff', 0],
      [1, '#ffffff', 0.95],
    ],
    '0 0 1 0',
  )}"/><circle r="${n(length * 0.017)}" fill="#fff"/><circle r="${n(length * 0.07)}" fill="${sheet.glow('#cfe8ff', 0.9)}"/></g>`;
}

function rainbow({ width, height, horizon, sheet, lightSide }: Scene): string {
  const colours = ['#e8483f', '#f2933a', '#f5d94a', '#5fb85f', '#4f8fd6', '#6f5fc0'];
  const radius = Math.min(width * 0.46, height * 0.62);
  const x = width * (0.5 - lightSide * 0.14);
  return `<g opacity=".62">${colours.map((colour, i) => `<path d="M${n(x - radius + i * radius * 0.028)} ${n(horizon + 4)} A${n(radius - i * radius * 0.028)} ${n(radius - i * radius * 0.028)} 0 0 1 ${n(x + radius - i * radius * 0.028)} ${n(horizon + 4)}" fill="none" stroke="${sheet.medium.recolour(colour)}" stroke-width="${n(radius * 0.03)}"/>`).join('')}</g>`;
}

function fireworks({ random, width, horizon, seconds, sheet }: Scene): string {
  const own = random.fork('fireworks');
  return Array.from({ length: 6 }, (_, index) => {
    const [x, y] = [width * own.between(0.1, 0.9), horizon * own.between(0.12, 0.6)];
    const colour = own.pick(['#ff6a5a', '#ffd45a', '#7fe0ff', '#c08fff', '#8fff9f']);
    const age = seconds === 0 ? 0.7 : (seconds * 0.55 + index * 0.37) % 1;
    const radius = horizon * own.between(0.12, 0.22) * Math.sqrt(age);
    const rays = Array.from({ length: 22 }, (_, k) => {
      const angle = (k / 22) * Math.PI * 2;
      return `M${n(x + Math.cos(angle) * radius * 0.45)} ${n(y + Math.sin(angle) * radius * 0.45)} L${n(x + Math.cos(angle) * radius)} ${n(y + Math.sin(angle) * radius + age * radius * 0.16)}`;
    }).join(' ');
    return `<g opacity="${n(1 - age ** 3)}"><circle cx="${n(x)}" cy="${n(y)}" r="${n(radius * 1.2)}" fill="${sheet.glow(colour, 0.4)}"/><path d="${rays}" stroke="${sheet.medium.recolour(colour)}" stroke-width="${n(Math.max(1.4, width / 700))}" stroke-linecap="round" fill="none"/></g>`;
  }).join('');
}

function clouds(scene: Scene): string {
  const { reading, random, width, horizon, palette, seconds, backdrop, time, sheet, height } = scene;
  const { weather } = reading;
  const own = random.fork('clouds');
  const count =
    weather === 'clear'
      ? 1
      : weather === 'storm' || weather === 'rain'
        ? 9
        : weather === 'cloudy'
          ? 8
          : backdrop === 'clouds'
            ? 7
            : time === 'night'
              ? 2
              : own.integer(3, 5);
  const isDark = weather === 'storm' || weather === 'rain';
  const colour = isDark
    ? mix('#5a6478', palette.sky[1], 0.3)
    : time === 'night'
      ? mix(palette.sky[2], '#c9d3ee', 0.25)
      : mix('#ffffff', palette.sky[2], time === 'sunset' ? 0.55 : 0.12);
  const shadow = mix(colour, palette.sky[0], 0.34);
  return Array.from({ length: count }, () => {
    const size = Math.min(width, height * 1.4) * own.between(0.07, 0.15) * (isDark ? 1.5 : 1);
    const y = horizon * own.between(0.1, backdrop === 'clouds' ? 0.95 : 0.62);
    const x =
      ((own.next() * 1.3 * width + seconds * width * 0.006 * (1 + size / width)) % (width * 1.3)) - width * 0.15;
    const paint =
      sheet.medium.fill === 'line'
        ? sheet.fill('#fff', 1)
        : `fill="${sheet.fade([
            [0, colour],
            [1, shadow],
          ])}"`;
    const puffs = Array.from({ length: 6 }, (_, i) => {
      const dx = (i - 2.5) * size * 0.34;
      const r = size * (0.2 + 0.2 * Math.sin(((i + 0.8) / 6.4) * Math.PI)) * own.between(0.85, 1.2);
      return `M${n(x + dx - r)} ${n(y)} a${n(r)} ${n(r)} 0 0 1 ${n(r * 2)} 0Z`;
    }).join(' ');
    return `<path opacity="${n(own.between(0.7, 0.95))}" d="${puffs}" ${paint}/>`;
  }).join('');
}

function drawSpace(scene: Scene): string {
  const { width, height, sheet, random } = scene;
  const own = random.fork('space');
  const tint = scene.reading.colours[0] ?? own.pick(['#6f3fa8', '#2f6fb0', '#b04f7f', '#2f8f8f']);
  const second = own.pick(['#e06f9f', '#4fb0d9', '#e8a05f', '#8f7fe0']);
  const nebula = Array.from(
    { length: 9 },
    (_, i) =>
      `<ellipse cx="${n(width * own.next())}" cy="${n(height * (0.2 + 0.6 * own.next()))}" rx="${n(width * own.between(0.16, 0.4))}" ry="${n(height * own.between(0.14, 0.34))}" fill="${sheet.glow(i % 2 ? tint : second, 0.34)}"/>`,
  ).join('');
  const base = `<rect width="${n(width)}" height="${n(height)}" fill="${sheet.fade([
    [0, '#060818'],
    [0.5, mix('#0d1030', tint, 0.16)],
    [1, '#090a20'],
  ])}"/>`;
  const all = { ...scene, horizon: height };
  return (
    base +
    nebula +
    stars(all, Math.round((width * height) / 5200)) +
    (scene.reading.sky.has('comet') ? comet(all) : '') +
    (scene.reading.sky.has('sun') || scene.reading.sky.has('moon') ? orb({ ...scene, horizon: height * 0.7 }) : '')
  );
}
