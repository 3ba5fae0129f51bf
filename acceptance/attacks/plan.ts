import type { Attack, Engine } from './attack.ts';
import type { Field } from './fields/field.ts';
import { below, type Random, seeded, shuffled } from './seeded.ts';
import type { Shape } from './shapes/shape.ts';
import { shapes } from './shapes/shapes.ts';

/** Sizes of texts in bytes. */
export const sizes = [10_000, 40_000, 400_000, 4_000_000] as const;

const doorRounds = 8;
/** Most of what is said at a door is short: a large text costs as much to send as all the short ones together. */
const doorSizes = [10_000, 4_000_000, 10_000, 40_000, 10_000, 400_000, 10_000, 40_000] as const;
const doorSizeAt = (place: number): number => doorSizes[place % doorSizes.length] ?? sizes[0];

export interface Plan {
  engine: Engine;
  /** Fields whose text the service works on. */
  worked: readonly Field[];
  /** Fields that are checked or stored, no more. */
  doors: readonly Field[];
  seed: number;
  isFull: boolean;
}

/**
 * Attacks in rounds. The rounds of a full run together bring every shape into every field in every size, and what is cut off for
 * lack of time is the most repetitive part. A short run is one round, which the engines share: every field in every size, and every
 * shape in every size, with one of them.
 */
export function* roundsOf({ engine, worked, doors, seed, isFull }: Plan): Generator<Attack[]> {
  const random = seeded(seed);
  const order = shuffled(random, shapes);
  const fields = shuffled(
    random,
    worked.map((field, place) => ({ field, place })).filter(({ field }) => field.engines.includes(engine)),
  );
  const isReader = engine === 'reader';
  const isMine = ({ field, place }: (typeof fields)[number], size: number) =>
    isFull || field.engines.length === 1 || (place + size) % 2 === (isReader ? 0 : 1);
  const first = isReader ? 0 : Math.floor(order.length / 2);
  const shapeAt = (place: number) => order[place % order.length] as Shape; // within the list, which is not empty
  for (let round = 0; round < (isFull ? order.length : 1); round++) {
    yield sizes.flatMap((bytes, size) =>
      fields
        .filter((field) => isMine(field, size))
        .map(({ field }, i) => attackOf(field, shapeAt(first + i + round + size * 29), bytes, random)),
    );
    // A door is shut at any text: a few shapes and sizes tell as much as all, and a short run tries it with one engine.
    if (round >= doorRounds || !(isFull || isReader)) continue;
    yield doors
      .filter(({ engines }) => engines.includes(engine))
      .map((field, i) => attackOf(field, shapeAt(i + round), doorSizeAt(i + round), random))
      .sort((a, b) => a.bytes - b.bytes);
  }
}

export function attackOf(field: Field, shape: Shape, bytes: number, random: Random): Attack {
  const seed = below(random, 2 ** 31);
  return {
    field: field.name,
    shape: shape.name,
    bytes,
    isAlone: field.reply !== undefined,
    begin(attempt) {
      const text = ending(shape.make(seeded(seed + attempt), bytes), seed + attempt, field.longest, bytes);
      return { reply: field.reply?.(text) ?? {}, send: (ask) => field.send(text, ask) };
    },
  };
}

/**
 * Half of the texts are pure, the others end in something else: there patterns that matched so far go back. A text that is
 * allowed only so much is cut to it when the size is the smallest: larger ones show that they are refused.
 */
function ending(text: string, seed: number, longest: number | undefined, bytes: number): string {
  const ends = ['', '', '!', `\nq${seed}?`];
  const whole = text + (ends[seed % ends.length] ?? '');
  return longest !== undefined && bytes === sizes[0] ? whole.slice(0, longest) : whole;
}
