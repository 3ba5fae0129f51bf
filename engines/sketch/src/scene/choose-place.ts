import type { Random } from '../canvas/random.ts';
import { drawings } from '../drawings/drawings.ts';
import type { Reading } from '../words/reading.ts';
import type { Backdrop, TimeOfDay } from '../words/settings.ts';

/** Where the scene plays: what the prompt says, else where its things belong. */
export function choosePlace(reading: Reading, random: Random): Backdrop {
  const places = reading.mentions.map(({ drawing }) => drawings[drawing]?.place ?? 'ground');
  const has = (place: string) => places.some((one) => one === place);
  const named = reading.places.filter((place) => place !== 'clouds' || reading.places.length === 1);
  if (
    has('deep') &&
    !has('water') &&
    (named.length === 0 || named.some((place) => place === 'sea' || place === 'underwater' || place === 'beach'))
  )
    return 'underwater';
  const order: Backdrop[] = [
    'underwater',
    'space',
    'beach',
    'room',
    'lake',
    'sea',
    'desert',
    'city',
    'village',
    'forest',
    'snowfield',
    'mountains',
    'hills',
    'meadow',
  ];
  const found = order.find((place) => named.some((one) => one === place));
  if (found !== undefined) return found === 'mountains' && has('water') ? 'lake' : found;
  if (places.length === 0) {
    if (named.length > 0) return 'clouds';
    return reading.time !== null || reading.weather !== null || reading.season !== null || reading.sky.size > 0
      ? random.pick(['hills', 'meadow'])
      : 'poster';
  }
  if (named.length > 0) return places.every((place) => place === 'sky') ? 'clouds' : 'meadow';
  if (places.some((place) => place === 'space')) return 'space';
  if (has('water')) return 'sea';
  if (has('table') && !places.some((place) => place === 'ground') && reading.weather === null) return 'room';
  const indoor = new Set(['sofa', 'bed', 'table', 'chair', 'piano']);
  if (reading.mentions.some(({ drawing }) => indoor.has(drawing)) && !places.includes('sky')) return 'room';
  const urban = new Set(['skyscraper', 'bus', 'taxi', 'shop', 'street lamp', 'eiffel tower', 'fire truck']);
  if (reading.mentions.some(({ drawing }) => urban.has(drawing))) return 'city';
  if (reading.mentions.some(({ drawing }) => drawing === 'bridge')) return 'lake';
  const cold = new Set(['penguin', 'polar bear', 'igloo', 'snowman']);
  if (reading.mentions.some(({ drawing }) => cold.has(drawing))) return 'snowfield';
  const dry = new Set(['camel', 'cactus', 'pyramid']);
  if (reading.mentions.some(({ drawing }) => dry.has(drawing))) return 'desert';
  return random.pick(['meadow', 'hills']);
}

export function chooseTime(reading: Reading): TimeOfDay {
  if (reading.time !== null) return reading.time;
  const spooky = reading.mentions.some(({ drawing }) => drawing === 'ghost' || drawing === 'witch');
  if (spooky || reading.sky.has('firework') || reading.style === 'neon') return 'night';
  return 'day';
}
