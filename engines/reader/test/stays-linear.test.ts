import { expect, test } from 'vitest';
import { ReaderError, read } from '../src/index.ts';
import { places, shapes, textOf } from './shapes.ts';

const now = Date.UTC(2026, 4, 4);
/** What loads with the first call counts for none of them. */
const warmUp = 300;

/** Milliseconds of the processor that one reading takes, whoever else uses the machine. */
async function cpuOf(place: string, shape: string, length: number): Promise<number> {
  const prompt = places[place]?.(textOf(shape, length));
  if (!prompt) throw new Error(`There is no place ${place}.`);
  const before = process.cpuUsage();
  await read(prompt, { now }).catch((error: unknown) => {
    // That a text does not hold what is asked for is an answer too.
    if (!(error instanceof ReaderError)) throw error;
  });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Those of all shapes that take longer, with their time; a slow one is tried again, since a collection of garbage may have come between. */
async function slowOnes(place: string, length: number, most: number, oneOf: number): Promise<string[]> {
  const slow: string[] = [];
  for (const shape of shapes.filter((each) => isTried(place, each, oneOf))) {
    const first = await cpuOf(place, shape, length);
    const least = first <= most ? first : Math.min(first, await cpuOf(place, shape, length));
    if (least > most) slow.push(`${shape}: ${Math.round(least)} ms`);
  }
  return slow;
}

/** Each place has its share of the shapes, so that the test is quick; with `EVERY_SHAPE=1` each has all of them. */
const isTried = (place: string, shape: string, oneOf: number): boolean =>
  process.env.EVERY_SHAPE === '1' || (Object.keys(places).indexOf(place) + shapes.indexOf(shape)) % oneOf === 0;

// What is quadratic takes seconds at these lengths; what is linear takes 5 to 200 ms.
test.each(Object.keys(places))(
  '40 kB of any shape are read in well under a second: %s',
  async (place) => {
    await cpuOf(place, 'english', warmUp);
    expect(await slowOnes(place, 10_000, 500, 7)).toEqual([]);
    expect(await slowOnes(place, 40_000, 1000, 21)).toEqual([]);
  },
  60_000,
);
