import { mix, shade } from '../canvas/colour.ts';
import { n } from '../canvas/sheet.ts';
import { groundLayer, hillLayers, meadowDetails, mountainLayers, ridge, scatter } from './land.ts';
import type { Layer, Scene } from './scene.ts';
import { underwaterLayers, waterLayer } from './water.ts';

/** The layers behind the things of a scene, far to near. */
export function placeLayers(scene: Scene): Layer[] {
  const { horizon, height, width, random, reading } = scene;
  const also = (place: string) => reading.places.some((name) => name === place);
  const far: Layer[] = also('mountains') ? mountainLayers(scene) : [];
  const unit = height * 0.2;
  const trees: [string, ...string[]] =
    reading.season === 'winter' || also('mountains') ? ['pine', 'pine', 'tree'] : ['tree', 'tree', 'pine', 'bush'];
  switch (scene.backdrop) {
    case 'meadow':
      return [
        ...far,
        ...hillLayers(scene, 2, 0.09),
        {
          nearness: 0.34,
          svg: scatter(scene, trees, {
            count: 11,
            y: [horizon, horizon + height * 0.02],
            size: [unit * 0.4, unit * 0.65],
            distance: 0.4,
            random: random.fork('trees'),
          }),
        },
        groundLayer(scene, meadowDetails(scene)),
      ];
    case 'hills':
      return [
        ...far,
        ...hillLayers(scene, 4, 0.2),
        {
          nearness: 0.34,
          svg: scatter(scene, trees, {
            count: 8,
            y: [horizon, horizon + height * 0.03],
            size: [unit * 0.35, unit * 0.6],
            distance: 0.4,
            random: random.fork('trees'),
          }),
        },
        groundLayer(scene, meadowDetails(scene)),
      ];
    case 'mountains':
      return [
        ...mountainLayers(scene),
        ...hillLayers(scene, 1, 0.08),
        also('lake')
          ? waterLayer(scene)
          : groundLayer(
              scene,
              scatter(scene, ['pine'], {
                count: 30,
                y: [horizon, horizon + height * 0.07],
                size: [unit * 0.35, unit * 0.75],
                distance: 0.35,
                random: random.fork('pines'),
              }) + meadowDetails(scene),
            ),
      ];
    case 'forest':
      return [
        ...far,
        ...hillLayers(scene, 1, 0.08),
        {
          nearness: 0.2,
          svg: scatter(scene, trees, {
            count: 44,
            y: [horizon - height * 0.03, horizon + height * 0.03],
            size: [unit * 1.1, unit * 1.6],
            distance: 0.62,
            random: random.fork('deep'),
          }),
        },
        groundLayer(scene, ''),
        {
          nearness: 0.5,
          svg:
            scatter(scene, trees, {
              count: 26,
              y: [horizon + height * 0.02, horizon + height * 0.14],
              size: [unit * 1.7, unit * 2.7],
              distance: 0.3,
              random: random.fork('mid'),
              avoid: [0.3, 0.7],
            }) + meadowDetails(scene),
        },
      ];
    case 'sea':
      return [...far, waterLayer(scene)];
    case 'lake':
      return [
        ...(far.length > 0 ? far : hillLayers(scene, 3, 0.16)),
        {
          nearness: 0.3,
          svg: scatter(scene, trees, {
            count: 26,
            y: [horizon - height * 0.005, horizon + height * 0.008],
            size: [unit * 0.4, unit * 0.8],
            distance: 0.4,
            random: random.fork('shore'),
          }),
        },
        waterLayer(scene),
        bank(scene),
      ];
    case 'beach': {
      const water = waterLayer({ ...scene, palette: { ...scene.palette, ground: '#2f9fbf' } });
      return [...far, water, sand(scene)];
    }
    case 'desert':
      return [...dunes(scene)];
    case 'city':
      return [...far, ...skyline(scene), street(scene)];
    case 'village':
      return [
        ...far,
        ...hillLayers(scene, 2, 0.13),
        {
          nearness: 0.36,
          svg: scatter(scene, ['house', 'house', 'tree', 'cabin', 'church', 'bush'], {
            count: 17,
            y: [horizon, horizon + height * 0.06],
            size: [unit * 0.45, unit * 0.95],
            distance: 0.3,
            random: random.fork('houses'),
          }),
        },
        groundLayer(scene, meadowDetails(scene)),
      ];
    case 'snowfield':
      return [
        ...(far.length > 0 ? far : mountainLayers(scene)),
        groundLayer(scene, meadowDetails({ ...scene, reading: { ...reading, season: 'winter' } })),
      ];
    case 'underwater':
      return [
        ...underwaterLayers(scene),
        {
          nearness: 0.5,
          svg: scatter(scene, ['coral', 'seaweed', 'coral', 'rock', 'seaweed'], {
            count: 16,
            y: [horizon + (height - horizon) * 0.45, height * 1.02],
            size: [unit * 0.4, unit * 1],
            distance: 0.3,
            random: random.fork('reef'),
          }),
        },
      ];
    case 'room':
      return [room(scene)];
    case 'clouds':
      return [cloudFloor(scene)];
    case 'space':
      return reading.mentions.some(({ drawing }) => drawing === 'astronaut' || drawing === 'rocket')
        ? [moonGround(scene)]
        : [];
    case 'poster':
      return [poster(scene)];
    default:
      return scene.backdrop satisfies never;
  }
  function bank(of: Scene): Layer {
    const pen = of.pen({ main: '#86a852', distance: 0, random: random.fork('bank') });
    const y = height * 0.86;
    const colour =
      reading.season === 'winter' || reading.weather === 'snow' ? '#edf3f7' : mix('#86a852', of.palette.ground, 0.12);
    return {
      nearness: 0.7,
      svg: pen.shape(
        `M${n(-width * 0.12)} ${n(height * 1.12)} V${n(y)} Q${n(width * 0.35)} ${n(y - height * 0.02)} ${n(width * 0.62)} ${n(y + height * 0.06)} T${n(width * 1.12)} ${n(y + height * 0.05)} V${n(height * 1.12)}Z`,
        colour,
      ),
    };
  }
}

function sand(scene: Scene): Layer {
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

function dunes(scene: Scene): Layer[] {
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

function skyline(scene: Scene): Layer[] {
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
      for (let i = 0; i < columns * rows; i++) {
        const [wx, wy] = [
          x + w * 0.1 + ((i % columns) * w * 0.84) / columns,
          horizon - h + w * 0.14 + Math.floor(i / columns) * w * 0.25,
        ];
        const isLit = own.chance(palette.isDark ? 0.55 : 0.12);
        svg +=
          isLit && palette.isDark
            ? pen.lightBox(wx, wy, (w * 0.56) / columns, w * 0.12, '#ffd684')
            : row === 1 || i % 2 === 0
              ? `<rect x="${n(wx)}" y="${n(wy)}" width="${n((w * 0.56) / columns)}" height="${n(w * 0.12)}" fill="${scene.sheet.medium.recolour(shade(colour, palette.isDark ? -0.5 : 0.3))}" opacity=".7"/>`
              : '';
      }
      x += w * own.between(0.95, 1.3);
    }
    return { nearness: 0.14 + row * 0.16, svg };
  });
}

function street(scene: Scene): Layer {
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

function room(scene: Scene): Layer {
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

function cloudFloor(scene: Scene): Layer {
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

function moonGround(scene: Scene): Layer {
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
function poster(scene: Scene): Layer {
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
