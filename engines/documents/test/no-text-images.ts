import sharp from 'sharp';

/** The same numbers in every run (mulberry32), 0 to 1. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Random = () => number;
type Paint = (x: number, y: number) => number;

/** Pictures without any text, twelve kinds in turn: the same for the same number. */
export const noTextKinds = [
  'noise',
  'coarse noise',
  'stripes',
  'checkers',
  'matrix code',
  'barcode',
  'gradient',
  'icon',
  'dots',
  'weave',
  'blobs',
  'grid',
] as const;

export async function noTextImage(number: number): Promise<Buffer> {
  const random = generator(number * 7919 + 17);
  const kind = noTextKinds[number % noTextKinds.length];
  const side = [32, 64, 128, 256, 400, 640][Math.floor(number / noTextKinds.length) % 6] ?? 128;
  if (kind === 'icon') return drawIcon(random, side);
  const paint = painterOf(kind ?? 'noise', random, side);
  const data = new Uint8Array(side * side);
  for (let y = 0; y < side; y++) for (let x = 0; x < side; x++) data[y * side + x] = paint(x, y);
  return sharp(data, { raw: { width: side, height: side, channels: 1 } })
    .png()
    .toBuffer();
}

function painterOf(kind: string, random: Random, side: number): Paint {
  const step = 2 + Math.floor(random() * 14);
  const cells = cellsOf(random, Math.ceil(side / step) + 1);
  const angle = random() * Math.PI;
  switch (kind) {
    case 'noise':
      return () => Math.floor(random() * 256);
    case 'coarse noise':
      return (x, y) => 255 * (cells[Math.floor(y / step)]?.[Math.floor(x / step)] ?? 0);
    case 'stripes':
      return (x, y) => (Math.floor((x * Math.cos(angle) + y * Math.sin(angle)) / step) % 2 === 0 ? 20 : 235);
    case 'checkers':
      return (x, y) => ((Math.floor(x / step) + Math.floor(y / step)) % 2 === 0 ? 0 : 255);
    case 'matrix code':
      return matrixCode(random, side);
    case 'barcode':
      return (x, y) =>
        y < side * 0.15 || y > side * 0.85 || (cells[0]?.[Math.floor(x / Math.min(step, 5))] ?? 0) > 0.5 ? 255 : 0;
    case 'gradient':
      return (x, y) => Math.floor(((x * Math.cos(angle) + y * Math.sin(angle)) / side) * 127 + 128);
    case 'dots':
      return (x, y) =>
        ((x % (step + 4)) - step / 2) ** 2 + ((y % (step + 4)) - step / 2) ** 2 < (step / 3) ** 2 ? 30 : 250;
    case 'weave':
      return (x, y) => Math.floor(128 + 60 * Math.sin((x * 2) / step) + 60 * Math.sin((y * 2) / step));
    case 'blobs':
      return (x, y) => Math.floor(128 + 127 * Math.sin(x / (step * 3)) * Math.cos(y / (step * 2) + x / (step * 7)));
    default:
      return (x, y) => (x % (step * 3) < 2 || y % (step * 2) < 2 ? 60 : 255);
  }
}

function cellsOf(random: Random, count: number): number[][] {
  return Array.from({ length: count }, () => Array.from({ length: count }, () => (random() < 0.5 ? 0 : 1)));
}

/** Random modules with the three corner marks of a QR code. */
function matrixCode(random: Random, side: number): Paint {
  const modules = 25;
  const cells = cellsOf(random, modules);
  const size = side / (modules + 8);
  const corner = (x: number, y: number) => {
    const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3));
    return ring === 3 || ring <= 1 ? 1 : 0;
  };
  return (x, y) => {
    const [column, row] = [Math.floor(x / size) - 4, Math.floor(y / size) - 4];
    if (column < 0 || row < 0 || column >= modules || row >= modules) return 255;
    if (column < 7 && row < 7) return 255 - 255 * corner(column, row);
    if (column >= modules - 7 && row < 7) return 255 - 255 * corner(column - modules + 7, row);
    if (column < 7 && row >= modules - 7) return 255 - 255 * corner(column, row - modules + 7);
    return 255 - 255 * (cells[row]?.[column] ?? 0);
  };
}

function drawIcon(random: Random, side: number): Promise<Buffer> {
  const at = () => Math.floor((0.15 + random() * 0.7) * side);
  const shapes = Array.from({ length: 2 + Math.floor(random() * 4) }, () => {
    const colour = `hsl(${Math.floor(random() * 360)},70%,${30 + Math.floor(random() * 40)}%)`;
    const stroke = `fill="none" stroke="${colour}" stroke-width="${1 + Math.floor(side / 24)}"`;
    const pick = Math.floor(random() * 4);
    if (pick === 0)
      return `<circle cx="${at()}" cy="${at()}" r="${Math.floor(side * (0.1 + random() * 0.25))}" fill="${colour}"/>`;
    if (pick === 1) return `<path d="M${at()} ${at()}Q${at()} ${at()} ${at()} ${at()}" ${stroke}/>`;
    if (pick === 2) return `<polygon points="${at()},${at()} ${at()},${at()} ${at()},${at()}" fill="${colour}"/>`;
    return `<rect x="${at()}" y="${at()}" width="${Math.floor(side / 4)}" height="${Math.floor(side / 5)}" rx="4" ${stroke}/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="100%" height="100%" fill="#fff"/>${shapes.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
