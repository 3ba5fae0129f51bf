import { isSameThing } from '../extraction/label-words.ts';
import stored from './related-words.json' with { type: 'json' };

/** Stems by the one that they are related to, with a space on both sides of each. */
let related: Map<string, string> | undefined;

/** Whether a stem is one of an English word that is not rare: of such a word nobody thinks that it was mistyped. */
export function isEnglishStem(stem: string): boolean {
  known ??= new Set(stored.flatMap((line) => line.split(' ')));
  return known.has(stem);
}

let known: Set<string> | undefined;

/** Whether two stems mean nearly the same in one of their main senses, by WordNet or by what forms and letters call things. */
export function areRelated(one: string, other: string): boolean {
  related ??= new Map(
    stored.map((line) => {
      const end = line.indexOf(' ');
      return [line.slice(0, end), `${line.slice(end)} `];
    }),
  );
  return related.get(one)?.includes(` ${other} `) === true || isSameThing(one, other);
}
