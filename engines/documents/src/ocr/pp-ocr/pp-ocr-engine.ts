import { quadSize } from '../geometry.ts';
import type {
  Box,
  FoundLine,
  LineOcrEngine,
  PageTurns,
  Point,
  Quad,
  Raster,
  ReadLine,
  ReadWord,
} from '../ocr-engine.ts';
import type { Script } from '../scripts.ts';
import { cropLine } from './crop-line.ts';
import type { DecodedCharacter } from './decode-ctc.ts';
import { loadPpOcrModels, type PpOcrModels } from './onnx-models.ts';
import { pageTurns } from './page-turns.ts';
import { settleMarks } from './settle-marks.ts';
import { detectText } from './text-detector.ts';

/** Height of a line as the recogniser was trained on it. */
const lineHeight = 48;
/** A line longer than this is read squeezed: 67 times as wide as high. */
const maximumLineWidth = 3200;
/** The direction model takes pictures of exactly this width. */
const directionWidth = 192;

/** PP-OCRv6 small: reads Latin letters with all their marks, Chinese and Japanese, on scans, photos and receipts. */
export class PpOcrEngine implements LineOcrEngine {
  readonly id = 'pp-ocr';
  readonly scripts = new Set<Script>(['Latin', 'Han', 'Japanese']);
  readonly #models: PpOcrModels;

  private constructor(models: PpOcrModels) {
    this.#models = models;
  }

  /** Null where the ONNX runtime, an optional dependency, is not installed. */
  static async open(): Promise<PpOcrEngine | null> {
    const models = await loadPpOcrModels();
    return models ? new PpOcrEngine(models) : null;
  }

  findLines(page: Raster): Promise<FoundLine[]> {
    return detectText(this.#models.detection, page);
  }

  pageTurns(page: Raster): Promise<PageTurns> {
    return pageTurns(this.#models.orientation, page);
  }

  async uprightness(page: Raster, quads: readonly Quad[]): Promise<number[]> {
    const shares: number[] = [];
    for (const quad of quads) {
      const crop = cropLine(page, middleOf(quad, directionWidth / lineHeight), lineHeight, directionWidth);
      const input = toInput(crop, directionWidth);
      const { data } = await this.#models.direction.run(input, [1, 3, lineHeight, directionWidth]);
      shares.push(data[0] ?? 0);
    }
    return shares;
  }

  /** One line at a time: on a CPU a batch costs as much as its lines one by one, and padding costs more. */
  async readLines(page: Raster, quads: readonly Quad[]): Promise<ReadLine[]> {
    const read: { decoded: DecodedCharacter[]; steps: number }[] = [];
    for (const quad of quads) read.push(await this.#readLine(page, quad));
    const settled = settleMarks(read.map(({ decoded }) => decoded));
    return quads.map((quad, index) => toLine(settled[index] ?? [], read[index]?.steps ?? 1, quad));
  }

  async #readLine(page: Raster, quad: Quad): Promise<{ decoded: DecodedCharacter[]; steps: number }> {
    const crop = cropLine(page, quad, lineHeight, maximumLineWidth);
    const { data, dims } = await this.#models.recognition.run(toInput(crop), [1, 3, lineHeight, crop.width]);
    const steps = dims[1] ?? 0;
    return { decoded: this.#models.alphabet.decode(data, steps), steps };
  }

  async close(): Promise<void> {
    const { alphabet: _, ...models } = this.#models;
    await Promise.all(Object.values(models).map((model) => model.close()));
  }
}

/**
 * The middle of a line, at most so many times as long as it is high. The direction model squeezes what is longer until no
 * letter can be told: an upright page of long lines was then taken for doubtful, and its lines were read both ways.
 */
function middleOf(quad: Quad, longest: number): Quad {
  const { length, thickness } = quadSize(quad);
  const share = Math.min(1, (longest * thickness) / Math.max(length, 1));
  const [topLeft, topRight, bottomRight, bottomLeft] = quad;
  const [from, to] = [(1 - share) / 2, (1 + share) / 2];
  return [
    between(topLeft, topRight, from),
    between(topLeft, topRight, to),
    between(bottomLeft, bottomRight, to),
    between(bottomLeft, bottomRight, from),
  ];
}

/** Blue, green, red planes between -1 and 1, filled with 0 on the right up to `width`. */
function toInput(crop: Raster, width: number = crop.width): Float32Array {
  const plane = width * crop.height;
  const input = new Float32Array(3 * plane);
  for (let y = 0; y < crop.height; y++) {
    for (let x = 0; x < Math.min(width, crop.width); x++) {
      const source = (y * crop.width + x) * 3;
      const target = y * width + x;
      input[target] = (crop.data[source + 2] ?? 0) / 127.5 - 1;
      input[plane + target] = (crop.data[source + 1] ?? 0) / 127.5 - 1;
      input[2 * plane + target] = (crop.data[source] ?? 0) / 127.5 - 1;
    }
  }
  return input;
}

/** Words are parted where the model read a space. */
function toLine(decoded: DecodedCharacter[], steps: number, quad: Quad): ReadLine {
  const words: ReadWord[] = [];
  let run: DecodedCharacter[] = [];
  for (const character of decoded) {
    if (character.text.trim() !== '') {
      run.push(character);
      continue;
    }
    if (run.length > 0) words.push(toWord(run, steps, quad));
    run = [];
  }
  if (run.length > 0) words.push(toWord(run, steps, quad));
  const printed = decoded.filter(({ text }) => text.trim() !== '');
  return {
    words,
    box: boxAround(quad),
    confidence: mean(printed.map(({ confidence }) => confidence)),
    engine: 'pp-ocr',
  };
}

function toWord(run: readonly DecodedCharacter[], steps: number, quad: Quad): ReadWord {
  const from = Math.max(0, ((run[0]?.firstStep ?? 0) - 0.5) / steps);
  const to = Math.min(1, ((run.at(-1)?.lastStep ?? 0) + 1.5) / steps);
  const [topLeft, topRight, bottomRight, bottomLeft] = quad;
  return {
    text: run.map((character) => character.text).join(''),
    box: boxAround([
      between(topLeft, topRight, from),
      between(topLeft, topRight, to),
      between(bottomLeft, bottomRight, to),
      between(bottomLeft, bottomRight, from),
    ]),
    confidence: mean(run.map((character) => character.confidence)),
  };
}

function between(a: Point, b: Point, share: number): Point {
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
}

function boxAround(quad: Quad): Box {
  const x = Math.min(...quad.map((point) => point.x));
  const y = Math.min(...quad.map((point) => point.y));
  return {
    x,
    y,
    width: Math.max(...quad.map((point) => point.x)) - x,
    height: Math.max(...quad.map((point) => point.y)) - y,
  };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
