import { mix, shade } from '../canvas/colour.ts';
import { n } from '../canvas/sheet.ts';
import type { Layer, Scene } from './scene.ts';

export function room(scene: Scene): Layer {
  const { width, height, horizon, random, palette, time } = scene;
  const own = random.fork('room');
  const pen = scene.pen({ main: palette.far, distance: 0, random: own });
  const wall = pen.box(-width * 0.12, -height * 0.12, width * 1.24, height * 1.24, palette.far);
  const [w, h] = [Math.min(width * 0.24, height * 0.4), Math.min(height * 0.42, width * 0.4)];
  const x = width * (scene.lightSide < 0 ? 0.1 : 0.9) - w / 2;
  const glass = time === 'night' ? '#1c2a55' : time === 'sunset' ? '#f4a46a' : '#bfe2f0';
  const view = `<rect x="${n(x)}" y="${n(height * 0.1)}" width="${n(w)}" height="${n(h)}" fill="${
    scene.sheet.medium.fill === 'line'
      ? '#fff'
      : scene.sheet.fade([
          [0, glass],
          [1, shade(glass, 0.4)],
        ])
  }"/>`;
  const frame =
    pen.line(
      `M${n(x)} ${n(height * 0.1)} h${n(w)} v${n(h)} h${n(-w)}Z M${n(x + w / 2)} ${n(height * 0.1)} v${n(h)} M${n(x)} ${n(height * 0.1 + h * 0.5)} h${n(w)}`,
      '#fbf6ec',
      height * 0.014,
    ) + pen.box(x - w * 0.07, height * 0.1 + h, w * 1.14, height * 0.022, '#fbf6ec', 3);
  const pictureX = width * (scene.lightSide < 0 ? 0.8 : 0.2);
  const picture =
    pen.box(pictureX - height * 0.09, height * 0.14, height * 0.18, height * 0.22, '#8a6038', 3) +
    pen.box(pictureX - height * 0.077, height * 0.154, height * 0.154, height * 0.192, '#f4ecdb') +
    pen.oval(pictureX, height * 0.23, height * 0.04, height * 0.04, mix(palette.far, '#e0703f', 0.7)) +
    pen.shape(
      `M${n(pictureX - height * 0.077)} ${n(height * 0.346)} v${n(-height * 0.06)} q${n(height * 0.06)} ${n(-height * 0.04)} ${n(height * 0.154)} ${n(height * 0.02)} v${n(height * 0.04)}Z`,
      mix(palette.far, '#3f7f6f', 0.7),
    );
  const beam =
    scene.sheet.medium.fill === 'line' || time === 'night'
      ? ''
      : `<path d="M${n(x)} ${n(height * 0.1 + h)} L${n(x + w)} ${n(height * 0.1 + h)} L${n(x + w * (scene.lightSide < 0 ? 2.8 : -0.8))} ${n(height)} L${n(x + w * (scene.lightSide < 0 ? 1 : -2.6))} ${n(height)}Z" fill="${scene.sheet.fade(
          [
            [0, '#fff3d0', 0.34],
            [1, '#fff3d0', 0],
          ],
        )}"/>`;
  const top =
    pen.box(-width * 0.12, horizon, width * 1.24, height, palette.ground) +
    pen.line(
      Array.from({ length: 5 }, (_, i) => {
        const y = horizon + (height - horizon) * (0.14 + i * 0.19);
        return `M${n(-width * 0.1)} ${n(y)} Q${n(width * own.between(0.2, 0.8))} ${n(y + height * 0.012)} ${n(width * 1.1)} ${n(y)}`;
      }).join(' '),
      shade(palette.ground, -0.16),
      height * 0.003,
    ) +
    pen.box(-width * 0.12, horizon - height * 0.006, width * 1.24, height * 0.014, shade(palette.ground, 0.24));
  return { nearness: 0.3, svg: wall + view + frame + picture + top + beam };
}

export function cloudFloor(scene: Scene): Layer {
  const { width, height, palette, random, sheet } = scene;
  const own = random.fork('floor');
  const svg = Array.from({ length: 5 }, (_, row) => {
    const y = height * (0.72 + row * 0.07);
    const colour = mix('#ffffff', palette.sky[1], 0.45 - row * 0.1);
    const puffs = Array.from({ length: 16 }, (_, i) => {
      const r = height * own.between(0.05, 0.1);
      return `M${n((i / 14) * width * 1.2 - width * 0.1 - r)} ${n(y)} a${n(r)} ${n(r * 0.8)} 0 1 1 ${n(r * 2)} 0Z`;
    }).join(' ');
    return `<path d="${puffs} M${n(-width * 0.1)} ${n(y - 2)} H${n(width * 1.1)} V${n(height * 1.1)} H${n(-width * 0.1)}Z" ${sheet.medium.fill === 'line' ? sheet.fill('#fff', 1) : `fill="${sheet.medium.recolour(colour)}"`}/>`;
  }).join('');
  return { nearness: 0.5, svg };
}

export function moonGround(scene: Scene): Layer {
  const { width, height, horizon, random } = scene;
  const own = random.fork('lunar');
  const pen = scene.pen({ main: '#b9bac4', distance: 0.05, random: own });
  const y = horizon + (height - horizon) * 0.35;
  const ground = pen.shape(
    `M${n(-width * 0.12)} ${n(height * 1.12)} V${n(y + height * 0.05)} Q${n(width * 0.5)} ${n(y - height * 0.07)} ${n(width * 1.12)} ${n(y + height * 0.05)} V${n(height * 1.12)}Z`,
  );
  const craters = Array.from({ length: 9 }, () => {
    const depth = own.between(0.15, 0.95);
    const [x, cy, r] = [own.next() * width, y + (height - y) * depth, height * (0.012 + depth * 0.035)];
    return pen.oval(x, cy, r * 1.9, r * 0.6, '#8b8d99') + pen.oval(x, cy + r * 0.14, r * 1.6, r * 0.42, '#a3a5b0');
  }).join('');
  return { nearness: 0.5, svg: ground + craters };
}

/** Shapes behind big letters, for a prompt that names nothing to draw. */
export function poster(scene: Scene): Layer {
  const { width, height, random, sheet, reading } = scene;
  const own = random.fork('poster');
  const sets = [
    ['#e4572e', '#17bebb', '#ffc914', '#2e282a'],
    ['#264653', '#2a9d8f', '#e9c46a', '#e76f51'],
    ['#3d348b', '#7678ed', '#f7b801', '#f35b04'],
    ['#1d3557', '#457b9d', '#a8dadc', '#e63946'],
  ] as const;
  const colours = [...reading.colours, ...(sets[own.integer(0, sets.length - 1)] ?? sets[0])];
  const unit = Math.min(width, height);
  const shapes = Array.from({ length: 11 }, (_, i) => {
    const tone = sheet.medium.recolour(colours[i % colours.length] ?? '#e4572e');
    const [x, y, r] = [own.next() * width, own.next() * height, unit * own.between(0.08, 0.34)];
    const kind = own.integer(0, 3);
    const paint = `opacity="${n(own.between(0.55, 0.95))}" transform="rotate(${own.integer(0, 7) * 45} ${n(x)} ${n(y)})"`;
    if (kind === 0) return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${tone}" ${paint}/>`;
    if (kind === 1)
      return `<path d="M${n(x - r)} ${n(y)} a${n(r)} ${n(r)} 0 0 1 ${n(r * 2)} 0Z" fill="${tone}" ${paint}/>`;
    if (kind === 2)
      return `<rect x="${n(x - r)}" y="${n(y - r * 0.2)}" width="${n(r * 2)}" height="${n(r * 0.4)}" fill="${tone}" ${paint}/>`;
    return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="none" stroke="${tone}" stroke-width="${n(r * 0.16)}" ${paint}/>`;
  }).join('');
  return {
    nearness: 0.3,
    svg: `<rect x="${n(-width * 0.1)}" y="${n(-height * 0.1)}" width="${n(width * 1.2)}" height="${n(height * 1.2)}" fill="${sheet.fade(
      [
        [0, '#faf5e9'],
        [1, '#eee3cc'],
      ],
    )}"/>${shapes}`,
  };
}
