import { isPlainUnit, unitOf as knownUnit, type Unit } from '@parley/text';

/** The unit that a word of a request or of a tool means; what the ablation of tools leaves out. */
export const unitOf = (word: string): Unit | undefined => knownUnit(word);

/** The units that a description names as those of its value: "the length in meters", "time (seconds)". */
export function unitsIn(text: string): Unit[] {
  const words = text.toLowerCase().match(/[\p{L}µμ°%$€£]+/gu) ?? [];
  return words.flatMap((word) => (isPlainUnit(word) ? (unitOf(word) ?? []) : []));
}
