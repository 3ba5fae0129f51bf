import { read as readByWords } from '../src/index.ts';
import { withEncoder } from './with-encoder.ts';

let opening: Promise<typeof readByWords> | undefined;

/** As the service reads: with what the encoder says. */
export const read: typeof readByWords = async (prompt, options) => {
  opening ??= withEncoder().then((reading) => reading(readByWords));
  return await (await opening)(prompt, options);
};
