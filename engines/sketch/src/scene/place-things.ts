import type { Drawing } from '../canvas/pen.ts';
import { drawings } from '../drawings/drawings.ts';
import type { Mention } from '../words/reading.ts';
import type { Scene } from './scene.ts';

/** One thing at its place: its foot in pixels, its scale in pixels a unit. */
export interface Placed {
  mention: Mention;
  drawing: Drawing;
  index: number;
  x: number;
  y: number;
  scale: number;
  isMirrored: boolean;
  /** Later ones cover earlier ones. */
  order: number;
  key: string;
}

interface Item {
  mention: Mention;
  drawing: Drawing;
  mentionIndex: number;
  index: number;
  scale: number;
}

const aloft = (scene: Scene, drawing: Drawing): boolean =>
  drawing.place === 'sky' ||
  (scene.backdrop === 'space' && drawing.place === 'space') ||
  (scene.backdrop === 'clouds' && drawing.place !== 'ground') ||
  (drawing.place === 'space' && scene.backdrop !== 'meadow');

/** Puts everything that the prompt names where it says, or where it looks right. */
export function placeThings(scene: Scene): Placed[] {
  const items = sized(scene);
  const placed: Placed[] = [];
  const isFree = ({ mention }: Item) =>
    mention.relation === null || !/^(?:on|above|below|wear|hold|behind|front)$/.test(mention.relation.kind);
  const free = items.filter(isFree);
  placeRow(
    scene,
    free.filter(({ drawing }) => !aloft(scene, drawing) && scene.backdrop !== 'underwater'),
    placed,
  );
  placeAloft(
    scene,
    free.filter(({ drawing }) => aloft(scene, drawing) || scene.backdrop === 'underwater'),
    placed,
  );
  const waiting = items.filter((item) => !isFree(item));
  // Chains such as "a cat on a book on a table" end within as many rounds as there are things.
  for (let round = 0; round < 4 && waiting.length > 0; round++) {
    for (const item of [...waiting]) {
      const target = placed.find((one) => one.mention === scene.reading.mentions[item.mention.relation?.target ?? -1]);
      if (!target && round < 3) continue;
      waiting.splice(waiting.indexOf(item), 1);
      if (target) placed.push(related(scene, item, target));
      else placeRow(scene, [item], placed);
    }
  }
  return placed.sort((a, b) => a.order - b.order);
}

/** How large everything is: true to size within reason, and filling the picture. */
function sized(scene: Scene): Item[] {
  const { width, height, reading } = scene;
  const unit = Math.min(height, width * 1.15);
  const known = reading.mentions.flatMap((mention, mentionIndex) => {
    const drawing = drawings[mention.drawing];
    return drawing ? [{ mention, drawing, mentionIndex }] : [];
  });
  if (known.length === 0) return [];
  const natural = known.map(({ drawing, mention }) => drawing.size ** 0.62 * mention.size);
  const largest = Math.max(...natural);
  const total = known.reduce((sum, { mention }) => sum + mention.count, 0);
  const target = total === 1 ? 0.56 : total <= 3 ? 0.5 : total <= 6 ? 0.43 : 0.36;
  const factor = (target / Math.max(largest, 0.05)) * Math.min(1, 0.8 + largest * 0.2);
  return known.flatMap(({ drawing, mention, mentionIndex }, k) => {
    const wished = (natural[k] ?? 0.5) * factor * unit;
    const shrunk = wished / (1 + Math.max(0, mention.count - 2) * 0.07);
    const scale = Math.min(shrunk / drawing.height, (width * 0.62) / drawing.width);
    return Array.from({ length: mention.count }, (_, index) => ({ mention, drawing, mentionIndex, index, scale }));
  });
}

function placeRow(scene: Scene, items: Item[], placed: Placed[]): void {
  const { width, height, horizon, random } = scene;
  if (items.length === 0) return;
  const own = random.fork('row');
  const rank = { left: 0, center: 1, right: 2 } as const;
  const sideOf = (item: Item): number => {
    const { mention } = item;
    if (mention.side !== null) return rank[mention.side];
    if (mention.relation?.kind === 'left') return 0;
    if (mention.relation?.kind === 'right') return 2;
    return items.some(
      ({ mention: other }) =>
        other.side !== null || other.relation?.kind === 'left' || other.relation?.kind === 'right',
    )
      ? 1.2
      : 1 + (item.mentionIndex - items.length / 2) * 0.01;
  };
  const order = [...items].sort((a, b) => sideOf(a) - sideOf(b));
  const widths = order.map(({ drawing, scale }) => drawing.width * scale * 0.92);
  const sum = widths.reduce((total, one) => total + one, 0);
  // Too many for one row: they overlap, further back and further front.
  const room = width * 0.86;
  const squeeze = Math.min(1, room / sum);
  const slack = Math.max(0, room - sum) / (order.length + 1);
  const isSided = order.length === 1 && (order[0]?.mention.side ?? 'center') !== 'center';
  let x =
    width * 0.07 +
    (order.length === 1 && !isSided
      ? slack * own.between(0.7, 1.3)
      : slack * (isSided && order[0]?.mention.side === 'right' ? 1.85 : isSided ? 0.15 : 1));
  const hasFew = order.length <= 2;
  order.forEach((item, k) => {
    const w = (widths[k] ?? 0) * squeeze;
    const floats =
      item.drawing.place === 'water' &&
      (scene.backdrop === 'sea' || scene.backdrop === 'lake' || scene.backdrop === 'beach');
    const isBig = item.drawing.size > 0.75;
    const depth = hasFew
      ? isBig
        ? 0.5
        : 0.68
      : (isBig ? 0.36 : 0.5) + (squeeze < 1 || items.length > 3 ? ((k * 0.618) % 1) * 0.42 : own.between(0, 0.24));
    const [top, bottom] = lane(scene, floats);
    const y = top + (bottom - top) * Math.min(1, depth);
    const perspective = hasFew ? 1 : 0.78 + depth * 0.36;
    placed.push({
      ...item,
      index: item.index,
      x: x + w / 2,
      y: Math.min(y, height * 0.97),
      scale: item.scale * perspective * (squeeze < 0.7 ? 0.86 : 1),
      isMirrored: item.index % 2 === 1 ? own.chance(0.35) : own.chance(0.3),
      order: y,
      key: `${item.mentionIndex}.${item.index}`,
    });
    x += w + slack * (order.length === 1 ? 1 : own.between(0.75, 1.25));
  });
  void horizon;
}

/** Between which heights things stand. */
function lane({ backdrop, horizon, height }: Scene, floats: boolean): [number, number] {
  const deep = height - horizon;
  if (backdrop === 'beach')
    return floats ? [horizon + deep * 0.08, horizon + deep * 0.36] : [horizon + deep * 0.5, horizon + deep * 0.96];
  if (backdrop === 'lake')
    return floats ? [horizon + deep * 0.2, horizon + deep * 0.62] : [height * 0.9, height * 0.97];
  if (backdrop === 'city') return [horizon + deep * 0.2, horizon + deep * 0.92];
  if (backdrop === 'space') return [horizon + deep * 0.3, horizon + deep * 0.9];
  if (backdrop === 'clouds') return [height * 0.78, height * 0.9];
  return [horizon + deep * 0.14, horizon + deep * 0.92];
}

function placeAloft(scene: Scene, items: Item[], placed: Placed[]): void {
  const { width, height, random, backdrop, horizon } = scene;
  const own = random.fork('aloft');
  const isWhole = backdrop === 'space' || backdrop === 'underwater' || backdrop === 'clouds';
  const shrink = isWhole || placed.length === 0 ? 1 : 0.72;
  items.forEach((item, k) => {
    const share = (k + 0.5) / items.length;
    const scale = item.scale * shrink * (items.length > 1 ? own.between(0.8, 1.12) : 1);
    const w = (item.drawing.width * scale) / width;
    const { side } = item.mention;
    const wished =
      side === 'left'
        ? 0.24
        : side === 'right'
          ? 0.76
          : side === 'center' || items.length === 1
            ? own.between(0.42, 0.58)
            : share + own.between(-0.05, 0.05);
    const x = Math.max(w / 2 + 0.02, Math.min(0.98 - w / 2, wished)) * width;
    const h = item.drawing.height * scale;
    const [low, high] = isWhole
      ? [height * 0.2, height * (backdrop === 'underwater' ? 0.84 : 0.88)]
      : [horizon * 0.12, horizon * 0.84];
    const rise = items.length === 1 ? own.between(0.35, 0.6) : (k * 0.618 + own.between(0, 0.2)) % 1;
    const y = Math.min(height * 0.96, Math.max(h + height * 0.02, low + (high - low) * rise + h * 0.5));
    placed.push({
      ...item,
      x,
      y,
      scale,
      isMirrored: own.chance(0.3),
      order: isWhole ? y : horizon * 0.5 + k,
      key: `${item.mentionIndex}.${item.index}`,
    });
  });
}

function related(scene: Scene, item: Item, target: Placed): Placed {
  const kind = item.mention.relation?.kind ?? 'beside';
  const beside = scene.reading.mentions.filter(
    ({ relation }) => relation?.kind === kind && relation.target === item.mention.relation?.target,
  );
  const before = beside.slice(0, beside.indexOf(item.mention)).reduce((sum, { count }) => sum + count, 0);
  const all = beside.reduce((sum, { count }) => sum + count, 0);
  const spread = all > 1 ? (before + item.index - (all - 1) / 2) / all : 0;
  const targetHeight = (target.drawing.perch ?? target.drawing.height) * target.scale;
  const targetWidth = target.drawing.width * target.scale;
  const base = { ...item, key: `${item.mentionIndex}.${item.index}`, isMirrored: false };
  const own = scene.random.fork(base.key);
  const fit = (share: number) =>
    Math.min(item.scale, (targetWidth * share) / item.drawing.width / Math.max(1, all * 0.7));
  switch (kind) {
    case 'on':
      return {
        ...base,
        x: target.x + spread * targetWidth,
        y: target.y - targetHeight * 0.985,
        scale: fit(1.15),
        order: target.order + 0.5,
      };
    case 'wear':
      return {
        ...base,
        x: target.x,
        y: target.y - target.drawing.height * target.scale * 0.93,
        scale: fit(0.62),
        order: target.order + 0.5,
      };
    case 'hold': {
      const scale = Math.min(item.scale, (target.drawing.height * target.scale * 0.62) / item.drawing.height);
      return {
        ...base,
        x: target.x + targetWidth * 0.5 + spread * targetWidth * 0.6,
        y: target.y - target.drawing.height * target.scale * (aloft(scene, item.drawing) ? 0.6 : 0.36),
        scale,
        order: target.order + 0.5,
      };
    }
    case 'above':
      return {
        ...base,
        x: target.x + spread * targetWidth * 1.5,
        y: Math.max(
          item.drawing.height * item.scale * 0.8,
          target.y - target.drawing.height * target.scale - scene.height * 0.05,
        ),
        scale: item.scale * 0.8,
        order: target.order - 0.5,
      };
    case 'below':
      return {
        ...base,
        x: target.x + spread * targetWidth + (spread === 0 ? targetWidth * own.between(-0.16, 0.16) : 0),
        y: Math.min(scene.height * 0.95, target.y + scene.height * 0.02),
        scale: Math.min(item.scale, (target.drawing.height * target.scale * 0.6) / item.drawing.height),
        order: target.order + 0.5,
      };
    case 'behind':
      return {
        ...base,
        x: target.x + targetWidth * (own.chance(0.5) ? 0.42 : -0.42) + spread * targetWidth,
        y: target.y - (target.y - scene.horizon) * 0.5,
        scale: item.scale * 0.92,
        order: target.order - 0.5,
      };
    default:
      return {
        ...base,
        x: target.x + targetWidth * (own.chance(0.5) ? 0.34 : -0.34) + spread * targetWidth * 1.4,
        y: Math.min(scene.height * 0.96, target.y + scene.height * 0.07),
        scale: item.scale * 0.95,
        order: target.order + scene.height * 0.07,
      };
  }
}
