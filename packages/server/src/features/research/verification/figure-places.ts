import { foldWord, guessLanguage, type KnownLanguage, stemWord, tellingTerms } from '@parley/text';

/** Words after a figure that say what it counts. */
const reach = 3;

interface Place {
  figure: string;
  /** The telling words right after it, up to the next figure. */
  counted: string[];
}

/**
 * Figures of a statement that stand in its evidence, but beside something else: "8 turbines and 12 megawatts" turned
 * into "12 turbines and 8 megawatts".
 */
export function swappedFigures(statement: string, evidence: string): string[] {
  const language = guessLanguage(`${statement} ${evidence}`);
  const held = placesIn(evidence, language);
  return placesIn(statement, language).flatMap(({ figure, counted }) => {
    const places = held.filter((place) => place.figure === figure);
    // Written in another way (5,500,000 for 5.5 million) it stands nowhere to be compared.
    if (places.length === 0) return [];
    const own = places.flatMap((place) => place.counted);
    const others = new Set(held.filter((place) => place.figure !== figure).flatMap((place) => place.counted));
    const isElsewhere = counted.some((word) => others.has(word) && !own.includes(word));
    const isHere = counted.some((word) => own.includes(word));
    return isElsewhere && !isHere ? [figure] : [];
  });
}

function placesIn(text: string, language: KnownLanguage | null): Place[] {
  const places: Place[] = [];
  const words = Array.from(text.matchAll(/\d+(?:[.,]\d+)*|\p{L}[\p{L}\p{M}]*|[.;:!?]/gu), (match) => match[0]);
  for (const [index, word] of words.entries()) {
    if (!/^\d/.test(word)) continue;
    const counted: string[] = [];
    for (const next of words.slice(index + 1, index + 1 + reach)) {
      if (/^\d|^[.;:!?]$/.test(next)) break;
      const stem = stemWord(foldWord(next), language);
      if (tellingTerms(`${next} placeholder`, language).length > 1) counted.push(stem);
    }
    places.push({ figure: word.replace(/,(?=\d{3}\b)/g, ''), counted });
  }
  return places;
}
