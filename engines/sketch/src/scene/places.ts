import { mix } from '../canvas/colour.ts';
import { n } from '../canvas/sheet.ts';
import { groundLayer, hillLayers, meadowDetails, mountainLayers, scatter } from './land.ts';
import { dunes, sand, skyline, street } from './outdoor-places.ts';
import type { Layer, Scene } from './scene.ts';
import { cloudFloor, moonGround, poster, room } from './special-places.ts';
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
