import type { DecodedCharacter } from './decode-ctc.ts';

/** The share of letters with marks among those the model was trained on; its confidences hold it. */
const usualShare = 0.03;
/** A mark this sure, whose plain letter is this unlikely, is evidence of how many the page has. */
const sure = { mark: 0.95, plain: 0.02 };
/** What is assumed before the page is seen: so many letters with marks among so many letters. */
const assumed = { marked: 0.2, letters: 400 };

/**
 * Takes marks away that only dirt and blur have put on letters. The model reads some fifty languages at once, so on an English page
 * it holds `Auğ` for nearly as likely as `Aug`: how many letters of the page surely have marks tells which of them it is.
 */
export function settleMarks(lines: readonly DecodedCharacter[][]): DecodedCharacter[][] {
  const letters = lines.flat().filter(({ text }) => /\p{sc=Latin}/u.test(text));
  const marked = letters.filter(
    ({ confidence, plain }) => plain && confidence >= sure.mark && plain.confidence < sure.plain,
  );
  const share = (marked.length + assumed.marked) / (letters.length + assumed.letters);
  const odds = share / (1 - share) / (usualShare / (1 - usualShare));
  return lines.map((line) =>
    line.map((character) => {
      const { plain, confidence } = character;
      return plain && plain.confidence > confidence * odds ? { ...character, text: plain.text } : character;
    }),
  );
}
