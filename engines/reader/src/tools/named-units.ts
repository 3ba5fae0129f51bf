import { isPlainUnit, type Unit, unitOf } from '@parley/text';

/** The unit that a word of a request or of a tool means; what the ablation of tools leaves out. */
export const namedUnit = (word: string): Unit | undefined => unitOf(word);

/** The units that a description names as those of its value: "the length in meters", "time (seconds)". */
export function namedUnits(text: string): Unit[] {
  const words = text.toLowerCase().match(/[\p{L}µμ°%$€£]+/gu) ?? [];
  return words.flatMap((word) => (isPlainUnit(word) ? (namedUnit(word) ?? []) : []));
}
