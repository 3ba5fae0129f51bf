import type { DecodedCharacter } from './decode-ctc.ts';
import type { LineInk } from './find-gaps.ts';

/** How much less likely it becomes that nothing stands where separate ink does. */
const doubt = 0.1;

/**
 * Faint characters that stand on ink of their own: a blot between two characters, parted from both by empty columns, which
 * no character claims. The model thought that nothing stood there; the picture says otherwise.
 */
export function weighMissedInk(
  line: LineInk,
  characters: readonly DecodedCharacter[],
  steps: number,
): DecodedCharacter[] {
  if (characters.every((character) => character.text !== '')) return [...characters];
  const { empty } = line;
  const stepWidth = line.width / steps;
  const centerOf = (character: DecodedCharacter) => ((character.firstStep + character.lastStep + 1) / 2) * stepWidth;
  const printed = characters.filter((character) => character.text.trim() !== '').map(centerOf);
  return characters.map((character) => {
    if (character.text !== '') return character;
    const center = centerOf(character);
    const blot = blotAt(empty, center, stepWidth);
    if (!blot || blot.to - blot.from < line.height * 0.04) return character;
    // What the edge cuts off belongs to a neighbour outside.
    if (blot.from === 0 || blot.to === empty.length) return character;
    const isClaimed = printed.some((other) => other > blot.from - stepWidth / 2 && other < blot.to + stepWidth / 2);
    return isClaimed ? character : believed(character);
  });
}

/** The run of inked columns nearest to a place, at most one step away from it. */
function blotAt(empty: Uint8Array, center: number, reach: number): { from: number; to: number } | null {
  for (let distance = 0; distance <= reach; distance++) {
    for (const x of [Math.floor(center + distance), Math.floor(center - distance)]) {
      if (x < 0 || x >= empty.length || empty[x]) continue;
      let from = x;
      let to = x + 1;
      while (from > 0 && !empty[from - 1]) from--;
      while (to < empty.length && !empty[to]) to++;
      return { from, to };
    }
  }
  return null;
}

function believed(character: DecodedCharacter): DecodedCharacter {
  const nothing = character.confidence * doubt;
  const others = character.alternatives.filter((alternative) => alternative.text.trim() !== '');
  const total = nothing + others.reduce((sum, alternative) => sum + alternative.confidence, 0);
  const weighed = [{ text: '', confidence: nothing }, ...others]
    .map(({ text, confidence }) => ({ text, confidence: confidence / total }))
    .sort((a, b) => b.confidence - a.confidence);
  const [best, ...alternatives] = weighed;
  return best ? { ...character, ...best, alternatives } : character;
}
